package place

import (
	"cmp"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// step is a step of the path to a schema: a keyword, and the name or index that
// it holds schemas by.
type step struct {
	keyword, sub string
	above, here  *schema.Node
	at           string // the place that it leads to
}

// steps lists the steps of the pointer of n.
func (ps *Places) steps(n *schema.Node) []step {
	if n.FilePointer == "" {
		return nil
	}
	if steps, known := ps.ways[n]; known {
		return steps
	}
	var out []step
	place := n.Place()
	for at := len(n.Pos.File) + 1; at < len(place); {
		s := step{above: ps.nodes[place[:at]]}
		s.keyword, at = tokenAt(place, at)
		if sub, end := tokenAt(place, at); end > at && (schema.TakesName(s.keyword) || schema.TakesIndex(s.keyword) && isIndex(sub)) {
			s.sub, at = document.UnescapeToken(sub), end
		}
		s.at = place[:at]
		s.here = ps.nodes[s.at]
		out = append(out, s)
	}
	ps.ways[n] = out
	return out
}

// tokenAt is the token of a pointer that begins with the slash at an offset, as it is
// written, and where it ends; there is none at the end of the pointer.
func tokenAt(pointer string, at int) (token string, end int) {
	if at == len(pointer) {
		return "", at
	}
	end = len(pointer)
	if i := strings.IndexByte(pointer[at+1:], '/'); i >= 0 {
		end = at + 1 + i
	}
	return pointer[at+1 : end], end
}

// start finds the last of the steps to n that has a name of its own, which stands
// for the path up to there: a definition, or what is given one. It returns the
// index behind it; 0 and the name of the file where there is none.
func (ps *Places) start(steps []step, n *schema.Node) (from int, name string) {
	for from = len(steps); from > 0; from-- {
		s := steps[from-1]
		if name = ps.given(s.at, s.here); name == "" && s.isDefinition() {
			name = cmp.Or(ps.formerName(s), ps.definitionName(s.sub))
		}
		if name != "" {
			return from, name
		}
	}
	return 0, ps.fileName(n)
}

// path joins the names of the steps behind from, and makes the key of the place of
// all: a branch of a union is known by its label, not by its index, and what is
// left of a union without null is what the whole is. The name of a type that several
// places share stands for the path up to there: within is it, nil for none.
// Ends are the ends of the name that begin with a member, the shortest first. Was is the
// key with the labels of the last generation.
func (ps *Places) path(n *schema.Node, steps []step, from int) (within *shared, name string, ends []string, key, was string) {
	if key = n.Pos.File + "#"; from > 0 {
		key = steps[from-1].at // a definition is known by its place, whatever it stands in
	}
	was = key
	if from > 0 && steps[from-1].isBranch() { // a branch with a name of its own
		was = ps.OfSchema(steps[from-1].above).Key + "/" + steps[from-1].keyword
		was = document.AppendToken(was, cmp.Or(ps.labels.was[steps[from-1].here], ps.labels.label(steps[from-1].here)))
	}
	add := func(part string) {
		name += part
		for i := range ends {
			ends[i] += part
		}
	}
	for _, s := range steps[from:] {
		sub, old := s.sub, s.sub
		if !ps.addsToName(s) {
			continue
		}
		if s.isBranch() {
			sub = ps.branchLabel(s)
			add(sub)
			old = cmp.Or(ps.labels.was[s.here], sub)
		} else {
			if s.keyword == "properties" {
				ends = append([]string{""}, ends...)
			}
			if s.keyword == "patternProperties" {
				add(ps.patternWord(s.above, sub))
			}
			add(ps.partName(s.keyword, sub))
		}
		key += "/" + s.keyword
		was += "/" + s.keyword
		if sub != "" {
			key, was = document.AppendToken(key, sub), document.AppendToken(was, old)
		}
		if t := ps.shared[s.here]; t != nil {
			within, name, was = t, "", cmp.Or(t.was, was)
		}
	}
	return within, name, ends, key, was
}

// others are names for a place whose name another has: with the name of the file
// in front, or that of the definition around it, or with the special characters of
// a definition's own name.
func (ps *Places) others(n *schema.Node, steps []step, from int, name, rest string) []string {
	var starts []string
	if !ps.own[n.Pos.File] || ps.several {
		starts = append(starts, ps.fileBase(n)+name)
	}
	if from > 0 {
		last := steps[from-1]
		isGiven := ps.given(last.at, last.here) != ""
		if from > 1 && !isGiven {
			_, around := ps.start(steps[:from-1], n)
			starts = append(starts, around+name)
		}
		if last.isDefinition() && !isGiven {
			_, longer := ps.qualified(last.sub)
			starts = append(starts, longer...)
		}
		starts = append(starts, ps.Words.Other(last.sub))
	}
	others := lists.Where(starts, func(start string) bool { return start != name && start != "" })
	return lists.Of(others, func(start string) string { return start + rest })
}

// roles say what an inline schema is, by the keyword that holds it: a readable name where
// a definition has that of its path. Those of maps would say nothing, for what several
// patterns have is called the same.
var roles = map[string]string{
	"properties": "Field", "items": "Element", "prefixItems": "Element", "oneOf": "Branch", "anyOf": "Branch",
}

// roleOf is the role of what some steps lead to; "" for none.
func roleOf(steps []step) string {
	if len(steps) == 0 {
		return ""
	}
	return roles[steps[len(steps)-1].keyword]
}

// rank orders the places that want one name: those in the files of the entry
// types come first, then those that are not inside of other definitions, then the
// plainest.
func (ps *Places) rank(n *schema.Node, steps []step) int {
	rank := 0
	if !ps.own[n.Pos.File] {
		rank += 1 << 24
	}
	rank += min(len(steps), 1<<8) << 16
	if len(steps) > 0 {
		rank += min(names.Oddity(steps[len(steps)-1].sub), 1<<15)
	}
	return rank
}

// isDefinition reports whether a step leads to a definition.
func (s step) isDefinition() bool { return s.keyword == "$defs" || s.keyword == "definitions" }

// isBranch reports whether a step leads to a branch of a union.
func (s step) isBranch() bool { return s.keyword == "oneOf" || s.keyword == "anyOf" }

// addsToName reports whether a step tells what it leads to from what it starts at: all that
// is left of a union without null is what the whole is.
func (ps *Places) addsToName(s step) bool { return !s.isBranch() || ps.branchLabel(s) != "" }

// branchLabel is the label of a branch of a union; "" for all that is left of one
// without null.
func (ps *Places) branchLabel(s step) string {
	if s.here == nil || ps.isOnly(s.above, s.here) {
		return ""
	}
	return ps.labels.label(s.here)
}

// isOnly reports whether a branch is all that a union of n leaves, but for null.
func (ps *Places) isOnly(n, branch *schema.Node) bool {
	if n == nil {
		return false
	}
	only, found := ps.only[n]
	if !found {
		only = ps.onlyBranches(n)
		ps.only[n] = only
	}
	return only[branch]
}

// onlyBranches are the branches of n for which isOnly holds.
func (ps *Places) onlyBranches(n *schema.Node) map[*schema.Node]bool {
	only := map[*schema.Node]bool{}
	for _, branches := range [][]*schema.Node{n.AnyOf, n.OneOf} { // the latter decides on what is in both
		more := lists.Set(lists.Where(branches, ps.leavesMore))
		for _, m := range branches {
			if len(more) == 0 || len(more) == 1 && more[m] {
				only[m] = true
			} else {
				delete(only, m)
			}
		}
	}
	return only
}

// leavesMore reports whether a branch admits more than null.
func (ps *Places) leavesMore(m *schema.Node) bool {
	return ps.schemas.Analysis.Kinds(m)&^kind.Null != 0
}

// fileName is the name of a file's root schema: the root's name where the root
// is an entry point, else its title, else the file's base name.
func (ps *Places) fileName(n *schema.Node) string {
	root := ps.nodes[n.Pos.File+"#"]
	if root == nil {
		return ps.fileBase(n)
	}
	return cmp.Or(ps.given(n.Pos.File+"#", root), ps.titleName(root), ps.fileBase(n))
}

// fileBase is the name of a file without directories and extensions.
func (ps *Places) fileBase(n *schema.Node) string {
	base := n.Pos.File[strings.LastIndexByte(n.Pos.File, '/')+1:]
	if dot := strings.IndexByte(base, '.'); dot > 0 {
		base = base[:dot]
	}
	return ps.Words.Exported(base)
}

// titleName is the name in a title, where the title is one: a short phrase.
func (ps *Places) titleName(n *schema.Node) string {
	if len(n.Title) > 60 || strings.ContainsAny(n.Title, "\n\r") {
		return ""
	}
	return ps.Words.Exported(n.Title)
}

// qualified is the name of a type at the end of a key that says where it is from, and the
// names with more and more of that. It is "" for other keys.
func (ps *Places) qualified(key string) (name string, longer []string) {
	parts := origin(key)
	for from := len(parts) - 1; from >= 0; from-- {
		if !startsWithLetter(parts[from]) {
			continue // a version is not what a name begins with
		}
		longer = append(longer, ps.Words.Exported(strings.Join(parts[from:], ".")))
	}
	if len(longer) == 0 {
		return "", nil
	}
	return longer[0], longer[1:]
}

func startsWithLetter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// origin parts a key that says where a type is from, and ends in its name. It is nil for
// other keys.
func origin(key string) []string {
	if parts := inPackages(key); parts != nil {
		return parts
	}
	return inFiles(key)
}

// inPackages parts a key that begins with the packages of a type, as in
// io.k8s.api.core.v1.Container. It is nil for other keys.
func inPackages(key string) []string {
	parts := strings.Split(key, ".")
	last := len(parts) - 1
	if last < 2 || parts[last] == "" || parts[last][0] < 'A' || parts[last][0] > 'Z' {
		return nil
	}
	for _, part := range parts[:last] {
		if part == "" || part != strings.ToLower(part) || strings.ContainsAny(part, "/: ") {
			return nil
		}
	}
	return parts
}

// inFiles parts a key that is the URL or the path of a schema, as bundled schemas have
// them: the host says nothing of the type, nor does what the name of a file ends in. It is
// nil for other keys.
func inFiles(key string) []string {
	file, fragment := key, ""
	if u, err := url.Parse(key); err == nil && u.Host != "" {
		file, fragment = u.Path, u.Fragment
	} else if !strings.Contains(key, "/") || !isSchemaFile(key) {
		return nil
	}
	parts := strings.FieldsFunc(withoutExtension(file), isSlash)
	return append(parts, strings.FieldsFunc(fragment, isSlash)...)
}

func isSlash(r rune) bool { return r == '/' }

func isSchemaFile(name string) bool {
	switch path.Ext(name) {
	case ".json", ".yaml", ".yml":
		return true
	}
	return false
}

// withoutExtension is the name of a file without .json, .schema.json and their like.
func withoutExtension(name string) string {
	if isSchemaFile(name) {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return strings.TrimSuffix(name, ".schema")
}

// IsQualified reports whether a schema is of a definition whose key says where it is from:
// that several have types of one name is their intention.
func IsQualified(n *schema.Node) bool {
	for token := range strings.SplitSeq(n.FilePointer, "/") {
		if origin(document.UnescapeToken(token)) != nil {
			return true
		}
	}
	return false
}

// definitionName is the name in a definition's key, of one that says where it is from the
// end.
func (ps *Places) definitionName(key string) string {
	name, _ := ps.qualified(key)
	return cmp.Or(name, ps.Words.Exported(key), "Definition")
}

// formerName is the name of a definition that has been generated when those of URLs were
// made of the whole path, and keeps it; "" for others.
func (ps *Places) formerName(s step) string {
	if len(ps.held.Names) == 0 || inFiles(s.sub) == nil {
		return ""
	}
	whole := s.sub
	if u, err := url.Parse(s.sub); err == nil && u.Host != "" && len(u.Path) > 1 {
		whole = strings.TrimSuffix(strings.TrimSuffix(u.Path, ".json"), ".yaml") + " " + u.Fragment
	}
	if name := ps.Words.Exported(whole); ps.held.Names[name] == s.at {
		return name
	}
	return ""
}

// partName names one step of a path.
func (ps *Places) partName(keyword, sub string) string {
	switch keyword {
	case "properties":
		return cmp.Or(ps.Words.Exported(sub), "Property")
	case "items", "additionalItems", "unevaluatedItems", "prefixItems":
		return "Item" + sub
	case "additionalProperties", "unevaluatedProperties", "patternProperties":
		return "Value"
	case "propertyNames":
		return "Name"
	case "allOf", "oneOf", "anyOf":
		return "" // its parts are merged
	case "dependentSchemas", "dependencies":
		return "With" + ps.Words.Exported(sub)
	}
	return ps.Words.Exported(keyword) + ps.Words.Exported(sub)
}

// Short is what a schema speaks of, in a word or two: the member or definition that
// is nearest, and the path from there. It is "" for a whole document.
func (ps *Places) Short(n *schema.Node) string {
	var name string
	for _, s := range ps.steps(n) {
		switch {
		case s.isDefinition():
			name = ps.definitionName(s.sub)
		case s.keyword == "properties":
			name = ps.partName(s.keyword, s.sub)
		default:
			name += ps.partName(s.keyword, "")
		}
	}
	return name
}

func isIndex(s string) bool {
	_, err := strconv.ParseUint(s, 10, 31)
	return err == nil
}
