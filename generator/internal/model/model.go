// Package model is the Go-facing model of one generated package: its types,
// the plans by which values are checked and decoded, its names and its
// documentation. The lower stage builds it, the emit stages print it; nothing
// in it is left to be decided when it is printed. It imports no other stage
// but document (for literal JSON values), and it can be dumped as JSON.
package model

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// SchemaFile is a schema of a package and the slash path of its patch, "" for none.
type SchemaFile struct{ Source, Overlay string }

// Package is all that the emitters need to print one generated package.
type Package struct {
	Name       string       // Go package name
	ImportPath string       // "" when unknown
	Source     string       // slash path of the schema as the header names it
	Overlay    string       // slash path of its patch, "" for none
	Beside     []SchemaFile `json:",omitempty"` // the schemas behind Source, where there are several
	Doc        string       // package documentation, from the schema's title and description
	Roots      []*Root
	Decls      []*Decl // every named type, roots first, then in order of first use
	// Functions are the plans that generated code has functions for, in order of
	// first use.
	Functions []*Function
	Patterns  []*plan.Pattern
	// Conjunctions are nodes that the schema program has beside those of the
	// graph, in order.
	Conjunctions []Conjunction `json:",omitempty"`
	// Imports are the packages of the configuration whose types this one names,
	// in order of first use.
	Imports []*Package `json:"-"`
	// Uses are the types of other packages that this one's code reads and writes.
	Uses []*Decl `json:"-"`
	// ByMeaning finds the types that other packages may name by what they mean;
	// only lower makes and reads its keys.
	ByMeaning map[string]*Decl `json:"-"`
	// Definitions are the types that other packages may use without knowing more of
	// their schemas, by place.
	Definitions map[string]Definition `json:"-"`
	// Imported are the nodes of the schema program that are those of definitions of
	// other packages.
	Imported []ImportedNode `json:"-"`
	// TimesOut: a pattern of the schemas may take too long.
	TimesOut bool `json:"-"`
	// Names maps the name of each Decl to the key of the place that holds it.
	Names map[string]string
	// Members maps the fields of each struct to their member names, and the
	// constants of each enum to their values as JSON.
	Members map[string]map[string]string
	// Branches has the labels of the inline branches of unions: see
	// place.Branches.
	Branches map[string]map[string]string
	// Alike has the names of the types that several places share by the keys of the
	// others: see place.Alike.
	Alike map[string]string
	// TypeNames is ShortNames where types are called so.
	TypeNames string `json:",omitempty"`
	// Codec is how the package's code reads and writes documents.
	Codec Codec `json:",omitempty"`
	// YAML is for documents that are read and written as YAML too.
	YAML bool `json:",omitempty"`
	// Style is what the user wants of the files.
	Style Style `json:",omitzero"`
	// Words says how words are spelt in Go names.
	Words names.Words `json:"-"`
	// Measured: sections measure encoded values, so types have a method for it.
	Measured bool `json:",omitempty"`
	// SchemaText is the schema after its overlay, as compact JSON.
	SchemaText []byte
	// RepairedText is the same after the repairs of its quirks, nil where there
	// are none.
	RepairedText []byte

	functions map[*plan.Plan]*Function
	types     map[*plan.Plan]*Type
}

// ShortNames says that types are called by the shortest end of their path that is that of
// no other.
const ShortNames = "short"

// Definition is a type that is all that its schema says, but for null.
type Definition struct {
	Decl *Decl
	// Kinds are those of the values that the schema admits.
	Kinds kind.Set
	// Meaning says how the schema is read: two packages that read it differently
	// differ in it.
	Meaning string
}

// ImportedNode is a node of the schema program that stands for the schema of a type
// of another package.
type ImportedNode struct {
	Node int
	Decl *Decl
}

// Style is what files have that no schema decides.
type Style struct {
	Header string // a comment before all else: a license
	Build  string // a build constraint
	SQL    bool   // entry types are read from and written to columns of databases
	// Slog says that entry types are groups of their members in logs.
	Slog bool `json:",omitempty"`
	// OneFile says that all Go code is in one file.
	OneFile bool  `json:",omitempty"`
	Tags    []Tag // of all fields, beside that of JSON
}

// Tag is a struct tag: the template of its values.
type Tag struct{ Key, Template string }

// Codec is a way to read and write documents.
type Codec string

// The codecs.
const (
	Fast    Codec = "fast"    // a function for each type
	Compact Codec = "compact" // descriptors of the types
)

// Conjunction is a schema that no place holds: an instance satisfies it when its
// kind is in Kinds and it satisfies all Nodes. At is the node whose location it
// is reported under.
type Conjunction struct {
	Nodes []int
	Kinds kind.Set
	At    int
}

// UnnamedRoot is what an entry type is called that nobody has named yet.
const UnnamedRoot = "Root"

// Root is one entry type: it gets ParseT, ValidateT, IsValidT and NewT.
type Root struct {
	Name string // an alias of Decl's where that is another
	Decl *Decl
	Plan *plan.Plan `json:"-"`
	Node int        // index of the root's node in the graph and in the program
	// Imported: Decl is a type of another package, of which Doc and Deprecated say what
	// it is here.
	Imported   bool   `json:",omitempty"`
	Doc        string `json:",omitempty"`
	Deprecated bool   `json:",omitempty"`
	// Checked is for documents that must keep relations between their members.
	Checked bool
	// Keeps is the function that tells of a decoded value that it keeps them; "" for
	// none.
	Keeps string `json:",omitempty"`
}

// IsAlias reports whether the name of the entry is a further one of its type.
func (r *Root) IsAlias() bool { return r.Imported || r.Name != r.Decl.Name }

// TypeKind is the kind of a Go type expression.
type TypeKind uint8

// The kinds of type expressions.
const (
	Bool     TypeKind = iota + 1
	Int               // Type.Go is "int64", "uint64" or a smaller integer type
	Float             // float64
	Number            // jsonvalue.Number: exact text
	String            // string
	Value             // jsonvalue.Value: any JSON
	Custom            // Type.Custom: a type of the user's, which reads and writes itself
	Named             // Type.Decl
	Slice             // []Elem
	Map               // map[Key]Elem
	Pointer           // *Elem
	Nullable          // optional.Nullable[Elem]

	firstText // those of text.go come behind
)

// Type is a Go type expression.
type Type struct {
	Kind TypeKind
	Go   string `json:",omitempty"` // Int: the Go type's name
	Elem *Type  `json:",omitempty"` // Slice, Map, Pointer, Nullable
	Key  *Type  `json:",omitempty"` // Map: String, or Named of an enum of strings
	Decl *Decl  `json:"-"`          // Named

	Custom *custom.Type `json:",omitempty"`
}

// IsComposite reports whether a type has parts of its own, so that accessors return
// a pointer to it.
func (t *Type) IsComposite() bool {
	if t.Kind != Named {
		return false
	}
	switch t.Decl.Kind {
	case Struct, Tuple, Union:
		return true
	}
	return false
}

// DeclKind is the kind of a type declaration.
type DeclKind uint8

// The kinds of declarations.
const (
	// Struct is an object with declared members: Fields and, if open, Extra.
	Struct DeclKind = iota + 1
	// Enum is a named string or number type with constants (Enum, Underlying).
	Enum
	// Defined is a type defined by Underlying: a scalar, slice, map, or for a
	// root that is any JSON a struct around jsonvalue.Value would do as well,
	// so Underlying Value is printed as a defined struct type with the methods.
	Defined
	// Tuple is an array of fixed positions: Fields in order, Rest for the items
	// after them (nil when there can be none), and a length (unexported n).
	Tuple
	// Union is a closed sum: Variants.
	Union
	// NullableRoot is a struct around the nullable value of a root: one
	// field, Fields[0], named Value, of Type Pointer (or Nullable kind).
	NullableRoot
)

// Decl is one named Go type.
type Decl struct {
	Name string
	// Package is the import path of the package that declares the type, "" when
	// unknown. A model names types of other packages of the configuration in
	// its type expressions; its own are in Package.Decls.
	Package string `json:",omitempty"`
	// Shared: the model of another package names the type, so it gets the
	// methods by which that package's code reads and writes it.
	Shared bool   `json:",omitempty"`
	Doc    string // from the schema, raw text: only the comment helper may print it
	Kind   DeclKind
	// Pointer says where in the schema the type comes from (for the comment
	// and for the manifest).
	Pointer string
	// Also are the pointers of other schemas in the file, whose values have the type
	// since they say the same.
	Also       []string `json:",omitempty"`
	Deprecated bool
	Underlying *Type       `json:",omitempty"`
	Fields     []*Field    `json:",omitempty"`
	Matched    []*Extra    `json:",omitempty"` // of names that match patterns, in order: the first that matches takes a member
	Extra      *Extra      `json:",omitempty"` // of the others
	Rest       *Rest       `json:",omitempty"` // Tuple
	Enum       []EnumValue `json:",omitempty"`
	Variants   []*Variant  `json:",omitempty"`
	// KeepsOthers: the struct also holds values that are no objects, in its field
	// [NonObject].
	KeepsOthers bool   `json:",omitempty"`
	Sealed      string `json:",omitempty"` // Union: the interface of its variants
	// Plan checks and decodes a value of this type. Other plans may decode
	// into the same type with further checks.
	Plan *plan.Plan `json:"-"`
	// Node is the node of the schema program that is the type's schema.
	Node int
	// Definition is the node at whose place the type is defined, to which the
	// programs of other packages refer; nil for none.
	Definition *int `json:"-"`
	// Root is set for the types that are entry types of their package.
	Root bool
	// Asked are the methods of entry types that it has because it is one of other
	// packages.
	Asked Methods `json:",omitzero"`
}

// Presence tells how a member's absence and null are represented.
type Presence uint8

// The presences of a field (the design's table of section 4).
const (
	Required         Presence = iota + 1 // T, or *T where recursion needs it
	RequiredNullable                     // *T, nil is null; also for slices and maps
	Optional                             // *T; slices, maps and Value: nil or zero is absent
	OptionalNullable                     // optional.Nullable[T]
)

// Field is one struct field, or one position of a tuple.
type Field struct {
	Name       string // Go field name
	Getter     string // GetF for optional members, "" for required ones
	JSON       string // member name (empty for tuple positions)
	Doc        string
	Deprecated bool
	Type       *Type // the full field type, pointer or Nullable included
	Presence   Presence
	Tags       map[string]string `json:",omitempty"` // that the schema wants beside that of JSON
	Plan       *plan.Plan        `json:"-"`
	Default    *document.Node    `json:",omitempty"` // fits Type; nil when there is none
	Const      *document.Node    `json:",omitempty"` // the only value, written by NewT
}

// Extra is the map of an open struct for members that are not declared.
type Extra struct {
	Name    string // "Extra" for jsonvalue.Value, "Additional" for a typed map
	Elem    *Type
	Plan    *plan.Plan    `json:"-"`          // of an element when typed; nil for Value
	Pattern *plan.Pattern `json:",omitempty"` // that the names match; nil for any
}

// Maps lists the maps of a struct for members that are not declared, in the order in
// which they are asked whether they take one.
func (d *Decl) Maps() []*Extra {
	if d.Extra == nil {
		return d.Matched
	}
	return append(slices.Clip(d.Matched), d.Extra)
}

// MapOf is the map of a struct that takes a member which is not declared; nil for none.
func (d *Decl) MapOf(name string) *Extra {
	return cmp.Or(lists.First(d.Matched, func(x *Extra) bool { return x.Pattern.MatchesName(name) }), d.Extra)
}

// Type is the type of the map.
func (x *Extra) Type() *Type { return &Type{Kind: Map, Key: &Type{Kind: String}, Elem: x.Elem} }

// NonObject is the field of a struct that holds a value which is no object.
const NonObject = "NonObject"

// Rest is the tail of a tuple.
type Rest struct {
	Name string
	Elem *Type
	Plan *plan.Plan `json:"-"`
}

// Type is the type of the slice.
func (r *Rest) Type() *Type { return &Type{Kind: Slice, Elem: r.Elem} }

// EnumValue is one constant of an enum.
type EnumValue struct {
	Name string // Go constant, type name included
	Text string // the string value, or the number's text in Go spelling
	JSON string // the value as JSON text
	Doc  string `json:",omitempty"`
	// Chosen: the schema or the configuration has a name for the value. Exact: it
	// is the whole name, without that of the type.
	Chosen bool `json:",omitempty"`
	Exact  bool `json:",omitempty"`
	// At is the place to which the configuration gives the name, "" for none.
	At string `json:"-"`
}

// Variant is one case of a union.
type Variant struct {
	Name string // suffix of the kind constant, of AsX and of the constructor
	Doc  string
	Type *Type // nil for null: the variant has no payload
	// Case is the type that stands for the variant in a type switch where its own
	// does not; see Decl.OwnsVariant.
	Case string     `json:",omitempty"`
	Plan *plan.Plan `json:"-"`
	// Branch is the node of the schema program that tells of a valid value whether
	// it is of this variant, where its kind does not; -1 for none.
	Branch int `json:",omitempty"`
	// Node is the node that is all that a value of the variant satisfies. It is
	// only set for the compact codec.
	Node int `json:",omitempty"`
}

// FieldsByMember finds the fields of a struct by the names of their members.
func (d *Decl) FieldsByMember() map[string]*Field {
	return lists.By(d.Fields, func(f *Field) string { return f.JSON })
}
