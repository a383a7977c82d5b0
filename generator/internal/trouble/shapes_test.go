package trouble

// shapes are the Go types of the cases beside the checkout, which ask for them in
// words.
var shapes = map[string]map[string]string{
	"001-names-separators-and-sigils": {
		"Root": "struct{HostDashName *string; HostUnderscoreName *string; HostName *string; UnderscoreVersion *string; Version *int64; AtVersion *bool; DollarVersion []string; Extra map[string]Value}",
	},
	"003-names-leading-digit": {
		"Root":     "struct{N2fa int64; N3dModel *string; N4x4 *N4x4Conf; Extra map[string]Value}",
		"N4x4Conf": "struct{N4wd *bool; Extra map[string]Value}",
	},
	"005-names-hostile-to-struct-tags": {
		"Root": "struct{Property *string; AB *int64; SayHi *string; Tick *string; LineBreak *string; BackSlash *string; Omitempty *bool; XY *string; Extra map[string]Value}",
	},
	"006-properties-named-like-keywords": {
		"Root":           "struct{Ref string; Description *int64; Type *string; Enum []string; Properties *RootProperties; Default *bool; Schema *string; Required []string; Extra map[string]Value}",
		"RootProperties": "struct{Items *bool; Extra map[string]Value}",
	},
	"007-names-go-keywords-predeclared-imports-locals": {
		"Root":   "struct{Type *string; Func *int64; Range *bool; Map *string; Nil *string; Len *int64; Error *Error; String *String; JSON *string; Fmt *string; Time *Time; Raw *int64; Plain *string; Err *string; Data *string; When *string; Extra map[string]Value}",
		"Error":  "struct{Code int64; Extra map[string]Value}",
		"String": "int64",
		"Time":   "struct{JSON *string; Extra map[string]Value}",
		"Any":    "string",
		"JSON":   "string",
	},
	"009-definitions-normalise-to-one-name": {
		"Root":       "struct{A *PartNo; B *Partno; C *PartDashNo; Extra map[string]Value}",
		"PartNo":     "string",
		"Partno":     "string",
		"PartDashNo": "int64",
	},
	"011-same-inline-name-in-two-places": {
		"Root":               "struct{Order *RootOrder; Billing *RootBilling; S *OrderStatus; Extra map[string]Value}",
		"RootOrder":          "struct{Address *RootOrderAddress; Status *RootOrderStatus; Extra map[string]Value}",
		"RootOrderAddress":   "struct{Street *string; Extra map[string]Value}",
		"RootOrderStatus":    "enum string{New}",
		"RootBilling":        "struct{Address *RootBillingAddress; Status *RootBillingStatus; Extra map[string]Value}",
		"RootBillingAddress": "struct{Zip *int64; Extra map[string]Value}",
		"RootBillingStatus":  "enum string{Due}",
		"OrderStatus":        "enum string{Open, Shut}",
	},
	"014-description-hostile-to-comments": {
		"Root": "struct{P string; Extra map[string]Value}",
	},
	"015-imports-missing-or-unused": {
		"Root": "struct{V string}",
	},
	"016-enum-punctuation-values": {
		"Root":     "struct{Op *RootOp; Vote *RootVote; Step *RootStep; Extra map[string]Value}",
		"RootOp":   "enum string{Empty, Space, Plus1, Minus1, 1, LessEqual, GreaterEqual, Equal, Star}",
		"RootVote": "enum int64{1, Minus1, 0}",
		"RootStep": "enum float64{0Dot5, Minus0Dot5, 5}",
	},
	"018-enum-with-null": {
		"Root":       "struct{Level Nullable[RootLevel]; Mode Nullable[RootMode]; Strict *RootStrict; Extra map[string]Value}",
		"RootLevel":  "enum int64{10, 20}",
		"RootMode":   "enum string{A}",
		"RootStrict": "enum string{X, Y}",
	},
	"020-enum-on-array-type": {
		"Root": "struct{Pair Value; Extra map[string]Value}",
	},
	"023-enum-huge": {
		"Root": "struct{Code *RootCode; Extra map[string]Value}",
	},
	"024-required-but-nullable": {
		"Root": "struct{P *string; Q string; Extra map[string]Value}",
	},
	"025-absent-null-zero-three-states": {
		"Root":  "struct{A Nullable[string]; N *int64; B *bool; O Nullable[RootO]; Extra map[string]Value}",
		"RootO": "struct{K *string; Extra map[string]Value}",
	},
	"027-default-true-on-optional-bool": {
		"Root": "struct{Enabled *bool; Retries *int64; Name *string; Extra map[string]Value}",
	},
	"029-default-composite-values": {
		"Root":      "struct{Tags []string; Opts *RootOpts; Level *RootLevel; Day *Date; Big *int64; Bad *int64; Extra map[string]Value}",
		"RootOpts":  "struct{N *int64; Extra map[string]Value}",
		"RootLevel": "enum string{Lo, Hi}",
	},
	"031-allof-required-only-branch": {
		"Root": "struct{Code string; ID int64; Extra map[string]Value}",
		"Base": "struct{ID int64; Extra map[string]Value}",
	},
	"033-allof-conflict-makes-property-impossible": {
		"Root":     "struct{N *int64; Extra map[string]Value}",
		"Base":     "struct{Sort *BaseSort; Lines []Value; N *int64; Extra map[string]Value}",
		"BaseSort": "enum string{A}",
	},
	"035-allof-embedded-codec-promoted": {
		"Root": "struct{Title string; Qty int64; Additional map[string]string}",
		"Base": "struct{Title string; Extra map[string]Value}",
		"More": "struct{Qty int64; Additional map[string]string}",
	},
	"036-ref-with-siblings-2020": {
		"Root":  "struct{S *Short; O *RootO; Extra map[string]Value}",
		"Short": "string",
		"RootO": "struct{A int64; B int64; Extra map[string]Value}",
		"Obj":   "struct{A int64; B *int64; Extra map[string]Value}",
	},
	"038-oneof-required-only": {
		"Root": "struct{T1 *string; T2 *string; T3 *string; Extra map[string]Value}",
	},
	"040-oneof-overlapping-open-objects": {
		"Root":  "union{A RootA; B RootB}",
		"RootA": "struct{A *string; Extra map[string]Value}",
		"RootB": "struct{B *string; Extra map[string]Value}",
	},
	"041-oneof-primitive-variants": {
		"Root":            "struct{Limit *RootLimit; V *RootV; Extra map[string]Value}",
		"RootLimit":       "union{Bool bool; String RootLimitString}",
		"RootLimitString": "enum string{Inherit}",
		"RootV":           "union{String string; Integer int64; Null}",
	},
	"043-union-tag-not-a-string": {
		"Root": "union{A A; B B}",
		"A":    "union{A AA; Z AZ}",
		"AA":   "struct{Op AAOp; A string; Extra map[string]Value}",
		"AAOp": "enum int64{7}",
		"AZ":   "struct{Op AZOp; Z string; Extra map[string]Value}",
		"AZOp": "enum int64{7}",
		"B":    "struct{B int64; Op BOp; Extra map[string]Value}",
		"BOp":  "enum int64{8}",
		"Base": "struct{B int64; Extra map[string]Value}",
	},
	"044-string-or-object-union": {
		"Root":     "union{File RootFile; URL RootURL; String string}",
		"RootFile": "struct{File string; Size *int64}",
		"RootURL":  "struct{URL string; Size *int64}",
	},
	"045-anyof-several-branches-match": {
		"Root":         "union{Body RootBody; Key RootKey}",
		"RootBody":     "struct{Kind RootBodyKind; Body string; Extra map[string]Value}",
		"RootBodyKind": "enum string{Note}",
		"RootKey":      "struct{Kind RootKeyKind; Body *string; Key string; Done *bool; Extra map[string]Value}",
		"RootKeyKind":  "enum string{Note}",
	},
	"047-anyof-single-branch": {
		"Root":  "struct{Stages []Stage; One *Stage; Extra map[string]Value}",
		"Stage": "struct{Name string; Extra map[string]Value}",
	},
	"049-root-union-without-type": {
		"Root":           "union{Path RootPath; Frame RootFrame}",
		"RootPath":       "struct{Shape RootPathShape; At []float64; Extra map[string]Value}",
		"RootPathShape":  "enum string{Path}",
		"RootFrame":      "struct{Shape RootFrameShape; Of *RootPath; Extra map[string]Value}",
		"RootFrameShape": "enum string{Frame}",
	},
	"050-typed-and-untyped-extra-properties": {
		"Root":           "struct{Typed *RootTyped; Open *RootOpen; Extra map[string]Value}",
		"RootTyped":      "struct{On *bool; Additional map[string]RootTypedValue}",
		"RootTypedValue": "struct{Max *int64}",
		"RootOpen":       "struct{K *string; Extra map[string]Value}",
	},
	"051-closed-object-not-enforced": {
		"Root":    "struct{A *int64; Sub *RootSub}",
		"RootSub": "struct{B *string}",
	},
	"053-patternproperties-closed-map": {
		"Root":      "map[string]RootValue",
		"RootValue": "struct{N int64; Extra map[string]Value}",
	},
	"055-propertynames-enum-keys": {
		"Root": "map[Unit]string",
		"Unit": "enum string{M, Ft}",
	},
	"056-recursive-struct": {
		"Root": "struct{V int64; Next *Root; Kids []Root; ByName map[string]Root; Pair *Pair; Extra map[string]Value}",
		"Pair": "struct{Left Root; Right *Pair; Extra map[string]Value}",
	},
	"059-id-and-anchor-scopes": {
		"Root":      "struct{Name *Name; Agent *Agent; I *RootItem; J *AgentItem; Extra map[string]Value}",
		"Name":      "string",
		"Agent":     "struct{Name *AgentName; Extra map[string]Value}",
		"AgentName": "int64",
		"RootItem":  "int64",
		"AgentItem": "bool",
	},
	"061-files-that-reference-each-other": {
		"Root": "struct{N *int64; B *B; Extra map[string]Value}",
		"B":    "struct{S *string; A *A; Extra map[string]Value}",
		"A":    "struct{N *int64; B *B; Extra map[string]Value}",
	},
	"063-dynamicref-generic-list": {
		"Root":      "[]T",
		"T":         "string",
		"List":      "[]T",
		"ListArray": "[]Value",
	},
	"065-root-array-and-named-scalar": {
		"Root":         "[][]RootItemItem",
		"RootItemItem": "struct{Code Code; Extra map[string]Value}",
		"Code":         "string",
	},
	"067-integer-spelled-with-fraction-or-exponent": {
		"Root":  "struct{N *int64; U *int64; K *RootK; Extra map[string]Value}",
		"RootK": "enum int64{1, 2}",
	},
	"068-integer-beyond-int64": {
		"Root": "struct{N *int64; X *float64; Any Value; Extra map[string]Value}",
	},
	"070-multipleof-decimal": {
		"Root": "struct{Price *float64; Tenth *float64; Small *float64; I *int64; Extra map[string]Value}",
	},
	"071-draft4-boolean-exclusive-bounds": {
		"Root": "struct{Price float64; Pct *int64; N *int64; Extra map[string]Value}",
	},
	"073-pattern-in-go-literal": {
		"Root": "struct{Tok *string; Mem *string; Q *string; Nl *string; Pct *string; Extra map[string]Value}",
	},
	"074-pattern-not-in-re2": {
		"Root": "struct{A *string; B *string; C *string; Extra map[string]Value}",
	},
	"076-date-time-lower-case": {
		"Root": "struct{T *DateTime; Extra map[string]Value}",
	},
	"077-date-time-text-kept": {
		"Root": "struct{T *DateTime; D *Date; Extra map[string]Value}",
	},
	"079-duration": {
		"Root": "struct{D *string; Extra map[string]Value}",
	},
	"081-format-unknown-or-without-type": {
		"Root": "struct{A *string; B *int64; C Value; D Nullable[string]; E *int64; Extra map[string]Value}",
	},
	"082-content-encoding-base64": {
		"Root": "struct{B *Base64; Extra map[string]Value}",
	},
	"083-prefixitems-tuple": {
		"Root":      "struct{Fix *RootFix; Tail *RootTail; Loose *RootLoose; Extra map[string]Value}",
		"RootFix":   "tuple{float64; string}",
		"RootTail":  "tuple{string; rest []int64}",
		"RootLoose": "tuple{string; int64; rest []Value}",
	},
	"086-if-then-else": {
		"Root":     "struct{Kind *RootKind; Price *float64; Reason *string; Extra map[string]Value}",
		"RootKind": "enum string{Pay, Free}",
	},
	"087-dependencies-draft7": {
		"Root":     "struct{Vat *string; Land *string; Ship *RootShip; Grams Value; Extra map[string]Value}",
		"RootShip": "enum string{Pickup, Post}",
	},
	"089-unevaluatedproperties-false": {
		"Root": "struct{A string; B *int64; C Value}",
		"Base": "struct{A string; Extra map[string]Value}",
	},
	"091-yaml-norway-booleans": {
		"Root":   "struct{On RootOn; No *bool; Extra map[string]Value}",
		"RootOn": "enum string{No, Yes, On, Off, Y, TildeX}",
	},
	"093-yaml-anchors-and-merge-keys": {
		"Root": "struct{A string; B *string; C *string; Extra map[string]Value}",
		"Base": "string",
	},
	"095-key-case-and-duplicate-keys": {
		"Root": "struct{Alg string; N *int64; Additional map[string]int64}",
	},
	"096-deep-nesting": {
		"Root": "struct{A *RootA; Extra map[string]Value}",
	},
	"097-output-is-deterministic": {
		"Root":  "struct{Zeta *Zeta; Beta *Beta; Iota *Iota; Eta *Eta; Mu *Mu; Alpha *Alpha; MatchedX map[string]int64; MatchedY map[string]string; MatchedW map[string]bool; Extra map[string]Value}",
		"Zeta":  "enum string{Zeta, Zeta2}",
		"Beta":  "enum string{Beta, Beta2}",
		"Iota":  "enum string{Iota, Iota2}",
		"Eta":   "enum string{Eta, Eta2}",
		"Mu":    "enum string{Mu, Mu2}",
		"Alpha": "enum string{Alpha, Alpha2}",
	},
	"099-readonly-writeonly-required": {
		"Root": "struct{ID int64; Secret *string; Name string; Extra map[string]Value}",
	},
}
