package compiler_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// shapes compiles packages, each of the schema NAME.yaml with entry types
// written as "Root=# Cat=#/$defs/Cat", and lists the types of each as lines such
// as "Cat struct{Name *string}", sorted, without the maps of open structs.
func shapes(t *testing.T, files map[string]string, roots map[string]string, more ...config.Name) map[string][]string {
	t.Helper()
	fsys := fstest.MapFS{"go.mod": {Data: []byte("module example.com/m\n")}}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var c config.Config
	for name := range roots {
		c.Packages = append(c.Packages, config.Package{Schema: name + ".yaml", Name: name, Out: "gen/" + name, Names: more})
	}
	slices.SortFunc(c.Packages, func(a, b config.Package) int { return strings.Compare(a.Name, b.Name) })
	for i := range c.Packages {
		for _, r := range strings.Fields(roots[c.Packages[i].Name]) {
			name, pointer, _ := strings.Cut(r, "=")
			c.Packages[i].Roots = append(c.Packages[i].Roots, config.Root{Name: name, Pointer: pointer})
		}
	}
	results, ds := compiler.Compile(context.Background(), &workspace.Workspace{FS: fsys, Dir: "."}, c)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	out := map[string][]string{}
	for i, p := range c.Packages {
		for _, d := range results[i].Package.Decls {
			shape := strings.NewReplacer("; Extra map[string]Value", "", "Extra map[string]Value", "").Replace(compiled.Shape(d))
			out[p.Name] = append(out[p.Name], d.Name+" "+shape)
		}
		for _, r := range results[i].Package.Roots {
			if r.Name != r.Decl.Name {
				out[p.Name] = append(out[p.Name], fmt.Sprintf("%s = %s", r.Name, r.Decl.Name))
			}
		}
		slices.Sort(out[p.Name])
	}
	return out
}

// TestOneDefinitionIsOneType: wherever a definition is named, its Go type is
// the same, and there is no other of the same meaning.
func TestOneDefinitionIsOneType(t *testing.T) {
	const pets = `
  Animal: { type: object, required: [name], properties: { name: { type: string } } }
  Cat: { allOf: [{ $ref: "#/$defs/Animal" }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
`
	petTypes := []string{"Animal struct{Name string}", "Cat struct{Name string; Lives int64}"}
	for name, c := range map[string]struct {
		schema string
		files  map[string]string
		roots  string
		want   []string
	}{
		"nullable enum alone and in a union": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/L" }, b: { oneOf: [{ $ref: "#/$defs/L" }, { type: object }] } }, $defs: { L: { enum: [x, null] } } }`,
			want:   []string{"L enum string{X}", "Root struct{A Nullable[L]; B Nullable[RootB]}", "RootB union{L L; Object map[string]Value}"},
		},
		"nullable object with a title in a union of three": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/L" }, b: { anyOf: [{ $ref: "#/$defs/L" }, { type: string }, { type: "null" }] } }, $defs: { L: { title: Leaf, type: [object, "null"], properties: { x: { type: string } } } } }`,
			want:   []string{"L struct{X *string}", "Root struct{A Nullable[L]; B *RootB}", "RootB union{L L; String string; Null}"},
		},
		"nullable definition in items, maps and members": {
			schema: `{ type: object, required: [a], properties: { a: { $ref: "#/$defs/L" }, i: { type: array, items: { $ref: "#/$defs/L" } }, m: { type: object, additionalProperties: { $ref: "#/$defs/L" } }, u: { type: array, items: { anyOf: [{ $ref: "#/$defs/L" }, { type: integer }] } } }, $defs: { L: { type: [string, "null"], maxLength: 3 } } }`,
			want:   []string{"L string", "Root struct{A *L; I []*L; M map[string]*L; U []*RootUItem}", "RootUItem union{L L; Integer int64}"},
		},
		"nullable union alone and in a union": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/L" }, b: { anyOf: [{ $ref: "#/$defs/L" }, { type: boolean }] } }, $defs: { L: { type: [string, integer, "null"] } } }`,
			want:   []string{"L union{String string; Integer int64; Null}", "Root struct{A *L; B Nullable[RootB]}", "RootB union{L L; Bool bool}"},
		},
		"untyped enum that types narrow": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/L" }, b: { type: string, oneOf: [{ $ref: "#/$defs/L" }, { pattern: "^a" }] }, c: { type: [string, integer], $ref: "#/$defs/L" } }, $defs: { L: { enum: [x, y] } } }`,
			want:   []string{"L enum string{X, Y}", "Root struct{A *L; B *string; C *L}"},
		},
		"reference with a type that says nothing new": {
			schema: `{ type: object, properties: { b: { type: object, $ref: "#/$defs/L" } }, $defs: { L: { type: object, properties: { x: { type: string } } } } }`,
			want:   []string{"L struct{X *string}", "Root struct{B *L}"},
		},
		"reference with keywords that say nothing": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/L", properties: {}, additionalProperties: true, required: [], description: y }, b: { type: [object, "null"], additionalProperties: true, properties: {}, allOf: [{ $ref: "#/properties/c" }] }, c: { type: [object, "null"], properties: { z: { type: string } } }, d: { oneOf: [{ $ref: "#/$defs/L", additionalProperties: true }, { type: string }] }, e: { $ref: "#/$defs/L", additionalProperties: false } }, $defs: { L: { type: object, properties: { x: { type: string } } } } }`,
			want: []string{
				"L struct{X *string}", "Root struct{A *L; B Nullable[RootC]; C Nullable[RootC]; D *RootD; E *RootE}",
				"RootC struct{Z *string}", "RootD union{Object L; String string}", "RootE struct{}",
			},
		},
		"combination with a type that says nothing new": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/Cat" }, b: { type: object, $ref: "#/$defs/Cat" }, c: { anyOf: [{ $ref: "#/$defs/Cat" }, { type: "null" }] }, d: { oneOf: [{ $ref: "#/$defs/Cat" }, { type: string }] } }, $defs: {` + inline(pets) + `} }`,
			want:   append(slices.Clone(petTypes), "Root struct{A *Cat; B *Cat; C Nullable[Cat]; D *RootD}", "RootD union{Cat Cat; String string}"),
		},
		"combination that is an entry type": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/Cat" }, l: { type: array, items: { $ref: "#/$defs/Cat" } } }, $defs: {` + inline(pets) + `} }`,
			roots:  "Root=# Cat=#/$defs/Cat",
			want:   append(slices.Clone(petTypes), "Root struct{A *Cat; L []Cat}"),
		},
		"combination that is an entry type of another name": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/Cat" } }, $defs: {` + inline(pets) + `} }`,
			roots:  "Root=# Tom=#/$defs/Cat",
			want:   []string{petTypes[0], "Root struct{A *Tom}", "Tom struct{Name string; Lives int64}"},
		},
		"nullable combination": {
			schema: `{ type: object, properties: { a: { $ref: "#/$defs/N" }, b: { $ref: "#/$defs/Cat" }, c: { oneOf: [{ $ref: "#/$defs/N" }, { type: string }] } }, $defs: { N: { anyOf: [{ $ref: "#/$defs/Cat" }, { type: "null" }] }, ` + inline(pets) + `} }`,
			want:   append(slices.Clone(petTypes), "Root struct{A Nullable[Cat]; B *Cat; C Nullable[RootC]}", "RootC union{N Cat; String string}"),
		},
		"whole schema refers to a definition of the root's name": {
			schema: `{ $ref: "#/$defs/Root", $defs: { Root: { type: object, properties: { next: { $ref: "#/$defs/Root" } } } } }`,
			want:   []string{"Root struct{Next *Root}"},
		},
		"whole schema refers to a definition of another name": {
			schema: `{ $ref: "#/$defs/Config", $defs: { Config: { type: object, properties: { next: { $ref: "#/$defs/Config" } } } } }`,
			want:   []string{"Config struct{Next *Config}", "Root = Config"},
		},
		"whole schema refers to a definition in draft 7": {
			schema: `{ $schema: "http://json-schema.org/draft-07/schema#", $ref: "#/definitions/Config", definitions: { Config: { type: object, properties: { next: { $ref: "#" } } } } }`,
			want:   []string{"Config struct{Next *Config}", "Root = Config"},
		},
		"whole schema refers to an enum": {
			schema: `{ allOf: [{ $ref: "#/$defs/Root" }], $defs: { Root: { enum: [a, b] } } }`,
			want:   []string{"Root enum string{A, B}"},
		},
		"whole schema refers to a nullable definition": {
			schema: `{ $ref: "#/$defs/Root", $defs: { Root: { type: [object, "null"], properties: { next: { $ref: "#/$defs/Root" } } } } }`,
			want:   []string{"Root nullable *RootValue", "RootValue struct{Next Nullable[*RootValue]}"},
		},
		"whole schema and its definition are entry types": {
			schema: `{ $ref: "#/$defs/Config", $defs: { Config: { type: object, properties: { next: { $ref: "#" } } } } }`,
			roots:  "Root=# Config=#/$defs/Config",
			want:   []string{"Config struct{Next *Config}", "Root = Config"},
		},
		"two entry types of one schema": {
			schema: `{ type: object, properties: { next: { $ref: "#" } } }`,
			roots:  "One=# Two=#",
			want:   []string{"One struct{Next *One}", "Two = One"},
		},
		"recursive combination is the whole schema": {
			schema: `{ allOf: [{ $ref: "#/$defs/Animal" }, { type: object, properties: { kid: { $ref: "#" } } }], $defs: {` + inline(pets) + `} }`,
			want:   append(slices.Clone(petTypes), "Root struct{Name string; Kid *Root}"),
		},
		"combination in another file": {
			schema: `{ type: object, properties: { a: { $ref: "pets.yaml#/$defs/Cat" }, b: { $ref: "all.yaml" }, c: { anyOf: [{ $ref: "all.yaml" }, { type: "null" }] }, d: { $ref: "bare.yaml" } } }`,
			files: map[string]string{
				"pets.yaml": `{ $defs: {` + inline(pets) + `} }`, "bare.yaml": `{ $ref: "pets.yaml#/$defs/Cat" }`,
				"all.yaml": `{ allOf: [{ $ref: "pets.yaml#/$defs/Animal" }, { type: object, properties: { age: { type: integer } } }] }`,
			},
			want: []string{"All struct{Name string; Age *int64}", "Cat struct{Name string; Lives int64}", "Root struct{A *Cat; B *All; C Nullable[All]; D *Cat}"},
		},
		"pattern that speaks of declared members as well": {
			schema: `{ type: object, properties: { from: { $ref: "#/$defs/Ref" }, flag: { $ref: "#/$defs/Flag" }, own: { type: object, properties: { a: { type: string } } } }, patternProperties: { "^(?!x$).*$": { $ref: "#/$defs/Node" } }, $defs: { Ref: { oneOf: [{ type: string }, { type: object, properties: { path: { type: string }, to: { $ref: "#/$defs/To" } } }] }, To: { type: object, properties: { n: { type: integer } } }, Flag: { type: [boolean, string] }, Node: { type: [string, boolean, object], properties: { to: { $ref: "#/$defs/To" } }, additionalProperties: { $ref: "#/$defs/Node" } } } }`,
			want: []string{
				"Flag union{String string; Bool bool}", "Node union{String string; Bool bool; Object NodeObject}", "NodeObject struct{To *To; Additional map[string]Node}",
				"Ref union{String string; Object RefObject}", "RefObject struct{Path *string; To *To}",
				"Root struct{From *Ref; Flag *Flag; Own *RootOwn; Matched map[string]Node}", "RootOwn struct{A *string}", "To struct{N *int64}",
			},
		},
		"type of all others that speaks of what another schema declares": {
			schema: `{ allOf: [{ $ref: "#/$defs/Base" }, { type: object, additionalProperties: { $ref: "#/$defs/Node" } }], $defs: { Base: { type: object, properties: { to: { $ref: "#/$defs/To" }, any: {}, name: { type: string }, list: { type: array } } }, To: { type: object, properties: { n: { type: integer } } }, Node: { type: [string, object, array], properties: { n: { minimum: 3 } }, items: { type: string } } } }`,
			want: []string{
				"Base struct{To *To; Any Value; Name *string; List []Value}", "Node union{String string; Object NodeObject; Array []string}", "NodeObject struct{N Value}",
				"Root struct{To *To; Any *Node; Name *string; List []string; Additional map[string]Node}", "To struct{N *int64}",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"main.yaml": c.schema}
			for name, text := range c.files {
				files[name] = text
			}
			roots := c.roots
			if roots == "" {
				roots = "Root=#"
			}
			got := shapes(t, files, map[string]string{"main": roots})["main"]
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// inline writes a block of YAML members as those of a flow mapping.
func inline(block string) string {
	return strings.Join(strings.Split(strings.TrimSpace(block), "\n"), ",")
}

// TestOneDefinitionIsOneTypeInAllPackages: what another package has a type for
// is that type.
func TestOneDefinitionIsOneTypeInAllPackages(t *testing.T) {
	const pets = `$defs:
  Animal: { type: object, required: [name], properties: { name: { type: string } } }
  Cat: { allOf: [{ $ref: "#/$defs/Animal" }, { type: object, properties: { lives: { type: integer } } }] }
  L: { enum: [x, null] }
`
	for name, c := range map[string]struct{ theirs, theirRoots, ref, field string }{
		"root that is an allOf":          {pets + `allOf: [{ $ref: "#/$defs/Animal" }, { properties: { a: { type: integer } } }]`, "Pets=#", "pets.yaml", "*Pets"},
		"root that is a reference":       {pets + `$ref: "#/$defs/Animal"`, "Pets=#", "pets.yaml", "*Animal"},
		"root of a combination":          {pets + `$ref: "#/$defs/Cat"`, "Pets=#", "pets.yaml", "*Cat"},
		"combination":                    {pets, "Animal=#/$defs/Animal", "pets.yaml#/$defs/Cat", "*Cat"},
		"combination listed as a root":   {pets, "Cat=#/$defs/Cat", "pets.yaml#/$defs/Cat", "*Cat"},
		"combination of another name":    {pets, "Tom=#/$defs/Cat", "pets.yaml#/$defs/Cat", "*Tom"},
		"nullable enum":                  {pets, "Cat=#/$defs/Cat", "pets.yaml#/$defs/L", "Nullable[L]"},
		"inline combination as a root":   {pets + `properties: { c: { allOf: [{ $ref: "#/$defs/Animal" }, { $ref: "#/$defs/Cat" }] } }`, "C=#/properties/c", "pets.yaml#/properties/c", "*C"},
		"recursive root of combinations": {pets + `allOf: [{ $ref: "#/$defs/Animal" }, { properties: { kid: { $ref: "#" } } }]`, "Pets=#", "pets.yaml", "*Pets"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"pets.yaml": c.theirs,
				"main.yaml": fmt.Sprintf(`{ type: object, properties: { f: { $ref: %q }, u: { oneOf: [{ $ref: %[1]q }, { type: integer }] } } }`, c.ref),
			}
			got := shapes(t, files, map[string]string{"main": "Root=#", "pets": c.theirRoots})["main"]
			for _, line := range got {
				if !strings.HasPrefix(line, "Root ") && !strings.HasPrefix(line, "RootU ") {
					t.Errorf("a type of its own: %s", line)
				}
			}
			if want := "Root struct{F " + c.field + "; U "; len(got) == 0 || !strings.HasPrefix(got[0], want) {
				t.Errorf("%v, not %s", got, want)
			}
		})
	}
}

// TestBranchesAreNamedByATagThatDefinitionsShare: definitions that list one value of a
// tag, which has a name for each, leave the others' names to the tag.
func TestBranchesAreNamedByATagThatDefinitionsShare(t *testing.T) {
	const schema = `
type: object
properties:
  r:
    oneOf:
      - { type: object, required: [type, path], properties: { type: { const: file }, path: { type: string } } }
      - { type: object, required: [type, image], properties: { type: { const: container }, image: { type: string } } }
      - { $ref: "#/$defs/bicep" }
      - { $ref: "#/$defs/bicep2" }
$defs:
  bicep: { type: object, required: [module], properties: { type: { const: bicep }, module: { type: string } } }
  bicep2: { allOf: [{ $ref: "#/$defs/bicep" }, { properties: { type: { const: bicep2 } } }] }
`
	got := shapes(t, map[string]string{"main.yaml": schema}, map[string]string{"main": "Root=#"})["main"]
	const want = "RootR union{File RootRFile; Container RootRContainer; Bicep Bicep; Bicep2 Bicep2}"
	if !slices.Contains(got, want) {
		t.Errorf("%s\nis not in\n%s", want, strings.Join(got, "\n"))
	}
}
