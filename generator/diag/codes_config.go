package diag

// Codes B06xx: the configuration file.
var (
	NoConfig = define("B0601", Error, "no configuration", `
The command reads bindery.yaml, or the file that -c names, and there is none.

    version: 1
    packages:
      - schema: schemas/state.yaml
        package: state
        out: gen/state
        roots: { State: "#" }

A single schema needs no configuration:

    bindery generate --schema FILE --package NAME --root TYPE --out DIR`, "write a bindery.yaml, or name one with -c")

	BadConfig = define("B0602", Error, "mistake in the configuration", `
The configuration breaks its schema (schemas/bindery.schema.json), which is
checked strictly: an unknown key is an error, so that a misspelt one is not
passed over.`, "")

	UnusedIgnore = define("B0603", Error, "accepted finding that does not occur", `
An entry of "ignore" matches no finding. It may hide the next real one, so it
has to go.`, "remove the entry")
)
