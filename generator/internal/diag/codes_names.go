package diag

// Codes B08xx: Go names.
var (
	NameCollision = define("B0801", Warning, "two names become one Go name", `
Two members, definitions or places of the schema give the same Go identifier
("host-name" and "host_name" are both HostName). The one that held the name when
the package was last generated keeps it; without a manifest the plainest spelling
has it ("status" before "_status"), the schema's own definition before that of
another file, then the first JSON Pointer in order. The other takes its special
characters ("$id" is DollarID), its file or the definition that it stands in to
its name, else a number; the manifest keeps what was given.

Choose the name yourself with "x-go-name" beside the schema, in the schema or in
its overlay, or under "names:" in the configuration.`, "give one of the two a name of its own: x-go-name in the schema or its overlay, or names: in the configuration")

	ReservedName = define("B0802", Info, "a name that generated code needs", `
The Go identifier that this part of the schema would take is the name of a
function or method that every generated package has (ParseT, Validate, …), so it
gets a trailing underscore.

Choose another name with "x-go-name" beside the schema if you do not like it.`, "")

	Renamed = define("B0803", Warning, "a Go name that changes", `
A type, field or constant had another Go name when the package was last generated,
and code that uses the old one does not compile any more. The message says why:
the configuration or "x-go-name" names it now, the place in the schema that the
name is made of is another, or what tells a branch of a union apart.

The manifest holds the names; the finding comes once, when the new name is
written.`, "keep the old name with x-go-name or names: where code depends on it")
)
