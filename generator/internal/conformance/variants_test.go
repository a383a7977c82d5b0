package conformance

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/suite"
)

// TestSuiteVariants runs the tests of all drafts with schemas of the same meaning:
// members in reverse order and behind a reference, the same in an allOf, and in
// a second resource of one document where that can change what a reference finds. That
// is twice the code of TestSuite, so that groups which the newest draft has as well are
// tried there alone.
func TestSuiteVariants(t *testing.T) {
	if !compiled.Exhaustive() {
		t.Skip("2026-11-28: the variants of all drafts take five minutes: .ci/run sets " + compiled.ExhaustiveVariable + " for it")
	}
	s := suite.Find(t)
	run(t, s, func(draft schema.Draft) []suite.Group { return groupsOnce(t, s, draft) }, variantCases)
}

// variantCases makes the variants of a group the definitions of one document.
// Where the schema names resources the second copy of them needs a document of
// its own.
func variantCases(g *suite.Group, remotes fstest.MapFS) []compiled.Case {
	base := suiteCase(g, remotes)
	outside := []definition{
		{"ref", `{"$ref": "other.json"}`},
		{"all", `{"allOf": [{}, {"$ref": "other.json"}]}`},
	}
	base.Files["other.json"] = &fstest.MapFile{Data: suite.Reversed(declared(g)).AppendJSON(nil)}
	embedded := g.Embedded()
	if embedded == nil || !identifiers.MatchString(g.Schema.String()) {
		return []compiled.Case{definitionsCase(g, base, outside)}
	}
	inside := []definition{
		{"second", fmt.Sprintf(`{"allOf": [{"$ref": %q}]}`, suite.OtherURI)},
		{"", embedded.String()},
	}
	if strings.Contains(g.Schema.String(), `id":`) {
		return []compiled.Case{definitionsCase(g, base, outside), definitionsCase(g, base, inside)}
	}
	return []compiled.Case{definitionsCase(g, base, append(outside, inside...))}
}

// identifiers finds the keywords to which it matters in which resource they stand
// (2020-12, sections 8.2 and 9.2).
var identifiers = regexp.MustCompile(`"(\$?id|\$(ref|(dynamic|recursive)(Ref|Anchor)|anchor))":`)

// definition is a variant of the schema, or a part of one when it has no name.
type definition struct{ name, schema string }

// definitionsCase is a case whose roots are the definitions with a name.
func definitionsCase(g *suite.Group, base compiled.Case, list []definition) compiled.Case {
	c := base
	c.Files = maps.Clone(base.Files)
	c.Roots = nil
	var members []string
	for i, d := range list {
		key := fmt.Sprintf("v%d%s", i, d.name)
		members = append(members, fmt.Sprintf("%q: %s", key, d.schema))
		if d.name != "" {
			c.Roots = append(c.Roots, "#/"+g.Definitions()+"/"+key)
		}
	}
	main := fmt.Sprintf(`{"$schema": %q, %q: {%s}}`, draftURIs[g.Draft], g.Definitions(), strings.Join(members, ", "))
	c.Files["main.json"] = &fstest.MapFile{Data: []byte(main)}
	return c
}
