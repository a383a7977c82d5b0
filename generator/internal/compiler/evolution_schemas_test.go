package compiler_test

import (
	"cmp"
	"maps"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// edit is a change of a schema, as in edits.
type edit struct {
	name, patch, want string
	file              string // that is changed; "" for main.json
}

// evolutions are schemas of several kinds with edits of each.
var evolutions = []struct {
	name, schema string
	files        map[string]string // that the schema refers to
	edits        []edit
}{
	{"branches that say the same", `
type: object
properties:
  a: { oneOf: [{ title: T, type: object, properties: { b: { type: string } } }, { type: object, properties: { b: { type: string } } }, { title: U, type: object, properties: { b: { type: string } } }] }
  many: { anyOf: [{ items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }, { items: { type: string } }] }
`, nil, []edit{
		{name: "nothing", patch: `[]`},
	}},
	{"places that say the same", `
type: object
properties:
  billing: { type: object, properties: { address: { type: object, properties: { street: { type: string }, kind: { enum: [home, work] } } } } }
  shipping: { type: object, properties: { address: { type: object, properties: { street: { type: string }, kind: { enum: [home, work] } } }, express: { type: boolean } } }
  author: { title: Person, type: object, properties: { name: { type: string } } }
  reviewer: { title: Person, type: object, properties: { name: { type: string } } }
  only: { type: object, properties: { level: { enum: [low, high] } } }
`, nil, []edit{
		{name: "nothing", patch: `[]`},
		{name: "edit the first of them", patch: `[{op: add, path: /properties/billing/properties/address/properties/zip, value: {type: string}}]`, want: lines(
			"RootAddress is struct{Street *string; Kind *RootAddressKind; Zip *string; Extra map[string]Value}",
			"RootShipping is struct{Address *RootShippingAddress; Express *bool; Extra map[string]Value}",
			"new RootShippingAddress struct{Street *string; Kind *RootAddressKind; Extra map[string]Value}",
			"told type of main.json#/properties/shipping/properties/address is RootShippingAddress now, not RootAddress: something else is called RootAddress",
		)},
		{name: "edit the second of them", patch: `[{op: add, path: /properties/shipping/properties/address/properties/zip, value: {type: string}}]`, want: lines(
			"RootShipping is struct{Address *RootShippingAddress; Express *bool; Extra map[string]Value}",
			"new RootShippingAddress struct{Street *string; Kind *RootAddressKind; Zip *string; Extra map[string]Value}",
			"told type of main.json#/properties/shipping/properties/address is RootShippingAddress now, not RootAddress: something else is called RootAddress",
		)},
		{name: "edit both in the same way", patch: `[{op: add, path: /properties/billing/properties/address/properties/zip, value: {type: string}}, {op: add, path: /properties/shipping/properties/address/properties/zip, value: {type: string}}]`, want: "RootAddress is struct{Street *string; Kind *RootAddressKind; Zip *string; Extra map[string]Value}"},
		{name: "edit a part of the second", patch: `[{op: add, path: /properties/shipping/properties/address/properties/kind/enum/-, value: boat}]`, want: lines(
			"RootShipping is struct{Address *RootShippingAddress; Express *bool; Extra map[string]Value}",
			"new RootShippingAddress struct{Street *string; Kind *RootShippingAddressKind; Extra map[string]Value}",
			"new RootShippingAddressKind enum string{Home, Work, Boat}",
			"told type of main.json#/properties/shipping/properties/address is RootShippingAddress now, not RootAddress: something else is called RootAddress",
		)},
		{name: "remove the first of them", patch: `[{op: remove, path: /properties/billing}]`, want: lines(
			"Root is struct{Shipping *RootShipping; Author *RootPerson; Reviewer *RootPerson; Only *RootOnly; Extra map[string]Value}",
			"gone RootBilling",
		)},
		{name: "remove the second of them", patch: `[{op: remove, path: /properties/shipping}]`, want: lines(
			"Root is struct{Billing *RootBilling; Author *RootPerson; Reviewer *RootPerson; Only *RootOnly; Extra map[string]Value}",
			"gone RootShipping",
		)},
		{name: "describe one of them", patch: `[{op: add, path: /properties/shipping/properties/address/description, value: Where it goes.}]`},
		{name: "add a third before them", patch: `[{op: add, path: /properties/about, value: {type: object, properties: {address: {type: object, properties: {street: {type: string}, kind: {enum: [home, work]}}}}}}, {op: move, from: /properties/billing, path: /properties/billing}, {op: move, from: /properties/shipping, path: /properties/shipping}]`, want: lines(
			"Root is struct{Billing *RootBilling; Shipping *RootShipping; Author *RootPerson; Reviewer *RootPerson; Only *RootOnly; About *RootAbout; Extra map[string]Value}",
			"new RootAbout struct{Address *RootAddress; Extra map[string]Value}",
		)},
		{name: "add one like another that was alone", patch: `[{op: add, path: /properties/more, value: {type: object, properties: {level: {enum: [low, high]}}}}]`, want: lines(
			"Root is struct{Billing *RootBilling; Shipping *RootShipping; Author *RootPerson; Reviewer *RootPerson; Only *RootOnly; More *RootMore; Extra map[string]Value}",
			"new RootMore struct{Level *RootOnlyLevel; Extra map[string]Value}",
		)},
		{name: "add one like another, nearer to the root", patch: `[{op: add, path: /properties/level, value: {enum: [low, high]}}]`, want: "Root is struct{Billing *RootBilling; Shipping *RootShipping; Author *RootPerson; Reviewer *RootPerson; Only *RootOnly; Level *RootOnlyLevel; Extra map[string]Value}"},
		{name: "add one that says the same and is called otherwise", patch: `[{op: add, path: /properties/depth, value: {enum: [low, high]}}]`, want: lines(
			"Root is struct{Billing *RootBilling; Shipping *RootShipping; Author *RootPerson; Reviewer *RootPerson; Only *RootOnly; Depth *RootDepth; Extra map[string]Value}",
			"new RootDepth enum string{Low, High}",
		)},
		{name: "give both another title", patch: `[{op: replace, path: /properties/author/title, value: Human}, {op: replace, path: /properties/reviewer/title, value: Human}]`, want: lines(
			"Root is struct{Billing *RootBilling; Shipping *RootShipping; Author *RootHuman; Reviewer *RootHuman; Only *RootOnly; Extra map[string]Value}",
			"gone RootPerson",
			"new RootHuman struct{Name *string; Extra map[string]Value}",
			"told type RootPerson is RootHuman now: it is called after its place in the schema",
		)},
		{name: "give one another title", patch: `[{op: replace, path: /properties/author/title, value: Human}]`, want: lines(
			"Root is struct{Billing *RootBilling; Shipping *RootShipping; Author *RootAuthor; Reviewer *RootPerson; Only *RootOnly; Extra map[string]Value}",
			"new RootAuthor struct{Name *string; Extra map[string]Value}",
			"told type RootPerson is RootAuthor now: it is called after its place in the schema",
		)},
		{name: "give one a Go name", patch: `[{op: add, path: /properties/shipping/properties/address/x-go-name, value: Destination}]`, want: lines(
			"RootShipping is struct{Destination *Destination; Express *bool; Extra map[string]Value}",
			"new Destination struct{Street *string; Kind *RootAddressKind; Extra map[string]Value}",
			"told field Address of RootShipping is Destination now",
			"told type of main.json#/properties/shipping/properties/address is Destination now, not RootAddress: x-go-name says so",
		)},
		{name: "move both to a definition", patch: `[{op: add, path: /$defs, value: {address: {type: object, properties: {street: {type: string}, kind: {enum: [home, work]}}}}}, {op: replace, path: /properties/billing/properties/address, value: {$ref: "#/$defs/address"}}, {op: replace, path: /properties/shipping/properties/address, value: {$ref: "#/$defs/address"}}]`, want: lines(
			"gone RootAddress",
			"gone RootAddressKind",
			"RootBilling is struct{Address *Address; Extra map[string]Value}",
			"RootShipping is struct{Address *Address; Express *bool; Extra map[string]Value}",
			"new Address struct{Street *string; Kind *AddressKind; Extra map[string]Value}",
			"new AddressKind enum string{Home, Work}",
		)},
		{name: "move what is around one to a definition", patch: `[{op: add, path: /$defs, value: {}}, {op: move, from: /properties/shipping, path: /$defs/delivery}, {op: add, path: /properties/shipping, value: {$ref: "#/$defs/delivery"}}]`, want: lines(
			"Root is struct{Billing *RootBilling; Author *RootPerson; Reviewer *RootPerson; Only *RootOnly; Shipping *Delivery; Extra map[string]Value}",
			"gone RootShipping",
			"new Delivery struct{Address *RootAddress; Express *bool; Extra map[string]Value}",
		)},
		{name: "make two of two kinds alike", patch: `[{op: replace, path: /properties/only, value: {type: object, properties: {address: {type: object, properties: {street: {type: string}, kind: {enum: [home, work]}}}}}}]`, want: lines(
			"RootOnly is struct{Address *RootAddress; Extra map[string]Value}",
			"gone RootOnlyLevel",
		)},
	}},
	{"branches of branches", `
type: object
properties:
  step:
    oneOf:
      - { type: object, required: [run], properties: { run: { type: string }, shell: { enum: [bash, sh] } } }
      - { type: object, required: [uses], properties: { uses: { type: string }, with: { type: object, properties: { ref: { type: string } } } } }
      - { oneOf: [{ type: string }, { type: array, items: { type: object, properties: { name: { type: string } } } }] }
  when: { anyOf: [{ type: boolean }, { type: object, properties: { event: { type: array, items: { enum: [push, tag] } } } }, { type: "null" }] }
  pair: { type: array, prefixItems: [{ type: string }, { type: object, properties: { v: { type: number } } }], items: false }
`, nil, []edit{
		{name: "nothing", patch: `[]`},
		{name: "swap the branches", patch: `[{op: move, from: /properties/step/oneOf/2, path: /properties/step/oneOf/0}]`, want: "RootStep is union{StringOrArray RootStepStringOrArray; Run RootStepRun; Uses RootStepUses}"},
		{name: "swap branches of a branch", patch: `[{op: move, from: /properties/step/oneOf/2/oneOf/1, path: /properties/step/oneOf/2/oneOf/0}]`, want: "RootStepStringOrArray is union{Array []RootStepStringOrArrayArrayItem; String string}"},
		{name: "add a branch to a branch", patch: `[{op: add, path: /properties/step/oneOf/2/oneOf/0, value: {type: boolean}}]`, want: lines(
			"RootStep is union{Run RootStepRun; Uses RootStepUses; Any RootStepAny}",
			"gone RootStepStringOrArray",
			"gone RootStepStringOrArrayArrayItem",
			"new RootStepAny union{Bool bool; String string; Array []RootStepAnyArrayItem}",
			"new RootStepAnyArrayItem struct{Name *string; Extra map[string]Value}",
		)},
		{name: "make anyOf of oneOf", patch: `[{op: move, from: /properties/step/oneOf, path: /properties/step/anyOf}]`},
		{name: "put the union below allOf", patch: `[{op: move, from: /properties/step/oneOf, path: /properties/step/allOf}, {op: move, from: /properties/step/allOf, path: /properties/hold}, {op: add, path: /properties/step/allOf, value: [{oneOf: []}]}, {op: move, from: /properties/hold, path: /properties/step/allOf/0/oneOf}]`},
		{name: "take null from a union", patch: `[{op: remove, path: /properties/when/anyOf/2}]`, want: "RootWhen is union{Bool bool; Object RootWhenObject}"},
		{name: "leave one branch and null", patch: `[{op: remove, path: /properties/when/anyOf/0}]`, want: lines(
			"Root is struct{Step *RootStep; When Nullable[RootWhen]; Pair *RootPair; Extra map[string]Value}",
			"RootWhen is struct{Event []RootWhenEventItem; Extra map[string]Value}",
			"gone RootWhenObject",
			"gone RootWhenObjectEventItem",
			"new RootWhenEventItem enum string{Push, Tag}",
		)},
		{name: "require another member of a branch", patch: `[{op: add, path: /properties/step/oneOf/0/required/-, value: shell}]`, want: "RootStepRun is struct{Run string; Shell RootStepRunShell; Extra map[string]Value}"},
		{name: "rename the required member of a branch", patch: `[{op: move, from: /properties/step/oneOf/0/properties/run, path: /properties/step/oneOf/0/properties/exec}, {op: replace, path: /properties/step/oneOf/0/required, value: [exec]}]`, want: lines(
			"RootStep is union{Exec RootStepExec; Uses RootStepUses; StringOrArray RootStepStringOrArray}",
			"gone RootStepRun",
			"gone RootStepRunShell",
			"new RootStepExec struct{Shell *RootStepExecShell; Exec string; Extra map[string]Value}",
			"new RootStepExecShell enum string{Bash, Sh}",
		)},
		{name: "tag all branches", patch: `[{op: add, path: /properties/step/oneOf/0/properties/kind, value: {const: command}}, {op: add, path: /properties/step/oneOf/1/properties/kind, value: {const: action}}]`, want: lines(
			"RootStepRun is struct{Run string; Shell *RootStepRunShell; Kind *RootStepRunKind; Extra map[string]Value}",
			"RootStepUses is struct{Uses string; With *RootStepUsesWith; Kind *RootStepUsesKind; Extra map[string]Value}",
			"new RootStepRunKind enum string{Command}",
			"new RootStepUsesKind enum string{Action}",
		)},
		{name: "insert an item before those of a tuple", patch: `[{op: add, path: /properties/pair/prefixItems/0, value: {type: boolean}}]`, want: lines(
			"RootPair is tuple{bool; string; RootPairItem2}",
			"gone RootPairItem1",
			"new RootPairItem2 struct{V *float64; Extra map[string]Value}",
		)},
		{name: "let a tuple have more items", patch: `[{op: replace, path: /properties/pair/items, value: {type: object, properties: {w: {type: number}}}}]`, want: lines(
			"RootPair is tuple{string; RootPairItem1; rest []RootPairItem}",
			"new RootPairItem struct{W *float64; Extra map[string]Value}",
		)},
		{name: "make an item of a tuple an enum", patch: `[{op: replace, path: /properties/pair/prefixItems/0, value: {enum: [a, b]}}]`, want: lines(
			"RootPair is tuple{RootPairItem0; RootPairItem1}",
			"new RootPairItem0 enum string{A, B}",
		)},
	}},
	{"allOf and conditions", `
type: object
allOf:
  - { $ref: "#/$defs/base" }
  - { properties: { detail: { type: object, properties: { x: { type: string } } } } }
properties: { kind: { enum: [a, b] } }
if: { properties: { kind: { const: a } } }
then: { properties: { extra: { type: object, properties: { y: { type: string } } } } }
$defs:
  base: { type: object, required: [id], properties: { id: { type: string }, meta: { type: object, properties: { by: { type: string } } } } }
  other: { allOf: [{ $ref: "#/$defs/base" }, { properties: { meta: { properties: { at: { type: string } } } } }] }
`, nil, []edit{
		{name: "nothing", patch: `[]`},
		{name: "swap the parts", patch: `[{op: move, from: /allOf/1, path: /allOf/0}]`, want: "Root is struct{Detail *RootDetail; ID string; Meta *BaseMeta; Kind *RootKind; Extra_ Value; Extra map[string]Value}"},
		{name: "insert a part before others", patch: `[{op: add, path: /allOf/0, value: {properties: {note: {type: object, properties: {z: {type: string}}}}}}]`, want: lines(
			"Root is struct{Note *RootNote; ID string; Meta *BaseMeta; Detail *RootDetail; Kind *RootKind; Extra_ Value; Extra map[string]Value}",
			"new RootNote struct{Z *string; Extra map[string]Value}",
		)},
		{name: "move a part to the root", patch: `[{op: move, from: /allOf/1/properties/detail, path: /properties/detail}]`, want: "Root is struct{ID string; Meta *BaseMeta; Kind *RootKind; Detail *RootDetail; Extra_ Value; Extra map[string]Value}"},
		{name: "move the root's members to a part", patch: `[{op: move, from: /properties/kind, path: /allOf/1/properties/kind}]`},
		{name: "move a part to a definition", patch: `[{op: move, from: /allOf/1, path: /$defs/detailed}, {op: add, path: /allOf/-, value: {$ref: "#/$defs/detailed"}}]`, want: lines(
			"Root is struct{ID string; Meta *BaseMeta; Detail *DetailedDetail; Kind *RootKind; Extra_ Value; Extra map[string]Value}",
			"gone RootDetail",
			"new Detailed struct{Detail *DetailedDetail; Extra map[string]Value; NonObject Value}",
			"new DetailedDetail struct{X *string; Extra map[string]Value}",
		)},
		{name: "write the base out", patch: `[{op: replace, path: /allOf/0, value: {type: object, required: [id], properties: {id: {type: string}, meta: {type: object, properties: {by: {type: string}}}}}}]`},
		{name: "say more of a member of the base", patch: `[{op: add, path: /allOf/1/properties/meta, value: {properties: {at: {type: string}}}}]`, want: lines(
			"Root is struct{ID string; Meta *RootMeta; Detail *RootDetail; Kind *RootKind; Extra_ Value; Extra map[string]Value}",
			"new RootMeta struct{By *string; At *string; Extra map[string]Value}",
		)},
		{name: "remove the condition", patch: `[{op: remove, path: /if}, {op: remove, path: /then}]`, want: "Root is struct{ID string; Meta *BaseMeta; Detail *RootDetail; Kind *RootKind; Extra map[string]Value}"},
		{name: "declare what the condition speaks of", patch: `[{op: add, path: /properties/extra, value: {type: object, properties: {y: {type: string}}}}]`, want: lines(
			"Root is struct{ID string; Meta *BaseMeta; Detail *RootDetail; Kind *RootKind; Extra_ *RootExtra; Extra map[string]Value}",
			"new RootExtra struct{Y *string; Extra map[string]Value}",
		)},
		{name: "rename the base", patch: `[{op: move, from: /$defs/base, path: /$defs/basis}, {op: replace, path: /allOf/0/$ref, value: "#/$defs/basis"}, {op: replace, path: /$defs/other/allOf/0/$ref, value: "#/$defs/basis"}]`, want: lines(
			"gone Base",
			"gone BaseMeta",
			"Root is struct{ID string; Meta *BasisMeta; Detail *RootDetail; Kind *RootKind; Extra_ Value; Extra map[string]Value}",
			"new Basis struct{ID string; Meta *BasisMeta; Extra map[string]Value}",
			"new BasisMeta struct{By *string; Extra map[string]Value}",
		)},
	}},
	{"definitions of several files", `
type: object
properties:
  owner: { $ref: "people.json#/$defs/person" }
  place: { $ref: "people.json#/$defs/place" }
  color: { $ref: "#/$defs/color" }
$defs:
  color: { enum: [red, blue] }
`, map[string]string{"people.json": `
$defs:
  person: { type: object, properties: { name: { type: string }, home: { $ref: "#/$defs/place" }, role: { enum: [boss, clerk] } } }
  place: { type: object, properties: { city: { type: string } } }
  color: { enum: [green] }
`}, []edit{
		{name: "nothing", patch: `[]`},
		{name: "define a name of the other file", patch: `[{op: add, path: /$defs/place, value: {type: object, properties: {x: {type: number}}}}]`, want: "new Place2 struct{X *float64; Extra map[string]Value}"},
		{name: "use a definition of the other file that has the name of an own", patch: `[{op: add, path: /properties/paint, value: {$ref: "people.json#/$defs/color"}}]`, want: lines(
			"Root is struct{Owner *Person; Place *Place; Color *Color; Paint *PeopleColor; Extra map[string]Value}",
			"new PeopleColor enum string{Green}",
		)},
		{name: "reorder the definitions of the other file", file: "people.json", patch: `[{op: move, from: /$defs/person, path: /$defs/person}]`},
		{name: "rename a definition of the other file", file: "people.json", patch: `[{op: add, path: /$defs/site, value: {type: object, properties: {city: {type: string}}}}, {op: replace, path: /$defs/place, value: {$ref: "#/$defs/site"}}]`, want: lines(
			"Person is struct{Name *string; Home *Site; Role *PersonRole; Extra map[string]Value}",
			"gone Place",
			"Root is struct{Owner *Person; Place *Site; Color *Color; Extra map[string]Value}",
			"new Site struct{City *string; Extra map[string]Value}",
		)},
		{name: "write out an enum of the other file in its own", patch: `[{op: add, path: /properties/role, value: {enum: [boss, clerk]}}]`, want: lines(
			"Root is struct{Owner *Person; Place *Place; Color *Color; Role *RootRole; Extra map[string]Value}",
			"new RootRole enum string{Boss, Clerk}",
		)},
		{name: "title a definition of the other file", file: "people.json", patch: `[{op: add, path: /$defs/person/title, value: Human}]`},
		{name: "bring a definition home", patch: `[{op: add, path: /$defs/person, value: {type: object, properties: {name: {type: string}}}}, {op: replace, path: /properties/owner/$ref, value: "#/$defs/person"}]`, want: lines(
			"Person is struct{Name *string; Extra map[string]Value}",
			"gone PersonRole",
		)},
	}},
	{"maps and patterns", `
type: object
properties:
  services: { type: object, additionalProperties: { type: object, properties: { image: { type: string } } } }
  env: { type: object, patternProperties: { "^x-": { type: string }, "^[A-Z]": { type: object, properties: { from: { type: string } } } } }
  jobs: { type: object, propertyNames: { enum: [build, test] }, additionalProperties: { enum: [on, off] } }
`, nil, []edit{
		{name: "nothing", patch: `[]`},
		{name: "declare a member of a map", patch: `[{op: add, path: /properties/services/properties, value: {web: {type: object, properties: {port: {type: integer}}}}}]`, want: lines(
			"Root is struct{Services *RootServices; Env *RootEnv; Jobs map[RootJobsName]RootJobsValue; Extra map[string]Value}",
			"new RootServices struct{Web *RootServicesWeb; Additional map[string]RootServicesValue}",
			"new RootServicesWeb struct{Port *int64; Extra map[string]Value}",
		)},
		{name: "make a list of a map", patch: `[{op: replace, path: /properties/services, value: {type: array, items: {type: object, properties: {image: {type: string}}}}}]`, want: lines(
			"Root is struct{Services []RootServicesItem; Env *RootEnv; Jobs map[RootJobsName]RootJobsValue; Extra map[string]Value}",
			"gone RootServicesValue",
			"new RootServicesItem struct{Image *string; Extra map[string]Value}",
		)},
		{name: "wrap the values of a map", patch: `[{op: replace, path: /properties/services/additionalProperties, value: {anyOf: [{type: object, properties: {image: {type: string}}}, {type: "null"}]}}]`, want: "Root is struct{Services map[string]*RootServicesValue; Env *RootEnv; Jobs map[RootJobsName]RootJobsValue; Extra map[string]Value}"},
		{name: "add a pattern before others", patch: `[{op: add, path: /properties/env/patternProperties, value: {"^_": {type: object, properties: {to: {type: string}}}, "^x-": {type: string}, "^[A-Z]": {type: object, properties: {from: {type: string}}}}}]`, want: lines(
			"RootEnv is struct{Matched2 map[string]RootEnvValue2; MatchedX map[string]string; Matched map[string]RootEnvValue; Extra map[string]Value}",
			"new RootEnvValue2 struct{To *string; Extra map[string]Value}",
		)},
		{name: "swap patterns", patch: `[{op: add, path: /properties/env/patternProperties, value: {"^[A-Z]": {type: object, properties: {from: {type: string}}}, "^x-": {type: string}}}]`, want: "RootEnv is struct{Matched map[string]RootEnvValue; MatchedX map[string]string; Extra map[string]Value}"},
		{name: "change a pattern", patch: `[{op: add, path: /properties/env/patternProperties, value: {"^x-": {type: string}, "^[A-Z_]": {type: object, properties: {from: {type: string}}}}}]`},
		{name: "make a map of patterns one of all", patch: `[{op: remove, path: "/properties/env/patternProperties/^x-"}]`, want: "RootEnv is struct{Matched map[string]RootEnvValue; Extra map[string]Value}"},
		{name: "list another key", patch: `[{op: add, path: /properties/jobs/propertyNames/enum/0, value: lint}]`, want: "RootJobsName is enum string{Lint, Build, Test}"},
	}},
	{"branches of which some have one tag", `
type: object
properties:
  entity:
    anyOf:
      - { type: object, required: [spec], properties: { kind: { enum: [API] }, version: { enum: [v1, v2] }, spec: { type: string } } }
      - { type: object, required: [spec], properties: { kind: { enum: [Template] }, version: { enum: [v2] }, spec: { type: integer } } }
      - { type: object, required: [spec], properties: { kind: { enum: [Template] }, version: { enum: [v3] }, spec: { type: boolean } } }
`, nil, []edit{
		{name: "nothing", patch: `[]`},
		{name: "insert a branch of another tag", patch: `[{op: add, path: /properties/entity/anyOf/0, value: {type: object, required: [spec], properties: {kind: {enum: [User]}, version: {enum: [v1, v2]}, spec: {type: number}}}}]`, want: lines(
			"RootEntity is union{User RootEntityUser; API RootEntityAPI; V2 RootEntityV2; V3 RootEntityV3}",
			"new RootEntityUser struct{Kind *RootEntityUserKind; Version *RootEntityAPIVersion; Spec float64; Extra map[string]Value}",
			"new RootEntityUserKind enum string{User}",
		)},
		{name: "insert a branch of the same tag", patch: `[{op: add, path: /properties/entity/anyOf/0, value: {type: object, required: [spec], properties: {kind: {enum: [API]}, version: {enum: [v4]}, spec: {type: number}}}}]`, want: lines(
			"RootEntity is union{V4 RootEntityV4; API RootEntityAPI; V2 RootEntityV2; V3 RootEntityV3}",
			"new RootEntityV4 struct{Kind *RootEntityV4Kind; Version *RootEntityV4Version; Spec float64; Extra map[string]Value}",
			"new RootEntityV4Kind enum string{API}",
			"new RootEntityV4Version enum string{V4}",
		)},
		{name: "swap them", patch: `[{op: move, from: /properties/entity/anyOf/0, path: /properties/entity/anyOf/2}]`, want: "RootEntity is union{V2 RootEntityV2; V3 RootEntityV3; API RootEntityAPI}"},
	}},
	{"patterns beside each other", `
type: object
properties:
  ports: { type: object, patternProperties: { "^in_": { type: object, properties: { mode: { enum: [r, w] } } }, "^out_": { type: object, properties: { mode: { enum: [a, b] } } }, "^(up|down)$": { type: array, items: { type: object, properties: { n: { type: number } } } } } }
  parts: { type: object, patternProperties: { "^[a-m]": { type: object, properties: { x: { type: string } } }, "[.]$": { title: Dotted, type: object, properties: { y: { type: string } } } }, additionalProperties: { type: object, properties: { z: { type: string } } } }
`, nil, []edit{
		{name: "nothing", patch: `[]`},
		{name: "insert a pattern of the same beginning", patch: `[{op: add, path: /properties/ports/patternProperties, value: {"^in_[0-9]$": {type: object, properties: {i: {type: number}}}, "^in_": {type: object, properties: {mode: {enum: [r, w]}}}, "^out_": {type: object, properties: {mode: {enum: [a, b]}}}}}]`, want: lines(
			"RootPorts is struct{MatchedIn2 map[string]RootPortsValue; MatchedIn map[string]RootPortsInValue; MatchedOut map[string]RootPortsOutValue; Extra map[string]Value}",
			"gone RootPortsUpOrDownValueItem",
			"new RootPortsValue struct{I *float64; Extra map[string]Value}",
		)},
		{name: "leave one pattern", patch: `[{op: add, path: /properties/ports/patternProperties, value: {"^in_": {type: object, properties: {mode: {enum: [r, w]}}}}}]`, want: lines(
			"RootPorts is struct{MatchedIn map[string]RootPortsInValue; Extra map[string]Value}",
			"gone RootPortsOutValue",
			"gone RootPortsOutValueMode",
			"gone RootPortsUpOrDownValueItem",
		)},
		{name: "title a pattern", patch: `[{op: add, path: "/properties/ports/patternProperties/^in_/title", value: Entrance}]`},
		{name: "rename a title of a pattern", patch: `[{op: add, path: "/properties/parts/patternProperties/[.]$/title", value: Pointed}]`, want: lines(
			"RootParts is struct{Matched map[string]RootPartsValue; Matched2 map[string]RootPartsPointedValue; Extra map[string]Value}",
			"gone RootPartsDottedValue",
			"new RootPartsPointedValue struct{Y *string; Extra map[string]Value}",
			"told type RootPartsDottedValue is RootPartsPointedValue now: it is called after its place in the schema",
		)},
		{name: "close what other members may be", patch: `[{op: add, path: /properties/parts/additionalProperties, value: false}]`, want: "RootParts is struct{Matched map[string]RootPartsValue; Matched2 map[string]RootPartsDottedValue}"},
	}},
}

// TestEvolutionOfSchemas edits schemas of which packages have been generated.
func TestEvolutionOfSchemas(t *testing.T) {
	for _, s := range evolutions {
		t.Run(s.name, func(t *testing.T) {
			files := map[string]*document.Node{"main.json": parse(t, s.schema)}
			for name, text := range s.files {
				files[name] = parse(t, text)
			}
			old, manifest := generationOf(t, texts(files), nil)
			for _, e := range s.edits {
				t.Run(e.name, func(t *testing.T) {
					edited := cmp.Or(e.file, "main.json")
					after, ds := overlay.Apply(files[edited], parse(t, e.patch))
					if ds.HasErrors() {
						t.Fatal(ds)
					}
					changed := maps.Clone(files)
					changed[edited] = after
					now, again := generationOf(t, texts(changed), manifest)
					if diff := gocmp.Diff(e.want, now.since(old)); diff != "" {
						t.Error(diff)
					}
					next, _ := generationOf(t, texts(changed), again)
					if next.told = nil; next.since(now) != "" {
						t.Errorf("the next run: %s", next.since(now))
					}
				})
			}
		})
	}
}

func parse(t *testing.T, text string) *document.Node {
	t.Helper()
	doc, ds := document.ReadYAML(source.NewFile("main.yaml", []byte(text)))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	return doc
}

// texts are files as they are written.
func texts(files map[string]*document.Node) map[string]string {
	out := map[string]string{}
	for name, doc := range files {
		out[name] = string(doc.AppendJSON(nil))
	}
	return out
}
