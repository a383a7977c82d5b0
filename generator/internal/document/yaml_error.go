package document

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// yaml.v3 stops at the first syntax error and says little about its place: no
// column, and as the line often that of the surrounding block. The place is
// found again by asking the parser: of the texts that end near the point where
// it gave up, the shortest one with the same error ends in the token at fault.
// Later errors are found as compilers do it: drop what cannot be read (the rest
// of the line) and go on.

// yamlRecovery looks for the places of syntax errors in one file.
type yamlRecovery struct {
	file        *source.File
	text        []byte // what is parsed; owned, since mistakes are blanked out
	budget      int    // bytes that may still be parsed
	diagnostics diag.Diagnostics
}

const (
	// yamlRetryBytes bounds the work after the first error.
	yamlRetryBytes = 6 << 20
	// yamlCandidates is the number of token starts before the point of
	// failure that are tried. The parser looks ahead by two tokens or one
	// line, and reads a few bytes more.
	yamlCandidates = 48
	maxYAMLErrors  = 20
)

// yamlSyntaxErrors returns the error with its place, and the errors behind it
// that can be told apart from its consequences.
func yamlSyntaxErrors(f *source.File, text []byte, end int, err error) diag.Diagnostics {
	r := &yamlRecovery{file: f, text: bytes.Clone(text), budget: yamlRetryBytes}
	lastLine := 0
	for err != nil && len(r.diagnostics) < maxYAMLErrors {
		problem := yamlProblemOf(err)
		at := r.locate(problem, end)
		pos := f.Pos(f.BOMLen() + at)
		if pos.Line <= lastLine {
			break // the line was given up already: this is a consequence
		}
		lastLine = pos.Line
		r.report(problem, at, pos)
		if !problem.resumable() || r.budget < len(r.text) {
			break
		}
		r.dropLineFrom(at)
		end, err = r.parse(len(r.text))
	}
	return r.diagnostics
}

// dropLineFrom blanks out the line from the offset on.
func (r *yamlRecovery) dropLineFrom(at int) {
	for ; at < len(r.text) && r.text[at] != '\n'; at++ {
		r.text[at] = ' '
	}
}

// parse returns the error of the first n bytes and how many bytes the parser
// had read by then.
func (r *yamlRecovery) parse(n int) (end int, err error) {
	r.budget -= n
	_, _, end, err = parseYAML(r.text[:n])
	return end, err
}

// locate returns the offset of the character at fault, given that the parser has
// failed after reading end bytes.
func (r *yamlRecovery) locate(problem yamlProblem, end int) int {
	var anchor string
	if _, err := fmt.Sscanf(problem.message, "unknown anchor '%s", &anchor); err == nil {
		if at := bytes.LastIndex(r.text[:end], []byte("*"+strings.TrimSuffix(anchor, "'"))); at >= 0 {
			return at
		}
	}
	if problem.message == unclosedQuote {
		if at, ok := r.openingQuote(problem); ok {
			return at
		}
	}

	best := -1
	for at, tries := end, 0; tries < yamlCandidates && r.budget >= at; tries++ {
		at = r.tokenBefore(at)
		if at < 0 {
			break
		}
		_, size := utf8.DecodeRune(r.text[at:])
		_, err := r.parse(at + size)
		if err == nil {
			break
		}
		got := yamlProblemOf(err).message
		if got == problem.message {
			best = at
		} else if got != unclosedQuote && got != missingColon {
			// The text up to here lacks something else (and not because the
			// cut went through a quote or a key), so the mistake comes later.
			break
		}
	}
	if best < 0 {
		best = max(r.tokenBefore(end), 0)
	}
	if r.text[best] == ':' && strings.HasPrefix(problem.message, "did not find") {
		// The colon made a key of the text before it; that text is misplaced.
		line := bytes.LastIndexByte(r.text[:best], '\n') + 1
		best = line + bytes.IndexFunc(r.text[line:], func(c rune) bool { return c != ' ' })
	}
	return best
}

// tokenBefore returns the offset of the last character before at with which a
// token may begin, or -1 when there is none near.
func (r *yamlRecovery) tokenBefore(at int) int {
	const near = 4096
	stop := max(at-near, 0)
	for at--; at >= stop; at-- {
		switch c := r.text[at]; {
		case c == ' ' || c == '\n' || c == '\r':
		case c == '\t' || strings.IndexByte(",:[]{}?-&*!|>'\"%@`#\\", c) >= 0:
			return at
		case at == 0 || strings.IndexByte(" \n\r\t,:[]{}?-&*!|>'\"\\", r.text[at-1]) >= 0:
			return at
		}
	}
	return -1
}

// Errors of yaml.v3 that a text may have only because it was cut.
const (
	unclosedQuote = "found unexpected end of stream"
	missingColon  = "could not find expected ':'"
)

// openingQuote returns the offset of the quote that is never closed. Nothing
// but the error's line helps here, because every text that ends behind the quote
// has the same error.
func (r *yamlRecovery) openingQuote(problem yamlProblem) (at int, ok bool) {
	f := source.NewFile("", r.text)
	// For a quote on the first line yaml.v3 gives the last line of the file.
	for _, line := range []int{problem.line, 1} {
		if line < 1 || line > f.LineCount() {
			continue
		}
		start := f.LineStart(line)
		for i := start + len(f.Line(line)) - 1; i >= start && r.budget > i; i-- {
			if c := r.text[i]; c != '\'' && c != '"' {
				continue
			}
			if r.isUnclosed(i+1) && !r.isUnclosed(i) {
				return i, true
			}
		}
	}
	return 0, false
}

// isUnclosed reports whether the first n bytes end inside quotes.
func (r *yamlRecovery) isUnclosed(n int) bool {
	_, err := r.parse(n)
	return err != nil && yamlProblemOf(err).message == unclosedQuote
}

func (r *yamlRecovery) report(problem yamlProblem, at int, pos source.Pos) {
	code := diag.SyntaxError
	switch {
	case strings.HasPrefix(problem.message, "exceeded max depth"):
		code = diag.TooDeep
	case strings.HasPrefix(problem.message, "did not find expected <document start>"):
		code = diag.TrailingData
		problem.message = "the YAML value has ended, but the file goes on"
	case strings.HasPrefix(problem.message, "unknown anchor"):
		code = diag.UnknownAnchor
	}
	message := problem.message
	if message == unclosedQuote {
		message = "quoted string is not closed"
	}
	found := rune(-1)
	if at < len(r.text) {
		found, _ = utf8.DecodeRune(r.text[at:])
	}
	switch {
	case found <= ' ' || !strings.HasPrefix(message, "did not find expected"):
	case problem.advice().after:
		message += fmt.Sprintf(" after %q", found)
	default:
		message += fmt.Sprintf(", found %q", found)
	}
	d := diag.New(code, pos, "%s", message)
	if help := problem.help(found); help != "" {
		d = d.WithHelp("%s", help)
	}
	r.diagnostics.Add(d)
}
