package schema

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// resolve returns the target of a reference as it stands without the dynamic
// scope, or nil after a report.
func (r *registry) resolve(loc *location, ref reference) *location {
	u, err := parseURI(ref.text)
	if err != nil {
		return nil // reported by the check of the shape
	}
	res := loc.resource
	if u.resource() != "" {
		if res = r.resource(loc, u, ref); res == nil {
			return nil
		}
	}
	return r.locate(res, u, ref.pos)
}

// resource returns the resource that a reference names.
//
// A relative reference is first taken relative to the base URI, as the
// specification has it. When that names nothing it is tried relative to the
// file: schemas with an "$id" on a server are often kept beside each other on
// disk, and nothing is fetched from the network.
func (r *registry) resource(loc *location, u uri, ref reference) *resource {
	target := loc.resource.base.resolve(u)
	candidates := []string{target.resource()}
	if base, err := parseURI(loc.file.uri); err == nil && u.scheme == "" {
		if other := base.resolve(u).resource(); other != candidates[0] {
			candidates = append(candidates, other)
		}
	}
	if candidates[0] == loc.resource.uri {
		return loc.resource // may be unregistered
	}
	for _, c := range candidates {
		if res := r.resources[c]; res != nil {
			return res
		}
		if d := findDialect(c); d != nil {
			c = d.URI
		}
		f, err := r.load(c, loc.resource.dialect)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case errors.Is(err, ErrOutside):
			r.ds.Addf(diag.OutsideProject, ref.pos, "%s %q leads out of the project; no file there is read", ref.keyword, ref.text)
			return nil
		case err != nil:
			r.ds.Addf(diag.SchemaUnreadable, ref.pos, "%s: %v", c, err)
			return nil
		case f == nil || f.root == nil:
			return nil // reported when it was read
		}
		// A file may hold the resource in its $defs under its own URI.
		if res := r.resources[c]; res != nil {
			return res
		}
		return f.root.resource
	}
	d := diag.New(diag.UnresolvedReference, ref.pos, "%s %q names %s, which is not known", ref.keyword, ref.text, candidates[0])
	if strings.HasPrefix(candidates[len(candidates)-1], "file:") && u.scheme == "" {
		d = diag.New(diag.UnresolvedReference, ref.pos, "%s %q leads to a file that is missing", ref.keyword, ref.text).
			WithHelp("a path is relative to the directory of %s", loc.file.doc.Pos.File)
		if pointer := pointerMeant(loc.file.doc, ref.text); pointer != "" {
			d = d.WithHelp("a place in the same file begins with #: did you mean %q?", pointer)
		}
	}
	r.unresolved(d)
	return nil
}

// pointerMeant is the reference that somebody meant who wrote it without a # or, of a
// definition, the name alone; "" for none.
func pointerMeant(doc *document.Node, text string) string {
	for _, pointer := range []string{"/" + strings.TrimPrefix(text, "/"), "/$defs/" + text, "/definitions/" + text} {
		if tokens, err := document.ParsePointer(pointer); err == nil && doc.At(tokens...) != nil {
			return "#" + pointer
		}
	}
	return ""
}

// locate returns the schema that the fragment of u names in the resource, or
// nil after a report.
func (r *registry) locate(res *resource, u uri, pos source.Pos) *location {
	fragment := unescapePercent(u.fragment)
	switch {
	case fragment == "":
		return res.root
	case fragment == "/" && !r.options.reading(res.root.doc.Pos.File).Strict && res.root.doc.Get("") == nil:
		r.ds.Add(diag.New(diag.SlashPointer, pos, "#/ names the member \"\", which %s does not have; it is read as the whole schema", res.describe()).
			WithHelp("write # alone, or no fragment"))
		return res.root
	case fragment[0] != '/':
		if loc := res.anchors[fragment]; loc != nil {
			return loc
		}
		r.unresolved(noAnchor(res, fragment, pos))
		return nil
	}
	tokens, err := document.ParsePointer(fragment)
	if err != nil {
		r.ds.Addf(diag.UnresolvedReference, pos, "%v", err)
		return nil
	}
	// nearest is the innermost schema on the way, rest the tokens after it.
	nearest, rest, v := res.root, 0, res.root.doc
	for i, t := range tokens {
		parent := v
		if v = v.Child(t); v == nil {
			r.unresolved(nothingAt(res, parent, tokens[:i+1], pos))
			return nil
		}
		if repaired := r.repaired[v]; repaired != nil {
			v = repaired
		}
		if loc := r.locations[v]; loc != nil {
			nearest, rest = loc, i+1
		}
	}
	if rest == len(tokens) {
		return nearest
	}
	if !isSchema(v, nearest.resource.dialect.Draft) {
		r.unresolved(diag.New(diag.UnresolvedReference, pos, "%s points to %s, which is not a schema", document.FormatPointer(tokens...), describe(v)))
		return nil
	}
	return r.become(v, nearest, document.FormatPointer(tokens[rest:]...))
}

// noAnchor reports an anchor that a resource does not have.
func noAnchor(res *resource, fragment string, pos source.Pos) diag.Diagnostic {
	d := diag.New(diag.UnresolvedReference, pos, "%s has no anchor %q", res.describe(), fragment)
	if pointer := pointerMeant(res.root.doc, fragment); pointer != "" {
		return d.Meaning(pointer)
	}
	if anchor := spelling.Nearest(fragment, slices.Sorted(maps.Keys(res.anchors))); anchor != "" {
		return d.Meaning("#" + anchor)
	}
	return d
}

// nothingAt reports a pointer, up to the token that parent has no member for.
func nothingAt(res *resource, parent *document.Node, tokens []string, pos source.Pos) diag.Diagnostic {
	d := diag.New(diag.UnresolvedReference, pos, "%s has nothing at %s", res.describe(), document.FormatPointer(tokens...))
	last := len(tokens) - 1
	if near := nearName(parent, tokens[last]); near != "" {
		return d.WithHelp("did you mean %s?", document.FormatPointer(append(tokens[:last:last], near)...))
	}
	if there := namesIn(parent); there != "" {
		return d.WithHelp("what is there: %s", there)
	}
	return d
}

// become makes a schema of what is in an unknown keyword or in a value, at a path from
// the nearest schema, and is referred to.
func (r *registry) become(v *document.Node, nearest *location, path string) *location {
	loc := r.index(scope{
		file:        nearest.file,
		resource:    nearest.resource,
		private:     true, // identifiers in there are not known outside of it
		filePointer: nearest.filePointer + path,
		pointer:     nearest.pointer + path,
		depth:       nearest.depth,
	}, v)
	if loc != nil && !loc.file.builtin {
		r.private = append(r.private, loc)
	}
	return loc
}

func (res *resource) describe() string {
	switch {
	case res.uri == "":
		return "this schema"
	case strings.HasPrefix(res.uri, "file:") && res.root != nil:
		return res.root.doc.Pos.File // the URI is one that only the generator uses
	}
	return res.uri
}

// nearName returns a member name that the user may have meant: the same but for case or
// an s at the end, the other name of $defs, or one of similar spelling.
func nearName(v *document.Node, token string) string {
	for _, m := range v.Members {
		if strings.EqualFold(m.Name, token) || m.Name+"s" == token || m.Name == token+"s" ||
			m.Name == "definitions" && token == "$defs" || m.Name == "$defs" && token == "definitions" {
			return m.Name
		}
	}
	return spelling.Nearest(token, lists.Of(v.Members, func(m document.Member) string { return m.Name }))
}

// Meant is the help for a pointer that leads nowhere in a document: the pointer that was
// probably meant, of names with similar spelling, or else what is at the place where the
// names end; "" for nothing.
func Meant(doc *document.Node, tokens []string) string {
	meant := slices.Clone(tokens)
	for i, token := range tokens {
		if doc.Child(token) == nil {
			if meant[i] = nearName(doc, token); meant[i] == "" {
				return thereIs(meant[:i], doc)
			}
		}
		doc = doc.Child(meant[i])
	}
	return "did you mean #" + document.FormatPointer(meant...) + "?"
}

// thereIs says what is at a place; "" for nothing.
func thereIs(tokens []string, doc *document.Node) string {
	names := namesIn(doc)
	if names == "" {
		return ""
	}
	return "what is at #" + document.FormatPointer(tokens...) + ": " + names
}

// namesIn lists the members of an object, the first of many.
func namesIn(v *document.Node) string {
	const most = 10
	var list []string
	for _, m := range v.Members {
		if len(list) == most {
			list = append(list, "…")
			break
		}
		list = append(list, ellipsis(m.Name))
	}
	return strings.Join(list, ", ")
}
