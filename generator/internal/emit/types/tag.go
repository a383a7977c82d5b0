package types

import (
	"maps"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
)

// tag names the member for readers and for tools that look at tags; the codec
// does not use it. The tags that the configuration wants of all fields come after
// those that the schema wants of one.
func (f *file) tag(fd *model.Field) *jen.Statement {
	others := map[string]string{}
	for _, t := range f.pkg.Style.Tags {
		if value, ok := filled(t.Template, fd); ok {
			others[t.Key] = value
		}
	}
	maps.Copy(others, fd.Tags)
	var options []string
	switch fd.Presence {
	case model.Optional:
		options = []string{"omitempty"}
	case model.OptionalNullable:
		options = []string{"omitzero"}
	}
	return gofile.Tag(others, fd.JSON, options...)
}

// filled is the template of a tag with what it says of a field in place; ok is false
// where a name cannot stand in a tag.
func filled(template string, fd *model.Field) (value string, ok bool) {
	if strings.Contains(template, "{name}") && (!gofile.Taggable(fd.JSON) || strings.Contains(fd.JSON, ",")) {
		return "", false
	}
	omitempty, required := "", "required"
	if fd.Presence == model.Optional || fd.Presence == model.OptionalNullable {
		omitempty, required = ",omitempty", "omitempty"
	}
	return strings.NewReplacer(
		"{name}", fd.JSON, "{snake}", names.Snake(fd.Name), "{Field}", fd.Name,
		"{omitempty}", omitempty, "{required}", required,
	).Replace(template), true
}

// ignoring lists the keys whose values name members: what is not one is passed over.
func (f *file) ignoring() []string {
	naming := lists.Where(f.pkg.Style.Tags, func(t model.Tag) bool {
		return strings.HasPrefix(t.Template, "{name}") || strings.HasPrefix(t.Template, "{snake}")
	})
	return lists.Of(naming, func(t model.Tag) string { return t.Key })
}
