package syntax

import (
	"slices"
	"strings"
	"unicode"
)

// Property is the set of a Unicode property escape.
type Property struct {
	// Name is the text between the braces, as ECMA-262 spells it.
	Name string
	// RE2 is what package regexp calls the set, or empty where it has none.
	RE2     string
	Negated bool // \P
}

// property returns the class of \p{text}, or of \P{text} when negated. Names
// match exactly, in one spelling of case (ECMA-262, section 21.2.1.1).
func property(text string, negated bool) (class *Class, ok bool) {
	var ranges []Range
	p := Property{Name: text, Negated: negated}
	switch text {
	case "Any":
		ranges = slices.Clone(everything)
	case "ASCII":
		ranges = []Range{{0, unicode.MaxASCII}}
	case "ASCII_Hex_Digit", "AHex":
		ranges = []Range{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}
	case "Assigned":
		p = Property{Name: "Cn", RE2: "Cn", Negated: !negated}
	default:
		if p.RE2, ok = tableName(text); !ok {
			return nil, false
		}
	}
	if ranges != nil {
		return newClass(ranges, nil, negated), true
	}
	return newClass(nil, []Property{p}, false), true
}

// tableName looks a property up that has a table, and returns what package
// regexp calls that: the empty string where it does not have it.
func tableName(text string) (re2 string, ok bool) {
	name, value, found := strings.Cut(text, "=")
	if !found {
		if re2, ok = generalCategory(text); !ok {
			_, ok = slices.BinarySearch(binaryProperties, text)
			re2 = ""
		}
		return re2, ok
	}
	switch name {
	case "General_Category", "gc":
		return generalCategory(value)
	case "Script", "sc":
		return script(value)
	case "Script_Extensions", "scx":
		_, ok = script(value)
	}
	return "", ok
}

func generalCategory(name string) (short string, ok bool) {
	if short, ok = unicode.CategoryAliases[name]; ok {
		return short, true
	}
	_, ok = unicode.Categories[name]
	return name, ok
}

func script(name string) (long string, ok bool) {
	if long, ok = scriptAliases[name]; ok {
		return long, true
	}
	_, ok = unicode.Scripts[name]
	return name, ok
}

// binaryProperties are the names and aliases of ECMA-262, table 55, that only a
// table of the Unicode database can answer, sorted.
var binaryProperties = []string{
	"Alpha", "Alphabetic", "Bidi_C", "Bidi_Control", "Bidi_M", "Bidi_Mirrored", "CI", "CWCF", "CWCM", "CWKCF",
	"CWL", "CWT", "CWU", "Case_Ignorable", "Cased", "Changes_When_Casefolded", "Changes_When_Casemapped",
	"Changes_When_Lowercased", "Changes_When_NFKC_Casefolded", "Changes_When_Titlecased",
	"Changes_When_Uppercased", "DI", "Dash", "Default_Ignorable_Code_Point", "Dep", "Deprecated", "Dia",
	"Diacritic", "EBase", "EComp", "EMod", "EPres", "Emoji", "Emoji_Component", "Emoji_Modifier",
	"Emoji_Modifier_Base", "Emoji_Presentation", "Ext", "ExtPict", "Extended_Pictographic", "Extender", "Gr_Base",
	"Gr_Ext", "Grapheme_Base", "Grapheme_Extend", "Hex", "Hex_Digit", "IDC", "IDS", "IDSB", "IDST",
	"IDS_Binary_Operator", "IDS_Trinary_Operator", "ID_Continue", "ID_Start", "Ideo", "Ideographic", "Join_C",
	"Join_Control", "LOE", "Logical_Order_Exception", "Lower", "Lowercase", "Math", "NChar",
	"Noncharacter_Code_Point", "Pat_Syn", "Pat_WS", "Pattern_Syntax", "Pattern_White_Space", "QMark",
	"Quotation_Mark", "RI", "Radical", "Regional_Indicator", "SD", "STerm", "Sentence_Terminal", "Soft_Dotted",
	"Term", "Terminal_Punctuation", "UIdeo", "Unified_Ideograph", "Upper", "Uppercase", "VS",
	"Variation_Selector", "White_Space", "XIDC", "XIDS", "XID_Continue", "XID_Start", "space",
}
