package compiler

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// realSchemas is a folder beside the checkout with public schemas.
const realSchemas = "../../../../shared/real-schemas"

// nameCount counts the names that a person can hardly use.
type nameCount struct {
	types, numbered, hashed, long      int
	fields, hashedFields               int
	variants, numberedVariants, refuse int
	collisions                         int
}

var (
	numberedName = regexp.MustCompile(`Option[0-9]+`)
	hashedName   = regexp.MustCompile(`_[0-9a-f]{6,}$`)
)

func (c *nameCount) add(pkg *model.Package) {
	for _, d := range pkg.Decls {
		c.types++
		c.numbered += count(numberedName.MatchString(d.Name))
		c.hashed += count(hashedName.MatchString(d.Name))
		c.long += count(len(d.Name) > 60)
		for _, f := range d.Fields {
			c.fields++
			c.hashedFields += count(hashedName.MatchString(f.Name))
		}
		for _, v := range d.Variants {
			c.variants++
			base := strings.TrimRight(v.Name, "0123456789")
			c.numberedVariants += count(base != v.Name && slices.ContainsFunc(d.Variants, func(w *model.Variant) bool { return w.Name == base }))
		}
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// TestNamesOfRealSchemas names the types of public schemas, each a package of its
// own that refers to the files of the others. The bounds are what the names have
// reached; they may only come down.
func TestNamesOfRealSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("2026-11-28: names thousands of types")
	}
	var files []string
	for _, pattern := range []string{"large/*.json", "schemastore/schemas/*.json"} {
		found, err := fs.Glob(os.DirFS(realSchemas), pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("2026-11-28: the public schemas are not beside the checkout")
	}
	refs := []config.Ref{}
	for _, prefix := range []string{"https://www.schemastore.org", "http://www.schemastore.org", "https://json.schemastore.org", "http://json.schemastore.org"} {
		refs = append(refs, config.Ref{Prefix: prefix, Dir: "schemastore/schemas"})
	}
	var total nameCount
	by := map[string]nameCount{}
	w := &workspace.Workspace{FS: os.DirFS(realSchemas), Dir: "."}
	for _, file := range files {
		c := config.Config{Refs: refs, Packages: []config.Package{{
			Schema: file, Name: "real", Out: "gen/real", Roots: []config.Root{{Name: "Root", Pointer: "#"}},
		}}}
		units, _ := modelled(context.Background(), w, c, hooks{})
		if units[0].result == nil {
			total.refuse++
			continue
		}
		var one nameCount
		one.add(units[0].result.Package)
		total.add(units[0].result.Package)
		for _, d := range units[0].found {
			total.collisions += count(d.Code == diag.NameCollision)
		}
		by[path.Base(file)] = one
	}
	t.Logf("%d schemas, %d refused, %d types, %d fields, %d variants; %d names given up for others", len(files), total.refuse, total.types, total.fields, total.variants, total.collisions)
	// The shares are of the variants that values can have, and of their types.
	for _, bound := range []struct {
		what           string
		percent, limit float64
	}{
		{"types with OptionN", percent(total.numbered, total.types), 0.05},
		{"types with a hash", percent(total.hashed, total.types), 0.05},
		{"fields with a hash", percent(total.hashedFields, total.fields), 0.05},
		{"variants that only a number tells apart", percent(total.numberedVariants, total.variants), 0.25},
		{"types longer than 60 letters", percent(total.long, total.types), 0.7},
	} {
		t.Logf("%.2f %% %s", bound.percent, bound.what)
		if bound.percent > bound.limit {
			t.Errorf("%.2f %% %s, more than %.2f %%", bound.percent, bound.what, bound.limit)
		}
	}
	if testing.Verbose() {
		worst := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
			return cmp.Or(by[b].numbered+by[b].hashed-by[a].numbered-by[a].hashed, strings.Compare(a, b))
		})
		for _, name := range worst[:min(15, len(worst))] {
			t.Logf("%s: %+v", name, by[name])
		}
	}
}
