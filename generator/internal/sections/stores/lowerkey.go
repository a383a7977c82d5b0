package stores

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// key resolves the arguments of the path, and how the key is drawn if it can be.
func (l *lowering) key() {
	args := l.Path.Args
	if len(args) > 1 {
		l.want(&l.Key, "#key", l.base+"Key")
	}
	from := section.RootOf(l.t.RootSchemas(), l.of.Text)
	for _, arg := range args {
		l.Members = append(l.Members, arg.Member(l.t, l.Root.Decl, from, section.Pointer(l.of.Text)))
	}
	if len(args) != 1 || args[0].Text == "" {
		return
	}
	if l.KeyForm = hexForm(args[0].Text); l.KeyForm == nil {
		return
	}
	l.drawn = lists.First(l.s.stores, func(other *Store) bool {
		a := other.Path.Args
		return other.KeyForm != nil && other.drawn == nil && a[0].Name == args[0].Name && a[0].Text == args[0].Text
	})
	if l.drawn == nil {
		l.want(&l.NewKey, "#id", "New"+args[0].Field)
	}
}

var hexPattern = regexp.MustCompile(`^\^([A-Za-z0-9_.-]*)\[(?:a-f0-9|0-9a-f)\]\{([0-9]+)\}\$$`)

// hexForm reads the pattern of IDs that are a prefix and hexadecimal digits; nil
// for others.
func hexForm(pattern string) *Hex {
	match := hexPattern.FindStringSubmatch(pattern)
	if match == nil {
		return nil
	}
	digits, err := strconv.Atoi(match[2])
	if err != nil || digits < 1 || digits > 64 {
		return nil
	}
	return &Hex{Prefix: match[1], Digits: digits}
}

// finds resolves the members that documents are found by.
func (l *lowering) finds() {
	for _, pointer := range l.find {
		if a := l.member(pointer, aKey); a != nil {
			l.Find = append(l.Find, &Found{Method: l.findName(pointer.Text), Access: a})
		}
	}
}

// nextIDs resolves the IDs of the elements of arrays.
func (l *lowering) nextIDs() {
	for _, pointer := range l.ids {
		entries, key, ok := strings.Cut(pointer.Text, "/*")
		if !ok {
			l.bad(pointer.Pos, "%s names no element: /*/ stands for it", pointer.Text)
			continue
		}
		list, decl := l.entries(section.Word{Text: entries, Pos: pointer.Pos})
		if list == nil {
			continue
		}
		id := &ID{Entries: list, Key: section.Member(l.t, decl, section.Word{Text: key, Pos: pointer.Pos}, section.AText)}
		if id.Key == nil {
			continue
		}
		if id.Form = hexForm(patternOf(l.t, id.Key)); id.Form == nil {
			l.bad(pointer.Pos, "%s has no pattern of a prefix and hexadecimal digits", pointer.Text)
			continue
		}
		l.want(&id.Func, "#next:"+pointer.Text, "Next"+l.t.Words().Exported(strings.ReplaceAll(strings.TrimPrefix(key, "/"), "/", "_")))
		l.IDs = append(l.IDs, id)
	}
}

// findName names the method that finds documents by a member: after its last name,
// or all where others have the last name too.
func (l *lowering) findName(pointer string) string {
	last := func(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }
	same := func(other section.Word) bool { return last(other.Text) == last(pointer) && other.Text != pointer }
	if slices.ContainsFunc(l.find, same) {
		return "FindBy" + l.t.Words().Exported(strings.ReplaceAll(pointer[1:], "/", "_"))
	}
	return "FindBy" + l.t.Words().Exported(last(pointer))
}

// patternOf finds the pattern that a member must match; "" for none, or several.
func patternOf(t *lower.Types, a *model.Access) string {
	var found []string
	for _, n := range t.Schemas(a.Plan()) {
		if n.Pattern != nil {
			found = append(found, *n.Pattern)
		}
	}
	if found = slices.Compact(found); len(found) == 1 {
		return found[0]
	}
	return ""
}
