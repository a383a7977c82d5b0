package compiler

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// overrides finds the places that the configuration names. A place lies in the
// schema or, where the overlay has brought it in, there; or in the file that
// stands before the pointer.
func overrides(u *unit, g *schema.Graph) (map[string]config.Name, diag.Diagnostics) {
	if g == nil || len(u.Names) == 0 {
		return nil, nil
	}
	f := newPlaceFinder(u, g)
	out := map[string]config.Name{}
	var ds diag.Diagnostics
	for _, n := range u.Names {
		if !names.IsExported(n.Name) {
			continue // the configuration's schema refuses it
		}
		if at := f.find(n.Pointer); at != "" {
			out[at] = n
			continue
		}
		ds.Add(diag.New(diag.BadConfig, n.Pos, "the schema has nothing at %s", n.Pointer).Meaning(f.near(n.Pointer)))
	}
	return out, ds
}

// goNames are the names by place.
func goNames(by map[string]config.Name) map[string]string {
	out := map[string]string{}
	for at, n := range by {
		out[at] = n.Name
	}
	return out
}

// unused reports the names of places at which nothing has a Go name.
func unused(by map[string]config.Name, places []string, g *schema.Graph) diag.Diagnostics {
	known := lists.By(g.Nodes, func(n *schema.Node) string { return n.Place() })
	var ds diag.Diagnostics
	for _, at := range places {
		n := by[at]
		d := diag.New(diag.BadConfig, n.Pos, "what stands at %s has no name in Go, so %s is not used", n.Pointer, n.Name)
		for up := at; strings.Contains(up, "#/"); {
			up = up[:strings.LastIndexByte(up, '/')]
			if m := known[up]; m != nil && (m.IsDefinition() || m.IsProperty()) {
				d = d.WithHelp("did you mean #%s?", m.FilePointer)
				break
			}
		}
		ds.Add(d)
	}
	return ds
}

// refused reports the names that places cannot have since something else has them.
func refused(by map[string]config.Name, list []naming.Refusal) diag.Diagnostics {
	var ds diag.Diagnostics
	told := map[string]bool{}
	for _, r := range list {
		if told[r.At] {
			continue
		}
		told[r.At] = true
		n, what := by[r.At], ""
		if r.Taken != n.Name {
			what = ", since that brings " + r.Taken
		}
		ds.Add(diag.New(diag.BadConfig, n.Pos, "%s cannot be called %s%s: the name is taken by %s", n.Pointer, n.Name, what, cmp.Or(r.Holder, "something else in generated code")).
			WithHelp("choose another name"))
	}
	return ds
}

// placeFinder finds places of a package's schemas by what the configuration says.
type placeFinder struct {
	*config.Package
	doc    *document.Node
	docs   map[string]*document.Node // of the schemas beside the first
	places map[string]bool
	at     map[source.Pos]string // the place of a schema
}

func newPlaceFinder(u *unit, g *schema.Graph) *placeFinder {
	f := &placeFinder{Package: u.Package, doc: u.doc, docs: map[string]*document.Node{}, places: map[string]bool{}, at: map[source.Pos]string{}}
	for i, b := range u.Beside {
		f.docs[b.Schema] = u.docs[i+1]
	}
	for _, n := range g.Nodes {
		f.places[n.Place()] = true
		if f.at[n.Pos] == "" {
			f.at[n.Pos] = n.Place()
		}
	}
	return f
}

// find returns the place of a pointer; "" for none.
func (f *placeFinder) find(pointer string) string {
	file, fragment, _ := strings.Cut(pointer, "#")
	tokens, err := document.ParseFragment(fragment)
	if err != nil {
		return ""
	}
	if file = path.Clean(file); file == "." {
		file = f.Schema
	}
	doc := f.docs[file]
	switch {
	case file == f.Schema:
		doc = f.doc
	case doc == nil:
		return f.below(file, tokens)
	}
	if doc.At(tokens...) == nil {
		return ""
	}
	if at := file + "#" + document.FormatPointer(tokens...); f.places[at] {
		return at
	}
	for n := len(tokens); n >= 0; n-- {
		if at := f.at[doc.At(tokens[:n]...).Pos]; at != "" {
			return at + document.FormatPointer(tokens[n:]...)
		}
	}
	return ""
}

// below returns the place of tokens in another file, where they lead to a schema
// or to a value that it lists.
func (f *placeFinder) below(file string, tokens []string) string {
	at := file + "#" + document.FormatPointer(tokens...)
	for _, n := range []int{0, 1, 2} { // the schema, its const, a value of its enum
		if n <= len(tokens) && f.places[file+"#"+document.FormatPointer(tokens[:len(tokens)-n]...)] && (n == 0 || slices.Contains([]string{"const", "enum"}, tokens[len(tokens)-n])) {
			return at
		}
	}
	return ""
}

// near finds the pointer that was probably meant: with the member that is spelt
// almost so, or to the one definition or member of the same name.
func (f *placeFinder) near(pointer string) string {
	file, fragment, _ := strings.Cut(pointer, "#")
	tokens, err := document.ParseFragment(fragment)
	if err != nil || len(tokens) == 0 || file != "" {
		return ""
	}
	for n := range tokens {
		parent := f.doc.At(tokens[:n]...)
		if parent == nil || parent.Child(tokens[n]) != nil {
			continue
		}
		members := lists.Of(parent.Members, func(m document.Member) string { return m.Name })
		if near := spelling.Nearest(tokens[n], members); near != "" {
			fixed := slices.Clone(tokens)
			fixed[n] = near
			if f.doc.At(fixed...) != nil {
				return document.FormatFragment(fixed...)
			}
		}
	}
	return f.namesake(tokens)
}

// namesake finds the only definition or member, whichever tokens speak of, with
// the name that they end with.
func (f *placeFinder) namesake(tokens []string) string {
	if len(tokens) < 2 {
		return ""
	}
	groups := []string{tokens[len(tokens)-2]}
	if groups[0] == "definitions" || groups[0] == "$defs" {
		groups = []string{"definitions", "$defs"}
	}
	found := ""
	for at := range f.places {
		rest, own := strings.CutPrefix(at, f.Schema+"#")
		for _, group := range groups {
			if !own || !strings.HasSuffix(rest, document.FormatPointer(group, tokens[len(tokens)-1])) {
				continue
			}
			if found != "" {
				return ""
			}
			found = "#" + rest
		}
	}
	return found
}
