package schema

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// indexFile finds all schema locations of a file that is a schema. A file of
// another kind (an OpenAPI document, say) is one big schema with unknown
// keywords; references into it find their schemas by pointer.
func (r *registry) indexFile(f *file, inherited *Dialect) {
	base, err := parseURI(f.uri)
	if err != nil {
		r.ds.Addf(diag.BadURI, f.doc.Pos, "%q is not a URI: %v", f.uri, err)
	}
	outer := &resource{uri: base.resource(), base: base, dialect: inherited}
	f.root = r.index(scope{file: f, resource: outer}, f.doc)
	if _, taken := r.resources[outer.uri]; !taken && f.root != nil {
		// The retrieval URI names the file beside the root's own $id.
		r.resources[outer.uri] = f.root.resource
	}
}

// scope is what a schema inherits from where it lies.
type scope struct {
	file     *file
	resource *resource
	// private tells that the place is inside of an unknown keyword, where an
	// "$id" or an anchor is not a real identifier.
	private     bool
	filePointer string
	pointer     string
	depth       int
}

func (s scope) below(tokens string) scope {
	s.filePointer += tokens
	s.pointer += tokens
	return s
}

// index enters the schema v and all subschemas in it. It returns nil when they
// lie too deep, or when there are too many.
func (r *registry) index(s scope, v *document.Node) *location {
	if s.depth++; s.depth > maxDepth {
		s.file.partial = true
		r.ds.Addf(diag.SchemaTooDeep, v.Pos, "schemas are nested deeper than %d levels", maxDepth)
		return nil
	}
	if !s.file.builtin && !r.makesRoom(v) {
		s.file.partial = true
		return nil
	}
	loc := &location{file: s.file, doc: v, filePointer: s.filePointer, depth: s.depth, settled: true}
	r.locations[v] = loc
	if v.Kind != document.Object {
		r.place(loc, &s)
		if s.filePointer == "" && !isSchema(v, s.resource.dialect.Draft) {
			r.ds.Addf(diag.BadKeyword, v.Pos, "a schema must be an object or a boolean, not %s", describe(v))
		}
		return loc
	}
	r.identify(loc, &s)
	dialect := s.resource.dialect
	r.repair(loc, dialect)
	loc.refOnly = dialect.Draft.refHidesSiblings() && text(loc.doc, "$ref") != nil && !r.options.reading(s.file.doc.Pos.File).EvaluateSiblings
	if loc.refOnly && !s.file.builtin {
		r.warnHidden(loc.doc, dialect)
	}
	for _, m := range loc.doc.Members {
		k := dialect.keywords[m.Name]
		loc.settled = loc.settled && dialect.settles(m)
		if k == nil {
			continue
		}
		if k.name == "$defs" && dialect.Draft < Draft2019 {
			r.indexUnknown(loc, s, k, m)
			continue
		}
		if !s.file.builtin && !r.checkShape(k, m, dialect) {
			loc.misshapen = append(loc.misshapen, m.Name)
			loc.settled = false
		}
		switch m.Name {
		case "$ref", "$dynamicRef", "$recursiveRef":
			if m.Value.Kind == document.String {
				loc.refs = append(loc.refs, reference{keyword: m.Name, text: m.Value.Text, pos: m.Value.Pos, dynamic: -1})
			}
		}
		r.indexKeyword(loc, s, k, m)
	}
	return loc
}

// makesRoom counts one more schema and reports whether there is room for it. What
// is wrong is told once, at the first without.
func (r *registry) makesRoom(v *document.Node) bool {
	r.count++
	if r.count == maxSchemas+1 {
		r.ds.Addf(diag.SchemaTooLarge, v.Pos, "the files of this package hold more than %d schemas", maxSchemas)
	}
	return r.count <= maxSchemas
}

// indexUnknown enters the subschemas of "$defs" where that is no keyword: what in
// it is no schema is left alone.
func (r *registry) indexUnknown(loc *location, s scope, k *keyword, m document.Member) {
	for _, e := range m.Value.Members {
		before := len(r.ds)
		one := document.Member{Name: m.Name, NamePos: m.NamePos, Value: &document.Node{Kind: document.Object, Members: []document.Member{e}}}
		subs := len(loc.subs)
		if r.indexKeyword(loc, s, k, one); r.ds[before:].HasErrors() {
			r.ds, loc.subs = r.ds[:before], loc.subs[:subs]
		}
	}
}

// warnHidden reports the constraints that a $ref hides.
func (r *registry) warnHidden(v *document.Node, dialect *Dialect) {
	for _, m := range v.Members {
		if k := dialect.keywords[m.Name]; k != nil && k.vocabulary&(Applicator|Validation) != 0 {
			r.ds.Addf(diag.HiddenKeyword, m.NamePos, "%s has no effect beside $ref in %s", m.Name, dialect.Draft)
		}
	}
}

// checkShape reports what is wrong with the value of a keyword; ok is true for
// nothing.
func (r *registry) checkShape(k *keyword, m document.Member, dialect *Dialect) (ok bool) {
	problems := k.shape.check(m.Value, dialect.Draft)
	for _, p := range problems {
		d := diag.New(diag.BadKeyword, p.at.Pos, "%s: %s", m.Name, p.message)
		help := p.help
		if help == "" {
			help = meant(k, m.Value, p.at, dialect.Draft)
		}
		if help != "" {
			d = d.WithHelp("%s", help)
		}
		r.ds.Add(d)
		r.refused[p.at] = true
		if !k.shape.holdsSchemas() {
			r.refused[m.Value] = true
		}
	}
	if k.name == "enum" {
		r.checkEnum(m)
	}
	return len(problems) == 0
}

// checkEnum reports what every draft advises against and most of their
// meta-schemas do not refuse (2020-12 Validation section 6.1.2): an enum without
// values and one with a value twice. Both have a clear meaning.
func (r *registry) checkEnum(m document.Member) {
	r.refused[m.Value] = true // the older meta-schemas refuse it
	if m.Value.Kind == document.Array && len(m.Value.Items) == 0 {
		r.ds.Addf(diag.EmptyEnum, m.Value.Pos, "the enum has no values, so that nothing is valid")
	}
	seen := make(map[string]*document.Node, len(m.Value.Items))
	for _, item := range m.Value.Items {
		key := item.String()
		if first, twice := seen[key]; twice {
			r.ds.Add(diag.New(diag.RepeatedValue, item.Pos, "the enum has %s twice", describe(item)).
				WithRelated(first.Pos, "the first one"))
			continue
		}
		seen[key] = item
	}
}

// indexKeyword enters the subschemas of one keyword.
func (r *registry) indexKeyword(loc *location, s scope, k *keyword, m document.Member) {
	enter := func(sb sub, tokens string, v *document.Node) {
		if !isSchema(v, s.resource.dialect.Draft) && k.shape != shapeSchemaOrBool {
			return // reported by the check of the shape
		}
		if sb.loc = r.index(s.below(tokens), v); sb.loc != nil {
			loc.subs = append(loc.subs, sb)
		}
	}
	one := func() { enter(sub{keyword: k.name, pos: m.NamePos}, "/"+k.name, m.Value) }
	list := func() {
		for i, item := range m.Value.Items {
			enter(sub{keyword: k.name, list: true, pos: item.Pos}, "/"+k.name+"/"+strconv.Itoa(i), item)
		}
	}
	switch k.shape {
	case shapeSchema:
		one()
	case shapeSchemaOrBool:
		if m.Value.Kind == document.Object || m.Value.Kind == document.Bool {
			one()
		}
	case shapeSchemaArray:
		if m.Value.Kind == document.Array {
			list()
		}
	case shapeItems:
		if m.Value.Kind == document.Array {
			list()
		} else {
			one()
		}
	case shapeSchemaMap, shapeDependencies:
		for _, e := range m.Value.Members {
			enter(sub{keyword: k.name, name: e.Name, pos: e.NamePos}, "/"+k.name+"/"+document.EscapeToken(e.Name), e.Value)
		}
	}
}

// place puts the location into the resource of the scope.
func (r *registry) place(loc *location, s *scope) {
	loc.resource, loc.pointer = s.resource, s.pointer
	s.resource.root = cmp.Or(s.resource.root, loc)
}

// identify reads the keywords that give a schema a URI, an anchor and a
// dialect, and moves the scope into the resource of the schema.
func (r *registry) identify(loc *location, s *scope) {
	dialect := s.resource.dialect
	atRoot := s.filePointer == ""
	// "$schema" belongs to the root of a resource (2020-12 Core section 8.1.1);
	// elsewhere it means nothing.
	if m := text(loc.doc, "$schema"); m != nil && (atRoot || text(loc.doc, "$id") != nil || text(loc.doc, "id") != nil) {
		if own := r.dialect(m.Text, m.Pos); atRoot || hasID(loc.doc, own.Draft) {
			dialect = own
		}
	}
	id, anchor := identifier(loc.doc, dialect.Draft)
	if id != "" {
		u, err := parseURI(id)
		if err == nil {
			r.open(loc, s, s.resource.base.resolve(u), dialect)
		}
	} else if atRoot {
		s.resource.dialect = dialect
	}
	r.place(loc, s)
	if s.private {
		return
	}
	if anchor != "" {
		r.addAnchor(loc, anchor)
	}
	if dialect.Draft < Draft2019 {
		return
	}
	if v := text(loc.doc, "$anchor"); v != nil {
		r.addAnchor(loc, v.Text)
	}
	switch dialect.Draft {
	case Draft2019:
		if v := loc.doc.Get("$recursiveAnchor"); v != nil && loc.pointer == "" {
			s.resource.recursive = v.Bool
		}
	case Draft2020:
		if v := text(loc.doc, "$dynamicAnchor"); v != nil {
			if r.addAnchor(loc, v.Text) {
				s.resource.dynamic = append(s.resource.dynamic, dynamicAnchor{v.Text, loc})
			}
		}
	}
}

// open starts a resource at the location.
func (r *registry) open(loc *location, s *scope, base uri, dialect *Dialect) {
	base.fragment = ""
	res := &resource{uri: base.resource(), base: base, dialect: dialect}
	s.resource, s.pointer = res, ""
	if s.private {
		return
	}
	if first, taken := r.resources[res.uri]; taken {
		r.duplicate(loc, dialect, first.root, "the URI %s names two schemas", res.uri)
		return
	}
	r.resources[res.uri] = res
	res.root = loc
}

// duplicate reports an identifier that another schema has already. Older drafts
// say nothing about that, and tools of their time gave every property an "$id":
// the first one keeps it.
func (r *registry) duplicate(loc *location, dialect *Dialect, first *location, format string, args ...any) {
	d := diag.New(diag.DuplicateIdentifier, loc.doc.Pos, format, args...).WithRelated(first.doc.Pos, "the other one")
	if dialect.Draft <= Draft7 {
		d = d.WithSeverity(diag.Warning)
	}
	r.ds.Add(d)
}

// addAnchor enters a plain name; it returns false when the resource has it
// already.
func (r *registry) addAnchor(loc *location, name string) bool {
	res := loc.resource
	if first, taken := res.anchors[name]; taken {
		r.duplicate(loc, res.dialect, first, "the anchor %q names two schemas of %s", name, res.describe())
		return false
	}
	if res.anchors == nil {
		res.anchors = map[string]*location{}
	}
	res.anchors[name] = loc
	return true
}

// text returns the member of that name if it is a string, or nil.
func text(v *document.Node, name string) *document.Node {
	if m := v.Get(name); m != nil && m.Kind == document.String {
		return m
	}
	return nil
}

// identifier splits the value of "$id" (draft 4: "id") into the URI of a
// resource and the anchor that the drafts before 2019-09 write as its fragment.
// Beside a "$ref" that hides it there is none.
func identifier(v *document.Node, draft Draft) (id, anchor string) {
	node := text(v, draft.idKeyword())
	if node == nil || draft.refHidesSiblings() && v.Get("$ref") != nil {
		return "", ""
	}
	u, err := parseURI(node.Text)
	if err != nil {
		return "", ""
	}
	if draft < Draft2019 && u.fragment != "" && u.fragment[0] != '/' {
		anchor = unescapePercent(u.fragment)
	}
	return u.resource(), anchor
}

// hasID reports whether a schema names a resource in the given draft.
func hasID(v *document.Node, draft Draft) bool {
	id, _ := identifier(v, draft)
	return id != ""
}

// dialect returns the dialect that "$schema" names; where there is none it
// reports so and returns the default.
func (r *registry) dialect(uri string, pos source.Pos) *Dialect {
	if isLatest(uri) {
		r.ds.Addf(diag.LatestDialect, pos, "$schema names no draft")
		return dialect2020
	}
	d, err := r.findDialect(uri)
	switch u, bad := parseURI(uri); {
	case err == nil:
		return d
	case bad == nil && u.scheme != "": // else it is not a value of the keyword
		found := diag.New(diag.UnknownDialect, pos, "$schema: %v", err)
		if near := nearDialect(uri); near != "" {
			found = found.WithHelp("%s", near)
		}
		r.ds.Add(found)
	}
	return r.options.dialect()
}

func (r *registry) findDialect(text string) (*Dialect, error) {
	if d := findDialect(text); d != nil {
		return d, nil
	}
	if draft, ok := r.options.Dialects[strings.TrimSuffix(text, "#")]; ok {
		return StandardDialect(draft), nil
	}
	u, err := parseURI(text)
	if err != nil {
		return nil, fmt.Errorf("%q is not a URI: %w", text, err)
	}
	key := u.resource()
	if d, known := r.dialects[key]; known {
		if d == nil {
			return nil, fmt.Errorf("the meta-schema %s describes itself, so its draft is unknown", key)
		}
		return d, nil
	}
	r.dialects[key] = nil
	res := r.resources[key]
	if res == nil {
		f, err := r.load(key, r.options.dialect())
		if err != nil || f == nil || f.root == nil {
			return nil, fmt.Errorf("the meta-schema %s is not known", key)
		}
		res = f.root.resource
	}
	d, err := r.customDialect(key, res)
	if err != nil {
		return nil, err
	}
	r.dialects[key] = d
	return d, nil
}

// customDialect reads the vocabularies of a meta-schema (2020-12 Core section
// 8.1.2). The draft is that of the meta-schema itself.
func (r *registry) customDialect(uri string, meta *resource) (*Dialect, error) {
	standard := StandardDialect(meta.dialect.Draft)
	list := meta.root.doc.Get("$vocabulary")
	if list == nil || standard.Draft < Draft2019 {
		return newDialect(uri, standard.Draft, standard.Vocabularies, false), nil
	}
	var active Vocabulary
	asserts := false
	for _, m := range list.Members {
		v := lookupVocabulary(standard.Draft, m.Name)
		required := m.Value.Bool
		switch {
		case v == 0 && required:
			return nil, fmt.Errorf("the meta-schema %s requires the vocabulary %s, which is not known", uri, m.Name)
		case v == FormatAssertion, v == FormatAnnotation && standard.Draft == Draft2019 && required:
			asserts = true
		}
		active |= v
	}
	return newDialect(uri, standard.Draft, active, asserts), nil
}
