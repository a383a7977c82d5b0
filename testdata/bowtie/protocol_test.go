package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

const start = `{"cmd": "start", "version": 1}`

// talk sends lines and returns the answers.
func talk(t *testing.T, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := serve(strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// ask sends a case after start and what comes before it, and returns the last answer.
func ask(t *testing.T, lines ...string) string {
	t.Helper()
	answers := talk(t, append([]string{start}, lines...)...)
	return answers[len(answers)-1]
}

func run(rest string) string { return `{"cmd": "run", "seq": 7, ` + rest + `}` }

func TestStart(t *testing.T) {
	var got started
	if err := json.Unmarshal([]byte(talk(t, start, `{"cmd": "stop"}`)[0]), &got); err != nil {
		t.Fatal(err)
	}
	about := got.Implementation
	if got.Version != 1 || about.Language != "go" || about.Name != "bindery" || len(about.Dialects) != 5 {
		t.Errorf("%+v", got)
	}
	for _, field := range []string{about.Homepage, about.Issues, about.Source, about.Documentation} {
		if !strings.HasPrefix(field, "https://") {
			t.Errorf("%q is not an absolute URL", field)
		}
	}
	if about.Dialects[0] != "https://json-schema.org/draft/2020-12/schema" || about.Dialects[4] != "http://json-schema.org/draft-04/schema#" {
		t.Errorf("dialects %v", about.Dialects)
	}
}

// Nothing is answered to stop, and what follows it is not read.
func TestStop(t *testing.T) {
	if got := talk(t, start, `{"cmd": "stop"}`, `nonsense`); len(got) != 1 {
		t.Errorf("%d answers: %v", len(got), got)
	}
}

func TestDialect(t *testing.T) {
	const draft7 = `{"cmd": "dialect", "dialect": "http://json-schema.org/draft-07/schema#"}`
	if got := ask(t, draft7); got != `{"ok":true}` {
		t.Errorf("draft 7: %s", got)
	}
	if got := ask(t, `{"cmd": "dialect", "dialect": "https://example.com/dialect"}`); got != `{"ok":false}` {
		t.Errorf("a dialect that nobody knows: %s", got)
	}
	// In draft 7 a reference hides what stands beside it.
	const hidden = `"case": {"description": "d", "schema": {"definitions": {"a": {}}, "$ref": "#/definitions/a", "type": "string"%s}, "tests": [{"description": "t", "instance": 1}]}`
	implicit, explicit := strings.Replace(hidden, "%s", "", 1), strings.Replace(hidden, "%s", `, "$schema": "http://json-schema.org/draft-07/schema#"`, 1)
	for _, test := range []struct {
		name  string
		lines []string
		valid string
	}{
		{"2020-12 until told otherwise", []string{run(implicit)}, "false"},
		{"draft 7 after it was named", []string{draft7, run(implicit)}, "true"},
		{"the last one named", []string{draft7, `{"cmd": "dialect", "dialect": "https://json-schema.org/draft/2019-09/schema"}`, run(implicit)}, "false"},
		{"what the schema names itself", []string{run(explicit)}, "true"},
	} {
		if got, want := ask(t, test.lines...), `{"seq":7,"results":[{"valid":`+test.valid+`}]}`; got != want {
			t.Errorf("%s: %s, want %s", test.name, got, want)
		}
	}
}

func TestRun(t *testing.T) {
	for _, test := range []struct{ name, request, want string }{
		{"verdicts in order", run(`"case": {"description": "d", "comment": "c", "schema": {"const": 37}, "tests": [
			{"description": "not 37", "instance": {}, "valid": false}, {"description": "is 37", "instance": 37.0}, {"description": "t", "instance": null}]}`),
			`{"seq":7,"results":[{"valid":false},{"valid":true},{"valid":false}]}`},
		{"seq as it was sent", `{"cmd": "run", "seq": {"a": [1.50, "<"]}, "case": {"description": "d", "schema": true, "tests": [{"description": "t", "instance": 1}]}}`,
			`{"seq":{"a":[1.50,"<"]},"results":[{"valid":true}]}`},
		{"numbers with all their digits", run(`"case": {"description": "d", "schema": {"maximum": 9007199254740992}, "tests": [
			{"description": "t", "instance": 9007199254740993}, {"description": "t", "instance": 9007199254740992.0}]}`),
			`{"seq":7,"results":[{"valid":false},{"valid":true}]}`},
		{"registry by retrieval URI", run(`"case": {"description": "d", "schema": {"$ref": "http://example.com/my/string/schema"}, "registry": {
			"http://example.com/my/string/schema": {"type": "string"}, "http://example.com/unused": "not a schema"}, "tests": [
			{"description": "t", "instance": "x"}, {"description": "t", "instance": 1}]}`),
			`{"seq":7,"results":[{"valid":true},{"valid":false}]}`},
		{"registry by $id", run(`"case": {"description": "d", "schema": {"$ref": "http://example.com/b/names#/$defs/n"}, "registry": {
			"http://example.com/a/": {"$id": "../b/names", "$defs": {"n": {"type": "string"}}}}, "tests": [{"description": "t", "instance": 1}]}`),
			`{"seq":7,"results":[{"valid":false}]}`},
		{"registry by id of draft 4", run(`"case": {"description": "d", "schema": {"$schema": "http://json-schema.org/draft-04/schema#", "$ref": "http://example.com/n#"}, "registry": {
			"http://example.com/a": {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://example.com/n#", "type": "string"}}, "tests": [{"description": "t", "instance": 1}]}`),
			`{"seq":7,"results":[{"valid":false}]}`},
		{"quirks are not repaired", run(`"case": {"description": "d", "schema": {"type": "string", "nullable": true}, "tests": [{"description": "t", "instance": null}]}`),
			`{"seq":7,"results":[{"valid":false}]}`},
		{"no tests", run(`"case": {"description": "d", "schema": true, "tests": []}`), `{"seq":7,"results":[]}`},
		{"annotations", run(`"output": "annotations", "case": {"description": "d", "schema": true, "tests": [{"description": "t", "instance": 1}]}`),
			`{"seq":7,"skipped":true,"message":"annotations are not collected: the harness gives verdicts only"}`},
	} {
		if got := ask(t, strings.ReplaceAll(strings.ReplaceAll(test.request, "\n", " "), "\t", "")); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

// What keeps a case, or one of its documents, from being judged is an outcome; the
// harness goes on.
func TestRun_outcomes(t *testing.T) {
	for _, test := range []struct{ name, request, where, word string }{
		{"malformed schema", run(`"case": {"description": "d", "schema": {"type": 12}, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"reference without a target", run(`"case": {"description": "d", "schema": {"$ref": "http://example.com/x"}, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"malformed schema in the registry", run(`"case": {"description": "d", "schema": {"$ref": "http://example.com/x"}, "registry": {"http://example.com/x": 3}, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"pattern", run(`"case": {"description": "d", "schema": {"pattern": "("}, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"unknown dialect", run(`"case": {"description": "d", "schema": {"$schema": "https://example.com/dialect"}, "tests": [{"description": "t", "instance": 1}]}`), "case", "skipped"},
		{"no schema", run(`"case": {"description": "d", "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"schema that is null", run(`"case": {"description": "d", "schema": null, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"list in place of a case", run(`"case": []`), "case", "errored"},
		{"object in place of tests", run(`"case": {"description": "d", "schema": true, "tests": {}}`), "case", "errored"},
		{"number in place of a test", run(`"case": {"description": "d", "schema": true, "tests": [1]}`), "case", "errored"},
		{"list in place of a registry", run(`"case": {"description": "d", "schema": true, "registry": [], "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"URI that is none", run(`"case": {"description": "d", "schema": {"$ref": "http://x/%zz"}, "registry": {"http://x/%zz": true, ":": {"$id": "::"}}, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"schema without an end", run(`"case": {"description": "d", "schema": {"$ref": "#"}, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"deep schema", run(`"case": {"description": "d", "schema": ` + strings.Repeat(`{"not":`, 5000) + `true` + strings.Repeat(`}`, 5000) + `, "tests": [{"description": "t", "instance": 1}]}`), "case", "errored"},
		{"half a character", run(`"case": {"description": "d", "schema": true, "tests": [{"description": "t", "instance": "\ud800"}]}`), "test", "errored"},
		{"no instance", run(`"case": {"description": "d", "schema": true, "tests": [{"description": "t"}]}`), "test", "errored"},
		{"member twice", run(`"case": {"description": "d", "schema": true, "tests": [{"description": "t", "instance": {"a": 1, "a": 2}}]}`), "test", "errored"},
		{"slow pattern", run(`"case": {"description": "d", "schema": {"pattern": "^(a+)+\\1b$"}, "tests": [{"description": "t", "instance": "` + strings.Repeat("a", 70) + `!"}]}`), "test", "errored"},
	} {
		const good = `{"cmd": "run", "seq": 8, "case": {"description": "d", "schema": true, "tests": [{"description": "t", "instance": 1}]}}`
		answers := talk(t, start, test.request, good)
		if len(answers) != 3 || answers[2] != `{"seq":8,"results":[{"valid":true}]}` {
			t.Errorf("%s: the case after it: %v", test.name, answers)
			continue
		}
		var got struct {
			Seq     int
			Results []map[string]any
			Skipped bool
			Message string
			Errored bool
			Context struct{ Message string }
		}
		if err := json.Unmarshal([]byte(answers[1]), &got); err != nil {
			t.Fatal(err)
		}
		word := map[bool]string{true: "skipped"}[got.Skipped] + map[bool]string{true: "errored"}[got.Errored]
		where, reason := "case", got.Message+got.Context.Message
		if len(got.Results) == 1 {
			where = "test"
			if got.Results[0]["errored"] == true {
				word = "errored"
				reason = got.Results[0]["context"].(map[string]any)["message"].(string)
			}
		}
		if got.Seq != 7 || where != test.where || word != test.word || reason == "" {
			t.Errorf("%s: %s", test.name, answers[1])
		}
	}
}

// A breach of the protocol ends the harness.
func TestServe_refuses(t *testing.T) {
	for _, lines := range []string{
		`{"cmd": "start", "version": 2}`,
		`{"cmd": "start"}`,
		`{"cmd": "dialect", "dialect": "http://json-schema.org/draft-07/schema#"}`,
		`{"cmd": "stop"}`,
		start + "\n" + `{"cmd": "walk"}`,
		start + "\n" + `{"cmd": "run", "seq": 1}`,
		start + "\n" + `{"cmd": "run", "case": {"description": "d", "schema": true, "tests": []}}`,
		start + "\n" + `{"cmd": `,
		start + "\n" + `nonsense`,
		start + "\n\n" + `{"cmd": "stop"}`,
		start + "\n" + `null`,
		start + "\n" + `["run"]`,
		start + "\n" + `{"cmd": 1}`,
		start + "\n" + `{"cmd": "dialect", "dialect": 7}`,
		start + "\n" + `{"cmd": "run", "seq": 1, "case": null}`,
		start + "\n" + `{"cmd": "run", "seq": 1, "case": ` + strings.Repeat("[", 1<<20),
		start + "\n\xff\xfe",
	} {
		if err := serve(strings.NewReader(lines), &bytes.Buffer{}); err == nil {
			t.Errorf("accepted: %s", lines)
		}
	}
}
