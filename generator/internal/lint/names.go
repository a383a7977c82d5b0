package lint

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/spelling"
	"github.com/bindery-go/bindery/runtime/format"
)

// replacements are the keywords that took the place of others in later drafts.
var replacements = map[string]string{
	"additionalItems": "items, beside prefixItems",
	"dependencies":    "dependentRequired or dependentSchemas",
	"definitions":     "$defs",
	"$recursiveRef":   "$dynamicRef",
}

// flags are members that some write into a property to say what JSON Schema says of its
// object.
var flags = map[string]string{
	"optional":  "members are optional unless the object lists them under required",
	"mandatory": "list the member under required of the object",
}

// words are what other languages and libraries call keywords; those of lengths depend on the
// type.
var words = map[string]string{
	"property": "properties", "props": "properties", "fields": "properties", "attributes": "properties", "members": "properties",
	"regex": "pattern", "regexp": "pattern", "match": "pattern",
	"values": "enum", "options": "enum", "choices": "enum", "allowed": "enum", "symbols": "enum", "one_of": "oneOf",
	"unique": "uniqueItems", "distinct": "uniqueItems", "element": "items", "elements": "items", "itemType": "items",
	"additionalProps": "additionalProperties", "additional": "additionalProperties",
	"desc": "description", "doc": "description", "comment": "$comment", "defs": "$defs", "definition": "definitions", "default_value": "default", "defaultValue": "default",
	"ref": "$ref", "anchor": "$anchor", "schema": "$schema",
}

// bounds are words for the bounds of a type's values.
var bounds = map[string]map[schema.Types]string{
	"min":    {schema.Number: "minimum", schema.Integer: "minimum", schema.String: "minLength", schema.Array: "minItems", schema.Object: "minProperties"},
	"max":    {schema.Number: "maximum", schema.Integer: "maximum", schema.String: "maxLength", schema.Array: "maxItems", schema.Object: "maxProperties"},
	"length": {schema.String: "minLength and maxLength", schema.Array: "minItems and maxItems"},
	"size":   {schema.String: "minLength and maxLength", schema.Array: "minItems and maxItems", schema.Object: "minProperties and maxProperties"},
}

// extensions are members that widespread tools add to schemas and that are
// spelt almost like a keyword.
var extensions = []string{"example", "nullable", "discriminator", "$async", "instanceof", "typeof", "formatMinimum", "formatMaximum"}

// names reports members that are not keywords of the schema's dialect and were
// probably meant to be.
func (l *linter) names(n *schema.Node) {
	for _, m := range n.Doc.Members {
		isKeyword := schema.IsKeyword(m.Name)
		switch {
		case isKeyword && n.SiblingsHidden: // which is reported of each
		case n.Dialect.Has(m.Name):
			l.superseded(n, m)
		case strings.HasPrefix(m.Name, "x-"), slices.Contains(extensions, m.Name):
		case isKeyword:
			l.otherDraft(n, m)
		default:
			l.unknown(n, m)
		}
	}
}

// dialect reports a "$schema" that other tools do not know, or that says nothing where it
// stands (2020-12 Core section 8.1.1).
func (l *linter) dialect(n *schema.Node) {
	m, ok := n.Doc.Member("$schema")
	if !ok || m.Value.Kind != document.String || n.SiblingsHidden {
		return
	}
	if n.FilePointer != "" && n.Doc.Get("$id") == nil && n.Doc.Get("id") == nil {
		l.found.Add(diag.New(diag.IneffectiveKeyword, m.NamePos, "$schema has no effect here: it belongs to the root of a schema, or beside $id").
			WithSeverity(diag.Info).WithHelp("remove it")) // some generators write it everywhere
		return
	}
	if usual := schema.Usual(n.Dialect, m.Value.Text); usual != "" && strings.Contains(m.Value.Text, "json-schema.org") { // others are told by the configuration
		l.found.Add(diag.New(diag.UnusualDialect, m.Value.Pos, "%q is taken for %s, which other tools may not do", m.Value.Text, usual).WithHelp("write %s", usual))
	}
}

// identifiers are the keywords that hold URIs.
var identifiers = []string{"$id", "id", "$ref", "$dynamicRef", "$recursiveRef"}

// uris reports identifiers and references that RFC 3986 does not admit. They are taken as
// they are.
func (l *linter) uris(n *schema.Node) {
	for _, keyword := range identifiers {
		if v := n.Doc.Get(keyword); v != nil && v.Kind == document.String && n.Dialect.Has(keyword) && !format.URIReference(v.Text) {
			l.found.Addf(diag.LooseURI, v.Pos, "%s: %q is not a URI reference, which other tools may refuse", keyword, v.Text)
		}
	}
}

// superseded reports a keyword that the draft keeps for old schemas only.
func (l *linter) superseded(n *schema.Node, m document.Member) {
	if n.Dialect.Draft >= schema.Draft2019 && m.Name == "dependencies" {
		l.found.Add(diag.New(diag.OtherDraftKeyword, m.NamePos, "%s is a keyword of the drafts up to 7; %s keeps it for old schemas", m.Name, n.Dialect.Draft).
			WithHelp("write %s", replacements[m.Name]))
	}
}

// otherDraft reports a keyword of another draft.
func (l *linter) otherDraft(n *schema.Node, m document.Member) {
	if m.Name == "id" || m.Name == "examples" || !fitsSomewhere(m) {
		return // also names of members in sections and annotations
	}
	drafts := schema.DraftsOf(m.Name)
	first, last := drafts[0], drafts[len(drafts)-1]
	d := diag.New(diag.OtherDraftKeyword, m.NamePos, "%s has no effect in %s: it is a keyword %s", m.Name, n.Dialect.Draft, since(first, last))
	if schema.IsAnnotation(m.Name) {
		d = d.WithSeverity(diag.Info) // it would constrain nothing anyway
	}
	switch replacement := replacements[m.Name]; {
	case replacement != "" && last < n.Dialect.Draft:
		d = d.WithHelp("write %s", replacement)
	case n.Dialect.Draft < first:
		d = d.WithHelp("name a later draft with $schema, or say it with the keywords of %s", n.Dialect.Draft)
	}
	l.found.Add(d)
}

// fitsSomewhere reports whether the value is one that the keyword could have in
// one of its drafts.
func fitsSomewhere(m document.Member) bool {
	return slices.ContainsFunc(schema.DraftsOf(m.Name), func(d schema.Draft) bool {
		return schema.StandardDialect(d).Fits(m.Name, m.Value)
	})
}

func since(first, last schema.Draft) string {
	switch {
	case last == schema.Draft2020:
		return "since " + first.String()
	case first == last:
		return "of " + first.String()
	}
	return "up to " + last.String()
}

// unknown reports a member that is a keyword but for its spelling, or a property
// that stands beside "properties".
func (l *linter) unknown(n *schema.Node, m document.Member) {
	if l.graph.NodeOf(m.Value) != nil { // an entry type, or where a reference leads
		return
	}
	misspelt := diag.New(diag.MisspeltKeyword, m.NamePos, "%s is not a keyword, so it has no effect", m.Name)
	if near := l.keywordLike(n, m); near != "" {
		if n.Doc.Get(near) != nil {
			misspelt = misspelt.WithHelp("did you mean %s, which the schema has already? Keep one of the two", near)
		} else {
			misspelt = misspelt.Meaning(near)
		}
		l.found.Add(misspelt)
		return
	}
	if help := flags[m.Name]; help != "" && m.Value.Kind == document.Bool {
		l.found.Add(misspelt.WithHelp("%s", help))
		return
	}
	if (describesObject(n) || strings.HasSuffix(n.FilePointer, "/properties/properties") && n.Says() == 0) && looksLikeSchema(m.Value, n.Dialect) {
		misplaced := diag.New(diag.MisplacedProperty, m.NamePos, "%s looks like a property, but it is not below properties", m.Name)
		if n.FilePointer == "" && m.Value.Get("properties") != nil {
			misplaced = misplaced.WithHelp("move it below properties; or, if it describes other documents, list %q under roots in bindery.yaml", "#"+document.FormatPointer(m.Name))
		}
		l.found.Add(misplaced)
	}
}

// keywordLike is the keyword that a member was probably meant to be, by its spelling or by
// what others call it; "" where none could have the value. A keyword that is there already
// was meant only where it is spelt most like the member.
func (l *linter) keywordLike(n *schema.Node, m document.Member) string {
	var absent, present []string
	for _, keyword := range l.keywordsOf(n.Dialect) {
		switch {
		case !n.Dialect.Fits(keyword, m.Value):
		case n.Doc.Get(keyword) == nil:
			absent = append(absent, keyword)
		default:
			present = append(present, keyword)
		}
	}
	if near := spelling.Nearest(m.Name, slices.Concat(absent, present)); near != "" {
		return near
	}
	if word := words[m.Name]; slices.Contains(absent, word) {
		return word
	}
	if m.Value.Kind == document.Number {
		return bounds[m.Name][n.Types]
	}
	return ""
}

// keywordsOf lists the keywords of a dialect, once for all schemas.
func (l *linter) keywordsOf(d *schema.Dialect) []string {
	list, known := l.keywords[d]
	if !known {
		list = d.Keywords()
		l.keywords[d] = list
	}
	return list
}

// describesObject reports whether a schema is one for objects.
func describesObject(n *schema.Node) bool { return n.Types&schema.Object != 0 || n.Properties != nil }

// looksLikeSchema reports whether a value has a type or a reference as a schema
// has them, and no member that is not a keyword.
func looksLikeSchema(v *document.Node, d *schema.Dialect) bool {
	if v.Kind != document.Object || v.Get("type") == nil && v.Get("$ref") == nil && v.Get("enum") == nil {
		return false
	}
	return lists.Every(v.Members, func(m document.Member) bool { return d.Fits(m.Name, m.Value) })
}
