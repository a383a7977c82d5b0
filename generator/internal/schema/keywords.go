package schema

// keyword is a keyword in a range of drafts. A keyword that changed its meaning
// has a row for each.
type keyword struct {
	name       string
	vocabulary Vocabulary
	from, to   Draft
	shape      shape             // of its value, which also says where subschemas live in it
	applies    Types             // the types that it speaks of
	field      func(n *Node) any // the address of what a node keeps of it; nil where no row can say it
}

// Of the types that a keyword speaks of, beside single ones.
const (
	anyType Types = 0
	numbers       = Integer | Number
)

// keywords is all that is known of keywords. The order within a vocabulary is
// that of the specification's sections and shows in the built-in meta-schemas.
//
// "$defs" is read in every draft: schemas of older drafts use it, and there is
// nothing else it could mean. "definitions" and "dependencies" go on after
// draft 7 for compatibility, as the later meta-schemas have it.
var keywords = []keyword{
	{"id", Core, Draft4, Draft4, shapeURIReference, anyType, nil},
	{"$id", Core, Draft6, Draft7, shapeURIReference, anyType, nil},
	{"$id", Core, Draft2019, Draft2020, shapeResourceURI, anyType, nil},
	{"$schema", Core, Draft4, Draft2020, shapeURI, anyType, nil},
	{"$ref", Core, Draft4, Draft2020, shapeURIReference, anyType, nil},
	{"$anchor", Core, Draft2019, Draft2020, shapeAnchor, anyType, nil},
	{"$dynamicRef", Core, Draft2020, Draft2020, shapeURIReference, anyType, nil},
	{"$dynamicAnchor", Core, Draft2020, Draft2020, shapeAnchor, anyType, nil},
	{"$recursiveRef", Core, Draft2019, Draft2019, shapeURIReference, anyType, nil},
	{"$recursiveAnchor", Core, Draft2019, Draft2019, shapeBool, anyType, nil},
	{"$vocabulary", Core, Draft2019, Draft2020, shapeVocabulary, anyType, nil},
	{"$comment", Core, Draft7, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Comment }},
	{"$defs", Core, Draft4, Draft2020, shapeSchemaMap, anyType, nil},
	{"definitions", Core, Draft4, Draft2020, shapeSchemaMap, anyType, nil},

	{"prefixItems", Applicator, Draft2020, Draft2020, shapeSchemaArray, Array, func(n *Node) any { return &n.PrefixItems }},
	{"items", Applicator, Draft4, Draft2019, shapeItems, Array, func(n *Node) any { return &n.Items }},
	{"items", Applicator, Draft2020, Draft2020, shapeSchema, Array, func(n *Node) any { return &n.Items }},
	{"additionalItems", Applicator, Draft4, Draft4, shapeSchemaOrBool, Array, nil},
	{"additionalItems", Applicator, Draft6, Draft2019, shapeSchema, Array, nil},
	{"contains", Applicator, Draft6, Draft2020, shapeSchema, Array, func(n *Node) any { return &n.Contains }},
	{"additionalProperties", Applicator, Draft4, Draft4, shapeSchemaOrBool, Object, func(n *Node) any { return &n.AdditionalProperties }},
	{"additionalProperties", Applicator, Draft6, Draft2020, shapeSchema, Object, func(n *Node) any { return &n.AdditionalProperties }},
	{"properties", Applicator, Draft4, Draft2020, shapeSchemaMap, Object, func(n *Node) any { return &n.Properties }},
	{"patternProperties", Applicator, Draft4, Draft2020, shapeSchemaMap, Object, func(n *Node) any { return &n.PatternProperties }},
	{"dependentSchemas", Applicator, Draft2019, Draft2020, shapeSchemaMap, Object, func(n *Node) any { return &n.DependentSchemas }},
	{"dependencies", Applicator, Draft4, Draft2020, shapeDependencies, Object, nil},
	{"propertyNames", Applicator, Draft6, Draft2020, shapeSchema, Object, func(n *Node) any { return &n.PropertyNames }},
	{"if", Applicator, Draft7, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.If }},
	{"then", Applicator, Draft7, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.Then }},
	{"else", Applicator, Draft7, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.Else }},
	{"allOf", Applicator, Draft4, Draft2020, shapeSchemaArray, anyType, func(n *Node) any { return &n.AllOf }},
	{"anyOf", Applicator, Draft4, Draft2020, shapeSchemaArray, anyType, func(n *Node) any { return &n.AnyOf }},
	{"oneOf", Applicator, Draft4, Draft2020, shapeSchemaArray, anyType, func(n *Node) any { return &n.OneOf }},
	{"not", Applicator, Draft4, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.Not }},

	{"unevaluatedItems", Applicator, Draft2019, Draft2019, shapeSchema, Array, func(n *Node) any { return &n.UnevaluatedItems }},
	{"unevaluatedProperties", Applicator, Draft2019, Draft2019, shapeSchema, Object, func(n *Node) any { return &n.UnevaluatedProperties }},
	{"unevaluatedItems", Unevaluated, Draft2020, Draft2020, shapeSchema, Array, func(n *Node) any { return &n.UnevaluatedItems }},
	{"unevaluatedProperties", Unevaluated, Draft2020, Draft2020, shapeSchema, Object, func(n *Node) any { return &n.UnevaluatedProperties }},

	{"type", Validation, Draft4, Draft2020, shapeTypes, anyType, func(n *Node) any { return &n.Types }},
	{"const", Validation, Draft6, Draft2020, shapeAny, anyType, func(n *Node) any { return &n.Const }},
	{"enum", Validation, Draft4, Draft2020, shapeArray, anyType, func(n *Node) any { return &n.Enum }},
	{"multipleOf", Validation, Draft4, Draft2020, shapePositiveNumber, numbers, func(n *Node) any { return &n.MultipleOf }},
	{"maximum", Validation, Draft4, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.Maximum }},
	{"exclusiveMaximum", Validation, Draft4, Draft4, shapeBool, numbers, nil},
	{"exclusiveMaximum", Validation, Draft6, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.ExclusiveMaximum }},
	{"minimum", Validation, Draft4, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.Minimum }},
	{"exclusiveMinimum", Validation, Draft4, Draft4, shapeBool, numbers, nil},
	{"exclusiveMinimum", Validation, Draft6, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.ExclusiveMinimum }},
	{"maxLength", Validation, Draft4, Draft2020, shapeCount, String, func(n *Node) any { return &n.MaxLength }},
	{"minLength", Validation, Draft4, Draft2020, shapeCount, String, func(n *Node) any { return &n.MinLength }},
	{"pattern", Validation, Draft4, Draft2020, shapePattern, String, func(n *Node) any { return &n.Pattern }},
	{"maxItems", Validation, Draft4, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MaxItems }},
	{"minItems", Validation, Draft4, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MinItems }},
	{"uniqueItems", Validation, Draft4, Draft2020, shapeBool, Array, func(n *Node) any { return &n.UniqueItems }},
	{"maxContains", Validation, Draft2019, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MaxContains }},
	{"minContains", Validation, Draft2019, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MinContains }},
	{"maxProperties", Validation, Draft4, Draft2020, shapeCount, Object, func(n *Node) any { return &n.MaxProperties }},
	{"minProperties", Validation, Draft4, Draft2020, shapeCount, Object, func(n *Node) any { return &n.MinProperties }},
	{"required", Validation, Draft4, Draft4, shapeNames, Object, func(n *Node) any { return &n.Required }},
	{"required", Validation, Draft6, Draft2020, shapeStrings, Object, func(n *Node) any { return &n.Required }},
	{"dependentRequired", Validation, Draft2019, Draft2020, shapeStringsMap, Object, func(n *Node) any { return &n.DependentRequired }},

	{"title", MetaData, Draft4, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Title }},
	{"description", MetaData, Draft4, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Description }},
	{"default", MetaData, Draft4, Draft2020, shapeAny, anyType, func(n *Node) any { return &n.Default }},
	{"deprecated", MetaData, Draft2019, Draft2020, shapeBool, anyType, func(n *Node) any { return &n.Deprecated }},
	{"readOnly", MetaData, Draft7, Draft2020, shapeBool, anyType, func(n *Node) any { return &n.ReadOnly }},
	{"writeOnly", MetaData, Draft7, Draft2020, shapeBool, anyType, func(n *Node) any { return &n.WriteOnly }},
	{"examples", MetaData, Draft6, Draft2020, shapeArray, anyType, func(n *Node) any { return &n.Examples }},

	{"format", FormatAnnotation | FormatAssertion, Draft4, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Format }},

	{"contentEncoding", Content, Draft7, Draft2020, shapeString, String, func(n *Node) any { return &n.ContentEncoding }},
	{"contentMediaType", Content, Draft7, Draft2020, shapeString, String, func(n *Node) any { return &n.ContentMediaType }},
	{"contentSchema", Content, Draft2019, Draft2020, shapeSchema, String, nil},
}
