package diag

// Codes B03xx: applying overlays.
var (
	OverlayShape = define("B0301", Error, "overlay is neither a map nor a list", `
An overlay is either a mapping, which is applied as a JSON Merge Patch
(RFC 7396), or a list of operations, which is applied as a JSON Patch
(RFC 6902):

    $defs:                      # merge patch: changes what it names
      Item:
        properties:
          legacy: null          # removes a member

    - op: replace               # JSON Patch: says each step
      path: /$defs/Item/type
      value: string`, "write a mapping (merge patch) or a list of operations (JSON Patch)")

	PatchOperation = define("B0302", Error, "malformed patch operation", `
An operation of a JSON Patch (RFC 6902 section 4) is a mapping with "op" (add,
remove, replace, move, copy or test), "path" (a JSON Pointer), and "value" or
"from" where the operation needs it.`, "see RFC 6902 section 4 for the members of an operation")

	PatchPointer = define("B0303", Error, "malformed JSON Pointer", `
A JSON Pointer (RFC 6901) is empty, which names the whole document, or begins
with "/" before each step. In a step "~" is written ~0 and "/" is written ~1:
the member "a/b" of the root is /a~1b.`, "begin every step with /, and write ~0 for ~ and ~1 for /")

	PatchTarget = define("B0304", Error, "patch operation leads nowhere", `
The place that an operation names does not exist in the document as it is after
the operations before. The schema may have changed since the overlay was
written. "add" needs the parent of the place, all others the place itself; an
array is indexed from 0 to its last element, and "-" (one behind it) is for
"add" alone.`, "compare the path with the schema; it may have changed since the overlay was written")

	PatchTest = define("B0305", Error, "patch test failed", `
A "test" operation found another value than the one it names. Tests guard an
overlay against changes of the schema below it. Values are compared as JSON:
1 and 1.0 are equal, and the order of members does not matter.`, "check whether the overlay still fits the schema, then fix the test")

	PatchGrowth = define("B0306", Error, "overlay grows without bound", `
The copies that an overlay makes come to more than 1,000,000 values, or values
are nested deeper than 10,000 levels afterwards. Copies of copies double with
each operation.`, "use $ref instead of copying")

	MergeNoMember = define("B0307", Warning, "overlay removes what is not there", `
A null in a merge patch removes a member of the document, but the document has
none of that name. The schema may have changed since the overlay was written, or
the name is misspelt.`, "remove the entry from the overlay, or fix the name")
)
