package schema

import (
	"errors"
	"io/fs"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// maxDepth bounds how deep schemas may lie in each other. Pointers and names
// grow with the depth, so that the sum of them grows with its square.
const maxDepth = 1000

// maxSchemas bounds how many schemas the files of one package hold together: the
// memory that generating takes grows with their number.
const maxSchemas = 100_000

// file is a document that holds schemas.
type file struct {
	uri     string // under which it was loaded
	doc     *document.Node
	root    *location
	builtin bool // a standard meta-schema
	entry   bool // an entry names it
	partial bool // not all of it has been read: it is too deep or too large
}

// resource is a schema resource (2020-12 Core section 4.3.5): a schema with a
// base URI of its own and what lies in it up to the resources embedded in it.
type resource struct {
	uri     string // canonical, without fragment
	base    uri    // the same, parsed
	root    *location
	dialect *Dialect
	anchors map[string]*location // dynamic ones as well
	// dynamic lists the dynamic anchors in source order.
	dynamic []dynamicAnchor
	// recursive tells that the root has "$recursiveAnchor": true.
	recursive bool
}

type dynamicAnchor struct {
	name string
	loc  *location
}

// location is a place of a schema in a file.
type location struct {
	file        *file
	resource    *resource
	doc         *document.Node // after repairs
	filePointer string
	pointer     string // from the root of the resource
	depth       int
	// refOnly tells that a "$ref" hides all other keywords.
	refOnly   bool
	misshapen []string // keywords with values that cannot be theirs
	settled   bool     // the shapes of its keywords are all that a meta-schema says of it
	subs      []sub
	refs      []reference
	// names are the indices of the dynamic anchors that matter to this schema
	// or to one that it can reach, in increasing order.
	names []int
	// What explore has found: the schema is to be followed, or has been; it speaks of
	// a value together with others; it is where another package begins.
	queued, followed, inPlace, border bool
}

// sub is a subschema in a keyword of its parent.
type sub struct {
	keyword string
	name    string // member name where the keyword holds an object
	list    bool   // the keyword holds a list
	pos     source.Pos
	loc     *location
}

// reference is a $ref, $dynamicRef or $recursiveRef.
type reference struct {
	keyword string
	text    string
	pos     source.Pos
	target  *location // nil when it could not be resolved
	// dynamic is the index of the name to look up in the dynamic scope, -1
	// when the target is fixed.
	dynamic int
}

// registry holds all loaded files and the resources in them.
type registry struct {
	options   Options
	files     map[string]*file     // by retrieval URI; nil: cannot be loaded
	resources map[string]*resource // by canonical URI
	dialects  map[string]*Dialect  // custom ones; nil while being read
	locations map[*document.Node]*location
	// repaired maps schema objects with quirks to the objects that are read
	// in their place.
	repaired map[*document.Node]*document.Node
	// refused are the values that the check of the shapes has reported.
	refused map[*document.Node]bool
	order   []*file // in order of loading
	// count is the number of schemas in the files, those that are built in aside.
	count int
	// unreached tells that references are followed which no entry that is asked
	// for leads to.
	unreached bool
	private   []*location // schemas in unknown keywords that references lead to
	ds        diag.Diagnostics
}

func newRegistry(options Options) *registry {
	return &registry{
		options:   options,
		files:     map[string]*file{},
		resources: map[string]*resource{},
		dialects:  map[string]*Dialect{},
		locations: map[*document.Node]*location{},
		repaired:  map[*document.Node]*document.Node{},
		refused:   map[*document.Node]bool{},
	}
}

// load returns the file with the absolute URI. Built-in meta-schemas come last,
// so that a user can map their URIs to files. The error is for the caller to
// report, where the URI is asked for; it comes once for each URI that cannot be
// read. A nil file without an error has been reported before.
//
// A document without "$schema" is in the dialect of whoever asks for it first:
// the files of one schema often say it in the entry file alone (2020-12 Core
// section 8.1.1 leaves it to the implementation).
func (r *registry) load(uri string, inherited *Dialect) (*file, error) {
	if f, ok := r.files[uri]; ok {
		return f, nil
	}
	if at, ok := r.options.Places[uri]; ok && at != uri {
		f, err := r.load(at, inherited)
		r.files[uri] = f
		return f, err
	}
	doc, ds, err := Loaders{r.loader(), metaSchemas()}.Load(uri)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		r.files[uri] = nil
		return nil, err
	}
	r.ds.Add(ds...)
	if doc == nil {
		r.files[uri] = nil
		return nil, nil
	}
	if f := r.sameFile(doc); f != nil {
		r.files[uri] = f
		return f, nil
	}
	if r.options.Patch != nil && metaSchemas()[uri] != doc {
		var found diag.Diagnostics
		doc, found = r.options.Patch(uri, doc)
		r.ds.Add(found...)
	}
	f := &file{
		uri:     uri,
		doc:     doc,
		builtin: metaSchemas()[uri] == doc,
	}
	r.files[uri] = f
	r.order = append(r.order, f)
	r.indexFile(f, inherited)
	return f, nil
}

// unresolved reports a reference without a target: an error, but in what nobody
// asks for.
func (r *registry) unresolved(d diag.Diagnostic) {
	if r.unreached {
		d = d.WithSeverity(diag.Warning)
	}
	r.ds.Add(d)
}

func (r *registry) loader() Loader {
	if r.options.Loader == nil {
		return Loaders{}
	}
	return r.options.Loader
}

// sameFile returns the file that holds the same document, loaded under another
// URI: a file can be reached by its path and by a mapped prefix.
func (r *registry) sameFile(doc *document.Node) *file {
	return lists.First(r.order, func(f *file) bool {
		return f.doc.Pos.File != "" && f.doc.Pos.File == doc.Pos.File && document.Equal(f.doc, doc)
	})
}
