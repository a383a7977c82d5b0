package stores

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Variables says which members of an object in the document are named variables,
// and what is kept of them.
type Variables struct {
	Of, In           string // schema of a variable, and member of the document that holds them
	Value            string // members of a variable; "" for none, but for the value
	Created, Updated string
	Reads            string // how often it was read
	Seconds          string // for how long it is there
	ReadOnly         string // that it is not to be written
	Types            *VariableTypes
	Journal          *Journal
	Snapshots        *Snapshots
	Scopes           *Scopes
	pos              source.Pos
}

// VariableTypes says what a variable calls the kinds of values.
type VariableTypes struct {
	Member string
	Kinds  []string // of JSON
	Words  []string
}

// Journal is an array of the changes of variables.
type Journal struct {
	Entries                string // member of the document
	Operation              string // members of an entry
	Words                  []string
	Name, Old, New, Source string
	Time                   string
}

// Snapshots are copies of the document in files, which an array names.
type Snapshots struct {
	Entries          string // member of the document
	Name, File, Time string // members of an entry
	Dir              string // of the storage sections
}

// Scopes are stores whose documents share variables.
type Scopes struct {
	By      string // member of a variable
	Default string
	Names   []string // from the narrowest to the widest
	Stores  []string // of them
}

var jsonKinds = []string{"string", "number", "boolean", "object", "array", "null"}

func readVariables(r *section.Reader, in *section.Fields, pos source.Pos) *Variables {
	out := &Variables{
		Of: in.Str("of", true, "a reference to a schema", section.IsReference), In: in.Member("in", true), Value: in.Member("value", true),
		Created: in.Member("created", false), Updated: in.Member("updated", false), Reads: in.Member("reads", false), Seconds: in.Member("seconds", false),
		ReadOnly: in.Member("read_only", false), pos: pos,
	}
	if types, ok := in.Open("types"); ok {
		out.Types = &VariableTypes{Member: types.Member("member", true)}
		for _, b := range types.Table("of") {
			if b.Value.Kind != document.String || !slices.Contains(jsonKinds, b.Name) {
				r.Bad(b.Value, b.Where, "the type of values that are one of "+strings.Join(jsonKinds, ", "))
				continue
			}
			out.Types.Kinds = append(out.Types.Kinds, b.Name)
			out.Types.Words = append(out.Types.Words, b.Value.Text)
		}
	}
	if j, ok := in.Open("journal"); ok {
		out.Journal = &Journal{
			Entries: j.Member("entries", true), Operation: j.Member("operation", false), Name: j.Member("name", true),
			Old: j.Member("old", false), New: j.Member("new", false), Source: j.Member("source", false), Time: j.Member("time", false),
		}
		if node := j.Get("words", out.Journal.Operation != ""); node != nil {
			out.Journal.Words = r.Names(node, "words")
			if len(out.Journal.Words) != 3 {
				r.Bad(node, "words", "what the operation is called that creates, updates, deletes")
			}
		}
	}
	if s, ok := in.Open("snapshots"); ok {
		out.Snapshots = &Snapshots{
			Entries: s.Member("entries", true), Name: s.Member("name", false), File: s.Member("file", true), Time: s.Member("time", false),
			Dir: s.Str("path", true, "the name of a directory among the storage paths", isText),
		}
	}
	if s, ok := in.Open("scopes"); ok {
		out.Scopes = &Scopes{By: s.Member("by", true), Default: s.Str("default", false, "the name of a scope", isText)}
		for _, b := range s.Table("stores") {
			if b.Value.Kind != document.String {
				r.Bad(b.Value, b.Where, "the name of a store")
				continue
			}
			out.Scopes.Names = append(out.Scopes.Names, b.Name)
			out.Scopes.Stores = append(out.Scopes.Stores, b.Value.Text)
		}
		if out.Scopes.Default != "" && !slices.Contains(out.Scopes.Names, out.Scopes.Default) {
			r.Bad(s.Get("default", false), "default", "one of the scopes under stores")
		}
	}
	return out
}

// StoreVariables are variables, resolved. Accesses that nothing is said of are nil.
type StoreVariables struct {
	In                              *Held
	Owner                           *model.Decl
	Value                           *model.Access
	Created, Updated, Reads, Period *model.Access
	ReadOnly, Type                  *model.Access
	Types                           *VariableTypes
	Journal                         *VariableJournal
	Snapshots                       *VariableSnapshots
	Scope                           *model.Access
	Default                         string
	Scopes                          []*VariableScope
}

// VariableJournal is a journal, resolved.
type VariableJournal struct {
	ID                                       *ID
	Entry                                    *model.Decl
	Operation, Name, Old, New, Source, Times *model.Access
	Words                                    []string
}

// VariableSnapshots are snapshots, resolved.
type VariableSnapshots struct {
	ID                *ID
	Entry             *model.Decl
	Name, File, Times *model.Access
	Dir               *storage.Path
}

// VariableScope is a scope: a store of documents of the same type.
type VariableScope struct {
	Name  string
	Var   string // Go name of the variable that has the store
	Store *Store
}

var (
	anything = section.OfKinds("any JSON", model.Value)
	aHolder  = section.TypeTest{What: "an object", Fits: func(t *model.Type) bool {
		return t.Kind == model.Map || t.Kind == model.Named && t.Decl.Kind == model.Struct
	}}
)

func (l *lowering) lose(format string, args ...any) {
	l.t.Reportf(diag.BindingType, l.w.Variables.pos, "x-bindery.stores."+l.w.Name+".variables: "+format, args...)
}

// variables resolves the variables of a store's documents, but for their scopes:
// other stores are lowered later.
func (l *lowering) variables() {
	w := l.w.Variables
	if w == nil {
		return
	}
	out := &StoreVariables{Owner: l.t.DeclAt(section.Pointer(w.Of))}
	if out.Owner == nil || out.Owner.Kind != model.Struct {
		l.lose("of must be an object with a Go type of its own")
		return
	}
	in := section.Written(l.t, l.out.Root.Decl, w.In, w.pos, aHolder)
	of := func(pointer string, test section.TypeTest) *model.Access {
		return section.Written(l.t, out.Owner, pointer, w.pos, test)
	}
	out.Value = section.Member(l.t, out.Owner, w.Value, w.pos, section.TypeTest{What: "a value of several kinds", Fits: takesText})
	out.Created, out.Updated = of(w.Created, aDate), of(w.Updated, aDate)
	out.Reads, out.Period = of(w.Reads, section.WholeNumber), section.Member(l.t, out.Owner, w.Seconds, w.pos, section.WholeNumber)
	if in == nil || out.Value == nil {
		return
	}
	if out.In = l.held(in, out.Owner); out.In == nil {
		return
	}
	if !out.In.hasNames() {
		l.lose("%s must be an object whose members are %s, or a map of them whose keys are any text", in.Pointer, l.t.NameOf(out.Owner))
		return
	}
	if out.Reads != nil && (len(out.Reads.Steps) > 1 || out.Reads.Steps[0].Field.Presence != model.Optional) {
		l.lose("reads must be an optional member of a variable, a pointer (optionals: pointer)")
		return
	}
	out.ReadOnly = section.Member(l.t, out.Owner, w.ReadOnly, w.pos, section.ABool)
	if w.Types != nil {
		out.Types, out.Type = w.Types, section.Written(l.t, out.Owner, w.Types.Member, w.pos, section.AText)
	}
	if w.Journal != nil && !l.journal(w.Journal, out) || w.Snapshots != nil && !l.snapshots(w.Snapshots, out) {
		return
	}
	if w.Scopes != nil {
		out.Scope, out.Default = section.Member(l.t, out.Owner, w.Scopes.By, w.pos, section.AText), w.Scopes.Default
		if out.Scope == nil {
			return
		}
	}
	l.out.Variables = out
}

// idOf finds what makes the IDs of an array's elements.
func (l *lowering) idOf(entries string) (*ID, *model.Decl) {
	id := lists.First(l.out.IDs, func(id *ID) bool { return id.Entries.Pointer == entries })
	if id == nil {
		l.lose("%s needs an entry in ids, by which its elements are told apart", entries)
		return nil, nil
	}
	return id, id.Entries.Type().Resolved().Elem.Decl
}

// writtenIn returns what finds the members of an entry that are written.
func (l *lowering) writtenIn(entry *model.Decl) func(pointer string, test section.TypeTest) *model.Access {
	return func(pointer string, test section.TypeTest) *model.Access {
		return section.Written(l.t, entry, pointer, l.w.Variables.pos, test)
	}
}

func (l *lowering) journal(w *Journal, out *StoreVariables) bool {
	id, entry := l.idOf(w.Entries)
	if id == nil {
		return false
	}
	of := l.writtenIn(entry)
	out.Journal = &VariableJournal{
		ID: id, Entry: entry, Words: w.Words, Operation: of(w.Operation, section.AText), Name: of(w.Name, section.AText),
		Old: of(w.Old, anything), New: of(w.New, anything), Source: of(w.Source, section.AText), Times: of(w.Time, aDate),
	}
	return out.Journal.Name != nil && (out.Journal.Operation == nil || len(w.Words) == 3)
}

func (l *lowering) snapshots(w *Snapshots, out *StoreVariables) bool {
	id, entry := l.idOf(w.Entries)
	if id == nil {
		return false
	}
	of := l.writtenIn(entry)
	out.Snapshots = &VariableSnapshots{
		ID: id, Entry: entry, Name: of(w.Name, section.AText), File: of(w.File, section.AText), Times: of(w.Time, aDate), Dir: l.s.paths.Find(w.Dir),
	}
	if out.Snapshots.Dir == nil || !sameArgs(out.Snapshots.Dir, l.out.Path) {
		l.lose("the directory of snapshots must take the arguments of %s", l.out.Path.Text)
		return false
	}
	return out.Snapshots.File != nil
}

// scopes resolves the scopes of a store, when all stores are there.
func (s *Section) scopes(t *lower.Types, w *Written, store *Store) {
	if w.Variables == nil || w.Variables.Scopes == nil || store.Variables == nil {
		return
	}
	lose := func(format string, args ...any) {
		t.Reportf(diag.BindingType, w.Variables.pos, "x-bindery.stores."+w.Name+".variables.scopes: "+format, args...)
	}
	for i, name := range w.Variables.Scopes.Stores {
		other := s.named(name)
		if other == nil || other.Root != store.Root {
			lose("there is no store %s of the same documents", name)
			continue
		}
		if slices.Contains(other.Members, nil) {
			lose("the documents of %s do not say all of their path", name)
			continue
		}
		name = w.Variables.Scopes.Names[i]
		store.Variables.Scopes = append(store.Variables.Scopes, &VariableScope{name, "in" + t.Words().Exported(name), other})
	}
	if store.KeyForm == nil {
		lose("the documents need a key that can be drawn, as ^doc-[a-f0-9]{8}$")
		store.Variables.Scopes = nil
	}
}
