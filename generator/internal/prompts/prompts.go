// Package prompts writes the templates by which documents become the text of
// prompts. They are the user's once they are written.
package prompts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/inject"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/templates"
)

var prompt = template.Must(template.New("prompt").Delims("[[", "]]").Parse(templates.Prompt))

// part is a part of a prompt, as the template has it.
type part struct {
	Title, Template string
	Class           int
	IsList          bool
	Members         []member
}

// member is the way to a member: with its name opens it and ends close it.
type member struct {
	Open, Close string
	IsList      bool
}

// Files writes the templates of a root type by the names of their files: one for
// each purpose of its policy, one for all without a policy.
func Files(root *model.Root, policy *inject.Section) (map[string][]byte, error) {
	base := section.Snake(root.Name)
	parts, purposes := policy.Parts(root.Name)
	if parts == nil {
		parts = members(root)
	}
	if purposes == nil {
		purposes = []string{""}
	}
	files := map[string][]byte{}
	for _, purpose := range purposes {
		name := base + ".tmpl"
		if purpose != "" {
			name = base + "." + section.Snake(purpose) + ".tmpl"
		}
		text, err := write(root.Name, purpose, strings.TrimSuffix(name, ".tmpl"), parts)
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	return files, nil
}

// members are the members of a document as parts, the first before the others.
func members(root *model.Root) (parts []inject.Part) {
	for i, f := range root.Decl.Fields {
		a := &model.Access{From: root.Decl, Steps: []*model.AccessStep{{Field: f}}}
		parts = append(parts, inject.Part{Name: f.JSON, Class: len(root.Decl.Fields) - i, Members: []*model.Access{a}})
	}
	return parts
}

func write(root, purpose, prefix string, list []inject.Part) ([]byte, error) {
	var parts []part
	for _, p := range list {
		out := part{Title: title(p.Name), Template: prefix + "/" + names(p.Name), Class: p.ClassFor(purpose)}
		for _, a := range p.Members {
			m := way(a)
			out.IsList = m.IsList
			out.Members = append(out.Members, m)
		}
		parts = append(parts, out)
	}
	slices.SortStableFunc(parts, func(x, y part) int { return y.Class - x.Class })
	var b bytes.Buffer
	if purpose != "" {
		purpose = names(purpose)
	}
	err := prompt.Execute(&b, map[string]any{"Root": root, "Purpose": purpose, "Parts": parts})
	return b.Bytes(), err
}

// way leads to a member by the Go names of fields; what is absent on the way, or
// empty, is passed over.
func way(a *model.Access) (m member) {
	for _, step := range a.Steps {
		m.Open += fmt.Sprintf("{{with .%s}}", step.Field.Name)
		m.Close += "{{end}}"
	}
	m.IsList = a.Type().Bare().Resolved().Kind == model.Slice
	return m
}

// title is a name in words, names one of letters, digits and underscores alone:
// whatever the schema calls a part, it is no code of the template.
func title(name string) string {
	words := strings.ReplaceAll(names(name), "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

func names(name string) string {
	var b strings.Builder
	for _, c := range section.Snake(name) {
		if c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		}
	}
	if b.Len() == 0 {
		return "part"
	}
	return b.String()
}
