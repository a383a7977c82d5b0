package config

import (
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// besideKey is where an expanded entry has the schemas behind its first: objects with
// schema and, where there is one, overlay. No configuration can say it.
const besideKey = "schemas "

// listed is a schema file of a package that lists several.
type listed struct {
	name, base string         // base is the fixed directory of the pattern that found it
	at         *document.Node // that names it
}

// several adds the one package of an entry that lists schemas.
func (e *expansion) several(n *document.Node) {
	files := e.listed(n)
	if len(files) == 0 {
		return
	}
	out := e.withDefaults(n, func(m document.Member) *document.Node {
		if m.Name == "schemas" || m.Name == "overlay" || m.Name == "roots" {
			return nil
		}
		e.checkFixed(m)
		return m.Value
	})
	overlay := e.overlayOfEach(n)
	beside := &document.Node{Kind: document.Array, Pos: n.Pos}
	for i, f := range files {
		one := out
		if i > 0 {
			one = &document.Node{Kind: document.Object, Pos: f.at.Pos}
			beside.Items = append(beside.Items, one)
		}
		one.Set("schema", f.at.Pos, textNode(f.name, f.at.Pos))
		if isText(overlay) {
			if o := e.named(overlay, f.name, f.base); e.exists(o) {
				one.Set("overlay", overlay.Pos, o)
			}
		}
	}
	out.Set(besideKey, n.Pos, beside)
	if roots := e.member(n, "roots"); roots != nil && roots.Kind == document.Object {
		out.Set("roots", roots.Pos, e.rootsOfEach(roots, files))
	}
	e.complete(n, out)
}

// listed finds the schema files that an entry lists, each once.
func (e *expansion) listed(n *document.Node) []listed {
	var files []listed
	met := map[string]bool{}
	for _, schema := range items(n.Get("schemas")) {
		if !isText(schema) {
			continue // checkForm says so
		}
		names, base := []string{path.Clean(schema.Text)}, ""
		pattern := e.isPattern(schema)
		if pattern {
			names, base = e.matches(n, schema), fixed(schema.Text)
		}
		for _, name := range names {
			switch {
			case !met[name]:
				met[name] = true
				files = append(files, listed{name, base, schema})
			case !pattern:
				e.found.Addf(diag.BadConfig, schema.Pos, "the package has %s twice", name)
			}
		}
	}
	return files
}

// overlayOfEach is the template of the overlays of the schemas that an entry lists; nil
// for none, and for the name of one file.
func (e *expansion) overlayOfEach(n *document.Node) *document.Node {
	overlay := e.member(n, "overlay")
	if isText(overlay) && !strings.Contains(overlay.Text, "{") {
		e.found.Add(diag.New(diag.BadConfig, overlay.Pos, "which of the schemas the overlay is of, its name does not say").
			WithHelp("write a template, such as schemas/{stem}.overlay.yaml: it is the overlay of those that have one"))
		return nil
	}
	return overlay
}

// rootsOfEach are the entry types of a package: those whose names are templates are of
// each of its schema files.
func (e *expansion) rootsOfEach(roots *document.Node, files []listed) *document.Node {
	all := &document.Node{Kind: document.Object, Pos: roots.Pos}
	for _, m := range roots.Members {
		if !strings.Contains(m.Name, "{") || !isText(m.Value) {
			e.addRoot(all, m.Name, m.NamePos, m.Value)
			continue
		}
		if !strings.HasPrefix(m.Value.Text, "#") {
			e.found.Addf(diag.BadConfig, m.Value.Pos, "%s is an entry type of each schema: begin with # instead of %s", m.Name, m.Value.Text)
			continue
		}
		for _, f := range files {
			name := e.named(textNode(m.Name, m.NamePos), f.name, f.base)
			e.addRoot(all, name.Text, m.NamePos, textNode(f.name+m.Value.Text, m.Value.Pos))
		}
	}
	return all
}

// addRoot adds an entry type to those of a package.
func (e *expansion) addRoot(all *document.Node, name string, pos source.Pos, value *document.Node) {
	if first := all.Get(name); first != nil {
		e.found.Add(diag.New(diag.BadConfig, pos, "%s and %s both give the entry type %s", first.Text, value.Text, name).
			WithHelp("list the entry types by names of their own"))
		return
	}
	all.Set(name, pos, value)
}

// checkFixed refuses names made of one schema file for a package of several.
func (e *expansion) checkFixed(m document.Member) {
	switch m.Name {
	case "package", "out", "steps":
		if isText(m.Value) && template.MatchString(m.Value.Text) {
			e.found.Add(diag.New(diag.BadConfig, m.Value.Pos, "%s: %s stands for names of one schema file, and the package has several", m.Name, template.FindString(m.Value.Text)).
				WithHelp("say %s of the entry that lists schemas", m.Name))
		}
	}
}
