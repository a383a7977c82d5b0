package document

import (
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// yamlProblem is an error of yaml.v3 taken apart. Its errors are texts of the
// form "yaml: line 12: message", with or without the line.
type yamlProblem struct {
	message string
	line    int // as yaml.v3 says: 0, or a line near the error
}

func yamlProblemOf(err error) yamlProblem {
	p := yamlProblem{message: strings.TrimPrefix(err.Error(), "yaml: ")}
	if rest, ok := strings.CutPrefix(p.message, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				p.line, p.message = line, message
			}
		}
	}
	return p
}

// yamlAdvice is what is known about a message of yaml.v3.
type yamlAdvice struct {
	message string
	// resumable errors concern one line: without it the rest of the file
	// means what it meant.
	resumable bool
	// after errors are placed at the last thing that could be read.
	after bool
	help  string
}

const tabs = "indent with spaces; YAML does not allow tabs"

var yamlAdvices = []yamlAdvice{
	{"did not find expected key", true, false, "check the indentation: the keys of one mapping start in the same column"},
	{"did not find expected '-' indicator", true, false, "check the indentation: the items of one list start in the same column"},
	{"mapping values are not allowed in this context", true, false, `quote a value that holds ": ", or check the indentation`},
	{"block sequence entries are not allowed in this context", true, false, "begin the list on a line of its own"},
	{missingColon, true, false, "a member is written as key: value"},
	{"found character that cannot start any token", true, false, "quote a text that begins with this character"},
	{"unknown anchor", true, false, ""},
	{"found undefined tag handle", true, false, ""},
	{"did not find expected ',' or ']'", false, true, "separate the elements with commas and close the list with ]"},
	{"did not find expected ',' or '}'", false, true, "separate the members with commas and close the mapping with }"},
	{"did not find expected node content", false, true, "a value is missing; if it begins with #, write it in quotes: # begins a comment"},
	{"found a tab character that violates indentation", false, false, tabs},
	{unclosedQuote, false, false, "close the quote"},
	{"found unknown escape character", false, false, `write \\ for a backslash, or use single quotes`},
	{"did not find expected comment or line break", false, false, "the text of a block scalar begins on the next line"},
}

func (p yamlProblem) advice() yamlAdvice {
	return lists.First(yamlAdvices, func(a yamlAdvice) bool { return strings.HasPrefix(p.message, a.message) })
}

func (p yamlProblem) resumable() bool { return p.advice().resumable }

// help returns how to fix the problem, which has come up at the character
// found (-1 at the end of the file).
func (p yamlProblem) help(found rune) string {
	switch {
	case found == ',' && strings.HasPrefix(p.message, "did not find expected key"):
		return "write one member a line, or all of them as {key: value, key: value}"
	case found == '\t' && strings.HasPrefix(p.message, "found character that cannot start"):
		return tabs
	}
	return p.advice().help
}
