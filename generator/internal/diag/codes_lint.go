package diag

// Codes B10xx: what a schema says about itself.
var (
	InvalidExample = define("B1001", Warning, "example that breaks its schema", `
A value under "examples" is not valid against the schema beside which it stands.
Examples are annotations, so nothing is generated from them, but a reader who
copies one gets a document that is refused.`, "mend the example, or the schema if the example is right")

	InvalidDefault = define("B1002", Warning, "default that breaks its schema", `
The "default" is not valid against the schema beside which it stands, so the
getter of the member gives the zero value instead, and NewT leaves the member
alone.`, "mend the default; until then getters give the zero value")
)

// Codes B07xx: generated files.
var (
	Drift = define("B0701", Error, "generated file has drifted", `
The file is not what the schemas give now: the schema has changed, the file was
edited by hand, or it is no longer generated. "bindery generate" mends it.`, `run "bindery generate" and commit the result`)

	FileInTheWay = define("B0702", Error, "file in the way", `
A file that generation would write exists, and neither its first line nor the
manifest beside it says that Bindery wrote it. Nothing was written, so that it is
not lost.`, "move the file, or generate into a directory of its own")
)

// Codes B09xx: documents.
var (
	InvalidDocument = define("B0901", Error, "document breaks its schema", `
The document is not valid against the schema. The finding names the place in
the document and the keyword that it breaks.`, "")
)
