package budget

var (
	CommonPairs  = commonPairs
	Runes        = runes
	CapitalWords = capitalWords
	FilterBits   = filterBits
)
