package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
)

// checkMetaSchemas holds every schema of a standard dialect against the
// meta-schema of its draft, as published. It comes after the check of the
// shapes, which has the better messages, and adds what the shapes do not say:
// schemas of which they say all are not asked about.
func (r *registry) checkMetaSchemas() {
	for _, f := range r.order {
		if f.builtin || f.partial || f.root == nil {
			continue
		}
		checked := r.options.Checked.of(f, r.options.reading(f.doc.Pos.File))
		if checked == nil {
			r.checkPiece(f.root)
			continue
		}
		checked.Lock()
		if !checked.clean {
			before := len(r.ds)
			r.checkPiece(f.root)
			checked.clean = len(r.ds) == before
		}
		checked.Unlock()
	}
	for _, loc := range r.private {
		r.checkPiece(loc)
	}
}

// Checked remembers what has been held against the meta-schemas. The zero value
// remembers nothing yet; it is safe for concurrent use.
type Checked struct{ files sync.Map } // from checkedFile to *checkedState

// checkedFile is a document as it is read.
type checkedFile struct {
	doc     *document.Node
	dialect *Dialect
	reading Reading
}

type checkedState struct {
	sync.Mutex
	clean bool
}

// of is what is known of a file; nil where nothing is remembered.
func (c *Checked) of(f *file, reading Reading) *checkedState {
	if c == nil {
		return nil
	}
	state, _ := c.files.LoadOrStore(checkedFile{f.doc, f.root.resource.dialect, reading}, &checkedState{})
	return state.(*checkedState)
}

// pieceDepth is the depth of the schemas that the library gets to see at once:
// its work grows with the square of the depth.
const pieceDepth = 32

// cut reports whether loc, which lies in the schema at root, is checked by itself:
// the root of an embedded resource, which may have another dialect, or a schema
// that lies deep. A schema is valid when its subschemas are.
func cut(root, loc *location) bool {
	return loc.resource != root.resource || loc.depth-root.depth == pieceDepth
}

// checkPiece checks the schema at root and the pieces cut from it.
func (r *registry) checkPiece(root *location) {
	if d := root.resource.dialect; d == StandardDialect(d.Draft) && !isSettled(root, root) {
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

// isSettled reports whether the shapes of keywords have told all of the schema at loc
// and of the subschemas that are checked with root.
func isSettled(root, loc *location) bool {
	return loc.settled && !slices.ContainsFunc(loc.subs, func(s sub) bool { return !cut(root, s.loc) && !isSettled(root, s.loc) })
}

// settles reports whether the meta-schema of a standard dialect says no more of a member
// of a schema than the check of its shape, which found nothing.
func (d *Dialect) settles(m document.Member) bool {
	k := d.keywords[m.Name]
	if k == nil {
		return m.Name != "$recursiveAnchor" && m.Name != "$recursiveRef" // which have a shape in the later draft as well
	}
	switch k.shape {
	case shapeItems:
		return m.Value.Kind != document.Array || len(m.Value.Items) > 0
	case shapeCount:
		return strings.Trim(m.Value.Text, "0123456789") == ""
	case shapeDependencies: // of no members
		return d.Draft > Draft4
	case shapeBool: // exclusiveMaximum wants a maximum beside it
		return d.Draft > Draft4 || k.applies != numbers
	}
	return true
}

// libraries are the meta-schemas as the library compiles them.
var libraries = func() map[Draft]func() (*jsonschema.Schema, error) {
	all := map[Draft]func() (*jsonschema.Schema, error){}
	for _, d := range dialects {
		all[d.Draft] = sync.OnceValues(func() (*jsonschema.Schema, error) { return jsonschema.Compile(d.URI) })
	}
	return all
}()

func (r *registry) checkMetaSchema(loc *location) {
	draft := loc.resource.dialect.Draft
	if !isSchema(loc.doc, draft) {
		return // which is told
	}
	refusals, err := r.refusals(loc, draft)
	if err != nil {
		r.ds.Addf(diag.Internal, loc.doc.Pos, "the check against the meta-schema failed: %v", err)
		return
	}
	seen := map[string]bool{}
	for _, f := range refusals {
		message := fmt.Sprintf("the meta-schema of %s refuses %s: %s", draft, cmp.Or(loc.pointer+f.pointer, "the schema"), f.Message)
		if seen[message] {
			continue
		}
		seen[message] = true
		r.ds.Addf(diag.InvalidSchema, f.value.Pos, "%s", message)
	}
}

// refusal is a leaf of the library's error tree.
type refusal struct {
	*jsonschema.ValidationError
	value   *document.Node
	pointer string // to it, below the schema that is checked
}

// refusals returns what a meta-schema refuses that has not been told. The library's
// order is random where it goes over Go maps, so they are sorted.
func (r *registry) refusals(loc *location, draft Draft) (untold []refusal, err error) {
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
	err = compiled.Validate(r.plain(loc.doc, loc))
	var invalid *jsonschema.ValidationError
	if err == nil || !errors.As(err, &invalid) {
		return nil, err
	}
	untold = r.untold(loc, invalid)
	slices.SortFunc(untold, func(a, b refusal) int {
		return cmp.Or(strings.Compare(a.InstanceLocation, b.InstanceLocation), strings.Compare(a.Message, b.Message))
	})
	return untold, nil
}

// untold returns the leaves of an error at the schema at loc that no check of a shape has
// told. Of an anyOf, by which a keyword takes values of several kinds, all is told where
// one branch refuses what is told and nothing else, and branches for values of another
// kind have nothing to say.
func (r *registry) untold(loc *location, e *jsonschema.ValidationError) (leaves []refusal) {
	if len(e.Causes) == 0 {
		v, pointer, known := r.follow(loc, e.InstanceLocation)
		if known || strings.HasSuffix(e.KeywordLocation, "/format") {
			return nil
		}
		return []refusal{{e, v, pointer}}
	}
	isAnyOf := strings.HasSuffix(e.KeywordLocation, "/anyOf")
	var ofOtherKinds []refusal
	for _, cause := range e.Causes {
		switch of := r.untold(loc, cause); {
		case isAnyOf && len(of) == 0:
			return nil
		case isAnyOf && len(of) == 1 && of[0].InstanceLocation == e.InstanceLocation && strings.HasSuffix(of[0].KeywordLocation, "/type"):
			ofOtherKinds = append(ofOtherKinds, of...)
		default:
			leaves = append(leaves, of...)
		}
	}
	if len(leaves) == 0 {
		return ofOtherKinds
	}
	return leaves
}

// plain returns the value as encoding/json would decode it, made ready for the
// library. What is checked by itself becomes {}.
func (r *registry) plain(v *document.Node, root *location) any {
	if fixed := r.repaired[v]; fixed != nil {
		v = fixed
	}
	loc := r.locations[v]
	if loc != nil && loc != root && cut(root, loc) {
		return map[string]any{}
	}
	switch v.Kind {
	case document.Number:
		return plainNumber(v.Text)
	case document.Array:
		return lists.Of(v.Items, func(item *document.Node) any { return r.plain(item, root) })
	case document.Object:
		members := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			switch text, has := wellFormed[m.Name]; {
			case loc != nil && has && m.Value.Kind == document.String:
				members[m.Name] = text
			case loc != nil && m.Name == "patternProperties" && m.Value.Kind == document.Object:
				members[m.Name] = r.plainPatterns(m.Value, root)
			default:
				members[m.Name] = r.plain(m.Value, root)
			}
		}
		return members
	}
	return v.Any()
}

// wellFormed are texts for the keywords whose format a meta-schema gives. These
// have checks of their own: the library takes Go's regular expressions for those
// of ECMA-262, and where it refuses one it has more to say of what lies around.
var wellFormed = map[string]string{
	"pattern": "", "$schema": "http://example.com", "id": "http://example.com", "$id": "http://example.com",
	"$ref": "#", "$recursiveRef": "#", "$dynamicRef": "#",
}

// plainPatterns is plain for the value of patternProperties, whose names are
// patterns.
func (r *registry) plainPatterns(v *document.Node, root *location) map[string]any {
	members := make(map[string]any, len(v.Members))
	for _, m := range v.Members {
		members[regexp.QuoteMeta(m.Name)] = r.plain(m.Value, root)
	}
	return members
}

// plainNumber is a number for the library, which computes with fractions: it
// writes out exponents, and it takes what is very long for no number at all. All
// that the shapes leave for a meta-schema to ask is the sign.
func plainNumber(text string) json.Number {
	const long = 64
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if len(text) <= long && len(strings.TrimLeft(exponent, "+-0")) <= 3 {
		return json.Number(text)
	}
	return json.Number(strconv.Itoa(sign(text)))
}

// follow returns the value at a location that the library has reported, its
// pointer below loc, and whether a check of the shape has refused it or what it
// lies in already.
func (r *registry) follow(loc *location, reported string) (v *document.Node, pointer string, known bool) {
	v = loc.doc
	patterns := false // v is the value of patternProperties
	for _, token := range strings.Split(reported, "/")[1:] {
		name, err := url.PathUnescape(token)
		if err != nil {
			break
		}
		name = document.UnescapeToken(name)
		if patterns {
			at := slices.IndexFunc(v.Members, func(m document.Member) bool { return regexp.QuoteMeta(m.Name) == name })
			if at < 0 {
				break
			}
			name = v.Members[at].Name
		}
		patterns = name == "patternProperties" && r.locations[v] != nil
		next := v.Child(name)
		if next == nil {
			break
		}
		pointer += "/" + document.EscapeToken(name)
		if v = next; r.repaired[v] != nil {
			v = r.repaired[v]
		}
		known = known || r.refused[v]
	}
	return v, pointer, known
}
