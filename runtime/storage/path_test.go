package storage

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func pattern(name, expression string) Arg {
	return Arg{Name: name, Pattern: expression, Match: regexp.MustCompile(expression).MatchString}
}

// hostile are arguments that no builder may accept, whatever its pattern.
var hostile = map[string]string{
	"parent":                     "../x",
	"only dots":                  "..",
	"dot":                        ".",
	"dots inside":                "a..b",
	"separator":                  "a/b",
	"absolute":                   "/etc/passwd",
	"backslash":                  `a\b`,
	"empty":                      "",
	"NUL":                        "a\x00b",
	"newline":                    "a\nb",
	"delete character":           "a\x7fb",
	"C1 control":                 "a\u0085b",
	"10 KB":                      strings.Repeat("a", 10<<10),
	"device":                     "CON",
	"device in lower case":       "nul",
	"device with extension":      "aux.json",
	"device before a space":      "con .txt",
	"serial port":                "COM1",
	"serial port, superscript":   "COM¹",
	"printer port":               "lpt9.log",
	"console input":              "CONIN$",
	"drive":                      "C:",
	"alternate stream":           "a:b",
	"wildcard":                   "a*",
	"trailing dot":               "a.",
	"trailing space":             "a ",
	"leading space":              " a",
	"two dot leader":             "\u2025",
	"one dot leaders":            "\u2024\u2024",
	"full-width dots":            "\uff0e\uff0e",
	"small full stop":            "\ufe52\ufe52",
	"digit with full stop":       "\u2488",
	"full-width slash":           "a\uff0fb",
	"division slash":             "a\u2215b",
	"a/c sign":                   "\u2100",
	"right-to-left override":     "a\u202eb",
	"zero width joiner":          "a\u200db",
	"no-break space":             "a\u00a0b",
	"not UTF-8":                  "a\xffb",
	"overlong slash":             "a\xc0\xafb",
	"lone surrogate, as encoded": "a\xed\xa0\x80b",
}

func TestHostileArgumentsAreRefused(t *testing.T) {
	templates := []*Template{
		MustTemplate("states/{id}/state.json"),
		MustTemplate("states/{id}/state.json", Arg{Name: "id", Pattern: ".*", Match: func(string) bool { return true }}),
		MustTemplate("a-{id}.json", pattern("id", `^[\s\S]*$`)),
		MustTemplate("n-{id:03d}.json"),
		MustTemplate("{id}/"),
	}
	for name, value := range hostile {
		t.Run(name, func(t *testing.T) {
			for _, template := range templates {
				got, err := template.Path(value)
				var refused *SegmentError
				if !errors.As(err, &refused) || refused.Arg != "id" || got != (Path{}) {
					t.Errorf("%s: path %q, error %v", template.text, got, err)
				}
				if err != nil && len(err.Error()) > 500 {
					t.Errorf("%s: a message of %d bytes", template.text, len(err.Error()))
				}
			}
			dir, err := MustTemplate("states/").Path()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := dir.File(value); err == nil {
				t.Errorf("file in a directory: %q", got)
			}
		})
	}
}

func TestPathsAndTheirArguments(t *testing.T) {
	state := pattern("state_id", "^state-[a-f0-9]{8}$")
	for name, test := range map[string]struct {
		template  *Template
		args      []string
		want      string
		wantError string // part of it
		parseFail string
	}{
		"no placeholder":          {MustTemplate("registry.json"), nil, "registry.json", "", ""},
		"pattern":                 {MustTemplate(".x/{state_id}/state.json", state), []string{"state-a1b2c3d4"}, ".x/state-a1b2c3d4/state.json", "", ""},
		"against the pattern":     {MustTemplate(".x/{state_id}/state.json", state), []string{"state-A"}, "", "does not match ^state-", ""},
		"directory":               {MustTemplate(".x/{state_id}/variables/", state), []string{"state-a1b2c3d4"}, ".x/state-a1b2c3d4/variables/", "", ""},
		"hyphen in the name":      {MustTemplate("{loop-id}/s"), []string{"r1"}, "r1/s", "", ""},
		"home":                    {MustTemplate("~/.config/{app}/t"), []string{"a"}, "~/.config/a/t", "", ""},
		"format":                  {MustTemplate("i-{n:03d}.json.gz"), []string{"7"}, "i-007.json.gz", "", ""},
		"format, zero":            {MustTemplate("i-{n:03d}"), []string{"0"}, "i-000", "", ""},
		"format, longer":          {MustTemplate("i-{n:03d}"), []string{"12345"}, "i-12345", "", ""},
		"format, padded already":  {MustTemplate("i-{n:03d}"), []string{"007"}, "", "not a number", ""},
		"format, no number":       {MustTemplate("i-{n:03d}"), []string{"x"}, "", "not a number", ""},
		"format, negative":        {MustTemplate("i-{n:03d}"), []string{"-1"}, "", "does not match", ""},
		"several in a segment":    {MustTemplate("{year}-{month}/m.jsonl"), []string{"2026", "02"}, "2026-02/m.jsonl", "", ""},
		"read in several ways":    {MustTemplate("{w}-{t}.json"), []string{"a-b", "c"}, "a-b-c.json", "", "several ways"},
		"patterns make one way":   {MustTemplate("{w}-{t}.json", pattern("t", "^[a-z]$")), []string{"a-b", "c"}, "a-b-c.json", "", ""},
		"the same twice":          {MustTemplate("{a}/{a}.json"), []string{"x"}, "x/x.json", "", ""},
		"too few":                 {MustTemplate("{a}/{b}"), []string{"x"}, "", "takes 2 arguments, not 1", ""},
		"safe parts, unsafe sum":  {MustTemplate("{a}{b}", pattern("a", `^co$`), pattern("b", "^n$")), []string{"co", "n"}, "", "Windows device", ""},
		"long parts, longer sum":  {MustTemplate("{a}{b}{c}"), []string{strings.Repeat("a", 128), strings.Repeat("b", 127), "c"}, "", "longer than 255", ""},
		"letters beyond ASCII":    {MustTemplate("{a}.md", pattern("a", `^\pL+$`)), []string{"größe"}, "größe.md", "", ""},
		"not without a pattern":   {MustTemplate("{a}.md"), []string{"größe"}, "", "does not match ^[A-Za-z0-9]", ""},
		"hidden, without pattern": {MustTemplate("{a}"), []string{".ssh"}, "", "does not match", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := test.template.Path(test.args...)
			if test.wantError != "" {
				if err == nil || !strings.Contains(err.Error(), test.wantError) {
					t.Errorf("path %q, error %v, want %q", got, err, test.wantError)
				}
				return
			}
			if err != nil || got.String() != test.want {
				t.Fatalf("path %q, error %v, want %q", got, err, test.want)
			}
			args, err := test.template.Parse(got.String())
			if test.parseFail != "" {
				if err == nil || !strings.Contains(err.Error(), test.parseFail) {
					t.Errorf("parsed as %q, error %v", args, err)
				}
				return
			}
			if diff := cmp.Diff(append([]string{}, test.args...), args); diff != "" || err != nil {
				t.Errorf("parsed back: %v\n%s", err, diff)
			}
		})
	}
}

// TestOnePlaceholderIsReadAsMany: the short way gives what the long one does.
func TestOnePlaceholderIsReadAsMany(t *testing.T) {
	for _, text := range []string{"{a}", "{a}.json", "x-{a}", "aa{a}aa", "i{n:03d}.gz", "{n:02d}"} {
		template := MustTemplate(text)
		parts := template.segments[0]
		for _, name := range []string{"", "a", "aa", "aaa", "aaaa", "aaaaa", "a.json", ".json", "x-", "x-a", "i007.gz", "i07.gz", "i1234.gz", "i0000.gz", "00", "7", "..", "é.json"} {
			got, want := template.split(parts, name), template.readings(parts, name)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%s as %s: %q, and should be %q", name, text, got, want)
			}
		}
	}
}

func TestParseRefusesOtherPaths(t *testing.T) {
	template := MustTemplate(".x/{id}/n-{n:03d}.json")
	for _, text := range []string{
		"", "/", ".x/a/n-001.json/", ".x/a/n-1.json", ".x/a/n-0001.json", ".x/a/n-.json", ".x//n-001.json",
		".x/../n-001.json", ".x/a/b/n-001.json", "./.x/a/n-001.json", "/.x/a/n-001.json", "~/.x/a/n-001.json",
		".x/a/m-001.json", ".y/a/n-001.json", ".x/a/n-001.json\n", strings.Repeat("a/", 1<<16),
	} {
		if args, err := template.Parse(text); err == nil {
			t.Errorf("%.40q parsed as %q", text, args)
		}
	}
	if args, err := MustTemplate("{a}/{a}").Parse("x/y"); err == nil {
		t.Errorf("one placeholder has two values: %q", args)
	}
}

func TestBadTemplatesAndQueries(t *testing.T) {
	for _, text := range []string{
		"", "/", "/etc/passwd", "a//b", "../a", "a/../b", "a/./b", `a\b`, "a/{", "a/{}", "a/{:03d}", "a/{n:3d}", "a/{n:03x}", "a/{n:}", "a/{n:0d}",
		"a/{n:0-3d}", "a/{n:099d}", "CON/x", "a/nul.json", "C:/x", "a/*.json", "a\x00b", ".{a}.", "..{a}",
	} {
		if template, err := ParseTemplate(text); err == nil {
			t.Errorf("template %q: %v", text, template)
		}
	}
	for _, text := range []string{"", "/", "/etc/*", "../*", "a/../*", "a//*", "a/[", "a/./b"} {
		if _, err := ParseGlob(text); err == nil {
			t.Errorf("query %q", text)
		}
	}
}

// FuzzPathStaysBelowTheRoot judges by the path package of the system, not by
// the rules of this package.
func FuzzPathStaysBelowTheRoot(f *testing.F) {
	for _, value := range hostile {
		f.Add(value, "b")
	}
	f.Add("state-a1b2c3d4", "2026-01-25T15-00-00Z")
	everything := func(string) bool { return true }
	templates := []*Template{
		MustTemplate(".x/{a}/{b}.json"),
		MustTemplate(".x/{a}/{b}.json", Arg{Name: "a", Match: everything}, Arg{Name: "b", Match: everything}),
		MustTemplate("{a}{b}", Arg{Name: "a", Match: everything}, Arg{Name: "b", Match: everything}),
		MustTemplate("d/{a}-{b:03d}/", Arg{Name: "a", Match: everything}),
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		root := t.TempDir()
		for _, template := range templates {
			got, err := template.Path(a, b)
			if err != nil {
				continue
			}
			depth := strings.Count(template.text, "/")
			full := filepath.Join(root, filepath.FromSlash(got.String()))
			below, err := filepath.Rel(root, full)
			if err != nil || !filepath.IsLocal(got.String()) || strings.HasPrefix(below, "..") {
				t.Fatalf("%s with %q and %q leaves the root: %q", template.text, a, b, got)
			}
			if strings.Count(got.String(), "/") != depth || strings.ContainsAny(got.String(), "\x00\\") {
				t.Fatalf("%s with %q and %q has another shape: %q", template.text, a, b, got)
			}
			if args, err := template.Parse(got.String()); err == nil {
				if diff := cmp.Diff([]string{a, b}, args); diff != "" {
					t.Fatalf("%s parses %q otherwise:\n%s", template.text, got, diff)
				}
			} else if !strings.Contains(err.Error(), "several ways") {
				t.Fatal(err)
			}
		}
	})
}

func TestGlobsTakeArguments(t *testing.T) {
	root, _ := open(t)
	for _, name := range []string{"x/a/001.json", "x/a/010.json", "x/[b]/001.json", "x/b/001.json"} {
		if err := root.WriteFile(Path{name: name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	anything := func(string) bool { return true }
	template := MustTemplate("x/{id}/{n:03d}.json", Arg{Name: "id", Match: anything})
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "x/[b]/001.json x/a/001.json x/a/010.json x/b/001.json"},
		{[]string{"a"}, "x/a/001.json x/a/010.json"},
		{[]string{"[b]"}, "x/[b]/001.json"},
		{[]string{"a", "10"}, "x/a/010.json"},
	} {
		g, err := template.Glob(test.args...)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for p, err := range root.Glob(g) {
			if err != nil {
				t.Error(err)
			}
			found = append(found, p.String())
		}
		if got := strings.Join(found, " "); got != test.want {
			t.Errorf("%q finds %s, want %s", test.args, got, test.want)
		}
	}
	query := MustQuery("x/{id}/*.json", Arg{Name: "id", Match: anything})
	for _, args := range [][]string{{"../x"}, {"a*"}, {"**"}, {""}, {}, {"a", "b"}} {
		if _, err := query.Glob(args...); err == nil {
			t.Errorf("%q are arguments", args)
		}
	}
	for _, text := range []string{"x/{id/*", "x/{}/*", "../{id}/*", "x/{id}}/*"} {
		if _, err := ParseQuery(text); err == nil {
			t.Errorf("%q is a query", text)
		}
	}
}

func TestParseArg(t *testing.T) {
	template := MustTemplate("notes/{id}/note.json")
	if arg, err := template.ParseArg("notes/a/note.json"); arg != "a" || err != nil {
		t.Errorf("%q, %v", arg, err)
	}
	if arg, err := template.ParseArg("notes/note.json"); arg != "" || err == nil {
		t.Errorf("%q, %v", arg, err)
	}
}
