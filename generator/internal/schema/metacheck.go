package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// checkMetaSchemas holds every schema of a standard dialect against the
// meta-schema of its draft, as published. It comes after the check of the
// shapes, which has the better messages, and adds what the shapes do not say.
func (r *registry) checkMetaSchemas() {
	for _, f := range r.order {
		if !f.builtin && !f.tooDeep && f.root != nil {
			r.checkPiece(f.root)
		}
	}
	for _, loc := range r.private {
		r.checkPiece(loc)
	}
}

// pieceDepth is the depth of the schemas that the library gets to see at once:
// its work grows with the square of the depth.
const pieceDepth = 32

// cut tells whether loc, which lies in the schema at root, is checked by itself:
// the root of an embedded resource, which may have another dialect, or a schema
// that lies deep. A schema is valid when its subschemas are.
func cut(root, loc *location) bool {
	return loc.resource != root.resource || loc.depth-root.depth == pieceDepth
}

// checkPiece checks the schema at root and the pieces cut from it.
func (r *registry) checkPiece(root *location) {
	if d := root.resource.dialect; d == StandardDialect(d.Draft) {
		r.checkMetaSchema(root)
	}
	var walk func(*location)
	walk = func(l *location) {
		for _, s := range l.subs {
			if cut(root, s.loc) {
				r.checkPiece(s.loc)
			} else {
				walk(s.loc)
			}
		}
	}
	walk(root)
}

// library holds the meta-schemas of a draft as the library compiles them.
type library struct {
	published *jsonschema.Schema
	// joined is nil or accepts the same in less time; only the messages of the
	// published one are shown.
	joined *jsonschema.Schema
}

var libraries = func() map[Draft]func() (library, error) {
	all := map[Draft]func() (library, error){}
	for _, d := range dialects {
		all[d.Draft] = sync.OnceValues(func() (l library, err error) {
			if l.published, err = jsonschema.Compile(d.URI); err != nil || d.Draft < Draft2019 {
				return l, err
			}
			l.joined, err = jsonschema.CompileString(d.URI+"/joined", joinedMetaSchema(d))
			return l, err
		})
	}
	return all
}()

// validate returns why v, a value as encoding/json decodes it, is no schema.
func (l library) validate(v any) error {
	if l.joined != nil && l.joined.Validate(v) == nil {
		return nil
	}
	return l.published.Validate(v)
}

func (r *registry) checkMetaSchema(loc *location) {
	draft := loc.resource.dialect.Draft
	findings, err := r.refusals(loc, draft)
	if err != nil {
		r.ds.Addf(diag.Internal, loc.doc.Pos, "the check against the meta-schema failed: %v", err)
		return
	}
	seen := map[string]bool{}
	for _, f := range findings {
		v, known := r.follow(loc, f.InstanceLocation)
		message := fmt.Sprintf("the meta-schema of %s refuses %s: %s", draft, place(loc.pointer, f.InstanceLocation), f.Message)
		if known || seen[message] {
			continue
		}
		seen[message] = true
		r.ds.Addf(diag.InvalidSchema, v.Pos, "%s", message)
	}
}

// refusals returns the errors at the leaves of the library's error tree. Its
// order is random where it goes over Go maps, so they are sorted.
func (r *registry) refusals(loc *location, draft Draft) (leaves []*jsonschema.ValidationError, err error) {
	// The library panics on input that it did not expect.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	compiled, err := libraries[draft]()
	if err != nil {
		return nil, err
	}
	err = compiled.validate(r.plain(loc.doc, loc))
	var invalid *jsonschema.ValidationError
	if err == nil || !errors.As(err, &invalid) {
		return nil, err
	}
	var collect func(*jsonschema.ValidationError)
	collect = func(e *jsonschema.ValidationError) {
		// Formats have checks of their own: the library takes Go's regular
		// expressions for those of ECMA-262.
		if len(e.Causes) == 0 && !strings.HasSuffix(e.KeywordLocation, "/format") {
			leaves = append(leaves, e)
		}
		for _, c := range e.Causes {
			collect(c)
		}
	}
	collect(invalid)
	slices.SortFunc(leaves, func(a, b *jsonschema.ValidationError) int {
		return cmp.Or(strings.Compare(a.InstanceLocation, b.InstanceLocation), strings.Compare(a.Message, b.Message))
	})
	return leaves, nil
}

// plain returns the value as encoding/json would decode it. What is checked by
// itself becomes {}; numbers with an exponent of more than three digits become
// small ones of the same sign, since the library would write them out.
func (r *registry) plain(v *document.Node, root *location) any {
	if mended := r.repaired[v]; mended != nil {
		v = mended
	}
	if loc := r.locations[v]; loc != nil && loc != root && cut(root, loc) {
		return map[string]any{}
	}
	switch v.Kind {
	case document.Number:
		if _, exponent, ok := strings.Cut(strings.ToLower(v.Text), "e"); ok && len(strings.TrimLeft(exponent, "+-0")) > 3 {
			return json.Number(fmt.Sprint(sign(v.Text)))
		}
	case document.Array:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = r.plain(item, root)
		}
		return items
	case document.Object:
		members := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			members[m.Name] = r.plain(m.Value, root)
		}
		return members
	}
	return v.Any()
}

// follow returns the value at a location that the library has reported, and
// whether a check of the shape has refused it or what it lies in already.
func (r *registry) follow(loc *location, pointer string) (v *document.Node, known bool) {
	v = loc.doc
	for _, token := range strings.Split(pointer, "/")[1:] {
		name, err := url.PathUnescape(token)
		if err != nil {
			return v, known
		}
		next := v.Child(unescapeToken(name))
		if next == nil {
			return v, known
		}
		if v = next; r.repaired[v] != nil {
			v = r.repaired[v]
		}
		known = known || r.refused[v]
	}
	return v, known
}

var unescapeToken = strings.NewReplacer("~1", "/", "~0", "~").Replace

// place names a location that the library has reported in a message.
func place(prefix, pointer string) string {
	if text, err := url.PathUnescape(pointer); err == nil {
		pointer = text
	}
	if prefix+pointer == "" {
		return "the schema"
	}
	return prefix + pointer
}
