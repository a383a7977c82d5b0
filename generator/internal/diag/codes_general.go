package diag

// Codes B00xx belong to no stage.
var (
	TooMany = define("B0001", Error, "too many diagnostics", `
A list of diagnostics holds 10,000 entries. This file produced more, and the rest
is not shown. The severity is the highest of what was left out.

Fix the diagnostics that are shown and run the command again.`, "fix the diagnostics above and run again")

	Internal = define("B0002", Error, "internal error", `
A stage of the compiler failed in a way that no input should cause. Nothing was
written. Please report it together with the schema that triggers it.`, "please report this with the schema that triggers it")
)
