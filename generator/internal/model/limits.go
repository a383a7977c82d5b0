package model

// Limits is what the limits section of a schema becomes: constants, a struct
// that holds those that are whole numbers, and its checks of a document.
type Limits struct {
	Entries []*Limit
	Type    string // Go name of the struct
	Default string // Go name of the function that gives it with the schema's numbers
	// Check checks documents; nil where no limit bounds anything in them.
	Check *LimitCheck
}

// Limit is one limit.
type Limit struct {
	Fact          // the constant; Form is IntValue for a field of the struct
	Key    string // of the schema
	Lower  bool
	Unit   string // of breaches: bytes, KB, MB, runes, tokens …; "" for a number of things
	Spill  *LimitSpill
	Field  string // comment of the struct's field
	Bounds string // where in a document, for the comment; "" for nothing that is checked
}

// LimitSpill is the method that says whether a value is so large that it goes
// elsewhere.
type LimitSpill struct {
	Func    string // Go name
	Measure LimitMeasure
	Type    *Type // of the value; nil for any
}

// LimitMeasure says what of a value is measured.
type LimitMeasure string

// The measures of a value.
const (
	MeasureLength LimitMeasure = "length"
	MeasureRunes  LimitMeasure = "runes"
	MeasureSize   LimitMeasure = "size"
	MeasureNumber LimitMeasure = "number"
)

// LimitCheck goes through a document from its root type.
type LimitCheck struct {
	Root  *LimitValue
	Decl  *Decl        `json:"-"`
	Walks []*LimitWalk // of the types in which something is measured
	Trees []*LimitTree
}

// LimitValue is what is measured of a value and below it. Without anything it
// is nil.
type LimitValue struct {
	Type  *Type // as the container holds it; that of a field is the field's
	Sites []*LimitSite
	Keys  []*LimitSite // of a map
	Elem  *LimitValue  // of a slice or map
	Walk  *LimitWalk   `json:"-"` // of a declared type
}

// LimitSite is one measurement.
type LimitSite struct {
	Limit   *Limit
	Measure LimitMeasure
}

// LimitWalk goes through the values of a declared type.
type LimitWalk struct {
	Decl     *Decl          `json:"-"`
	Tree     *LimitTree     // nil where the type is not measured as one
	Fields   []*LimitField  // Struct and Tuple
	Extra    *LimitValue    // Struct: an element of the other members
	Keys     []*LimitSite   // of the other members
	Rest     *LimitValue    // Tuple
	Variants []*LimitChoice // Union
	Under    *LimitValue    // Defined
}

// LimitField is a field in which something is measured.
type LimitField struct {
	Field *Field
	Index int // of a tuple's position
	Value *LimitValue
}

// LimitChoice is a variant in which something is measured.
type LimitChoice struct {
	Variant *Variant
	Value   *LimitValue
}

// LimitTree counts the values of a recursive type and their nesting.
type LimitTree struct {
	Decl   *Decl  `json:"-"`
	Field  string // Go name, in the state of a check
	Depths []*Limit
	Counts []*Limit
}
