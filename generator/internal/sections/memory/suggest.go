package memory

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Suggest gives the window over documents that say how many of them it holds, and
// by which policy.
func (s *Section) Suggest() []string {
	if s.written != nil || s.record == nil || s.record.Kind != model.Struct {
		return nil
	}
	key := memberLike(s.record, model.Int, "iteration", "number", "sequence")
	for _, f := range s.record.Fields {
		of := f.Type.Bare()
		if key == "" || of.Kind != model.Named || of.Decl.Kind != model.Struct {
			continue
		}
		capacity, policy := memberLike(of.Decl, model.Int, "capacity"), policyOf(of.Decl)
		if capacity == "" || policy == "" {
			continue
		}
		at := "/" + document.EscapeToken(f.JSON)
		lines := []string{"  window:", "    key: " + visible.YAML(key), "    iteration: " + visible.YAML(key)}
		for _, kind := range []model.TypeKind{model.DateTime, model.String} {
			if time := memberLike(s.record, kind, "time", "timestamp"); time != "" {
				lines = append(lines, "    time: "+visible.YAML(time))
				break
			}
		}
		return append(lines, "    capacity: "+visible.YAML(at+capacity), "    policy: "+visible.YAML(at+policy))
	}
	return nil
}

// memberLike finds the first member of a kind that has one of some words for its
// name, or for the end of it.
func memberLike(d *model.Decl, kind model.TypeKind, words ...string) string {
	for _, f := range d.Fields {
		name := f.JSON[strings.LastIndexByte(f.JSON, '_')+1:]
		if t := f.Type.Bare(); t.Kind == kind && slices.Contains(words, name) {
			return "/" + document.EscapeToken(f.JSON)
		}
	}
	return ""
}

// policyOf finds the member that names a policy: an enum of those that there are.
func policyOf(d *model.Decl) string {
	for _, f := range d.Fields {
		t := f.Type.Bare()
		if t.Kind != model.Named || t.Decl.Kind != model.Enum {
			continue
		}
		if lists.Every(t.Decl.Enum, func(v model.EnumValue) bool { return slices.Contains(policies, v.Text) }) {
			return "/" + document.EscapeToken(f.JSON)
		}
	}
	return ""
}
