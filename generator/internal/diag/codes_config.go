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

    bindery generate --schema FILE --package NAME --root TYPE --out DIR`, "bindery init writes one; -c names another")

	BadConfig = define("B0602", Error, "mistake in the configuration", `
The configuration breaks its schema (schemas/bindery.schema.json), which is
checked strictly: an unknown key is an error, so that a misspelt one is not
passed over.`, "")

	UnusedIgnore = define("B0603", Error, "accepted diagnostic that does not occur", `
An entry of "ignore" matches no diagnostic. It may hide the next real one, so it
has to go.`, "remove the entry")

	PackageCycle = define("B0604", Error, "packages that refer to each other's schemas", `
A reference into the schema of another package of the configuration uses that
package's Go type, so that the generated package imports the other one. Here the
references lead back, and Go has no import cycles.

Schemas that refer to each other belong in one package: make one entry of the
configuration of them, which lists them as schemas: [a.yaml, b.yaml].`, "list the schemas under schemas: of one package")

	NoImportPath = define("B0605", Error, "generated package that cannot be imported", `
A reference into the schema of another package of the configuration uses that
package's Go type. For the import the path of the other package has to be known,
from the go.mod at or above its directory, and an internal package must be one
that the importing package may use. The go command takes ASCII letters, digits and
-._~+ in the names of directories, and no others.`, "run go mod init in the module's directory, or move the package")

	DamagedManifest = define("B0606", Error, "damaged manifest", `
The file bindery.manifest.json of a generated package says which Go name each
place of the schema has, so that a schema that grows does not rename what was
there. This one cannot be read; a common cause is the marks that git leaves after
a conflict. Without it names would change silently, so nothing is generated.

Restore the file from version control. Delete it where nothing depends on the
names yet: then all of them are chosen anew.`, "restore it from version control, or delete it to have all names chosen anew")

	OutsideProject = define("B0607", Error, "reference out of the project", `
A reference by path leads to a file outside of the project: neither below the
directory of the configuration (or of the schema, where there is none) and the
nearest directory above that has a go.mod or a .git, nor below a directory under
"refs" or of --ref. Such a file is not read, so that a schema from elsewhere
cannot ask for the files of the machine. Where no go.mod and no .git is above,
references may lead anywhere.

Map the directory that the reference means, under any URI:

    refs:
      https://example.com/shared: ../../shared`, "name the file's directory under refs: or with --ref, or keep the file within the module")

	CompactChosen = define("B0608", Info, "large schema, compact code", `
With codec: auto, which is the default, the code of a large schema is compact: the
same types, functions and verdicts from descriptors that the runtime works by, in
place of functions for each type. It reads documents at about half the speed, and
is a fraction of the size and of the time to compile.`, "codec: compact or codec: fast in the configuration (--codec) says which it is to be")

	NoSteps = define("B0609", Warning, "steps of a schema without a protocol", `
The configuration says under steps: where the code for the steps of a package's
operations is, but its schema has no agent_protocol, so that nothing is written there.`,
		"write the operations under agent_protocol in the schema, or remove steps:")

	StalePackage = define("B0610", Error, "package that has to be generated as well", `
The code of a package reads and writes the types of another one by methods that the
other has for this. With --only the other package is left as it is, and its files
do not have them: no other package used the type when they were last generated, or
an earlier release wrote them. The code would not compile.`, "give the other package to --only as well, or generate all")
)
