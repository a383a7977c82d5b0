package inject_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// TestRowsOfTheSpecification holds the 98 rows of the specification's tables
// against the schema with its overlay: type, whether a member is required, its
// default, its values, and whose it is.
func TestRowsOfTheSpecification(t *testing.T) {
	const shared = "../../../../../shared/reference/memory-packet-rows.tsv"
	data, err := os.ReadFile(shared)
	if err != nil {
		t.Skipf("the rows are not here (2026-11-28): %v", err)
	}
	doc := packetSchema(t)
	members := doc.Get("x-bindery").Get("inject").Get("members")
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	if len(lines) != 98 || len(members.Members) != 98 {
		t.Fatalf("%d rows, %d members of inject", len(lines), len(members.Members))
	}
	for i, line := range lines {
		row := strings.Split(line, "\t")
		number, path, kind, required, standard, values := row[0], row[1], row[2], row[3], row[4], row[5]
		for _, at := range rowPaths(path) {
			node, isRequired := lookup(doc, at)
			if node == nil {
				t.Errorf("row %s: no %s", number, at)
				continue
			}
			if !isOfType(doc, node, kind) {
				t.Errorf("row %s: %s is no %s", number, at, kind)
			}
			if !strings.HasSuffix(at, "/*") && isRequired != (required == "Y") {
				t.Errorf("row %s: %s required: %v", number, at, isRequired)
			}
			checkDefault(t, number, node, standard)
			checkValues(t, number, node, kind, values)
		}
		checkPurposes(t, number, members.Members[i], row)
	}
}

// TestRowsAreThoseThatWereRead holds the schema with its overlay against the list of
// rows that it was found to keep, for where the specification's tables are not.
func TestRowsAreThoseThatWereRead(t *testing.T) {
	const file = "testdata/rows.txt"
	doc := packetSchema(t)
	var b strings.Builder
	for i, member := range doc.Get("x-bindery").Get("inject").Get("members").Members {
		at := strings.Replace(member.Name, "/insight/*/*/", "/insight/hypotheses/*/", 1)
		node, required := lookup(doc, at)
		if node == nil {
			t.Fatalf("row %d: no %s", i+1, at)
		}
		if reference := node.Get("$ref"); reference != nil {
			node = follow(doc, reference.Text)
		}
		fmt.Fprintf(&b, "%d %s", i+1, member.Name)
		if required {
			b.WriteString(", required")
		}
		for _, name := range []string{"type", "enum", "const", "default"} {
			if value := node.Get(name); value != nil {
				fmt.Fprintf(&b, ", %s %s", name, value.AppendJSON(nil))
			}
		}
		fmt.Fprintf(&b, "; %s\n", member.Value.AppendJSON(nil))
	}
	if os.Getenv("UPDATE_ROWS") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("UPDATE_ROWS=1 writes it anew, once TestRowsOfTheSpecification passes: %s", diff)
	}
}

func packetSchema(t *testing.T) *document.Node {
	t.Helper()
	read := func(name string) *document.Node {
		data, err := os.ReadFile("../../../../schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		doc, ds := document.Read(source.NewFile(name, data))
		if ds.HasErrors() {
			t.Fatal(ds)
		}
		return doc
	}
	doc, ds := overlay.Apply(read("memory-packet.json"), read("memory-packet.overlay.yaml"))
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	return doc
}

// rowPaths are the members that a row's path names, as JSON Pointers with *.
func rowPaths(path string) []string {
	pointer := "/" + strings.ReplaceAll(strings.ReplaceAll(path, "[]", ".*"), ".", "/")
	if rest, ok := strings.CutPrefix(pointer, "/insight/*/"); ok {
		return []string{"/insight/hypotheses/" + rest, "/insight/strategy_sketches/" + rest, "/insight/patterns/" + rest}
	}
	return []string{pointer}
}

// lookup is the schema of a member, and whether the object around requires it.
func lookup(doc *document.Node, pointer string) (node *document.Node, required bool) {
	node = doc
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if reference := node.Get("$ref"); reference != nil {
			node = follow(doc, reference.Text)
		}
		if token == "*" {
			node, required = node.Get("items"), false
		} else {
			required = node.Get("required") != nil && slices.ContainsFunc(node.Get("required").Items, func(n *document.Node) bool { return n.Text == token })
			node = node.Get("properties").Get(token)
		}
		if node == nil {
			return nil, false
		}
	}
	return node, required
}

func follow(doc *document.Node, reference string) *document.Node {
	tokens, _ := document.ParseFragment(strings.TrimPrefix(reference, "#"))
	for _, token := range tokens {
		doc = doc.Get(token)
	}
	return doc
}

func isOfType(doc, node *document.Node, kind string) bool {
	kind, _, _ = strings.Cut(kind, "(")
	kind, _, _ = strings.Cut(kind, "/")
	if reference := node.Get("$ref"); reference != nil {
		node = follow(doc, reference.Text)
	}
	of := node.Get("type")
	switch kind {
	case "any":
		return of == nil
	case "int":
		kind = "integer"
	case "enum":
		kind = "string"
	}
	return of != nil && (of.Text == kind || slices.ContainsFunc(of.Items, func(n *document.Node) bool { return n.Text == kind }))
}

// checkDefault holds a default against that of the table. What only a composer
// knows is told beside the member, with the row.
func checkDefault(t *testing.T, number string, node *document.Node, want string) {
	got := node.Get("default")
	if strings.HasPrefix(want, "{") {
		want = regexp.MustCompile(`(\w+):`).ReplaceAllString(want, "$1: ")
	}
	wanted := want != "—" && !strings.Contains(want, "(") && !slices.Contains([]string{"", "now()", "policy default", "start", "null", "decides the meaning of the whole packet", "meta.budget.max_tokens"}, want)
	switch {
	case slices.Contains([]string{"6", "7", "15", "19", "20", "21", "50", "63", "89"}, number):
		if comment := node.Get("$comment"); comment == nil || !strings.HasPrefix(comment.Text, "Row "+number+":") || got != nil {
			t.Errorf("row %s: nothing tells of its default", number)
		}
	case number == "23": // with the member that row 36 requires
		if got == nil || string(got.AppendJSON(nil)) != `{"state_version":0}` {
			t.Errorf("row %s: default %v", number, got)
		}
	case number == "84": // the elements of the list of row 5
	case !wanted:
		if got != nil {
			t.Errorf("row %s: a default that the table lacks: %s", number, got.AppendJSON(nil))
		}
	case got == nil || !document.Equal(got, sectiontest.Parse(t, want)):
		t.Errorf("row %s: default %v, want %s", number, got, want)
	}
}

func checkValues(t *testing.T, number string, node *document.Node, kind, values string) {
	if number == "86" {
		if node.Get("examples") == nil || node.Get("enum") != nil {
			t.Errorf("row %s: the list is open", number)
		}
		return
	}
	match := regexp.MustCompile(`\b[a-z_]+(\|[a-z_]+)+\b`).FindString(values)
	if kind != "enum" || match == "" {
		return
	}
	var got []string
	for _, v := range node.Get("enum").Items {
		got = append(got, v.Text)
	}
	if want := strings.Split(match, "|"); !slices.Equal(got, want) {
		t.Errorf("row %s: enum %v, want %v", number, got, want)
	}
}

// checkPurposes holds who may see a member against the columns P, T and R. The
// matrix of chapter 9 is narrower in row 26; rows of insights leave the answer
// to their policy.
func checkPurposes(t *testing.T, number string, member document.Member, row []string) {
	pointer := "/" + strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(row[1], "*[]", "*.*"), "[]", ".*"), ".", "/")
	if member.Name != pointer {
		t.Errorf("row %s: %s stands in its place", number, member.Name)
		return
	}
	if number == "4" { // its lists say more
		return
	}
	for i, purpose := range []string{"planner", "tool", "responder"} {
		want := row[6+i]
		got := "no"
		switch m := member.Value; m.Kind {
		case document.Array:
			if slices.ContainsFunc(m.Items, func(n *document.Node) bool { return n.Text == purpose }) {
				got = "yes"
			}
		case document.Object:
			if v := m.Get(purpose); v != nil && v.Kind == document.Bool {
				got = "yes"
			} else if v != nil {
				got = "on condition"
			}
		}
		if got == "on condition" && purpose == "responder" && (number == "26" || member.Name == pointer && strings.HasPrefix(pointer, "/insight/")) {
			continue
		}
		if got != want {
			t.Errorf("row %s: for the %s: %s, want %s", number, purpose, got, want)
		}
	}
}
