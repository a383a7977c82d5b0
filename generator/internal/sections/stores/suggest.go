package stores

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Suggest gives the entries of x-bindery.stores that follow from the schema.
func (s *Section) Suggest() (lines []string) {
	if s.written != nil {
		return nil
	}
	defer func() {
		if lines != nil {
			lines = append([]string{"  stores:"}, lines...)
		}
	}()
	taken := map[string]bool{}
	for _, p := range s.paths.Paths() {
		if p.From == nil || p.Kind != storage.File || !slices.Contains(formats, p.Format) || p.Format != "json" && !s.hasYAML {
			continue
		}
		keys := strings.Split(p.Key, ".")
		path, name := strings.Join(keys[1:], "."), strings.TrimSuffix(keys[len(keys)-1], "_file")
		if keys[0] == "scopes" {
			path, name = p.Key, name+"_"+cmp.Or(s.title, "document")
		}
		name = section.Plural(name)
		renames := s.isDerived(p)
		if renames && s.stores[0].Root.Name != model.UnnamedRoot {
			name, renames = s.stores[0].label, false
		}
		if taken[name] {
			continue
		}
		taken[name] = true
		if renames {
			lines = append(lines, "    # in the place of the store that is named after the entry type")
		}
		lines = append(lines, fmt.Sprintf("    %s:", visible.YAML(name)), "      path: "+visible.YAML(path))
		if s.ids != nil && keys[0] != "scopes" {
			ids := lists.Of(s.ids, visible.YAML)
			lines = append(lines, "      ids: ["+strings.Join(ids, ", ")+"]")
		}
		if days := s.retention(); days != "" && keys[0] != "scopes" {
			lines = append(lines, fmt.Sprintf("      retention: { limit: %s }", visible.YAML(days)))
		}
	}
	return lines
}

// isDerived reports whether a path has a store, the only one, without an entry.
func (s *Section) isDerived(p *storage.Path) bool {
	return s.written == nil && len(s.stores) == 1 && s.stores[0].Path == p
}

// retention finds the only limit that says how many days something is kept.
func (s *Section) retention() string {
	found := ""
	for _, l := range s.limits.Limits {
		if strings.HasSuffix(l.Key, "retention_days") {
			if found != "" {
				return ""
			}
			found = l.Key
		}
	}
	return found
}

// idsOf lists the members by which the elements of a document's arrays are told
// apart: those that are named after the elements, whose pattern is a prefix and
// hexadecimal digits. Arrays are looked for in the document and in its objects.
func idsOf(t *lower.Types, of *model.Decl) (ids []string) {
	for _, list := range arraysOf(of, "", 2) {
		for _, f := range list.elem.Fields {
			key, err := t.Access(list.elem, "/"+document.EscapeToken(f.JSON))
			if err == nil && list.isNamedBy(t, f.JSON) && f.Type.Kind == model.String && hexForm(patternOf(t, key)) != nil {
				ids = append(ids, list.pointer+"/*/"+document.EscapeToken(f.JSON))
				break
			}
		}
	}
	return ids
}

// array is an array of objects in a document.
type array struct {
	name    string // of the member
	pointer string
	elem    *model.Decl
}

// isNamedBy reports whether a member of the elements is the ID of one, by its name: that of
// anything else, as the node_id of records, would name what it does not make.
func (a array) isNamedBy(t *lower.Types, member string) bool {
	name := section.Snake(member)
	what, isID := strings.CutSuffix(name, "_id")
	return name == "id" || isID && (section.EndsIn(section.Snake(a.name), section.Plural(what)) || section.EndsIn(section.Snake(t.NameOf(a.elem)), what))
}

func arraysOf(d *model.Decl, pointer string, depth int) (out []array) {
	if depth == 0 {
		return nil
	}
	for _, f := range d.Fields {
		at, of := pointer+"/"+document.EscapeToken(f.JSON), f.Type.Bare()
		switch {
		case of.Kind == model.Slice && of.Elem.Kind == model.Named && of.Elem.Decl.Kind == model.Struct:
			out = append(out, array{f.JSON, at, of.Elem.Decl})
		case of.Kind == model.Named && of.Decl.Kind == model.Struct:
			out = append(out, arraysOf(of.Decl, at, depth-1)...)
		}
	}
	return out
}
