// Package render writes documents as the text of prompts, by templates that the
// user owns, within a number of tokens.
//
// A template is one of text/template. Its function part names a piece of text that
// may be shortened or left out:
//
//	{{part "fact" 5 .}}          the template "fact" of a value, in class 5
//	{{define "fact"}}…{{end}}
//	{{define "fact.summary"}}…{{end}}   its shorter forms, if there are any:
//	                                     .quote, .summary and .ref
//
// Where not all parts fit, the higher class takes its room first and each part goes
// in in the fullest form that there is room for, see budget.Allocate. What is no
// part always stays.
//
// Further functions: outline writes a value as indented lines, json as JSON, line
// as plain text on one line.
package render

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"text/template"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Templates are a user's templates. Many goroutines may use them at once.
type Templates struct{ set *template.Template }

// Parse reads the templates in files of a file system; patterns are those of
// fs.Glob. A file is a template by its name without directory.
func Parse(files fs.FS, patterns ...string) (*Templates, error) {
	set, err := template.New("").Funcs((&rendering{}).functions()).ParseFS(files, patterns...)
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return &Templates{set}, nil
}

// Budget is how many tokens there are.
type Budget struct {
	MaxTokens int64               // 0 for as many as it takes
	PerPart   map[string]int64    // caps for all parts of a name together
	Counter   budget.TokenCounter // nil counts by budget.Estimate
}

// Prompt is a text with what became of its parts.
type Prompt struct {
	Text         string
	Tokens       int64 // of the text, by the budget's counter
	Degradations []budget.Degradation
	Omissions    []budget.Omission // by the part's name and number, as fact 3
}

// TooSmallError says that a text does not fit even without all its parts.
type TooSmallError struct {
	Template   string
	Needs, Has int64
}

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("render: template %q takes %d tokens without its parts, but may have %d: make parts of what may be left out", e.Template, e.Needs, e.Has)
}

// Render executes a template on a value. The error comes from the template or the
// counter, or is a *TooSmallError.
func (t *Templates) Render(name string, data any, b Budget) (Prompt, error) {
	if b.Counter == nil {
		b.Counter = budget.Estimate{}
	}
	set, err := t.set.Clone()
	if err != nil {
		return Prompt{}, fmt.Errorf("render: %w", err)
	}
	r := &rendering{set: set, numbers: map[string]int{}, secret: rand.Text()}
	set.Funcs(r.functions())
	var text strings.Builder
	if err := set.ExecuteTemplate(&text, name, data); err != nil {
		return Prompt{}, fmt.Errorf("render: %w", err)
	}
	return r.fit(name, text.String(), b)
}

// rendering is one execution of a template.
type rendering struct {
	set     *template.Template
	parts   []budget.Candidate
	numbers map[string]int
	depth   int
	secret  string // in the marks
}

func (r *rendering) functions() template.FuncMap {
	return template.FuncMap{"part": r.part, "outline": outline, "json": asJSON, "line": line}
}

// mark stands where a part will be. No text of a document is one, for it cannot know
// the secret.
func (r *rendering) mark(part int) string { return "\x00" + r.secret + strconv.Itoa(part) + "\x00" }

// part executes the templates of a part.
func (r *rendering) part(name string, class int, data any) (string, error) {
	if r.depth > 0 {
		return "", fmt.Errorf("part %q lies in another part", name)
	}
	r.depth++
	defer func() { r.depth-- }()
	r.numbers[name]++
	floor := budget.Ref
	c := budget.Candidate{ID: fmt.Sprintf("%06d", len(r.parts)), Section: name, Priority: class, Floor: &floor}
	for form, suffix := range []string{"", ".quote", ".summary", ".ref"} {
		if r.set.Lookup(name+suffix) == nil {
			if form == 0 {
				return "", fmt.Errorf("there is no template %q", name)
			}
			continue
		}
		var text strings.Builder
		if err := r.set.ExecuteTemplate(&text, name+suffix, data); err != nil {
			return "", err
		}
		c.Forms[form] = strings.ReplaceAll(text.String(), "\x00", "")
	}
	r.parts = append(r.parts, c)
	return r.mark(len(r.parts) - 1), nil
}

// fit gives room to the parts such that the whole text is within the budget.
func (r *rendering) fit(name, text string, b Budget) (Prompt, error) {
	plan := budget.Plan{MaxTokens: b.MaxTokens, PerSection: b.PerPart}
	if b.MaxTokens <= 0 {
		plan.MaxTokens = budget.Unlimited
	}
	base := r.fill(text, nil)
	needs, err := b.Counter.CountTokens(base)
	if err != nil {
		return Prompt{}, err
	}
	if needs > plan.MaxTokens {
		return Prompt{}, &TooSmallError{Template: name, Needs: needs, Has: b.MaxTokens}
	}
	most := plan.MaxTokens
	for plan.MaxTokens -= needs; ; {
		placements, report, err := budget.Allocate(plan, r.parts, b.Counter)
		if err != nil {
			return Prompt{}, err
		}
		p := Prompt{Text: r.fill(text, placements), Degradations: report.Degradations}
		if p.Tokens, err = b.Counter.CountTokens(p.Text); err != nil {
			return Prompt{}, err
		}
		if p.Tokens > most && plan.MaxTokens > 0 { // the whole takes more than its pieces
			plan.MaxTokens = max(plan.MaxTokens-(p.Tokens-most), 0)
			continue
		}
		r.named(&p, report)
		return p, nil
	}
}

// named tells of parts by their names.
func (r *rendering) named(p *Prompt, report budget.Report) {
	numbers, names := map[string]int{}, map[string]string{}
	for _, c := range r.parts {
		numbers[c.Section]++
		names[c.ID] = fmt.Sprintf("%s %d", c.Section, numbers[c.Section])
	}
	for _, o := range report.Omissions {
		p.Omissions = append(p.Omissions, budget.Omission{Item: names[o.Item], Reason: o.Reason})
	}
	for i, d := range p.Degradations {
		id, reason, _ := strings.Cut(d.Reason, ": ")
		p.Degradations[i].Reason = names[id] + ": " + reason
	}
}

// fill puts the parts into their places, and takes out other zero bytes, as it is
// done in parts. Lines that are left empty go, but for one between paragraphs.
func (r *rendering) fill(text string, placements []budget.Placement) string {
	placed := map[string]string{}
	for _, p := range placements {
		placed[p.ID] = p.Text
	}
	var texts []string // by mark
	for i, part := range r.parts {
		texts = append(texts, r.mark(i), placed[part.ID])
	}
	out := strings.NewReplacer(append(texts, "\x00", "")...).Replace(text)
	for strings.Contains(out, "\n\n\n") {
		out = strings.ReplaceAll(out, "\n\n\n", "\n\n")
	}
	return strings.TrimLeft(out, "\n")
}

// asJSON writes a value as JSON.
func asJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

// tree is a value as a tree of JSON.
func tree(v any) (*jsontree.Node, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return jsontree.Parse(data), nil
}

// line writes a value as plain text on one line.
func line(v any) (string, error) {
	n, err := tree(v)
	if err != nil {
		return "", err
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(n.Plain()), " "), "\x00", ""), nil
}

// outline writes a value as indented lines: members as "name: value", elements
// with a dash. A text of several lines is quoted, so that none looks like another
// member.
func outline(v any) (string, error) {
	n, err := tree(v)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	write(&b, n, "")
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func write(b *strings.Builder, n *jsontree.Node, indent string) {
	for _, child := range n.Children {
		lead := indent + "-"
		if n.Kind == jsonscan.KindObject {
			lead = indent + plain(child.Name) + ":"
		}
		switch {
		case child.IsContainer() && child.IsEmpty():
			b.WriteString(lead + " none\n")
		case child.IsContainer():
			b.WriteString(lead + "\n")
			write(b, child, indent+"  ")
		default:
			b.WriteString(lead + " " + plain(child.Plain()) + "\n")
		}
	}
	if !n.IsContainer() {
		b.WriteString(indent + plain(n.Plain()) + "\n")
	}
}

// plain is a text on one line, quoted where it has several.
func plain(text string) string {
	text = strings.ReplaceAll(text, "\x00", "")
	if strings.ContainsAny(text, "\n\r\v\f\u0085\u2028\u2029") {
		return strconv.Quote(text)
	}
	return text
}
