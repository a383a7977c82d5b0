package diag

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/source"
)

func render(t *testing.T, format Format, ds Diagnostics, files ...*source.File) string {
	t.Helper()
	var b bytes.Buffer
	err := Print(&b, format, ds, func(name string) *source.File {
		for _, f := range files {
			if f.Name == name {
				return f
			}
		}
		return nil
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	f := source.NewFile("schemas/x.yaml", []byte("a: 1\n\tü: 2 \x1b[31m\u202e\n"))
	long := source.NewFile("long", []byte(strings.Repeat("x", 300)+"!"+strings.Repeat("y", 300)))
	tests := []struct {
		name string
		d    Diagnostic
		want string
	}{
		{
			"excerpt, caret, related and help",
			New(DuplicateName, f.Pos(8), "twice").WithRelated(f.Pos(0), "first").WithHelp("do this"),
			"schemas/x.yaml:2:3: error[B0102]: twice\n" +
				"     ü: 2 \\x1b[31m\\u202e\n" +
				"      ^\n" +
				"  schemas/x.yaml:1:1: note: first\n" +
				"help: do this\n",
		},
		{
			"hostile message stays on its line",
			New(UnknownTag, source.InFile("y"), "a\nb\x00\x1b\xff").WithHelp(""),
			"y: warning[B0116]: a\\nb\\x00\\x1b\\xff\n",
		},
		{
			"place without an offset",
			New(SyntaxError, at("schemas/x.yaml", 1, 4), "m"),
			"schemas/x.yaml:1:4: error[B0101]: m\n    a: 1\n       ^\n",
		},
		{"no place", Diagnostic{Code: "B0002", Severity: Error, Message: "m"}, "error[B0002]: m\n"},
		{"line outside the file", New("B0999", at("schemas/x.yaml", 99, 1), "m"), "schemas/x.yaml:99:1: error[B0999]: m\n"},
		{
			"long lines are cut around the caret",
			New(SyntaxError, long.Pos(300), "m"),
			"long:1:301: error[B0101]: m\n" +
				"    …" + strings.Repeat("x", 60) + "!" + strings.Repeat("y", 59) + "…\n" +
				"    " + strings.Repeat(" ", 61) + "^\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, render(t, Text, Diagnostics{tt.d}, f, long)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestGitHubEscapesCommandSyntax(t *testing.T) {
	ds := Diagnostics{
		New(DuplicateName, at("a,b:c%.yaml", 2, 3), "%s", "100%: x\ny").WithHelp("fix").WithRelated(at("a", 1, 1), "first"),
		New(UnknownTag, source.InFile("z"), "w").WithHelp(""),
		{Code: "B0002", Severity: Info, Message: "i"},
	}
	want := "::notice title=B0002::i\n" +
		`::error file=a%2Cb%3Ac%25.yaml,line=2,col=3,title=B0102::100%25: x\ny%0Aa:1:1: first%0Ahelp: fix` + "\n" +
		"::warning file=z,title=B0116::w\n"
	if diff := cmp.Diff(want, render(t, GitHub, ds)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestJSON(t *testing.T) {
	ds := Diagnostics{New(DuplicateName, at("f", 2, 3), "<m>").WithRelated(at("f", 1, 1), "first").WithHelp("h")}
	var got any
	if err := json.Unmarshal([]byte(render(t, JSON, ds)), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"diagnostics": []any{map[string]any{
		"code": "B0102", "severity": "error", "file": "f", "line": 2.0, "column": 3.0, "message": "<m>", "help": "h",
		"related": []any{map[string]any{"file": "f", "line": 1.0, "column": 1.0, "message": "first"}},
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := render(t, JSON, nil); got != "{\n  \"diagnostics\": []\n}\n" {
		t.Errorf("an empty report is %q", got)
	}
}

func TestSARIF(t *testing.T) {
	ds := Diagnostics{
		New(DuplicateName, at("dir/a b.yaml", 2, 3), "m").WithRelated(at("f", 1, 1), "first"),
		New(DuplicateName, at("f", 1, 1), "again"),
		New(UnknownTag, source.InFile("z"), "w"),
	}
	var log struct {
		Version string
		Runs    []struct {
			ColumnKind string
			Tool       struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
				RelatedLocations []struct{ Message struct{ Text string } }
			}
		}
	}
	if err := json.Unmarshal([]byte(render(t, SARIF, ds)), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || run.ColumnKind != "unicodeCodePoints" || len(run.Results) != 3 {
		t.Fatalf("log = %+v", log)
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("result of %s points to another rule", r.RuleID)
		}
	}
	place := run.Results[0].Locations[0].PhysicalLocation
	if place.ArtifactLocation.URI != "dir/a%20b.yaml" || place.Region.StartLine != 2 || place.Region.StartColumn != 3 {
		t.Errorf("location = %+v", place)
	}
	if run.Results[0].RelatedLocations[0].Message.Text != "first" || run.Results[2].Level != "warning" {
		t.Errorf("results = %+v", run.Results)
	}
	var empty struct{ Runs []map[string]any }
	if err := json.Unmarshal([]byte(render(t, SARIF, nil)), &empty); err != nil {
		t.Fatal(err)
	}
	if results, ok := empty.Runs[0]["results"].([]any); !ok || len(results) != 0 {
		t.Errorf("results of an empty report = %v, want an empty array", empty.Runs[0]["results"])
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range Formats() {
		if got, err := ParseFormat(string(f)); err != nil || got != f {
			t.Errorf("ParseFormat(%q) = %q, %v", f, got, err)
		}
	}
	if _, err := ParseFormat("xml"); err == nil || !strings.Contains(err.Error(), "text, json, sarif, github") {
		t.Errorf("error = %v, want one that lists the formats", err)
	}
}
