package schema

// keyword is a keyword in a range of drafts: the vocabulary it belongs to and
// the shape of its value, which also says where subschemas live in it. A
// keyword that changed its meaning has a row for each.
type keyword struct {
	name       string
	vocabulary Vocabulary
	from, to   Draft
	shape      shape
}

// keywords is all that is known of keywords. The order within a vocabulary is
// that of the specification's sections and shows in the built-in meta-schemas.
//
// "$defs" is read in every draft: schemas of older drafts use it, and there is
// nothing else it could mean. "definitions" and "dependencies" go on after
// draft 7 for compatibility, as the later meta-schemas have it.
var keywords = []keyword{
	{"id", Core, Draft4, Draft4, shapeURIReference},
	{"$id", Core, Draft6, Draft7, shapeURIReference},
	{"$id", Core, Draft2019, Draft2020, shapeResourceURI},
	{"$schema", Core, Draft4, Draft2020, shapeURI},
	{"$ref", Core, Draft4, Draft2020, shapeURIReference},
	{"$anchor", Core, Draft2019, Draft2020, shapeAnchor},
	{"$dynamicRef", Core, Draft2020, Draft2020, shapeURIReference},
	{"$dynamicAnchor", Core, Draft2020, Draft2020, shapeAnchor},
	{"$recursiveRef", Core, Draft2019, Draft2019, shapeURIReference},
	{"$recursiveAnchor", Core, Draft2019, Draft2019, shapeBool},
	{"$vocabulary", Core, Draft2019, Draft2020, shapeVocabulary},
	{"$comment", Core, Draft7, Draft2020, shapeString},
	{"$defs", Core, Draft4, Draft2020, shapeSchemaMap},
	{"definitions", Core, Draft4, Draft2020, shapeSchemaMap},

	{"prefixItems", Applicator, Draft2020, Draft2020, shapeSchemaArray},
	{"items", Applicator, Draft4, Draft2019, shapeItems},
	{"items", Applicator, Draft2020, Draft2020, shapeSchema},
	{"additionalItems", Applicator, Draft4, Draft4, shapeSchemaOrBool},
	{"additionalItems", Applicator, Draft6, Draft2019, shapeSchema},
	{"contains", Applicator, Draft6, Draft2020, shapeSchema},
	{"additionalProperties", Applicator, Draft4, Draft4, shapeSchemaOrBool},
	{"additionalProperties", Applicator, Draft6, Draft2020, shapeSchema},
	{"properties", Applicator, Draft4, Draft2020, shapeSchemaMap},
	{"patternProperties", Applicator, Draft4, Draft2020, shapeSchemaMap},
	{"dependentSchemas", Applicator, Draft2019, Draft2020, shapeSchemaMap},
	{"dependencies", Applicator, Draft4, Draft2020, shapeDependencies},
	{"propertyNames", Applicator, Draft6, Draft2020, shapeSchema},
	{"if", Applicator, Draft7, Draft2020, shapeSchema},
	{"then", Applicator, Draft7, Draft2020, shapeSchema},
	{"else", Applicator, Draft7, Draft2020, shapeSchema},
	{"allOf", Applicator, Draft4, Draft2020, shapeSchemaArray},
	{"anyOf", Applicator, Draft4, Draft2020, shapeSchemaArray},
	{"oneOf", Applicator, Draft4, Draft2020, shapeSchemaArray},
	{"not", Applicator, Draft4, Draft2020, shapeSchema},

	{"unevaluatedItems", Applicator, Draft2019, Draft2019, shapeSchema},
	{"unevaluatedProperties", Applicator, Draft2019, Draft2019, shapeSchema},
	{"unevaluatedItems", Unevaluated, Draft2020, Draft2020, shapeSchema},
	{"unevaluatedProperties", Unevaluated, Draft2020, Draft2020, shapeSchema},

	{"type", Validation, Draft4, Draft2020, shapeTypes},
	{"const", Validation, Draft6, Draft2020, shapeAny},
	{"enum", Validation, Draft4, Draft2020, shapeArray},
	{"multipleOf", Validation, Draft4, Draft2020, shapePositiveNumber},
	{"maximum", Validation, Draft4, Draft2020, shapeNumber},
	{"exclusiveMaximum", Validation, Draft4, Draft4, shapeBool},
	{"exclusiveMaximum", Validation, Draft6, Draft2020, shapeNumber},
	{"minimum", Validation, Draft4, Draft2020, shapeNumber},
	{"exclusiveMinimum", Validation, Draft4, Draft4, shapeBool},
	{"exclusiveMinimum", Validation, Draft6, Draft2020, shapeNumber},
	{"maxLength", Validation, Draft4, Draft2020, shapeCount},
	{"minLength", Validation, Draft4, Draft2020, shapeCount},
	{"pattern", Validation, Draft4, Draft2020, shapePattern},
	{"maxItems", Validation, Draft4, Draft2020, shapeCount},
	{"minItems", Validation, Draft4, Draft2020, shapeCount},
	{"uniqueItems", Validation, Draft4, Draft2020, shapeBool},
	{"maxContains", Validation, Draft2019, Draft2020, shapeCount},
	{"minContains", Validation, Draft2019, Draft2020, shapeCount},
	{"maxProperties", Validation, Draft4, Draft2020, shapeCount},
	{"minProperties", Validation, Draft4, Draft2020, shapeCount},
	{"required", Validation, Draft4, Draft4, shapeNames},
	{"required", Validation, Draft6, Draft2020, shapeStrings},
	{"dependentRequired", Validation, Draft2019, Draft2020, shapeStringsMap},

	{"title", MetaData, Draft4, Draft2020, shapeString},
	{"description", MetaData, Draft4, Draft2020, shapeString},
	{"default", MetaData, Draft4, Draft2020, shapeAny},
	{"deprecated", MetaData, Draft2019, Draft2020, shapeBool},
	{"readOnly", MetaData, Draft7, Draft2020, shapeBool},
	{"writeOnly", MetaData, Draft7, Draft2020, shapeBool},
	{"examples", MetaData, Draft6, Draft2020, shapeArray},

	{"format", FormatAnnotation | FormatAssertion, Draft4, Draft2020, shapeString},

	{"contentEncoding", Content, Draft7, Draft2020, shapeString},
	{"contentMediaType", Content, Draft7, Draft2020, shapeString},
	{"contentSchema", Content, Draft2019, Draft2020, shapeSchema},
}
