package diag

// Codes B10xx: what a schema says about itself.
var (
	InvalidExample = define("B1001", Warning, "example that breaks its schema", `
A value under "examples" is not valid against the schema beside which it stands.
Examples are annotations, so nothing is generated from them, but a reader who
copies one gets a document that is refused.`, "fix the example, or the schema if the example is right")

	InvalidDefault = define("B1002", Warning, "default that breaks its schema", `
The "default" is not valid against the schema beside which it stands, so the
getter of the member gives the zero value instead, and NewT leaves the member
alone.`, "fix the default; until then getters give the zero value")

	MisspeltKeyword = define("B1003", Warning, "keyword with a spelling mistake", `
A member of a schema is not a keyword, and one keyword is spelt almost like it. What
a dialect does not know has no effect, so that a misspelt constraint is none.

A member that is meant as it is can begin with "x-".`, "")

	OtherDraftKeyword = define("B1004", Warning, "keyword of another draft", `
The member is a keyword in other drafts of JSON Schema than the one that this
schema is written in, where it has no effect or a newer keyword has taken its
place.

The draft is what "$schema" names; 2020-12 without it.`, "")

	InapplicableKeyword = define("B1005", Warning, "keyword that does not apply to the type", `
The keyword constrains values of one type, and "type" beside it admits only
others: it has no effect. "minimum" is for numbers, "minLength" for strings,
"items" for arrays, "properties" for objects.`, "correct the type, or remove the keyword")

	UnknownFormat = define("B1006", Warning, "unknown format", `
"format" names a format that no draft of JSON Schema defines. Such a format is an
annotation: nothing is checked, even where formats are asserted. Where a defined
format is spelt almost like it this is a warning, else an info: tools may have
formats of their own.`, "")

	UndeclaredRequired = define("B1007", Warning, "required member that is not declared", `
"required" names a member that "properties" does not declare, nor any schema
combined with it. Any value will do for it, which is rarely meant; more often one
of the two is misspelt.`, "declare the member under properties, with {} where any value will do")

	ImpossibleSchema = define("B1008", Warning, "schema that no value can satisfy", `
Keywords of the schema contradict each other, so that no value, or none of one
type, satisfies them.`, "write false to refuse everything on purpose")

	UnusedDefinition = define("B1009", Info, "definition that nothing refers to", `
No reference that can be reached from an entry type leads to the definition. It
becomes a Go type all the same.`, "remove the definition, or list it under roots where it is an entry type")

	MisplacedProperty = define("B1010", Warning, "schema outside of properties", `
A member of a schema for objects is not a keyword and holds what looks like a schema.
Outside of "properties" it declares nothing.`, "move it below properties")

	LegacyPattern = define("B1011", Warning, "pattern with a habit of another language", `
The pattern is a regular expression of ECMA-262 only by its rules for old web
pages (Annex B): there \A is the letter A, and [[:alpha:]] a class of the
characters [:alph before a bracket. With the u flag, which JSON Schema asks for,
it is none. Escapes and classes of Perl, Python or Go mean something else here or
nothing.`, `use ^ and $ for the ends of the text, and classes such as [A-Za-z] or \p{L}`)

	DeadValue = define("B1012", Warning, "listed value that its schema refuses", `
A value of "enum", or the "const", breaks another keyword of the same schema, so
that it can never occur.`, "remove the value, or correct the keyword that refuses it")

	UnownedSchema = define("B1013", Info, "schema that several packages copy", `
Several packages refer to a schema of which no package is made. Each has Go types of
its own for what it describes, and values of one do not go into another.`, "make a package of it in the configuration; the others then import its types")

	IneffectiveKeyword = define("B1015", Warning, "keyword that changes no verdict", `
A keyword does nothing as it stands: the one that it goes with is missing, another says
more, or a branch can never be taken or is always. Something else was probably meant.`,
		"write what is missing, or remove what has no effect")

	UnusualDialect = define("B1016", Info, "unusual spelling of a draft", `
"$schema" names a draft by a URI that is not quite that of its meta-schema: https in
the place of http, a fragment, a capital letter. It is read as what is meant. Other
tools compare the URI letter by letter, and then know the schema's draft no longer or
refuse it.`, "")

	LooseURI = define("B1017", Warning, "text that is not a URI", `
An identifier or a reference has characters that URIs do not have (RFC 3986), such as
spaces, braces or brackets. It leads where it is meant to; other tools may refuse it.`, "write such characters as %20, %7B and the like")

	WidePattern = define("B1018", Warning, "pattern that matches other texts than it seems", `
The pattern is valid, and has one of the usual slips: ^a|b$ matches what begins with a
or ends in b, [A-z] has the six characters between Z and a, and \\d is a backslash
before a d.`, "")

	VacuousRoot = define("B1014", Warning, "schema that accepts every document", `
A root has no keyword that asks anything of a document, and definitions of which one is
probably meant: those under $defs, or the schemas of an OpenAPI description.`, "")
)

// Codes B07xx: generated files.
var (
	Drift = define("B0701", Error, "generated file has drifted", `
The file is not what the schemas give now: the schema has changed, the file was
edited by hand, or it is no longer generated. "bindery generate" fixes it.`, `run "bindery generate" and commit the result`)

	LeftPackage = define("B0703", Warning, "package that nothing generates", `
The directory of a package that was dropped from the configuration, or moved, is
removed by bindery generate where all of it is generated. Here are other files as
well: nobody but you knows whether they are needed.`,
		"move what is yours elsewhere, and remove the directory")
	FileInTheWay = define("B0702", Error, "file in the way", `
Something is in the place of a file that generation writes: a file whose first
lines do not say that Bindery wrote it, a link, a directory, a pipe or a device.
A link is not followed, for it may lead anywhere. Nothing was written, so that
nothing is lost.`, "move it, or generate into a directory of its own")
)

// Codes B09xx: documents.
var (
	InvalidDocument = define("B0901", Error, "document breaks its schema", `
The document is not valid against the schema. The diagnostic names the place in
the document and the keyword that it breaks.`, "")

	OtherIdentity = define("B0902", Error, "document of another path", `
A placeholder of the storage path is a member of the document, and the document
says another value than its path, or none. Readers take it for another document,
and generated stores refuse it.`, "move the file to the path that the document says, or correct the member")
	LimitCrossed = define("B0903", Error, "document beyond a limit", `
The document is valid, but has more of something than a limit of the schema
allows. Generated stores read it, and refuse to write it.`, "")
	DanglingReference = define("B0904", Error, "value in a file that is not there", `
A value of the document is in a file of its own, which does not exist, has changed
since it was written, or is not in a directory of the document.`, "restore the file, or write the value anew")
	UnreferencedFile = define("B0905", Warning, "file of a value that nothing refers to", `
The file holds a value that was too large for its document, and neither the
document nor its log nor a copy of it refers to the file. A crash between the file
and the document leaves one, and so does a value that was replaced.`, "delete the file if no copy of the document elsewhere refers to it")
	StaleIndex = define("B0906", Error, "index that does not say what the documents do", `
The index of a store is missing, damaged, or differs from what the documents say.
Somebody has changed files without the generated store.`, "run bindery fsck --fix, or call Reindex of the generated store")
	TornLine = define("B0907", Warning, "half a line at the end of a log", `
The last line of a JSON Lines file ends in the middle: a process died while it
wrote the line, which nobody was told of.`, "")
	Leftover = define("B0908", Warning, "leftover of a crash", `
The name is that of a file which is written and then renamed. Its writer has died,
or is at work.`, "run bindery fsck --fix, which removes those whose writers are gone")
	UnknownFile = define("B0909", Warning, "file that no storage path leads to", `
The file is in a directory of the storage paths, and none of them leads to it.`, "move it elsewhere, or give it a storage path")
	UnreadableFile = define("B0910", Error, "file that cannot be read", `
A storage path leads to the file, and it could not be read.`, "")
)
