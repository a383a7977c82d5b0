// Package conformance runs the official test suite through generated code, the drafts
// together in one program.
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

// TestSuite runs the tests of all drafts, a package for each schema. All entry points
// must agree and be right, also with the members of the instance in reverse order. The evaluator
// runs all groups, in package table; generated code runs one of four in each file, of
// those that the newest draft does not have to the letter, and all where tests are
// exhaustive.
func TestSuite(t *testing.T) {
	s := suite.Find(t)
	of := func(draft schema.Draft) []suite.Group {
		if compiled.Exhaustive() {
			return s.Groups(t, directory(draft), draft)
		}
		return oneOf(4, groupsOnce(t, s, draft))
	}
	count := 0
	excuses := run(t, s, of, func(g *suite.Group, remotes fstest.MapFS) []compiled.Case {
		c := suiteCase(g, remotes)
		if count%compiled.EveryCompact != 0 { // the variants are in both where tests are exhaustive
			c.Codec = config.Fast
		}
		count++
		return []compiled.Case{c}
	})
	excuses.CheckUsed(t, s, "")
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

// oneOf keeps one of n groups of each file, the first among them.
func oneOf(n int, groups []suite.Group) []suite.Group {
	met := map[string]int{} // of a file
	return slices.DeleteFunc(groups, func(g suite.Group) bool {
		met[g.File]++
		return (met[g.File]-1)%n != 0
	})
}

// run runs the cases that are made from some groups of each draft and judges each
// draft. It returns what was excused.
func run(t *testing.T, s suite.Suite, of func(schema.Draft) []suite.Group, makeCases func(g *suite.Group, remotes fstest.MapFS) []compiled.Case) *suite.Excuses {
	t.Helper()
	remotes := remoteFiles(t, s)
	var cases []compiled.Case
	var groups []*suite.Group // by case
	for _, d := range suite.Drafts {
		list := of(d.Draft)
		for i := range list {
			for _, c := range makeCases(&list[i], remotes) {
				cases = append(cases, c)
				groups = append(groups, &list[i])
			}
		}
	}
	excuses := &suite.Excuses{}
	out := compiled.Run(t, cases)
	for _, d := range suite.Drafts {
		t.Run(d.Dir, func(t *testing.T) {
			schemas, tests := 0, 0
			for i, g := range groups {
				if g.Draft != d.Draft {
					continue
				}
				schemas, tests = schemas+1, tests+len(g.Tests)
				for _, failure := range suiteFailures(g, out[i]) {
					if !g.Optional || !excuses.Excuse(failure) {
						t.Error(failure)
					}
				}
			}
			if schemas == 0 {
				t.Skip("2026-11-28: this copy of the suite does not have the draft")
			}
			t.Logf("%d schemas, %d tests", schemas, tests)
		})
	}
	return excuses
}

// groupsOnce are the groups of a draft, but for those that the newest draft has to the
// letter: they run once where a group is worth less than the packages that are compiled
// for it.
func groupsOnce(t *testing.T, s suite.Suite, draft schema.Draft) []suite.Group {
	groups := s.Groups(t, directory(draft), draft)
	if draft == newest {
		return groups
	}
	return without(groups, s.Groups(t, directory(newest), newest))
}

// newest is the draft that has most of what the others have.
const newest = schema.Draft2020

// without leaves out the groups of a draft that another draft has to the letter.
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
