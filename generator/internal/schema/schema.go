// Package schema turns documents into a graph of schema nodes: it knows the
// dialects of JSON Schema, finds resources and anchors, resolves references and
// digests keywords. Nothing after it looks at a raw schema document again, but
// for annotations and sections that JSON Schema does not define.
//
// Drafts 4, 6, 7, 2019-09 and 2020-12 are read to the letter of their
// specifications; "Core" and "Validation" in comments are their two documents.
// The stages after this one (analysis, table, lower) import it, and the
// facade, which supplies the Loader.
package schema

import (
	"slices"
	"strings"

	"errors"
	"io/fs"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Options say how schemas are read.
type Options struct {
	// Loader finds documents other than the standard meta-schemas. Nil knows
	// none.
	Loader Loader
	// Places maps the "$id" of documents that the loader knows to the URIs
	// under which it knows them, so that a reference by "$id" finds them.
	Places map[string]string
	// Draft is the one of schemas without "$schema"; 0 means 2020-12.
	Draft Draft
	// Dialects are the drafts of meta-schemas by their URIs without fragment.
	Dialects map[string]Draft
	// EvaluateSiblings makes the keywords beside a "$ref" hold in the drafts
	// that give them no effect.
	EvaluateSiblings bool
	// Patch changes a document that references lead to, before it is read; nil
	// changes none.
	Patch func(uri string, doc *document.Node) (*document.Node, diag.Diagnostics)
	// AssertFormat makes "format" an assertion in every dialect, AssertFormats does
	// so for the formats of the list.
	AssertFormat  bool
	AssertFormats []string
	// Strict turns the repairs of real-world quirks off.
	Strict bool
	// Checked, where there is one, remembers the documents that satisfy their
	// meta-schemas, so that graphs which share documents do not check them again.
	Checked *Checked
	// Reading says how the schemas of a file are read, in place of AssertFormat,
	// AssertFormats, Strict and EvaluateSiblings; nil, or false, leaves it to these.
	Reading func(file string) (Reading, bool)
	// Border reports whether the definition at a place is a type of another package,
	// so that a graph needs no more of it than that; nil for none. See Node.Imported.
	Border func(file, pointer string) bool
	// Others reports whether a file is one of another package, which tells what is wrong
	// in it; nil for none.
	Others func(file string) bool
}

// Reading is how schemas are read.
type Reading struct {
	AssertFormat, Strict, EvaluateSiblings bool
	// AssertFormats is the formats of the list, with commas between them: readings
	// are compared.
	AssertFormats string
}

// asserts reports whether a format is an assertion whatever the dialect says.
func (r *Reading) asserts(format string) bool {
	return r.AssertFormat || slices.Contains(strings.Split(r.AssertFormats, ","), format)
}

// reading is how the schemas of a file are read.
func (o Options) reading(file string) Reading {
	if o.Reading != nil {
		if r, ok := o.Reading(file); ok {
			return r
		}
	}
	return Reading{o.AssertFormat, o.Strict, o.EvaluateSiblings, strings.Join(o.AssertFormats, ",")}
}

func (o Options) dialect() *Dialect {
	if o.Draft == 0 {
		return dialect2020
	}
	return StandardDialect(o.Draft)
}

// Entry names a schema to start from.
type Entry struct {
	// URI is absolute and may have a fragment: a JSON Pointer or an anchor.
	URI string
	// Pos is where the user asked for it, for when it cannot be found.
	Pos source.Pos
	// Beside is set for a definition that nobody asked for: a reference in it
	// without a target is no error.
	Beside bool
}

// Build resolves the entries and all that they can reach. Graph.Roots has an
// element for each entry, in order; it is nil for one that was not found.
//
// Every schema in the files of the entries is checked, reached or not, and its
// references resolved. The graph is whole only when the diagnostics have no
// error: a keyword with an error, and a reference without a target, are left
// out of it.
func Build(entries []Entry, options Options) (*Graph, diag.Diagnostics) {
	r := newRegistry(options)
	roots := lists.Of(entries, r.entry)
	beside := make([]*location, 0, len(roots))
	asked := make([]*location, 0, len(roots))
	for i, e := range entries {
		if e.Beside {
			beside = append(beside, roots[i])
		} else {
			asked = append(asked, roots[i])
		}
	}
	s := r.explore(asked, beside)
	r.checkMetaSchemas()
	g := r.instantiate(roots, s)
	if g == nil {
		return &Graph{Roots: make([]*Node, len(entries))}, r.ds
	}
	g.repaired = r.repaired
	reportCycles(g, &r.ds)
	nameNodes(g, &r.ds)
	return g, r.ds
}

// entry loads the file of an entry and returns the location it names.
func (r *registry) entry(e Entry) *location {
	u, err := parseURI(e.URI)
	if err != nil {
		r.ds.Addf(diag.BadURI, e.Pos, "%q is not a URI: %v", e.URI, err)
		return nil
	}
	f, err := r.load(u.resource(), r.options.dialect())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// The URI may be the $id of a resource in another entry's file.
		if res := r.resources[u.resource()]; res != nil {
			return r.locate(res, u, e.Pos)
		}
		r.ds.Addf(diag.SchemaNotFound, e.Pos, "schema %s does not exist", u.resource())
		return nil
	case err != nil:
		r.ds.Addf(diag.SchemaUnreadable, e.Pos, "%s: %v", u.resource(), err)
		return nil
	case f == nil || f.root == nil:
		return nil
	}
	if !f.entry {
		f.entry = true
		r.suggestDraft(f)
	}
	return r.locate(f.root.resource, u, e.Pos)
}
