// Package conformance runs the official test suite through generated code. Its
// subpackages each test one draft, so that the go command can tell how far the
// tests are. Only tests import it.
package conformance

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/suite"
)

// Test runs the tests of one draft: one program, a package for each schema. All
// entry points must agree and be right, also with the members of the instance in
// reverse order.
func Test(t *testing.T, draft schema.Draft) {
	s := suite.Find(t)
	excuses := run(t, s, draft, !s.Complete && !compiled.Exhaustive(), func(g *suite.Group, remotes fstest.MapFS) []compiled.Case {
		return []compiled.Case{suiteCase(g, remotes)}
	})
	excuses.CheckUsed(t, s, directory(draft)+"/")
}

// directory is the suite's directory of a draft.
func directory(draft schema.Draft) string {
	for _, d := range suite.Drafts {
		if d.Draft == draft {
			return d.Dir
		}
	}
	return ""
}

// run runs the cases that are made from the groups of a draft, or, with once, from
// those that the newest draft does not have to the letter. It returns what was excused.
func run(t *testing.T, s suite.Suite, draft schema.Draft, once bool, makeCases func(g *suite.Group, remotes fstest.MapFS) []compiled.Case) (excuses *suite.Excuses) {
	t.Helper()
	groups := s.Groups(t, directory(draft), draft)
	if len(groups) == 0 {
		t.Skip("2026-11-28: this copy of the suite does not have the draft")
	}
	if once && draft != newest {
		groups = without(groups, s.Groups(t, directory(newest), newest))
	}
	remotes := remoteFiles(t, s)
	var cases []compiled.Case
	var of []*suite.Group // by case
	tests := 0
	for i := range groups {
		tests += len(groups[i].Tests)
		for _, c := range makeCases(&groups[i], remotes) {
			cases = append(cases, c)
			of = append(of, &groups[i])
		}
	}
	excuses = &suite.Excuses{}
	for i, out := range compiled.Run(t, cases) {
		for _, failure := range suiteFailures(of[i], out) {
			if !of[i].Optional || !excuses.Excuse(failure) {
				t.Error(failure)
			}
		}
	}
	t.Logf("%d schemas, %d tests", len(groups), tests)
	return excuses
}

// newest is the draft that has most of what the others have.
const newest = schema.Draft2020

// without leaves out the groups of a draft that another draft has to the letter. They
// run once where a group is worth less than the packages that are compiled for it: on a
// new machine, which has no complete copy of the suite, and as variants.
func without(groups, other []suite.Group) []suite.Group {
	has := map[string]bool{}
	for i := range other {
		has[letters(&other[i])] = true
	}
	return slices.DeleteFunc(groups, func(g suite.Group) bool { return has[letters(&g)] })
}

// letters is what a group says, but for the draft.
func letters(g *suite.Group) string {
	s := g.Schema.Clone()
	s.Delete("$schema")
	var b strings.Builder
	fmt.Fprint(&b, s, g.Optional, g.AssertFormat)
	for _, test := range g.Tests {
		fmt.Fprint(&b, "\n", test.Valid, test.Data)
	}
	return b.String()
}

// remoteFiles are the remote documents as files of a workspace.
func remoteFiles(t *testing.T, s suite.Suite) fstest.MapFS {
	files := fstest.MapFS{}
	remotes := os.DirFS(s.RemotesDir())
	err := fs.WalkDir(remotes, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".json") {
			data, err := fs.ReadFile(remotes, name)
			files["remotes/"+name] = &fstest.MapFile{Data: data}
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// suiteCase is the case of a group: each instance, then its reversal.
func suiteCase(g *suite.Group, remotes fstest.MapFS) compiled.Case {
	c := compiled.Case{
		Name: g.Name, Schema: "main.json", Files: maps.Clone(remotes),
		Config: config.Config{
			Refs:         []config.Ref{{Prefix: suite.RemotesPrefix, Dir: "remotes"}},
			AssertFormat: g.AssertFormat,
		},
	}
	c.Files["main.json"] = &fstest.MapFile{Data: declared(g).AppendJSON(nil)}
	for _, test := range g.Tests {
		c.Instances = append(c.Instances, test.Data.String(), suite.Reversed(test.Data).String())
	}
	return c
}

// declared is a group's schema with the draft that its folder stands for: a
// file without $schema would be taken for the newest.
func declared(g *suite.Group) *document.Node {
	if g.Schema.Kind != document.Object || g.Schema.Get("$schema") != nil {
		return g.Schema
	}
	s := g.Schema.Clone()
	s.Set("$schema", source.Pos{}, &document.Node{Kind: document.String, Text: draftURIs[g.Draft]})
	return s
}

var draftURIs = map[schema.Draft]string{
	schema.Draft4:    "http://json-schema.org/draft-04/schema#",
	schema.Draft6:    "http://json-schema.org/draft-06/schema#",
	schema.Draft7:    "http://json-schema.org/draft-07/schema#",
	schema.Draft2019: "https://json-schema.org/draft/2019-09/schema",
	schema.Draft2020: "https://json-schema.org/draft/2020-12/schema",
}

// suiteFailures tells what is wrong with the outcome of a group.
func suiteFailures(g *suite.Group, out compiled.Outcome) []string {
	if out.Result == nil {
		return []string{g.Name + ": generation failed: " + out.Diagnostics.Sorted()[0].Message}
	}
	var failures []string
	for root, verdicts := range out.Verdicts {
		for i, test := range g.Tests {
			for j, data := range []*document.Node{test.Data, suite.Reversed(test.Data)} {
				if problem := verdicts[2*i+j].Problem(data.String(), test.Valid); problem != "" {
					failures = append(failures, fmt.Sprintf("%s: %s: root %d: %s", g.Name, test.Name, root, problem))
					break
				}
			}
		}
	}
	return failures
}
