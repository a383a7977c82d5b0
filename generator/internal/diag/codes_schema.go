package diag

// Codes B02xx: reading documents as JSON Schema.
var (
	BadKeyword = define("B0201", Error, "keyword with a value of the wrong shape", `
A keyword of the schema's dialect has a value that the specification does not
allow: a string where a schema has to be, a negative length, a type that does
not exist. Such a keyword has no meaning, so nothing is generated.

A frequent cause in YAML is a property with a description instead of a schema:

    properties:
      name: the name of the user                # wrong
      name: {description: the name of the user} # right`, "")

	InvalidSchema = define("B0202", Error, "schema is not valid against its meta-schema", `
The meta-schema that "$schema" names (2020-12 without it) refuses the schema at
this place. The message is that of the meta-schema.`, "")

	UnknownDialect = define("B0203", Error, "unknown dialect", `
"$schema" names a meta-schema that Bindery does not know and the files do not
hold, or one that requires a vocabulary that Bindery does not know. Without it
nobody can tell what the keywords mean.

Built in are draft 4, 6 and 7, 2019-09 and 2020-12:

    http://json-schema.org/draft-04/schema#
    http://json-schema.org/draft-06/schema#
    http://json-schema.org/draft-07/schema#
    https://json-schema.org/draft/2019-09/schema
    https://json-schema.org/draft/2020-12/schema

A meta-schema of your own is found by its URI like any other schema.`,
		"use the URI of a published draft, or say with dialects: in the configuration which draft it is like; --ref or refs: map its URI to a directory")

	BadURI = define("B0204", Error, "malformed URI", `
The text is not a URI reference (RFC 3986). A space is written %20.`, "")

	SchemaNotFound = define("B0205", Error, "schema not found", `
The entry point names a file, a resource or a place that does not exist.`, "")

	SchemaUnreadable = define("B0206", Error, "schema cannot be read", `
A file that a reference names exists and cannot be read. The message is that of
the operating system.`, "")

	UnresolvedReference = define("B0207", Error, "reference without a target", `
A "$ref", "$dynamicRef" or "$recursiveRef" names a schema that does not exist.

A reference is a URI reference, taken relative to the base URI of its schema: the
nearest "$id" around it, else the file's place. The part after # is a JSON
Pointer ("#/$defs/name") or an anchor ("#name") of the resource before it. Note
that an "$id" inside a schema opens a resource of its own: "#/$defs/name" below
it means that resource's own "$defs".

Nothing is fetched from the network. Files are found by relative path or by
"$id", and where --ref or refs: map a URI prefix to a directory.`,
		"check the path and the base URI; map remote schemas to a directory with --ref or refs:")

	DuplicateIdentifier = define("B0208", Error, "identifier used twice", `
Two schemas have the same URI ("$id"), or two schemas of one resource the same
anchor. A reference to it would have two meanings. In the drafts up to 7 this is a
warning, and the first schema keeps the identifier.`, "rename one of the two")

	EndlessReference = define("B0209", Error, "reference cycle without an end", `
Following references (and allOf, anyOf, oneOf, not, if, then, else, and
dependent schemas) leads back to the same schema without going into a property or
an item. Such a schema has no meaning: to tell whether a value is valid one would
first have to know whether that value is valid.

Recursion is fine when it goes through a property or an item, as in a tree whose
children are trees.`, "let the cycle go through a property or an item, or remove one of its references")

	SchemaTooDeep = define("B0210", Error, "schemas nested too deep", `
Schemas lie in each other more than 1,000 levels deep. No real schema comes near
it.`, "move inner schemas to $defs and refer to them")

	SchemaTooLarge = define("B0217", Error, "schema too large", `
The schemas of one package are more than Bindery makes Go of, or the types that come
of them have more members than that. A type that adds to another ("allOf", or
"$ref" with keywords beside it) has all members of that one as well, so that a chain
of such types has as many members as the square of its length.`, "split the schema into packages, or let types hold each other instead of adding to each other")

	TooManyInstances = define("B0211", Error, "too many dynamic scopes", `
What a "$dynamicRef" means depends on the schemas that led to it. Bindery makes a
separate schema for each meaning, and this schema has too many of them.`, "use fewer dynamic anchors")

	BadGoExtension = define("B0212", Warning, "malformed goJSONSchema extension", `
"goJSONSchema" says which Go type a schema becomes, in the form that the
go-jsonschema generator defines: an object with type, imports, identifier,
nillable, pointer and extraTags.`, "")

	CustomType = define("B0213", Error, "custom Go type that cannot be used", `
"x-go-type", "goJSONSchema" or "types" in bindery.yaml gives the values of a schema a
Go type of yours. Generated code checks a value by its schema and then has the type
read it, by UnmarshalJSON or UnmarshalText, and writes it by MarshalJSON or
MarshalText. A type that is named in no way known, that its package does not declare,
or that has not these methods, cannot be used.

x-go-type: github.com/google/uuid.UUID names a type by the path of its package. An
object has type and import, and alias where the package is not called as its path
ends; with nilable: true an optional member is no pointer but nil when it is absent.`,
		"name a type that has the methods; an overlay can set x-go-type")

	UnseenType = define("B0242", Warning, "custom Go type that could not be checked", `
The source of the package that declares a custom Go type is not on this machine, so
that nobody knows whether the type is there and has the methods that generated code
calls. Nothing is fetched from the network.`, "add the package to go.mod with go get, or run go mod download")

	BadGoName = define("B0214", Warning, "name that Go does not export", `
"x-go-name", or the identifier of "goJSONSchema", names the Go type or field of a
schema. A name that is not an exported identifier is left out, and the type or field
is named as if it were not there.`, "begin with an upper-case letter; use letters, digits and underscores")

	BadPattern = define("B0215", Error, "pattern that cannot be used", `
"pattern", or a name in "patternProperties", is no regular expression of ECMA-262,
or one that is too much to compile: longer than 65,536 bytes, or with groups and
repetitions more than 1,000 levels deep, 250 where it needs backtracking. The
diagnostic names the offset in the pattern, in bytes.`, "fix the pattern, or split it with allOf and anyOf")

	Discriminator = define("B0216", Info, "discriminator is an annotation", `
"discriminator" belongs to OpenAPI, where it asserts nothing and only tells tools
which member names the branch. Bindery finds that out by itself: when the branches
of oneOf or anyOf give the member a const, or enums without common values, it looks
at the member first.`, "give the member a const in each branch")

	Nullable = define("B0220", Warning, "nullable is not a JSON Schema keyword", `
"nullable: true" belongs to OpenAPI 3.0. Bindery reads it in the sense it was
meant: null joins the "type" and the "enum" beside it. Without either it does
nothing, since the schema accepts null anyway.

Other JSON Schema tools ignore the keyword. Write it for all of them:

    type: [string, "null"]

With "strict: true" it is not read.`, `write type: [..., "null"] instead`)

	ExamplesMap = define("B0221", Warning, "examples is an object", `
"examples" is a list of values in JSON Schema. A map of named examples is
OpenAPI's form; Bindery reads its values as the list.

With "strict: true" this is an error.`, "write a list")

	NullWord = define("B0222", Warning, "null read as a word", `
In YAML an unquoted null is the null value, not the word. Inside an enum whose
type is exactly "string" it could never match, so Bindery reads it as the word.

With "strict: true" it stays the null value.`, `quote it: "null"`)

	MisplacedKeyword = define("B0223", Warning, "keyword among the properties", `
"properties" has a member called "additionalProperties" that holds a schema. Often
the keyword was meant and has slipped one level too deep, by an indentation for
instance. It is read as it is written, as a property of that name.

If the keyword was meant, move it beside "properties", in the schema or in an
overlay.`, `if the keyword was meant, move it beside "properties"`)

	HiddenKeyword = define("B0224", Warning, "keyword without an effect", `
In the drafts up to 7 an object with "$ref" has no other keyword: its siblings
are ignored (draft 7 Core section 8.3).

Move the reference into an allOf, or use 2019-09 or later.`, `write allOf: [{$ref: ...}] beside the other keywords`)

	EmptyEnum = define("B0226", Warning, "enum without values", `
An empty enum accepts nothing. The specification allows it and advises against
it; a schema that nothing fits is written false.`, "list the values, or write false")

	ImpossibleMember = define("B0228", Warning, "member that no value can satisfy", `
Several schemas speak of one member, or several keywords of one schema, and no
value satisfies them all: an enum of strings on an array, say, or two allOf parts
with different constants. The object stays valid without the member, which may
not occur.`, "write false to forbid the member on purpose")

	OverlappingBranches = define("B0229", Warning, "oneOf with branches that overlap", `
oneOf wants exactly one of its branches to hold. Objects are open unless a schema
closes them, so that branches which only declare different members all admit an
object without these members, and oneOf refuses what all of them admit. Where any
number of branches may hold, anyOf says so. A format tells branches apart only where
it is an assertion: see format_assertion of the configuration.`,
		"write anyOf, or tell the branches apart: by a required member with constants, or by additionalProperties: false")

	UnshapedUnion = define("B0230", Info, "union that does not shape its type", `
Each branch of a oneOf or anyOf is a Go type of its own. Where branches hold the
next union and add to it, each way to choose from all of them would be a type, and
their number would double at every step. Beyond eight ways a union is checked as
ever, but its type is one struct: what only its branches declare are members of
any JSON there.

Name the branches that matter as definitions of their own, or list the members in
one schema and put what tells the branches apart into "required".`, "")

	UnmergedSchemas = define("B0231", Info, "schemas that are checked one by one", `
Where several schemas speak of one value (allOf, a $ref with siblings, members
that two parts of an allOf declare) its Go type is what they say together. Schemas
that refer to each other can meet in as many ways as there are sets of them. Beyond
a number that grows with the schema they are checked one after the other, and the
value is any JSON.`, "say in one schema what belongs together")

	RepeatedValue = define("B0227", Warning, "enum value listed twice", `
The second mention changes nothing. The specification advises against it, and
some other tools refuse the schema.`, "remove one of the two")

	SlashPointer = define("B0232", Warning, "reference that ends in #/", `
By RFC 6901 the pointer "/" leads to the member with the empty name. Schemas that
end a reference in "#/" mean the whole schema, and are read so where there is no
such member (but not with strict: true).`, "write # alone, or no fragment")

	OtherDraft = define("B0233", Warning, "schema that looks like one of another draft", `
A schema without "$schema" is read as 2020-12. This one has a form that an older
draft gave a meaning and 2020-12 does not: a list under "items", a boolean under
"exclusiveMinimum", "id".

Name the draft with "$schema" in the schema or its overlay, with "dialect:" in the
configuration, or with --dialect.`, "")

	LatestDialect = define("B0225", Warning, "dialect without a version", `
"http://json-schema.org/schema" once stood for whatever draft was the latest. It is
read as 2020-12.`, "name a draft: https://json-schema.org/draft/2020-12/schema")
)
