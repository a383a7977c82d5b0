package config

import (
	"cmp"
	"go/build/constraint"
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// style reads what the files of a package have that no schema decides: struct tags,
// a header and a build constraint. What the package does not say, all say.
func (p *Package) style(pkg, all *document.Node) diag.Diagnostics {
	var ds diag.Diagnostics
	p.Slog = isTrue(cmp.Or(pkg.Get("slog"), all.Get("slog")))
	p.SQL = isTrue(cmp.Or(pkg.Get("sql"), all.Get("sql")))
	p.Header = strings.TrimSpace(textOf("header", pkg, all))
	if at := cmp.Or(pkg.Get("build"), all.Get("build")); isText(at) {
		p.Build = at.Text
		if _, err := constraint.Parse("//go:build " + at.Text); err != nil || strings.ContainsAny(at.Text, "\r\n") {
			ds.Add(diag.New(diag.BadConfig, at.Pos, "%q is not a build constraint", at.Text).
				WithHelp("write what stands behind //go:build, such as linux && !cgo"))
			p.Build = ""
		}
	}
	var found diag.Diagnostics
	p.Tags, found = tags(cmp.Or(pkg.Get("tags"), all.Get("tags")))
	return append(ds, found...)
}

// tagParts are what a template of tags may hold.
var tagParts = []string{"{name}", "{snake}", "{Field}", "{omitempty}", "{required}"}

var tagKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

// tags reads the tags of fields: a list of keys, whose values are like that of json,
// or templates by key.
func tags(n *document.Node) ([]Tag, diag.Diagnostics) {
	var ds diag.Diagnostics
	var out []Tag
	add := func(key, value string, at, from *document.Node) {
		switch {
		case key == "json" || !tagKey.MatchString(key):
			ds.Add(diag.New(diag.BadConfig, at.Pos, "%q cannot be the key of a struct tag here", key).
				WithHelp("json is there by itself; others are of letters, digits and _.-"))
			return
		case strings.ContainsAny(value, "\r\n"):
			ds.Addf(diag.BadConfig, from.Pos, "a struct tag has one line")
			return
		}
		for _, part := range template.FindAllString(value, -1) {
			if !slices.Contains(tagParts, part) {
				ds.Add(diag.New(diag.BadConfig, from.Pos, "%s is not a part of a template: there are %s", part, strings.Join(tagParts, ", ")).
					Meaning(spelling.Nearest(part, tagParts)))
				return
			}
		}
		out = append(out, Tag{key, value})
	}
	for _, item := range items(n) {
		if isText(item) {
			add(item.Text, "{name}{omitempty}", item, item)
		}
	}
	for _, m := range members(n) {
		add(m.Name, m.Value.Text, &document.Node{Pos: m.NamePos}, m.Value)
	}
	return out, ds
}
