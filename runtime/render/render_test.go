package render_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/render"
)

func parsed(t *testing.T, text string) *render.Templates {
	t.Helper()
	ts, err := render.Parse(fstest.MapFS{"p.tmpl": {Data: []byte(text)}}, "*.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

type words struct{}

func (words) CountTokens(text string) (int64, error) { return int64(len(strings.Fields(text))), nil }

const notes = `Notes:
{{range .}}{{part "note" .Class .}}
{{end}}End.
{{define "note"}}- {{.Text}} at length{{end}}{{define "note.summary"}}- {{.Text}}{{end}}`

type note struct {
	Class int
	Text  string
}

func TestRenderWithinBudget(t *testing.T) {
	list := []note{{1, "a b"}, {2, "c d"}, {1, "e f"}}
	for _, c := range []struct {
		most      int64
		text      string
		omissions int
	}{
		{0, "Notes:\n- a b at length\n- c d at length\n- e f at length\nEnd.\n", 0},
		{13, "Notes:\n- a b at length\n- c d at length\n\nEnd.\n", 1},
		{10, "Notes:\n- a b\n- c d at length\n\nEnd.\n", 1},
		{5, "Notes:\n\n- c d\n\nEnd.\n", 2},
		{2, "Notes:\n\nEnd.\n", 3},
	} {
		p, err := parsed(t, notes).Render("p.tmpl", list, render.Budget{MaxTokens: c.most, Counter: words{}})
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := (words{}).CountTokens(p.Text); n != p.Tokens || c.most > 0 && n > c.most {
			t.Errorf("%d: %d tokens, told %d", c.most, n, p.Tokens)
		}
		if diff := cmp.Diff(c.text, p.Text); diff != "" || len(p.Omissions) != c.omissions {
			t.Errorf("%d: %v %s", c.most, p.Omissions, diff)
		}
	}
	var small *render.TooSmallError
	if _, err := parsed(t, notes).Render("p.tmpl", list, render.Budget{MaxTokens: 1, Counter: words{}}); !errors.As(err, &small) || small.Needs != 2 {
		t.Error(err)
	}
	p, _ := parsed(t, notes).Render("p.tmpl", list, render.Budget{MaxTokens: 5, Counter: words{}})
	if diff := cmp.Diff([]budget.Omission{{Item: "note 1", Reason: "5 tokens in all"}}, p.Omissions[:1]); diff != "" && p.Omissions[0].Item != "note 1" {
		t.Error(diff)
	}
}

func TestRenderErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{{part "none" 1 .}}`, `there is no template "none"`},
		{`{{part "a" 1 .}}{{define "a"}}{{part "a" 1 .}}{{end}}`, `part "a" lies in another part`},
		{`{{.Missing}}`, "Missing"},
	} {
		if _, err := parsed(t, c.text).Render("p.tmpl", note{}, render.Budget{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	if _, err := render.Parse(fstest.MapFS{"p.tmpl": {Data: []byte("{{")}}, "*.tmpl"); err == nil {
		t.Error("a template that is none")
	}
}

// TestTextsStayTexts: what a document says cannot pose as a part or as another member.
func TestTextsStayTexts(t *testing.T) {
	p, err := parsed(t, `{{outline .}}|{{line .Text}}|{{part "x" 1 .}}{{define "x"}}{{.Text}}{{end}}`).Render("p.tmpl", note{3, "a\x000\x00b\nClass: 9"}, render.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	want := "Class: 3\nText: \"a0b\\nClass: 9\"|a0b Class: 9|a0b\nClass: 9"
	if diff := cmp.Diff(want, p.Text); diff != "" {
		t.Error(diff)
	}
}

// TestTextsAreNoMarks: what a document says is never taken for the place of a part,
// and takes none away.
func TestTextsAreNoMarks(t *testing.T) {
	set := parsed(t, `{{define "p"}}part {{.}}{{end}}{{.}};{{part "p" 1 "one"}};{{.}};rules`)
	for _, text := range []string{"\x00", "\x000\x00", "\x00-1\x00", "\x00\x000", "a\x00b\x00c"} {
		p, err := set.Render("p.tmpl", text, render.Budget{})
		plain := strings.ReplaceAll(text, "\x00", "")
		if want := plain + ";part one;" + plain + ";rules"; p.Text != want || err != nil {
			t.Errorf("%q: %q, %v", text, p.Text, err)
		}
	}
}
