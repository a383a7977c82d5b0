package steplist

import (
	"cmp"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// likeForm says what stands at a place of a section that is like a protocol.
type likeForm uint8

const (
	likeOperation likeForm = iota + 1 // a map as under agent_protocol
	likeList                          // a list of steps or directives
)

// likes are the places, beside agent_protocol, where operations stand; segments
// match as in path.Match. A place that holds something else is passed over.
var likes = []struct {
	place string
	form  likeForm
}{
	{"operations/*", likeOperation},
	{"lifecycle/*", likeList},
	{"recovery/strategies/*", likeOperation},
	{"recovery/*_sequence", likeList},
	{"migration_guide/*", likeOperation},
	{"migration/*_steps", likeList},
	{"hooks/on_*", likeList},
	{"integration/*hooks/on_*", likeList},
	{"*integration/on_*", likeList},
	{"state_updates/on_*", likeList},
	{"pattern_extraction", likeOperation},
	{"pattern_injection", likeOperation},
	{"budget_enforcement/*", likeOperation},
	{"path_resolution/rules", likeList},
	{"storage/path_resolution", likeList},
	{"storage_paths/path_resolution", likeList},
	{"backward_compatibility/*/migration_on_*", likeList},
	{"grounding_validation/*", likeOperation},
	{"locking/stale_detection", likeList},
	{"verification_workflow/*", likeList},
	{"concurrency/enforcement_points", likeList},
	// Anywhere else, a list that is called steps is one.
	{"*/*", likeOperation},
	{"*/*/*", likeOperation},
}

// like finds the operations of a section that is not a protocol of its own.
func (r *reader) like(m document.Member) string {
	p := &Protocol{Section: m.Name}
	r.findLike(p, m.Name, nil, m)
	return r.add(p)
}

// findLike goes through a section to the depth of the table, in source order.
func (r *reader) findLike(p *Protocol, place string, keys []string, m document.Member) {
	for _, row := range likes {
		if fits, _ := path.Match(row.place, place); !fits || !hasForm(row.form, m.Value) {
			continue
		}
		name := cmp.Or(strings.Join(keys, "."), m.Name)
		p.Operations = append(p.Operations, r.operation(name, m.NamePos, m.Value))
		return
	}
	if m.Value.Kind != document.Object || len(keys) >= 2 {
		return
	}
	for _, below := range m.Value.Members {
		if !strings.Contains(below.Name, "/") {
			r.findLike(p, place+"/"+below.Name, append(keys[:len(keys):len(keys)], below.Name), below)
		}
	}
}

// hasForm reports whether a value is what a place is looked at for.
func hasForm(form likeForm, node *document.Node) bool {
	if form == likeList {
		return node.Kind == document.Array && len(node.Items) > 0 && IsStepList(node)
	}
	for _, key := range []string{"steps", "actions"} {
		if list := node.Get(key); section.IsKind(list, document.Array) && len(list.Items) > 0 && IsStepList(list) {
			return true
		}
	}
	return section.IsKind(node.Get("actions"), document.Object) && section.IsKind(node.Get("use_case"), document.String) ||
		section.IsKind(node.Get("request"), document.Object) && node.Get("response") != nil
}
