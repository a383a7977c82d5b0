package schema

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
)

// Has reports whether name is a keyword of the dialect.
func (d *Dialect) Has(name string) bool { return d.keywords[name] != nil }

// AppliesTo returns the types that a keyword of the dialect speaks of (2020-12
// Validation section 6, Core sections 10.3 and 11); 0 for all, and for a name
// that is not a keyword.
func (d *Dialect) AppliesTo(name string) Types {
	if k := d.keywords[name]; k != nil {
		return k.applies
	}
	return 0
}

// Fits reports whether a value has the shape that the keyword of the dialect
// asks for. A name that is not a keyword fits nothing.
func (d *Dialect) Fits(name string, v *document.Node) bool {
	k := d.keywords[name]
	return k != nil && len(k.shape.check(v, d.Draft)) == 0
}

// DraftsOf returns the drafts in which name is a keyword, in order.
func DraftsOf(name string) []Draft {
	var drafts []Draft
	for i := range keywords {
		if keywords[i].name != name {
			continue
		}
		for d := keywords[i].from; d <= keywords[i].to; d++ {
			drafts = append(drafts, d)
		}
	}
	slices.Sort(drafts)
	return slices.Compact(drafts)
}

// IsAnnotation reports whether name is a keyword that constrains nothing in any
// draft, such as "deprecated" or "$comment".
func IsAnnotation(name string) bool {
	return name == "$comment" || slices.ContainsFunc(keywords, func(k keyword) bool {
		return k.name == name && k.vocabulary&(MetaData|Content) != 0
	})
}

// IsBuiltin reports whether the node is part of a built-in meta-schema, whose
// file is named by its URI, and not of the user's files.
func (n *Node) IsBuiltin() bool { return strings.Contains(n.Pos.File, "://") }
