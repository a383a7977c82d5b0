package section

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// BindingsName is the member by which an overlay says which parts of a document
// the sections speak of, and which of their prose is to be enforced. A member
// of a document is named there by its JSON Pointer, as "/variables/prompt", a
// schema by a reference, as "#/$defs/Variable".
const BindingsName = "x-bindery"

// Word is a text of x-bindery and where it stands. The zero Word is none.
type Word struct {
	Text string
	Pos  source.Pos
}

// Texts are the texts of words.
func Texts(words []Word) []string {
	return lists.Of(words, func(w Word) string { return w.Text })
}

// WordOf is the word of a string node, none for others.
func WordOf(node *document.Node) Word {
	if text := Text(node); text != "" {
		return Word{text, node.Pos}
	}
	return Word{}
}

// KeyOf is the name of a member.
func KeyOf(m document.Member) Word { return Word{m.Name, m.NamePos} }

// Bound is an entry of a table of x-bindery.
type Bound struct {
	document.Member
	Where string // as messages name it
}

// Leads reports whether a reference of x-bindery leads to something of the schema, or is
// none; it adds a diagnostic where it leads nowhere.
func (r *Reader) Leads(reference Word, what string) bool {
	lost := r.Dangling(reference, what)
	if lost != nil {
		r.Report(*lost)
	}
	return lost == nil
}

// Dangling is the diagnostic of a reference that leads to nothing of the schema, with where
// it was probably meant to lead; nil for others and for none.
func (r *Reader) Dangling(reference Word, what string) *diag.Diagnostic {
	tokens, node := r.local(reference.Text)
	if node != nil || reference.Text == "" {
		return nil
	}
	return new(lost(reference, what).WithHelp("%s", schema.Meant(r.doc, tokens)))
}

// LostName reports that the schema does not have what x-bindery names, and which of those
// that it has was probably meant.
func (r *Reader) LostName(name Word, what string, known []string) {
	r.Report(lost(name, what).Meaning(spelling.Nearest(name.Text, known)))
}

func lost(name Word, what string) diag.Diagnostic {
	return diag.New(diag.LostBinding, name.Pos, "%s %s does not exist", what, name.Text)
}

// Bad reports a value of x-bindery of the wrong form.
func (r *Reader) Bad(node *document.Node, where, want string) { r.BadWord(node, where, want, "", nil) }

// BadWord reports a word that is none of those that may stand in a place. Other values
// may stand there as well, as want says.
func (r *Reader) BadWord(node *document.Node, where, want, word string, words []string) {
	r.Report(diag.New(diag.BadBinding, node.Pos, "%s must be %s", where, want).Meaning(spelling.Nearest(word, words)))
}

// Fields reads the members of a strict object.
type Fields struct {
	r     *Reader
	node  *document.Node
	where string
	used  []string
}

// Open reads an object whose members are all known: Close reports those that nothing has
// asked for.
func (r *Reader) Open(node *document.Node, where string) (f *Fields, ok bool) {
	if node.Kind != document.Object {
		r.Bad(node, where, "an object")
	}
	f = &Fields{r: r, node: node, where: where}
	r.opened = append(r.opened, f)
	return f, node.Kind == document.Object
}

// Pos is where the object stands.
func (f *Fields) Pos() source.Pos { return f.node.Pos }

// Has reports whether there is a member.
func (f *Fields) Has(name string) bool { return f.node.Get(name) != nil }

// HasTable reports whether there is a member that is an object.
func (f *Fields) HasTable(name string) bool { return IsKind(f.node.Get(name), document.Object) }

// Get returns a member, nil for none.
func (f *Fields) Get(name string, required bool) *document.Node {
	f.used = append(f.used, name)
	value := f.node.Get(name)
	if value == nil && required {
		f.r.Reportf(diag.BadBinding, f.node.Pos, "%s needs %s", f.where, name)
	}
	return value
}

// done reports the members that nothing has asked for.
func (f *Fields) done() {
	for _, m := range f.node.Members {
		if !slices.Contains(f.used, m.Name) {
			d := diag.New(diag.BadBinding, m.NamePos, "%s has no member %q: it knows %s", f.where, m.Name, strings.Join(f.used, ", "))
			if near := spelling.Nearest(m.Name, f.used); near != "" {
				d = d.WithHelp("did you mean %s?", near)
			}
			f.r.Report(d)
		}
	}
}

// Open reads a member that is a strict object.
func (f *Fields) Open(name string) (*Fields, bool) {
	node := f.Get(name, false)
	if node == nil {
		return nil, false
	}
	return f.r.Open(node, f.where+"."+name)
}

// List opens the elements of a member that is a list of strict objects.
func (f *Fields) List(name string) (list []*Fields) {
	node := f.Get(name, false)
	if node == nil {
		return nil
	}
	where := f.where + "." + name
	if node.Kind != document.Array {
		f.r.Bad(node, where, "a list")
	}
	for _, item := range node.Items {
		if of, ok := f.r.Open(item, where); ok {
			list = append(list, of)
		}
	}
	return list
}

// Table returns the entries of a member that is an object.
func (f *Fields) Table(name string) []Bound {
	node := f.Get(name, false)
	if node == nil {
		return nil
	}
	where := f.where + "." + name
	if node.Kind != document.Object {
		f.r.Bad(node, where, "an object")
	}
	return lists.Of(node.Members, func(m document.Member) Bound { return Bound{m, where + "." + m.Name} })
}

// Word reads a string that satisfies a check; want says what it must be.
func (f *Fields) Word(name string, required bool, want string, check func(string) bool) Word {
	return f.wordLike(name, required, want, nil, check)
}

// wordLike reads a string that satisfies a check, as some words do.
func (f *Fields) wordLike(name string, required bool, want string, words []string, check func(string) bool) Word {
	node := f.Get(name, required)
	if node == nil {
		return Word{}
	}
	if node.Kind != document.String || !check(node.Text) {
		f.r.BadWord(node, f.where+"."+name, want, Text(node), words)
		return Word{}
	}
	return Word{node.Text, node.Pos}
}

// Member reads the JSON Pointer of a member of a document.
func (f *Fields) Member(name string, required bool) Word {
	return f.Word(name, required, `the JSON Pointer of a member, as "/variables/prompt"`, IsMember)
}

// Reference reads a reference to a schema. It is none, with a diagnostic,
// where it leads nowhere.
func (f *Fields) Reference(name string, required bool, want string) Word {
	of := f.Word(name, required, want, IsReference)
	if !f.r.Leads(of, "schema") {
		return Word{}
	}
	return of
}

// OneOf reads one of some strings.
func (f *Fields) OneOf(name string, required bool, values ...string) string {
	return f.wordLike(name, required, oneOf(values), values, func(s string) bool { return slices.Contains(values, s) }).Text
}

// OneOfOrMember reads one of some strings, or the JSON Pointer of a member of a document.
func (f *Fields) OneOfOrMember(name string, required bool, values ...string) Word {
	return f.wordLike(name, required, oneOf(values)+", or the JSON Pointer of a member", values, func(s string) bool { return slices.Contains(values, s) || IsMember(s) })
}

func oneOf(values []string) string { return "one of " + strings.Join(values, ", ") }

// GoName reads an optional exported Go name.
func (f *Fields) GoName(name string) string {
	return f.Word(name, false, "an exported Go name", IsGoName).Text
}

var goName = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)

// IsGoName reports whether a text is an exported Go name.
func IsGoName(s string) bool { return goName.MatchString(s) }

// Names reads a list of strings.
func (f *Fields) Names(name string, required bool) []Word {
	node := f.Get(name, required)
	if node == nil {
		return nil
	}
	return f.r.Names(node, f.where+"."+name)
}

// Names reads a list of strings.
func (r *Reader) Names(node *document.Node, where string) []Word {
	list := lists.Present(lists.Of(node.Items, WordOf)...)
	if node.Kind != document.Array || len(list) < len(node.Items) || len(list) == 0 {
		r.Bad(node, where, "a list of names")
	}
	return list
}

// MembersOf are the JSON Pointers of members among the elements of a list.
func MembersOf(list []*document.Node) []Word {
	return lists.Where(lists.Of(list, WordOf), func(w Word) bool { return IsMember(w.Text) })
}

// Nearest is the help for a name that is not known.
func Nearest(name string, known []string) string {
	if near := spelling.Nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	if len(known) == 0 {
		return "remove it"
	}
	return "it may have " + strings.Join(known, ", ")
}

// Listed is the elements of a list, or the one value that stands in its place.
func Listed(node *document.Node) []*document.Node {
	if node.Kind == document.Array {
		return node.Items
	}
	return []*document.Node{node}
}

// Without is the text of an object without some of its members.
func Without(node *document.Node, names ...string) string {
	out := &document.Node{Kind: document.Object}
	for _, m := range node.Members {
		if !slices.Contains(names, m.Name) {
			out.Set(m.Name, m.NamePos, m.Value)
		}
	}
	return out.String()
}

// IsMember reports whether a text is the JSON Pointer of a member.
func IsMember(text string) bool {
	_, err := document.ParsePointer(text)
	return err == nil && text != ""
}

// IsReference reports whether a text is a reference "#/…" to a schema.
func IsReference(text string) bool {
	fragment, local := strings.CutPrefix(text, "#")
	_, err := document.ParseFragment(fragment)
	return local && err == nil
}

// IsPlace reports whether a text is such a reference, or one to a schema of another file.
func IsPlace(text string) bool {
	_, fragment, found := strings.Cut(text, "#")
	return found && IsReference("#"+fragment)
}

// Pointer turns a reference "#/…" into a JSON Pointer.
func Pointer(reference string) string {
	tokens, err := document.ParseFragment(strings.TrimPrefix(reference, "#"))
	if err != nil {
		return "" // reading lets none through
	}
	return document.FormatPointer(tokens...)
}

// InstancePointer turns the pointer of a schema that is reached by properties alone into
// that of the member.
func InstancePointer(pointer string) (member string, ok bool) {
	tokens, err := document.ParsePointer(pointer)
	if err != nil || len(tokens)%2 != 0 {
		return "", false
	}
	for pair := range slices.Chunk(tokens, 2) {
		if pair[0] != "properties" {
			return "", false
		}
		member = document.AppendToken(member, pair[1])
	}
	return member, member != ""
}

// Amount is a number, a member that holds it, or a limit that gives it. The zero Amount is
// none.
type Amount struct {
	Number int64
	Member Word
	Limit  Word
}

// Amount reads an amount.
func (f *Fields) Amount(name string, required bool) Amount {
	node := f.Get(name, required)
	if node == nil {
		return Amount{}
	}
	return f.r.Amount(node, f.where+"."+name)
}

// Amount reads an amount.
func (r *Reader) Amount(node *document.Node, where string) Amount {
	switch word := WordOf(node); {
	case IsMember(word.Text):
		return Amount{Member: word}
	case word.Text != "" && word.Text[0] != '/':
		return Amount{Limit: word}
	case node.Kind == document.Number:
		if n, err := strconv.ParseInt(node.Text, 10, 64); err == nil && n > 0 {
			return Amount{Number: n}
		}
	}
	r.Bad(node, where, "a whole number above zero, the JSON Pointer of a member, or the name of a limit")
	return Amount{}
}

// RootOf is the root that a reference of a binding names, nil for none.
func RootOf(roots []*schema.Node, reference string) *schema.Node {
	pointer := Pointer(reference)
	return lists.First(roots, func(n *schema.Node) bool { return n.FilePointer == pointer })
}
