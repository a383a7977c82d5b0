package diag

// Codes B01xx: reading JSON and YAML documents.
var (
	SyntaxError = define("B0101", Error, "syntax error", `
The file is not well-formed JSON (RFC 8259) or YAML. JSON is read to the letter:
no comments, no trailing commas, no leading zeros, no unescaped control
characters.

In YAML a common cause is a second "key: value" on the line of a list item:

    - domain: "testing", min_quality: 0.8

Write one member a line, or a flow mapping: {domain: testing, min_quality: 0.8}.`, "")

	DuplicateName = define("B0102", Error, "duplicate member name", `
An object has two members of the same name. Readers differ in which of the two
they keep, so neither is taken. Names are compared after escapes are resolved:
"a" and "\u0061" are the same name.

Remove or rename one of them; the diagnostic is at the second, and its note names
the first.`, "remove or rename one of the two members")

	InvalidUTF8 = define("B0103", Error, "invalid UTF-8", `
The file holds bytes that are not UTF-8, or an escape that stands for half a
character (a lone surrogate such as "\ud800"). Go strings and JSON text both
need whole characters.

Save the file as UTF-8; write a character beyond U+FFFF as a pair of escapes or
as itself.`, "save the file as UTF-8")

	TrailingData = define("B0104", Error, "data after the document", `
A schema file holds exactly one document. This one goes on after the end of it:
more text after the JSON value, or a second YAML document after "---".

Split the file, or remove what follows the first document.`, "keep one document a file")

	EmptyDocument = define("B0105", Error, "empty document", `
The file holds no value: it is empty, or has nothing but white space, comments
or a document marker. A schema that allows anything is written {} or true.`, "write {} for a schema that allows anything")

	TooDeep = define("B0106", Error, "nesting too deep", `
Values are nested deeper than 10,000 levels. Bindery refuses such files in order
to stay within bounded memory; no real schema comes near it.`, "")

	TooLarge = define("B0107", Error, "file too large", `
The file is larger than what Bindery reads as one document.`, "")

	ControlCharacter = define("B0108", Error, "control character", `
The file holds a control character (a NUL byte, for instance) that JSON or YAML
do not allow in their text. Inside a quoted string it can be written as an
escape such as "\u0000".`, "write the character as an escape inside a quoted string")

	AliasCycle = define("B0110", Error, "alias inside its own anchor", `
A YAML alias (*name) stands inside the value that its anchor (&name) marks, so
the value would contain itself. JSON values are finite trees.

Write the recursion as a schema: {"$ref": "#/$defs/name"}.`, "use a $ref for a recursive schema")

	AliasBomb = define("B0111", Error, "aliases expand to too much", `
Each YAML alias stands for a whole copy of the value it names. Copies of copies
grow without bound ("billion laughs"). Together the aliases and merge keys of
one file may add 100,000 values and 16 MB of text.

Use $defs and $ref, which share instead of copying.`, "use $defs and $ref, which share instead of copying")

	UnknownAnchor = define("B0112", Error, "alias without an anchor", `
A YAML alias (*name) names an anchor (&name) that does not occur before it in
the file. A plain value that starts with * has to be quoted.`, "define the anchor before the alias, or quote the text")

	BadKey = define("B0113", Error, "key is not a scalar", `
A YAML mapping has a list or a mapping as a key. Member names of a JSON object
are strings.`, "use a string as the key")

	BadMerge = define("B0114", Error, "merge key without a mapping", `
The YAML merge key << takes a mapping, an alias of one, or a list of those.
Quote the key ("<<") when a member of that name is meant.`, `quote the key if a member called "<<" is meant`)

	BadTag = define("B0115", Error, "value does not fit its tag", `
A YAML tag such as !!int says what kind of value follows, and the value is of
another kind.`, "remove the tag or fix the value")

	UnknownTag = define("B0116", Warning, "unknown tag", `
A YAML tag that JSON has no value for, such as !include or !!timestamp, is
passed over: a tagged scalar is read as a string, a tagged list or mapping as
itself. Bindery runs no code and includes no file because of a tag.`, "remove the tag")

	NotInJSON = define("B0117", Error, "number that JSON cannot say", `
YAML has the numbers .inf, -.inf and .nan; JSON has none of them, and neither
have JSON Schema instances.`, "use a finite number, or quote the text")
)
