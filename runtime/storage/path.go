// Package storage keeps the files of a schema's storage paths below one
// directory. Generated packages make templates of their paths and builders
// from those; users open a [Root] and hand it the paths that the builders give.
//
// Everything here is safe for concurrent use. Writers of a file, in this process
// and in others, are kept apart by flock(2), which Linux, macOS and the BSDs
// have; elsewhere [Open] says so. What a method that writes has acknowledged
// with nil survives a crash of the process and of the machine. Readers need no
// lock: a file that is replaced has its old content or the new.
package storage

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Path is the place of a file or directory below a [Root]. Only templates,
// [Path.File] and queries make one, so every part that came from outside has
// been checked to be one safe segment. The zero Path is no place.
type Path struct {
	name string // slash-separated, relative, clean
	home bool   // below the user's home directory
	dir  bool
}

// String gives the path as the schema writes it: with slashes, "~/" for the
// home directory, and a slash at the end of a directory.
func (p Path) String() string {
	s := p.name
	if p.home {
		s = "~/" + s
	}
	if p.dir {
		s += "/"
	}
	return s
}

// File gives the file called name in a directory. The error is a *[SegmentError].
func (p Path) File(name string) (Path, error) {
	reason := Arg{}.check(name)
	if !p.dir {
		reason = "the path is not a directory"
	}
	if reason != "" {
		return Path{}, &SegmentError{Path: p.String() + "{name}", Arg: "name", Value: name, Reason: reason}
	}
	return Path{name: path.Join(p.name, name), home: p.home}, nil
}

// Arg is a placeholder of a template.
type Arg struct {
	Name    string
	Pattern string            // of the schema's property, for messages
	Match   func(string) bool // whether a value matches Pattern; nil where there is none
}

// check says why a value cannot stand for the placeholder, or gives "".
func (a Arg) check(value string) (reason string) {
	reason = checkSegment(value)
	switch {
	case reason != "":
	case a.Match == nil && !defaultPattern.MatchString(value):
		reason = "does not match " + defaultPattern.String()
	case a.Match != nil && !a.Match(value):
		reason = "does not match " + a.Pattern
	}
	return reason
}

// Template is a path with placeholders. Each stands for one argument, in the
// order of first mention.
type Template struct {
	text     string
	args     []Arg
	segments [][]part
	home     bool
	dir      bool
}

// part is literal text, which may be empty, or a placeholder.
type part struct {
	literal string
	arg     int // index, or -1
	width   int // of a number padded with zeros; 0 for text
}

// MustTemplate reads a template: placeholders are {name}, or {name:03d} for a
// number of at least three digits. What args does not describe must match
// ^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$. It panics on bad text, which the
// generator does not let through.
func MustTemplate(text string, args ...Arg) *Template {
	t, err := ParseTemplate(text, args...)
	if err != nil {
		panic(err)
	}
	return t
}

// ParseTemplate is MustTemplate for text that may be bad.
func ParseTemplate(text string, args ...Arg) (*Template, error) {
	t := &Template{text: text}
	rest, home := strings.CutPrefix(text, "~/")
	rest, t.dir = strings.CutSuffix(rest, "/")
	t.home = home
	for segment := range strings.SplitSeq(rest, "/") {
		parts, err := t.parseSegment(segment, args)
		if err != nil {
			return nil, fmt.Errorf("storage: path %q: %w", text, err)
		}
		t.segments = append(t.segments, parts)
	}
	return t, nil
}

var placeholder = regexp.MustCompile(`\{([^:{}]+)(?::0([1-9]|1[0-9]|20)d)?\}`)

func (t *Template) parseSegment(segment string, args []Arg) (parts []part, err error) {
	sample := placeholder.ReplaceAllString(segment, "x") // a harmless value
	if strings.Contains(sample, "{") {
		return nil, fmt.Errorf("bad placeholder in %q", segment)
	}
	if reason := checkSegment(sample); reason != "" {
		return nil, fmt.Errorf("segment %q %s", segment, reason)
	}
	rest := segment
	for _, match := range placeholder.FindAllStringSubmatch(segment, -1) {
		literal, after, _ := strings.Cut(rest, match[0])
		width, _ := strconv.Atoi(match[2])
		parts = append(parts, part{literal: literal, arg: -1}, part{arg: t.index(match[1], args), width: width})
		rest = after
	}
	return append(parts, part{literal: rest, arg: -1}), nil
}

// index gives the place of an argument, which the first mention makes.
func (t *Template) index(name string, args []Arg) int {
	named := func(a Arg) bool { return a.Name == name }
	at := slices.IndexFunc(t.args, named)
	if at >= 0 {
		return at
	}
	arg := Arg{Name: name}
	if i := slices.IndexFunc(args, named); i >= 0 {
		arg = args[i]
	}
	t.args = append(t.args, arg)
	return len(t.args) - 1
}

// String gives the text of the template.
func (t *Template) String() string { return t.text }

// Args are the names of the placeholders, in the order of first mention.
func (t *Template) Args() []string { return argNames(t.args) }

func argNames(args []Arg) []string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.Name
	}
	return names
}

// Path puts arguments into the placeholders. Each must match its pattern and
// be one safe segment; the error is a *[SegmentError].
func (t *Template) Path(args ...string) (Path, error) {
	if len(args) != len(t.args) {
		return Path{}, fmt.Errorf("storage: path %q takes %d arguments, not %d", t.text, len(t.args), len(args))
	}
	if err := checkArgs(t.text, t.args, args); err != nil {
		return Path{}, err
	}
	names := make([]string, len(t.segments))
	for i, parts := range t.segments {
		for _, p := range parts {
			value := p.literal
			if p.arg >= 0 {
				value = args[p.arg]
			}
			if p.width > 0 {
				number, ok := pad(value, p.width)
				if !ok {
					return Path{}, notANumber(t.text, t.args[p.arg].Name, value)
				}
				value = number
			}
			names[i] += value
		}
		if reason := checkSegment(names[i]); reason != "" {
			return Path{}, &SegmentError{Path: t.text, Arg: "segment", Value: names[i], Reason: reason}
		}
	}
	return Path{name: strings.Join(names, "/"), home: t.home, dir: t.dir}, nil
}

// checkArgs checks the first arguments of a path.
func checkArgs(text string, args []Arg, values []string) error {
	for i, value := range values {
		if reason := args[i].check(value); reason != "" {
			return &SegmentError{Path: text, Arg: args[i].Name, Value: value, Reason: reason}
		}
	}
	return nil
}

func notANumber(text, arg, value string) error {
	return &SegmentError{Path: text, Arg: arg, Value: value, Reason: "is not a number in plain decimal digits"}
}

// pad gives a number at least width digits.
func pad(number string, width int) (string, bool) {
	if number == "" || len(number) > 20 || strings.Trim(number, "0123456789") != "" || number[0] == '0' && len(number) > 1 {
		return "", false
	}
	return strings.Repeat("0", max(0, width-len(number))) + number, true
}

// ParseArg is [Template.Parse] for the one argument of a template.
func (t *Template) ParseArg(text string) (string, error) {
	args, err := t.Parse(text)
	if err != nil {
		return "", err
	}
	return args[0], nil
}

// Parse finds the arguments that give a path, in the form of [Path.String]. It
// is an error when there are none, or more than one set of them, as where two
// placeholders of a segment meet at a hyphen that is also in a value.
func (t *Template) Parse(text string) ([]string, error) {
	refuse := func(reason string) ([]string, error) {
		return nil, fmt.Errorf("storage: %.300q %s %q", text, reason, t.text)
	}
	rest, home := strings.CutPrefix(text, "~/")
	rest, dir := strings.CutSuffix(rest, "/")
	names := strings.Split(rest, "/")
	if home != t.home || dir != t.dir || len(names) != len(t.segments) {
		return refuse(otherForm)
	}
	args, reason := t.read(names)
	if reason != "" {
		return refuse(reason)
	}
	return args, nil
}

const otherForm = "is not of the form"

// read finds the arguments that give the first segments of a path, or says why there
// are none.
func (t *Template) read(names []string) (args []string, reason string) {
	args = make([]string, len(t.args))
	for i, name := range names {
		if checkSegment(name) != "" { // also bounds the length
			return nil, otherForm
		}
		found := t.split(t.segments[i], name)
		if len(found) > 1 {
			return nil, "can be read in several ways as"
		}
		if len(found) == 0 {
			return nil, otherForm
		}
		for j, p := range t.segments[i] {
			if p.arg < 0 {
				continue
			}
			if args[p.arg] != "" && args[p.arg] != found[0][j] {
				return nil, otherForm
			}
			args[p.arg] = found[0][j]
		}
	}
	return args, ""
}

// split gives up to two ways to read a segment, each the text of every part. One
// with a single placeholder, as most have, leaves no choice.
func (t *Template) split(parts []part, name string) [][]string {
	if len(parts) != 3 {
		return t.readings(parts, name)
	}
	before, after := parts[0].literal, parts[2].literal
	if len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return nil
	}
	value, ok := t.reads(parts[1], name[len(before):len(name)-len(after)])
	if !ok {
		return nil
	}
	return [][]string{{before, value, after}}
}

// readings is split for any parts. It works from the end, keeping for each place the
// readings of what follows, so that its time is bounded by parts times the square of
// the length.
func (t *Template) readings(parts []part, name string) [][]string {
	readings := make([][][]string, len(name)+1)
	readings[len(name)] = [][]string{nil}
	for i := len(parts) - 1; i >= 0; i-- {
		next := make([][][]string, len(name)+1)
		for from := range next {
			for to := from; to <= len(name) && len(next[from]) < 2; to++ {
				if len(readings[to]) == 0 {
					continue
				}
				if value, ok := t.reads(parts[i], name[from:to]); ok {
					for _, tail := range readings[to] {
						next[from] = append(next[from], append([]string{value}, tail...))
					}
				}
			}
		}
		readings = next
	}
	return readings[0][:min(2, len(readings[0]))]
}

// reads gives the value that a part has when it is written as text.
func (t *Template) reads(p part, text string) (value string, ok bool) {
	if p.arg < 0 {
		return text, text == p.literal
	}
	value = text
	if p.width > 0 {
		value = strings.TrimLeft(text, "0")
		if value == "" && text != "" {
			value = "0"
		}
		if padded, ok := pad(value, p.width); !ok || padded != text {
			return "", false
		}
	}
	return value, t.args[p.arg].check(value) == ""
}
