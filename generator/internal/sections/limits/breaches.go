package limits

import (
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/limits"
)

// Breach is a limit that a document does not keep, and where.
type Breach struct {
	Name   string // of the limit
	Pos    source.Pos
	Breach limits.Breach
}

// Breaches measures a document as the generated check does, but for values of
// unions and of recursive types, which only Go code can tell.
func (s *Section) Breaches(doc *document.Node) []Breach {
	if s.check == nil || s.check.Root == nil {
		return nil
	}
	m := &measuring{}
	m.value(doc, s.check.Root, "", 0)
	return m.found
}

// measuring goes through a document.
type measuring struct{ found []Breach }

func (m *measuring) value(n *document.Node, v *Value, path string, depth int) {
	if v == nil || n == nil || n.Kind == document.Null || depth > document.MaxDepth {
		return
	}
	for _, site := range v.Sites {
		m.site(site, n.Pos, path, amountOf(n, site))
	}
	if v.Elem != nil {
		for i, item := range n.Items {
			m.value(item, v.Elem, limits.Index(path, i), depth+1)
		}
	}
	if n.Kind == document.Object && (v.Elem != nil || len(v.Keys) > 0) {
		m.members(n.Members, v.Keys, v.Elem, path, depth)
	}
	if v.Walk != nil {
		m.walk(n, v.Walk, path, depth)
	}
}

func (m *measuring) members(list []document.Member, keys []*Site, v *Value, path string, depth int) {
	for _, member := range list {
		at := limits.Join(path, member.Name)
		for _, site := range keys {
			m.site(site, member.NamePos, at, int64(utf8.RuneCountInString(member.Name)))
		}
		m.value(member.Value, v, at, depth+1)
	}
}

func (m *measuring) walk(n *document.Node, w *Walk, path string, depth int) {
	switch w.Decl.Kind {
	case model.Struct:
		maps := w.Decl.Maps()
		others := make([][]document.Member, len(maps))
		for _, member := range n.Members {
			if at := slices.Index(maps, w.Decl.MapOf(member.Name)); at >= 0 && !w.names(member.Name) {
				others[at] = append(others[at], member)
			}
		}
		for _, f := range w.Fields {
			m.value(n.Get(f.Field.JSON), f.Value, limits.Join(path, f.Field.JSON), depth+1)
		}
		for i, v := range w.Maps {
			m.members(others[i], w.Keys, v, path, depth)
		}
	case model.Tuple:
		for _, f := range w.Fields {
			if f.Index < len(n.Items) {
				m.value(n.Items[f.Index], f.Value, limits.Join(path, strconv.Itoa(f.Index)), depth+1)
			}
		}
	case model.Defined:
		m.value(n, w.Under, path, depth+1)
	}
}

// names reports whether a name is that of a declared member.
func (w *Walk) names(name string) bool {
	return slices.ContainsFunc(w.Decl.Fields, func(f *model.Field) bool { return f.JSON == name })
}

// amountOf is what a site measures, -1 where the value has no such amount.
func amountOf(n *document.Node, site *Site) int64 {
	switch site.Measure {
	case MeasureLength:
		return int64(len(n.Items) + len(n.Members))
	case MeasureRunes:
		if n.Kind == document.String {
			return int64(utf8.RuneCountInString(n.Text))
		}
	case MeasureSize:
		size, unit := int64(len(n.AppendJSON(nil))), max(1, bytesOf[site.Limit.Unit])
		return (size + unit - 1) / unit
	case MeasureNumber:
		if f, _, err := big.ParseFloat(n.Text, 10, 64, big.ToPositiveInf); n.Kind == document.Number && err == nil {
			i, _ := f.Int64()
			return i
		}
	}
	return -1
}

func (m *measuring) site(site *Site, pos source.Pos, path string, actual int64) {
	bound, err := strconv.ParseInt(site.Limit.Value.Text, 10, 64)
	if err != nil || bound < 0 || actual < 0 {
		return
	}
	if site.Limit.Lower && actual < bound || !site.Limit.Lower && actual > bound {
		m.found = append(m.found, Breach{site.Limit.Key, pos, limits.Breach{
			Name: site.Limit.Key, Path: path, Actual: actual, Limit: bound, Lower: site.Limit.Lower, Unit: site.Limit.Unit,
		}})
	}
}
