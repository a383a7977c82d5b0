package diag

// Codes B08xx: Go names.
var (
	NameCollision = define("B0801", Warning, "two names become one Go name", `
Two members, definitions or places of the schema give the same Go identifier
("host-name" and "host_name" are both HostName). The one that held the name when
the package was last generated keeps it; without a manifest the first JSON
Pointer in order does. The other gets a suffix made from its own pointer, which
does not change when the schema grows.

Choose the name yourself with "x-go-name" beside the schema, in the schema or in
its overlay.`, "give one of the two a name of its own with x-go-name (in the schema or its overlay)")

	ReservedName = define("B0802", Info, "a name that generated code needs", `
The Go identifier that this part of the schema would take is the name of a
function or method that every generated package has (ParseT, Validate, …), so it
gets a trailing underscore.

Choose another name with "x-go-name" beside the schema if you do not like it.`, "")
)
