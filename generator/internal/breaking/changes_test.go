package breaking

// changes are edits of schemas and what is said of the documents that were valid
// before. Nothing said means that all of them are valid still.
var changes = []struct {
	name, old, new string
	want           []string
}{
	{"nothing", `{"type": "object"}`, `{"type": "object"}`, nil},
	{"annotations", `{"title": "a", "type": "string"}`, `{"description": "b", "type": "string", "examples": ["x"]}`, nil},

	{"type/added", `{"type": "string"}`, `{"type": ["string", "null"]}`, nil},
	{"type/removed", `{"type": ["string", "null"]}`, `{"type": "string"}`, []string{"B1201 the document: values of type null are refused"}},
	{"type/changed", `{"type": "integer"}`, `{"type": "string"}`, []string{"B1201 the document: values of type integer are refused"}},
	{"type/widened to number", `{"type": "integer"}`, `{"type": "number"}`, nil},
	{"type/narrowed to integer", `{"type": "number"}`, `{"type": "integer"}`, []string{"B1201 the document: values of type number are refused"}},
	{"type/new", `{}`, `{"type": ["string", "number"]}`, []string{"B1201 the document: values of type null and boolean and array and object are refused"}},
	{"type/gone", `{"type": "string"}`, `{}`, nil},

	{"bound/lower raised", `{"type": "integer", "minimum": 1}`, `{"type": "integer", "minimum": 2}`, []string{"B1201 the document: minimum is 2 now; it was 1"}},
	{"bound/lower lowered", `{"type": "integer", "minimum": 1}`, `{"type": "integer", "minimum": 0.5}`, nil},
	{"bound/made exclusive", `{"type": "number", "minimum": 1}`, `{"type": "number", "exclusiveMinimum": 1}`, []string{"B1201 the document: exclusiveMinimum is 1 now; it was 1"}},
	{"bound/exclusive made inclusive", `{"type": "number", "exclusiveMaximum": 1}`, `{"type": "number", "maximum": 1.0}`, nil},
	{"bound/new", `{"type": "number"}`, `{"type": "number", "maximum": 10}`, []string{"B1201 the document: maximum 10 is new"}},
	{"bound/of another type", `{"type": "string"}`, `{"type": "string", "maximum": 10}`, nil},
	{"bound/spelling", `{"type": "number", "maximum": 10}`, `{"type": "number", "maximum": 1e1}`, nil},
	{"multipleOf/of a multiple", `{"type": "integer", "multipleOf": 6}`, `{"type": "integer", "multipleOf": 3}`, nil},
	{"multipleOf/finer", `{"type": "integer", "multipleOf": 3}`, `{"type": "integer", "multipleOf": 6}`, []string{"B1201 the document: only multiples of 6 are accepted"}},
	{"multipleOf/one, of an integer", `{"type": "integer"}`, `{"type": "number", "multipleOf": 1}`, nil},

	{"length/tighter", `{"type": "string", "maxLength": 9}`, `{"type": "string", "maxLength": 8, "minLength": 1}`, []string{
		"B1201 the document: minLength is 1 now; it was 0", "B1201 the document: maxLength is 8 now; it was 9"}},
	{"pattern/new", `{"type": "string"}`, `{"type": "string", "pattern": "^a"}`, []string{`B1201 the document: the pattern "^a" is new`}},
	{"pattern/gone", `{"type": "string", "pattern": "^a"}`, `{"type": "string"}`, nil},
	{"format/new", `{"type": "string"}`, `{"type": "string", "format": "date"}`, []string{"B1201 the document: the format date is asserted now"}},
	{"format/gone", `{"type": "string", "format": "date"}`, `{"type": "string"}`, nil},

	{"enum/value added", `{"enum": ["a", "b"]}`, `{"enum": ["b", "c", "a"]}`, nil},
	{"enum/value removed", `{"enum": ["a", "b"]}`, `{"enum": ["b"]}`, []string{`B1201 the document: the value "a" is refused`}},
	{"enum/new", `{"type": "string"}`, `{"enum": ["a"]}`, []string{"B1201 the document: only the listed values are accepted; any was before"}},
	{"enum/gone", `{"enum": ["a"]}`, `{"type": "string"}`, nil},
	{"enum/gone, with a bound", `{"enum": ["a", "bcd"]}`, `{"type": "string", "maxLength": 2}`, []string{`B1201 the document: the value "bcd" is refused`}},
	{"enum/of all booleans", `{"type": "boolean"}`, `{"enum": [true, false]}`, nil},
	{"const/changed", `{"const": 1}`, `{"const": 2}`, []string{"B1201 the document: the value 1 is refused"}},
	{"const/to enum", `{"const": 1}`, `{"enum": [1.0, 2]}`, nil},

	{"items/tighter", `{"type": "array", "items": {"type": "number"}}`, `{"type": "array", "items": {"type": "integer"}}`, []string{"B1201 /*: values of type number are refused"}},
	{"items/prefix", `{"type": "array", "items": {"type": "integer"}}`, `{"type": "array", "prefixItems": [{"type": "number"}], "items": {"type": "integer"}}`, nil},
	{"items/prefix closed", `{"type": "array", "prefixItems": [{}]}`, `{"type": "array", "prefixItems": [{}], "items": false}`, []string{"B1201 /*: every value is refused"}},
	{"items/prefix closed, of short arrays", `{"type": "array", "maxItems": 1}`, `{"type": "array", "prefixItems": [{}], "items": false}`, nil},
	{"items/count", `{"type": "array"}`, `{"type": "array", "maxItems": 3, "uniqueItems": true}`, []string{"B1201 the document: maxItems 3 is new", "B1201 the document: equal items are refused now"}},
	{"contains/fewer wanted", `{"type": "array", "contains": {"type": "integer"}, "minContains": 2}`, `{"type": "array", "contains": {"type": "number"}}`, nil},
	{"contains/new", `{"type": "array"}`, `{"type": "array", "contains": {"type": "number"}}`, []string{"B1201 the document: an item that contains describes has to be there now"}},
	{"contains/limited", `{"type": "array", "contains": {"type": "number"}}`, `{"type": "array", "contains": {"type": "number"}, "maxContains": 2}`, []string{
		"B1201 the document: the number of items that contains describes is limited now"}},

	{"member/optional added", `{"type": "object", "properties": {"a": {}}}`, `{"type": "object", "properties": {"a": {}, "b": {"type": "string"}}}`, []string{
		`B1202 the document: the member "b" is new: a document that has it already may have another value`}},
	{"member/optional added to a closed object", `{"type": "object", "properties": {"a": {}}, "additionalProperties": false}`,
		`{"type": "object", "properties": {"a": {}, "b": {"type": "string"}}, "additionalProperties": false}`, nil},
	{"member/required added", `{"type": "object", "properties": {"a": {}}, "required": ["a"]}`, `{"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]}`, []string{
		`B1201 the document: the member "b" is required now`}},
	{"member/made optional", `{"type": "object", "required": ["a"]}`, `{"type": "object"}`, nil},
	{"member/removed", `{"type": "object", "properties": {"a": {"type": "string"}}}`, `{"type": "object", "properties": {}}`, nil},
	{"member/removed from a closed object", `{"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": false}`, `{"type": "object", "properties": {"b": {}}, "additionalProperties": false}`, []string{
		`B1201 the document: the member "a" is refused now`}},
	{"member/renamed", `{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}`, `{"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]}`, []string{
		`B1201 the document: the member "b" is required now`, `B1202 the document: the member "b" is new: a document that has it already may have another value`}},
	{"member/type changed", `{"type": "object", "properties": {"a": {"type": "string"}}}`, `{"type": "object", "properties": {"a": {"type": "integer"}}}`, []string{
		"B1201 /a: values of type string are refused"}},
	{"object/closed", `{"type": "object", "properties": {"a": {}}}`, `{"type": "object", "properties": {"a": {}}, "additionalProperties": false}`, []string{
		"B1201 the document: members that are not declared are refused now"}},
	{"object/opened", `{"type": "object", "properties": {"a": {}}, "additionalProperties": false}`, `{"type": "object", "properties": {"a": {}}}`, nil},
	{"object/others checked", `{"type": "object"}`, `{"type": "object", "additionalProperties": {"type": "string"}}`, []string{
		"B1201 the document: members that are not declared are checked now"}},
	{"object/others wider", `{"type": "object", "additionalProperties": {"type": "integer"}}`, `{"type": "object", "additionalProperties": {"type": "number"}}`, nil},
	{"object/pattern new", `{"type": "object"}`, `{"type": "object", "patternProperties": {"^x": {"type": "string"}}}`, []string{
		`B1201 the document: members that match "^x" are checked now`}},
	{"object/pattern wider", `{"type": "object", "patternProperties": {"^x": {"type": "integer"}}}`, `{"type": "object", "patternProperties": {"^x": {"type": "number"}}}`, nil},
	{"object/names checked", `{"type": "object"}`, `{"type": "object", "propertyNames": {"maxLength": 3}}`, []string{"B1201 the document: the names of members are checked now"}},
	{"object/names of a closed one", `{"type": "object", "properties": {"abc": {}}, "additionalProperties": false}`, `{"type": "object", "propertyNames": {"maxLength": 3}}`, nil},
	{"object/dependency new", `{"type": "object", "required": ["c"]}`, `{"type": "object", "dependentRequired": {"a": ["b", "c"]}}`, []string{
		`B1201 the document: beside "a" the member "b" is required now`}},
	{"object/unevaluated closed", `{"type": "object", "properties": {"a": {}}}`, `{"type": "object", "properties": {"a": {}}, "unevaluatedProperties": false}`, []string{
		"B1201 the document: members that are not evaluated may be refused now"}},

	{"reference/introduced", `{"type": "object", "properties": {"a": {"type": "string"}}}`, `{"type": "object", "properties": {"a": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"type": "string"}}}`, nil},
	{"reference/split into allOf", `{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}`,
		`{"allOf": [{"type": "object", "required": ["a"]}, {"properties": {"a": {"type": "string"}}}]}`, nil},
	{"reference/recursion", `{"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}, "v": {"type": "integer"}}}}}`,
		`{"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}, "v": {"type": "string"}}}}}`, []string{"B1201 /n/v: values of type integer are refused"}},

	{"anyOf/branch added", `{"anyOf": [{"type": "string"}]}`, `{"anyOf": [{"type": "integer"}, {"type": "string"}]}`, nil},
	{"anyOf/branch removed", `{"anyOf": [{"type": "string"}, {"type": "integer"}]}`, `{"anyOf": [{"type": "integer"}]}`, []string{
		"B1201 the document: a value that was accepted may be in no branch of anyOf now"}},
	{"anyOf/branch tightened", `{"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 0}]}`, `{"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]}`, []string{
		"B1201 the document: minimum is 1 now; it was 0"}},
	{"anyOf/of a type list", `{"type": ["string", "null"]}`, `{"anyOf": [{"type": "string"}, {"type": "null"}]}`, nil},
	{"oneOf/of disjoint types", `{"type": ["string", "null"]}`, `{"oneOf": [{"type": "string"}, {"type": "null"}]}`, nil},
	{"oneOf/disjoint branch added", `{"oneOf": [{"type": "string"}, {"type": "null"}]}`, `{"oneOf": [{"type": "string"}, {"type": "null"}, {"type": "array"}]}`, nil},
	{"oneOf/overlapping branch added", `{"oneOf": [{"type": "string"}, {"type": "null"}]}`, `{"oneOf": [{"type": "string"}, {"type": "null"}, {"maxLength": 3}]}`, []string{
		"B1201 the document: a value may satisfy two branches of oneOf now"}},
	{"oneOf/tagged branch added", `{"oneOf": [{"type": "object", "properties": {"k": {"const": "a"}}, "required": ["k"]}]}`,
		`{"oneOf": [{"type": "object", "properties": {"k": {"const": "a"}}, "required": ["k"]}, {"type": "object", "properties": {"k": {"const": "b"}}, "required": ["k"]}]}`, nil},
	{"not/new", `{"type": "string"}`, `{"type": "string", "not": {"const": "x"}}`, []string{"B1201 the document: what not describes is refused now"}},
	{"not/of another type", `{"type": "string"}`, `{"not": {"type": "number"}}`, nil},
	{"not/narrower", `{"not": {"type": "number"}}`, `{"not": {"type": "integer"}}`, nil},
	{"not/wider", `{"not": {"type": "integer"}}`, `{"not": {"type": "number"}}`, []string{"B1201 the document: what not describes is refused now"}},
	{"condition/then tightened", `{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}`, `{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b", "c"]}}`, []string{
		`B1201 the document: the member "c" is required now`}},
	{"condition/same", `{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}`, `{"title": "t", "type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}`, nil},
	{"type/multiples of one are integers", `{"type": "number", "multipleOf": 2}`, `{"type": "integer"}`, nil},
	{"type/fractions are not", `{"type": "number", "multipleOf": 0.5}`, `{"type": "integer"}`, []string{"B1201 the document: values of type number are refused"}},
	{"bound/above zero is from one on, of integers", `{"type": "integer", "exclusiveMinimum": 0}`, `{"type": "integer", "minimum": 1}`, nil},
	{"bound/above zero is not from one on, of numbers", `{"type": "number", "exclusiveMinimum": 0}`, `{"type": "number", "minimum": 1}`, []string{"B1201 the document: minimum is 1 now; it was 0"}},
	{"bound/from a half on is from one on, of integers", `{"type": "integer", "minimum": 0.5, "maximum": 9.5}`, `{"type": "integer", "minimum": 1, "exclusiveMaximum": 10}`, nil},
	{"bound/of negative integers", `{"type": "integer", "exclusiveMaximum": -0.5}`, `{"type": "integer", "maximum": -1}`, nil},
	{"bound/of a list", `{"enum": [1, 2, 9]}`, `{"type": "integer", "minimum": 1, "maximum": 9}`, nil},
	{"bound/of a list that goes on", `{"enum": [1, 2, 10]}`, `{"type": "integer", "minimum": 1, "maximum": 9}`, []string{"B1201 the document: the value 10 is refused"}},
	{"count/items that are contained", `{"type": "array", "contains": {"type": "integer"}, "minContains": 2}`, `{"type": "array", "minItems": 2}`, nil},
	{"count/items that need not be contained", `{"type": "array", "contains": {"type": "integer"}, "minContains": 0}`, `{"type": "array", "minItems": 1}`, []string{"B1201 the document: minItems is 1 now; it was 0"}},
	{"count/items of a closed array", `{"type": "array", "prefixItems": [{}, {}], "items": false}`, `{"type": "array", "maxItems": 2}`, nil},
	{"count/items of a closed array, fewer", `{"type": "array", "prefixItems": [{}, {}], "items": false}`, `{"type": "array", "maxItems": 1}`, []string{"B1201 the document: maxItems is 1 now; it was 2"}},
	{"count/members of a closed object", `{"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": false}`, `{"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": false, "maxProperties": 2}`, nil},
	{"count/members of an open object", `{"type": "object", "properties": {"a": {}, "b": {}}}`, `{"type": "object", "properties": {"a": {}, "b": {}}, "maxProperties": 2}`, []string{"B1201 the document: maxProperties 2 is new"}},
	{"required/by another that is required", `{"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"], "b": ["c"]}}`, `{"type": "object", "required": ["a", "c"]}`, nil},
	{"required/by another that is not", `{"type": "object", "dependentRequired": {"a": ["b"]}}`, `{"type": "object", "required": ["b"]}`, []string{`B1201 the document: the member "b" is required now`}},
	{"required/in each branch", `{"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["a", "b"]}]}`, `{"type": "object", "required": ["a"]}`, nil},
	{"required/in one branch", `{"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]}`, `{"type": "object", "required": ["a"]}`, []string{`B1201 the document: the member "a" is required now`}},
	{"type/of the branches", `{"anyOf": [{"type": "string"}, {"type": "null"}]}`, `{"type": ["string", "null"]}`, nil},
	{"object/others are true", `{"type": "object", "additionalProperties": true}`, `{"type": "object", "additionalProperties": {}}`, nil},
	{"dialect/items as a list", `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}], "additionalItems": false}`,
		`{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "array", "prefixItems": [{"type": "string"}], "items": false}`, nil},
	{"dialect/dependencies", `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "dependencies": {"a": ["b"]}}`,
		`{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "dependentRequired": {"a": ["b"]}}`, nil},
	{"dialect/exclusive bounds", `{"$schema": "http://json-schema.org/draft-04/schema#", "type": "number", "minimum": 1, "exclusiveMinimum": true}`,
		`{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "number", "exclusiveMinimum": 1}`, nil},
	{"allOf/of what is said apart", `{"allOf": [{"type": "string", "minLength": 2}, {"maxLength": 5}]}`, `{"type": "string", "minLength": 1, "maxLength": 6}`, nil},
	{"not/gone", `{"type": "string", "not": {"const": "x"}}`, `{"type": "string"}`, nil},
	{"condition/gone", `{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}`, `{"type": "object"}`, nil},
	{"condition/new", `{"type": "object"}`, `{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}`, []string{`B1201 the document: the member "b" is required now`}},
	{"dependency/gone", `{"type": "object", "dependentRequired": {"a": ["b"]}}`, `{"type": "object"}`, nil},
	{"dependency/of what is required anyhow", `{"type": "object", "required": ["b"]}`, `{"type": "object", "required": ["b"], "dependentRequired": {"a": ["b"]}}`, nil},
	{"unevaluated/opened", `{"type": "object", "properties": {"a": {}}, "unevaluatedProperties": false}`, `{"type": "object", "properties": {"a": {}}}`, nil},
	{"unevaluated/instead of additional", `{"type": "object", "properties": {"a": {}}, "additionalProperties": false}`, `{"type": "object", "properties": {"a": {}}, "unevaluatedProperties": false}`, nil},
	{"reference/definition moved", `{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string", "maxLength": 4}}}`, `{"$ref": "#/definitions/b", "definitions": {"b": {"type": "string", "maxLength": 4}}}`, nil},
	{"false", `{"type": "object", "properties": {"a": {}}}`, `{"type": "object", "properties": {"a": false}}`, []string{"B1201 /a: every value is refused"}},
	{"nothing was valid", `false`, `{"type": "string"}`, nil},
}
