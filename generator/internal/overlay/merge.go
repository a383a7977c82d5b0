package overlay

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// merger applies a JSON Merge Patch by the algorithm of RFC 7396 section 2.
type merger struct {
	diagnostics diag.Diagnostics
}

// merge returns target changed by the patch. target is owned by the merger; nil
// stands for no value.
func (m *merger) merge(target, patch *document.Node) *document.Node {
	if patch.Kind != document.Object {
		return patch.Clone()
	}
	fresh := target == nil || target.Kind != document.Object
	if fresh {
		target = &document.Node{Kind: document.Object, Pos: patch.Pos}
	}
	for _, p := range patch.Members {
		if p.Value.Kind != document.Null {
			target.Set(p.Name, p.NamePos, m.merge(target.Get(p.Name), p.Value))
			continue
		}
		if !target.Delete(p.Name) && !fresh {
			m.diagnostics.Add(diag.New(diag.MergeNoMember, p.NamePos, "the document has no member %.80q to remove", p.Name).
				WithRelated(target.Pos, "the object"))
		}
	}
	return target
}
