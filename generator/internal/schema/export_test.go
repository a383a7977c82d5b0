package schema

import "github.com/bindery-go/bindery/generator/internal/document"

// LibraryVerdict tells whether the published meta-schema of a draft accepts a schema.
func LibraryVerdict(d Draft, v *document.Node) bool {
	compiled, err := libraries[d]()
	if err != nil {
		panic(err)
	}
	return compiled.Validate(v.Any()) == nil
}

// IsSettled tells whether the shapes of keywords say all of a schema as it is written.
func IsSettled(d Draft, v *document.Node) bool {
	r := newRegistry(Options{Draft: d})
	f := &file{uri: "https://bindery.test/schema.json", doc: v}
	r.indexFile(f, StandardDialect(d))
	return isSchema(v, d) && len(r.repaired) == 0 && isSettled(f.root, f.root)
}
