package budget

// CommonPairs is the table by which Estimate knows rare pairs of letters.
var CommonPairs = commonPairs
