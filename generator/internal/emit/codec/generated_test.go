package codec_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// generatedCase is a package and documents that its root accepts or refuses.
type generatedCase struct {
	name           string
	make           func(m maker) *plan.Plan // of the root
	valid, invalid []string
}

var generatedCases = []generatedCase{
	{
		name: "members",
		make: func(m maker) *plan.Plan {
			return m.object("Root", false,
				member{"a!", texts(nil)},
				member{"b", integers("int64", plan.Number{})},
				member{"c", nullable(texts(nil))},
				member{"d!", nullable(floats(nil))},
				member{"quo\"te`\x00", nil},
				member{"never", nothing()},
			)
		},
		valid: []string{`{"a":"","d":null}`, `{"a":"x","b":-1.0,"c":null,"d":0.5}`, `{"d":1,"c":"y","a":"z","quo\"te` + "`" + `\u0000":[1]}`},
		invalid: []string{`{}`, `{"a":"x"}`, `{"a":1,"d":null}`, `{"a":"x","d":null,"e":1}`, `{"a":"x","a":"y","d":null}`,
			`{"a":"x","d":null,"never":1}`, `{"a":"x","d":null,}`, `{"a":"x","d":null}]`, `[]`, `null`, ``, `{"a":"x","d":null,"b":1.5}`},
	},
	{
		name:    "open",
		make:    func(m maker) *plan.Plan { return m.object("Root", true, member{"a!", texts(nil)}) },
		valid:   []string{`{"a":"","z":{"y":[1,2,{"x":null}]}}`, `{"esc\u0061ped":1,"a":""}`},
		invalid: []string{`{"a":"","z":1,"z":2}`, `{"a":"","z":{"y":1,"y":2}}`, `{"a":"","z":tru}`},
	},
	{
		name: "wide",
		make: func(m maker) *plan.Plan {
			var members []member
			for i := range 130 {
				name := fmt.Sprint("m", i)
				if i%50 == 3 {
					name += "!"
				}
				members = append(members, member{name, integers("int64", plan.Number{})})
			}
			return m.object("Root", true, members...)
		},
		valid:   []string{`{"m3":3,"m53":53,"m103":103}`, `{"m129":1,"m3":3,"m53":53,"m103":103,"other":""}`},
		invalid: []string{`{"m3":3,"m53":53}`, `{"m3":3,"m53":53,"m103":"x"}`, `{"m3":3,"m53":53,"m103":103,"m129":1,"m129":1}`},
	},
	{
		name: "strings",
		make: func(m maker) *plan.Plan {
			return m.object("Root", false,
				member{"length", texts(&plan.String{MinLength: uintOf(2), MaxLength: uintOf(3)})},
				member{"pattern", texts(&plan.String{Patterns: []*plan.Pattern{m.pattern(`^id-[a-f0-9]{4}$`, "matchID")}})},
				member{"most", texts(&plan.String{MaxLength: uintOf(1<<64 - 1)})},
				member{"least", texts(&plan.String{MinLength: uintOf(1 << 63)})},
				member{"format", texts(&plan.String{Formats: []string{"uuid"}})},
			)
		},
		valid: []string{`{"length":"ab"}`, `{"length":"äöü"}`, `{"length":"\u00e4b"}`, `{"length":"日本語"}`, `{"pattern":"id-00ff"}`, `{"most":"x"}`,
			`{"format":"2eb8aa08-aa98-11ea-b4aa-73b441d16380"}`},
		invalid: []string{`{"length":"a"}`, `{"length":"abcd"}`, `{"length":"日"}`, `{"length":"日本語x"}`, `{"pattern":"id-00fg"}`,
			`{"pattern":"id-00ff0"}`, `{"least":"x"}`, `{"format":"x"}`, `{"length":"\ud800ab"}`},
	},
	{
		name: "numbers",
		make: func(m maker) *plan.Plan {
			return m.object("Root", false,
				member{"byte", integers("uint8", plan.Number{Min: "0", Max: "255"})},
				member{"unsigned", integers("uint64", plan.Number{Min: "0", Max: "18446744073709551615"})},
				member{"exclusive", integers("int64", plan.Number{Min: "1e0", MinExcl: true, Max: "5", MaxExcl: true})},
				member{"fraction", integers("int64", plan.Number{Min: "0.5"})},
				member{"step", integers("int64", plan.Number{MultipleOf: []string{"3"}})},
				member{"tenth", floats(&plan.Number{MultipleOf: []string{"0.1"}, Max: "1"})},
				member{"far", integers("int64", plan.Number{Max: "1e400"})},
				member{"below", floats(&plan.Number{Max: "1", MaxExcl: true})},
			)
		},
		valid: []string{`{"byte":255}`, `{"byte":2.50e2}`, `{"unsigned":18446744073709551615}`, `{"exclusive":2}`, `{"exclusive":4}`,
			`{"fraction":1}`, `{"step":-9}`, `{"tenth":0.3}`, `{"tenth":1}`, `{"far":9223372036854775807}`, `{"below":0.75}`},
		invalid: []string{`{"byte":256}`, `{"byte":-1}`, `{"unsigned":-1}`, `{"unsigned":18446744073709551616}`, `{"exclusive":1}`, `{"exclusive":5}`,
			`{"fraction":0}`, `{"step":10}`, `{"tenth":0.25}`, `{"tenth":1.1}`, `{"below":1}`, `{"byte":1.5}`, `{"step":01}`},
	},
	{
		name: "arrays",
		make: func(m maker) *plan.Plan {
			one := uint64(1)
			return m.object("Root", false,
				member{"bounds", slices(texts(nil), plan.Array{MinItems: uintOf(1), MaxItems: uintOf(2)})},
				member{"unique", slices(nil, plan.Array{Unique: true})},
				member{"nested", slices(slices(nullable(integers("int64", plan.Number{})), plan.Array{}), plan.Array{})},
				member{"contains", slices(nil, plan.Array{Contains: []plan.Contains{{Plan: texts(nil), Min: 1, Max: &one}}})},
				member{"none", slices(nothing(), plan.Array{})},
				member{"far", slices(nil, plan.Array{MinItems: uintOf(1 << 40), MaxItems: uintOf(1 << 63)})},
			)
		},
		valid: []string{`{"bounds":["a"]}`, `{"bounds":["a","b"]}`, `{"unique":[1,"1",[1],{"a":1}]}`, `{"nested":[[1,null],[],[2]]}`,
			`{"contains":[1,"x",2]}`, `{"none":[]}`},
		invalid: []string{`{"bounds":[]}`, `{"bounds":["a","b","c"]}`, `{"unique":[1,2,1.0]}`, `{"nested":[[1],["x"]]}`,
			`{"contains":[1]}`, `{"contains":["x","y"]}`, `{"none":[1]}`, `{"bounds":["a",]}`, `{"contains":["x",tru]}`, `{"far":[1]}`},
	},
	{
		name: "tuple",
		make: func(m maker) *plan.Plan {
			word, number := texts(nil), integers("int64", plan.Number{})
			return m.declare(&model.Decl{Name: "Root", Kind: model.Tuple,
				Fields: []*model.Field{
					{Name: "Item0", Plan: word, Type: typeOf[word], Presence: model.Required},
					{Name: "Item1", Plan: number, Type: typeOf[number], Presence: model.Required},
				},
				Rest: &model.Rest{Name: "Rest", Elem: typeOf[word], Plan: word},
			}, &plan.Plan{Kinds: kind.Array, Array: &plan.Array{Prefix: []*plan.Plan{word, number}, Items: word}})
		},
		valid:   []string{`[]`, `["a"]`, `["a",1]`, `["a",1,"b","c"]`},
		invalid: []string{`[1]`, `["a","b"]`, `["a",1,2]`, `{}`},
	},
	{
		name: "maps",
		make: func(m maker) *plan.Plan {
			color := m.enum("Color", "red", "green")
			number := integers("int64", plan.Number{})
			byColor := typed(&model.Type{Kind: model.Map, Key: typeOf[color], Elem: typeOf[number]},
				&plan.Plan{Kinds: kind.Object, Object: &plan.Object{Names: []*plan.Plan{color}, Additional: []plan.Additional{{Rest: number}}}})
			byPattern := typed(&model.Type{Kind: model.Map, Key: &model.Type{Kind: model.String}, Elem: typeOf[number]}, &plan.Plan{Kinds: kind.Object,
				Object: &plan.Object{
					Members:       []*plan.Member{{Name: "x-must", Required: true, Plan: number}},
					Additional:    []plan.Additional{{Patterns: []plan.PatternPlan{{Pattern: m.pattern("^x-", "matchX"), Plan: number}}, Rest: nothing()}},
					MaxProperties: uintOf(3)}})
			mixed := typed(&model.Type{Kind: model.Map, Key: &model.Type{Kind: model.String}, Elem: model.ValueType()}, &plan.Plan{Kinds: kind.Object,
				Object: &plan.Object{Additional: []plan.Additional{
					{Patterns: []plan.PatternPlan{{Pattern: m.pattern("a", "matchA"), Plan: number}, {Pattern: m.pattern("b", "matchB"), Plan: texts(nil)}}},
					{Rest: floats(&plan.Number{Max: "9"})}}}})
			return m.object("Root", false, member{"colors", byColor}, member{"pattern", byPattern}, member{"mixed", mixed})
		},
		valid: []string{`{"colors":{"red":1,"green":2}}`, `{"colors":{}}`, `{"pattern":{"x-must":1,"x-b":2}}`, `{"mixed":{"a":1,"c":0.5}}`},
		invalid: []string{`{"colors":{"blue":1}}`, `{"colors":{"red":1,"red":2}}`, `{"colors":{"red":""}}`, `{"pattern":{"x-a":1}}`,
			`{"pattern":{"x-must":1,"y":2}}`, `{"pattern":{"x-must":1,"x-must":2}}`, `{"pattern":{"x-must":1,"x-1":1,"x-2":1,"x-3":1}}`,
			`{"mixed":{"a":0.5}}`, `{"mixed":{"b":1}}`, `{"mixed":{"c":10}}`, `{"mixed":{"ab":1}}`},
	},
	{
		name: "objects",
		make: func(m maker) *plan.Plan {
			p := m.object("Root", true, member{"a", nil}, member{"b", nil}, member{"c", nil})
			p.Object.MinProperties = uintOf(1)
			p.Object.Dependent = []plan.Dependent{{Name: "a", Required: []string{"b"}}}
			p.Object.Names = []*plan.Plan{typed(&model.Type{Kind: model.String}, &plan.Plan{Kinds: kind.String, WholeValue: []plan.Check{
				{Rule: plan.AnyOf, Kinds: kind.All, Plans: []*plan.Plan{
					texts(&plan.String{MaxLength: uintOf(1)}),
					texts(&plan.String{Patterns: []*plan.Pattern{m.pattern("^long", "matchLong")}}),
				}},
			}})}
			return p
		},
		valid:   []string{`{"a":1,"b":2}`, `{"c":1}`, `{"longer":1}`},
		invalid: []string{`{}`, `{"a":1}`, `{"c":1,"no":1}`},
	},
	{
		name: "residuals",
		make: func(m maker) *plan.Plan {
			requires := func(names ...string) *plan.Plan {
				o := &plan.Object{}
				for i, name := range names {
					o.Members = append(o.Members, &plan.Member{Name: name, Index: i, Required: true})
				}
				return value(&plan.Plan{Kinds: kind.Object, Object: o})
			}
			kindIs := func(text string, kinds kind.Set) *plan.Plan {
				return value(&plan.Plan{Kinds: kinds, Object: &plan.Object{Members: []*plan.Member{
					{Name: "kind", Plan: typed(&model.Type{Kind: model.String}, &plan.Plan{Kinds: kind.String, Enum: []*document.Node{textNode(text)}})}}}})
			}
			p := m.object("Root", true, member{"a", nil}, member{"b", nil}, member{"kind", texts(nil)})
			p.WholeValue = []plan.Check{
				{Rule: plan.AnyOf, Kinds: kind.Object, Plans: []*plan.Plan{requires("a"), requires("b")}},
				{Rule: plan.Not, Kinds: kind.Object, Plans: []*plan.Plan{requires("a", "b")}},
				{Rule: plan.If, Kinds: kind.Object, Plans: []*plan.Plan{kindIs("x", kind.Object), requires("a"), nil}},
				{Rule: plan.DependentSchemas, Kinds: kind.Object, Name: "unlisted", Plans: []*plan.Plan{requires("b")}},
				{Rule: plan.OneOf, Kinds: kind.Object, Plans: []*plan.Plan{kindIs("x", kind.Object), requires("b")}},
			}
			return p
		},
		// Without "kind" the first plan of the oneOf holds, so "b" must be absent.
		valid:   []string{`{"a":1,"kind":"x"}`, `{"a":1}`, `{"b":1,"kind":"y"}`, `{"b":1,"kind":"y","unlisted":1}`},
		invalid: []string{`{"kind":"y"}`, `{"a":1,"b":1}`, `{"b":1,"kind":"x"}`, `{"a":1,"unlisted":1}`, `{"b":1}`, `{"a":1,"kind":"y"}`},
	},
	{
		name: "unions",
		make: func(m maker) *plan.Plan {
			tag := func(value string) *plan.Plan {
				return typed(&model.Type{Kind: model.String}, &plan.Plan{Kinds: kind.String, Enum: []*document.Node{textNode(value)}})
			}
			byTag := m.union("Tagged", &plan.Union{One: true, Discriminator: "type", Branches: []*plan.Branch{
				{Plan: m.object("Cat", true, member{"type!", tag("cat")}, member{"lives!", integers("int64", plan.Number{})}), Tags: []*document.Node{textNode("cat")}, Disjoint: true},
				{Plan: m.object("Dog", true, member{"type!", tag("dog")}), Tags: []*document.Node{textNode("dog")}, Disjoint: true},
			}}, "Cat", "Dog")
			first := m.union("First", &plan.Union{Branches: []*plan.Branch{
				{Plan: m.object("A", true, member{"a!", texts(nil)})}, {Plan: m.object("B", true, member{"b!", texts(nil)})},
			}}, "A", "B")
			only := m.union("Only", &plan.Union{One: true, Branches: []*plan.Branch{
				{Plan: m.object("C", true, member{"c!", integers("int64", plan.Number{})})}, {Plan: m.object("D", true, member{"d!", texts(nil)})},
			}}, "C", "D")
			kinds := m.union("Kinds", &plan.Union{Branches: []*plan.Branch{
				{Plan: texts(nil), Disjoint: true}, {Plan: slices(texts(nil), plan.Array{}), Disjoint: true},
				{Plan: value(&plan.Plan{Kinds: kind.Null}), Disjoint: true},
			}}, "String", "Array", "Null")
			return m.object("Root", false, member{"tagged", byTag}, member{"first", first}, member{"only", only}, member{"kinds", kinds})
		},
		valid: []string{`{"tagged":{"type":"cat","lives":9}}`, `{"tagged":{"x":[{"type":"cat"}],"type":"dog"}}`, `{"first":{"b":""}}`,
			`{"tagged":{"far":"` + strings.Repeat("x", 2000) + `","type":"cat","lives":9}}`,
			`{"first":{"a":"","b":1}}`, `{"only":{"c":1}}`, `{"only":{"d":"","c":""}}`, `{"kinds":"x"}`, `{"kinds":["x"]}`, `{"kinds":null}`},
		invalid: []string{`{"tagged":{"type":"cat"}}`, `{"tagged":{"type":"bird"}}`, `{"tagged":{}}`, `{"tagged":{"type":1}}`,
			`{"tagged":{"far":"` + strings.Repeat("x", 2000) + `","type":"cat"}}`, `{"first":{}}`,
			`{"only":{"c":1,"d":""}}`, `{"only":{}}`, `{"kinds":1}`, `{"kinds":[1]}`, `{"first":{"a":1,"b":tru}}`},
	},
	{
		name: "memo",
		make: func(m maker) *plan.Plan {
			// Node is {"l": Node, "r"?: …} or {"l": Node}: deep values are tried twice a level.
			node := &plan.Plan{}
			branch := func(name string, second member) *plan.Plan {
				return m.object(name, true, member{"l!", node}, second)
			}
			leaf := texts(nil)
			u := &plan.Union{Branches: []*plan.Branch{{Plan: leaf}, {Plan: branch("Both", member{"r!", leaf})}, {Plan: branch("Left", member{"n", nil})}}}
			d := &model.Decl{Name: "Root", Kind: model.Union}
			node.Kinds, node.Union = kind.String|kind.Object, u
			for i, b := range u.Branches {
				b.Kinds = b.Plan.Kinds
				d.Variants = append(d.Variants, &model.Variant{Name: []string{"Leaf", "Both", "Left"}[i], Type: typeOf[b.Plan], Plan: b.Plan})
			}
			m.declare(d, node)
			m.remember(node)
			for _, b := range u.Branches[1:] {
				typeOf[b.Plan].Decl.Fields[0].Type = typeOf[node]
			}
			return node
		},
		valid:   []string{`"x"`, `{"l":"x"}`, `{"l":{"l":"x","r":"y"},"r":"z"}`, strings.Repeat(`{"l":`, 40) + `"x"` + strings.Repeat("}", 40)},
		invalid: []string{`1`, `{}`, strings.Repeat(`{"l":`, 40) + `1` + strings.Repeat("}", 40)},
	},
	{
		name: "nullableroot",
		make: func(m maker) *plan.Plan {
			inner := m.function("Inner", slices(integers("int64", plan.Number{}), plan.Array{}))
			p := nullable(inner)
			d := &model.Decl{Name: "Root", Kind: model.NullableRoot, Plan: p}
			d.Fields = []*model.Field{{Name: "Value", Plan: p, Presence: model.RequiredNullable, Type: &model.Type{Kind: model.Pointer, Elem: typeOf[inner]}}}
			m.Decls = append(m.Decls, d)
			m.function("Root", p)
			m.Roots = append(m.Roots, &model.Root{Name: "Root", Decl: d, Plan: p})
			return nil
		},
		valid:   []string{`null`, `[1]`, ` null `},
		invalid: []string{`1`, `["x"]`, `nul`},
	},
	{
		name: "enums",
		make: func(m maker) *plan.Plan {
			mixed := value(&plan.Plan{Kinds: kind.Bool | kind.Number | kind.Array | kind.Null, Enum: []*document.Node{
				{Kind: document.Bool, Bool: true}, numberNode("1e2"), {Kind: document.Array, Items: []*document.Node{numberNode("1")}}, {Kind: document.Null}}})
			yes := typed(&model.Type{Kind: model.Bool}, &plan.Plan{Kinds: kind.Bool, Enum: []*document.Node{{Kind: document.Bool, Bool: true}}})
			level := &model.Decl{Name: "Level", Kind: model.Enum, Underlying: &model.Type{Kind: model.Int, Go: "int64"},
				Enum: []model.EnumValue{{Name: "Level1", Text: "1", JSON: "1"}, {Name: "Level20", Text: "20", JSON: "2e1"}}}
			return m.object("Root", false,
				member{"color", m.enum("Color", "red", "green", "blue")}, member{"mixed", mixed}, member{"yes", yes},
				member{"level", m.declare(level, &plan.Plan{Kinds: kind.Number, Number: &plan.Number{Integer: true}, Enum: []*document.Node{numberNode("1"), numberNode("2e1")}})})
		},
		valid:   []string{`{"color":"red"}`, `{"color":"bl\u0075e"}`, `{"mixed":true}`, `{"mixed":100}`, `{"mixed":[1.0]}`, `{"mixed":null}`, `{"yes":true}`, `{"level":1.0}`, `{"level":20}`},
		invalid: []string{`{"color":"pink"}`, `{"color":1}`, `{"mixed":false}`, `{"mixed":1}`, `{"mixed":[]}`, `{"yes":false}`, `{"level":2}`, `{"level":"1"}`},
	},
	{
		name: "typedextra",
		make: func(m maker) *plan.Plan {
			p := m.object("Root", true, member{"a!", texts(nil)})
			number := integers("int64", plan.Number{})
			p.Object.Additional = []plan.Additional{{Rest: number}}
			typeOf[p].Decl.Extra = &model.Extra{Name: "Additional", Elem: typeOf[number], Plan: number}
			return p
		},
		valid:   []string{`{"a":"","n":1}`, `{"a":""}`},
		invalid: []string{`{"a":"","n":"x"}`, `{"a":"","n":1,"n":2}`},
	},
}

// TestGenerated builds a package for each case and asks it about the documents,
// in every way that an entry point offers.
func TestGenerated(t *testing.T) {
	d := newDownstream(t)
	var program bytes.Buffer
	program.WriteString("package main\n\nimport (\n\t\"fmt\"\n\n\t\"github.com/bindery-go/bindery/runtime/jsonscan\"\n\n")
	for _, c := range generatedCases {
		m := newMaker(c.name)
		if p := c.make(m); p != nil {
			m.root(p)
		}
		d.generate(m.finish())
		fmt.Fprintf(&program, "\t%q\n", "example.com/downstream/"+c.name)
	}
	program.WriteString(")\n\nfunc main() {\n")
	for _, c := range generatedCases {
		for _, document := range c.valid {
			fmt.Fprintf(&program, "\taccept(%q, %q, %s.IsValidRoot, %[3]s.ValidateRoot, %[3]s.ParseRoot)\n", c.name, document, c.name)
		}
		for _, document := range c.invalid {
			fmt.Fprintf(&program, "\trefuse(%q, %q, %s.IsValidRoot, %[3]s.ValidateRoot, %[3]s.ParseRoot)\n", c.name, document, c.name)
		}
	}
	program.WriteString(`}

type root[T any] interface {
	*T
	MarshalJSON() ([]byte, error)
	UnmarshalJSON([]byte) error
	Validate() error
}

func accept[T any, P root[T]](name, document string, is func([]byte) bool, check func([]byte) error, parse func([]byte) (P, error)) {
	data := []byte(document)
	if !is(data) {
		fmt.Println(name, document, "IsValid: false")
	}
	if err := check(data); err != nil {
		fmt.Println(name, document, "Validate:", err)
	}
	x, err := parse(data)
	if err != nil {
		fmt.Println(name, document, "Parse:", err)
		return
	}
	if out, err := x.MarshalJSON(); err != nil || !jsonscan.Equal(data, out) {
		fmt.Println(name, document, "round trip:", string(out), err)
	}
	if err := x.Validate(); err != nil {
		fmt.Println(name, document, "x.Validate:", err)
	}
	if err := P(new(T)).UnmarshalJSON(data); err != nil {
		fmt.Println(name, document, "UnmarshalJSON:", err)
	}
}

func refuse[T any, P root[T]](name, document string, is func([]byte) bool, check func([]byte) error, parse func([]byte) (P, error)) {
	data := []byte(document)
	if is(data) {
		fmt.Println(name, document, "IsValid: true")
	}
	if err := check(data); err == nil {
		fmt.Println(name, document, "Validate: nil")
	}
	if x, err := parse(data); err == nil || x != nil {
		fmt.Println(name, document, "Parse: ", x, err)
	}
	if err := P(new(T)).UnmarshalJSON(data); err == nil {
		fmt.Println(name, document, "UnmarshalJSON: nil")
	}
}
`)
	d.write("main.go", program.Bytes())
	d.run("vet", "./...")
	if out := d.run("run", "."); out != "" {
		t.Errorf("generated code disagrees:\n%s", out)
	}
}
