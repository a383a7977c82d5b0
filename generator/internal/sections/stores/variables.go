package stores

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Variables are the members of an object in the document that have a name, and what is
// kept of them. Accesses that nothing is said of are nil.
type Variables struct {
	of, in  section.Word    // schema of a variable, and member of the document that holds them
	reads   section.Word    // member of a variable
	members section.Members // of a variable
	scopes  source.Pos

	In               *Held
	Owner            *model.Decl
	Value            *model.Access
	Created, Updated *model.Access
	Reads            *model.Access // how often it was read
	Period           *model.Access // for how many seconds it is there
	ReadOnly         *model.Access // that it is not to be written
	Type             *model.Access // which of Types its value has
	Types            []TypeWord
	Journal          *Journal
	Snapshots        *Snapshots
	Scope            *model.Access // which of Scopes it is of
	Default          string
	Scopes           []*Scope // from the narrowest to the widest
}

// TypeWord is what a variable calls a kind of values.
type TypeWord struct{ Kind, Word string }

// Journal is an array of the changes of variables.
type Journal struct {
	entries section.Word    // member of the document
	members section.Members // of an entry

	ID                                      *ID
	Entry                                   *model.Decl
	Operation, Name, Old, New, Source, Time *model.Access
	Words                                   []string // for Operation: what creates, updates, deletes
}

// Snapshots are copies of the document in files, which an array names.
type Snapshots struct {
	entries section.Word    // member of the document
	dir     section.Word    // of the storage sections
	members section.Members // of an entry

	ID               *ID
	Entry            *model.Decl
	Name, File, Time *model.Access
	Dir              *storage.Path
}

// Scope is a store whose documents share variables.
type Scope struct {
	Name  string
	store section.Word // what x-bindery calls it
	Var   string       // Go name of the variable that has the store
	Store *Store
}

var jsonKinds = []string{"string", "number", "boolean", "object", "array", "null"}

var (
	anything = section.OfKinds("any JSON", model.Value)
	aHolder  = section.TypeTest{What: "an object", Fits: func(t *model.Type) bool {
		return t.Resolved().Kind == model.Map || t.Kind == model.Named && t.Decl.Kind == model.Struct
	}}
)

func readVariables(r *section.Reader, in *section.Fields) *Variables {
	v := &Variables{of: in.Reference("of", true, "a reference to a schema"), in: in.Member("in", true), reads: in.Member("reads", false)}
	v.members.Read(&v.Value, in.Member("value", true), section.TypeTest{What: "a value of several kinds", Fits: takesText})
	v.members.Write(&v.Created, in.Member("created", false), aDate)
	v.members.Write(&v.Updated, in.Member("updated", false), aDate)
	v.members.Write(&v.Reads, v.reads, section.WholeNumber)
	v.members.Read(&v.Period, in.Member("seconds", false), section.WholeNumber)
	v.members.Read(&v.ReadOnly, in.Member("read_only", false), section.ABool)
	if types, ok := in.Open("types"); ok {
		v.members.Write(&v.Type, types.Member("member", true), section.AText)
		for _, b := range types.Table("of") {
			if b.Value.Kind != document.String || !slices.Contains(jsonKinds, b.Name) {
				r.BadWord(b.Value, b.Where, "the type of values that are one of "+strings.Join(jsonKinds, ", "), b.Name, jsonKinds)
				continue
			}
			v.Types = append(v.Types, TypeWord{b.Name, b.Value.Text})
		}
	}
	if in, ok := in.Open("journal"); ok {
		v.Journal = readJournal(r, in)
	}
	if in, ok := in.Open("snapshots"); ok {
		s := &Snapshots{entries: in.Member("entries", true)}
		s.members.Write(&s.Name, in.Member("name", false), section.AText)
		s.members.Write(&s.File, in.Member("file", true), section.AText)
		s.members.Write(&s.Time, in.Member("time", false), aDate)
		s.dir = in.Word("path", true, "the name of a directory among the storage paths", isText)
		v.Snapshots = s
	}
	if in, ok := in.Open("scopes"); ok {
		v.readScopes(r, in)
	}
	return v
}

func readJournal(r *section.Reader, in *section.Fields) *Journal {
	j := &Journal{entries: in.Member("entries", true)}
	operation := in.Member("operation", false)
	j.members.Write(&j.Operation, operation, section.AText)
	j.members.Write(&j.Name, in.Member("name", true), section.AText)
	j.members.Write(&j.Old, in.Member("old", false), anything)
	j.members.Write(&j.New, in.Member("new", false), anything)
	j.members.Write(&j.Source, in.Member("source", false), section.AText)
	j.members.Write(&j.Time, in.Member("time", false), aDate)
	if node := in.Get("words", operation.Text != ""); node != nil {
		if j.Words = section.Texts(r.Names(node, "words")); len(node.Items) > 0 && len(node.Items) != 3 {
			r.Bad(node, "words", "what the operation is called that creates, updates, deletes")
		}
	}
	return j
}

func (v *Variables) readScopes(r *section.Reader, in *section.Fields) {
	v.scopes = in.Pos()
	v.members.Read(&v.Scope, in.Member("by", true), section.AText)
	v.Default = in.Word("default", false, "the name of a scope", isText).Text
	for _, b := range in.Table("stores") {
		if b.Value.Kind != document.String {
			r.Bad(b.Value, b.Where, "the name of a store")
			continue
		}
		v.Scopes = append(v.Scopes, &Scope{Name: b.Name, store: section.WordOf(b.Value)})
	}
	if v.Default != "" && in.HasTable("stores") && in.Get("stores", false).Get(v.Default) == nil {
		r.Bad(in.Get("default", false), "default", "one of the scopes under stores")
	}
}

// variables resolves the variables of a store's documents, but for their scopes:
// other stores are lowered later.
func (l *lowering) variables(v *Variables) bool {
	v.Owner = l.owner(v.of, ".variables")
	v.members.Find(l.t, v.Owner)
	fits := v.Value != nil
	if v.In = l.held(section.Written(l.t, l.Root.Decl, v.in, aHolder), v.in.Pos, v.Owner); v.In != nil && !v.In.hasNames() {
		l.lose(l.t, v.in.Pos, ".variables", "%s must be an object whose members are %s, or a map of them whose keys are any text", v.in.Text, l.t.NameOf(v.Owner))
		fits = false
	}
	if v.Reads != nil && (len(v.Reads.Steps) > 1 || v.Reads.Steps[0].Field.Presence != model.Optional) {
		l.lose(l.t, v.reads.Pos, ".variables", "reads must be an optional member of a variable, a pointer (optionals: pointer)")
		fits = false
	}
	fits = (v.Journal == nil || l.journal(v.Journal)) && fits
	fits = (v.Snapshots == nil || l.snapshots(v.Snapshots)) && fits
	return fits && v.In != nil
}

// idOf finds what makes the IDs of an array's elements; nil for none, which has
// been reported.
func (l *lowering) idOf(entries section.Word) (*ID, *model.Decl) {
	id := lists.First(l.IDs, func(id *ID) bool { return id.Entries.Pointer == entries.Text })
	if id != nil {
		return id, id.Entries.Type().Resolved().Elem.Decl
	}
	isNamed := slices.ContainsFunc(l.ids, func(id section.Word) bool { return strings.HasPrefix(id.Text, entries.Text+"/") })
	if entries.Text != "" && !isNamed && !l.hasBadIDs {
		l.lose(l.t, entries.Pos, ".variables", "%s needs an entry in ids, by which its elements are told apart", entries.Text)
	}
	return nil, nil
}

func (l *lowering) journal(j *Journal) bool {
	j.ID, j.Entry = l.idOf(j.entries)
	j.members.Find(l.t, j.Entry)
	return j.Name != nil && (j.Operation == nil || len(j.Words) == 3)
}

func (l *lowering) snapshots(s *Snapshots) bool {
	s.ID, s.Entry = l.idOf(s.entries)
	s.members.Find(l.t, s.Entry)
	s.Dir = l.taking(s.dir, dirEnding, func(*storage.Path) {
		l.lose(l.t, s.dir.Pos, ".variables", "the directory of snapshots must take the arguments of %s", l.Path.Text)
	})
	return s.Dir != nil && s.File != nil
}

// scopes resolves the scopes of a store, when all stores are there.
func (s *Section) scopes(t *lower.Types, store *Store) {
	v := store.Variables
	if v == nil || v.Scopes == nil || store.Root == nil {
		return
	}
	lose := func(pos source.Pos, format string, args ...any) {
		store.lose(t, pos, ".variables.scopes", format, args...)
	}
	v.Scopes = lists.Where(v.Scopes, func(scope *Scope) bool {
		scope.Var, scope.Store = "in"+t.Words().Exported(scope.Name), s.named(scope.store.Text)
		switch {
		case scope.Store == nil && s.isNamed(scope.store.Text): // its mistake has been reported
		case scope.Store == nil || scope.Store.Root != store.Root:
			lose(scope.store.Pos, "there is no store %s of the same documents", scope.store.Text)
		case scope.Store.Path.HasLost():
		case slices.Contains(scope.Store.Members, nil):
			lose(scope.store.Pos, "the documents of %s do not say all of their path", scope.store.Text)
		default:
			return true
		}
		return false
	})
	if store.KeyForm == nil && slices.Contains(s.stores, store) && !store.Path.HasLost() {
		lose(v.scopes, "the documents need a key that can be drawn, as ^doc-[a-f0-9]{8}$")
		v.Scopes = nil
	}
}
