package diag

// Codes B12xx: what a change of a schema breaks.
var (
	DocumentsRefused = define("B1201", Error, "documents that were valid are refused", `
A document that the old schema admits may break the new one: a member became
required, a bound was tightened, a type or a value was removed, an open object was
closed. Whoever reads old documents with the new code gets an error.

A change that is not found here refuses no document that was valid. The reverse
does not hold: where that cannot be shown, the change is reported.`,
		"keep what was accepted: make new members optional, widen before you narrow, or allow the break in the configuration")

	DocumentsInDoubt = define("B1202", Warning, "member that old documents may have otherwise", `
The schema declares a member that it did not declare before, in an object that
admits members which are not declared. An old document that has such a member,
with whatever value, is checked now.`, "")

	APIRemoved = define("B1203", Error, "exported name that is gone", `
The generated package no longer declares a type, function, constant, field or
method that it declared before. Code that uses it does not compile.`, "keep the definition, or give its name to what takes its place with x-go-name or names:")

	APIChanged = define("B1204", Error, "exported name with another type", `
The generated package declares the name with another type: a member that is
optional now is a pointer, an enum is not a string. Code that uses it may not compile.`, "")

	APIRenamed = define("B1205", Error, "exported name that is another now", `
The same place of the schema has another Go name than before. Code that uses the
old one does not compile.`, "keep the old name with x-go-name or names:")

	StepAdded = define("B1206", Error, "step that implementations lack", `
An operation has a step that it did not have. Types that implement its steps lack
the method, so that they do not compile until it is written; "bindery generate"
adds it to the skeleton.`, "")

	RunsDiverge = define("B1207", Error, "unfinished runs that cannot go on", `
A step of an operation was removed, renamed or moved, or a branch changed. A run
that stopped behind that place resumes only where the steps that it has done are
the first of the new plan.`, "let unfinished runs end before the change is deployed, or add steps at the end")

	LimitLowered = define("B1208", Error, "limit that is lower", `
What was within the limit may be beyond it now: a number is lower, a limit is new or
bounds something that it did not bound, a window keeps fewer records, a budget admits
less. Where a member of documents takes the place of a number, nobody knows what it will
say.`, "keep the limit until nothing is beyond it: bindery fsck tells which documents are")

	PathChanged = define("B1209", Error, "storage path that is another", `
Files that were written to the old path are not found at the new one.`, "move the files when the change is deployed")

	PackageRemoved = define("B1210", Error, "package that is gone", `
The configuration no longer has a package that it had. Code that imports it does
not compile.`, "")

	DefaultChanged = define("B1212", Warning, "default that is another", `
A document that leaves the member out means something else now: the getter of the
member returns another value, and so has a new value of the type.`, "keep the default, or write the member into the documents that rely on it")

	StateUnreachable = define("B1213", Error, "transition that is gone", `
A state of the schema's state_transitions may no longer be followed by another that
could follow it. Documents in that state cannot go on as before.`, "keep the transition until no document needs it")

	OperationRefused = define("B1214", Error, "operation that is refused", `
The rules of x-bindery refuse an operation what they let it do: a member is among those
of read_only, or fewer operations are in its set_by; an operation is among the ends of
completion, or another member completes a document.`, "let the operation do it as before, under set_by or outside of ends, until no run relies on it")

	SightNarrowed = define("B1215", Error, "purpose that sees less", `
What x-bindery says under inject keeps from a purpose what it was given: a member is no
longer for it, a condition or a rule of a list is new, or the purpose is gone. Whoever
calls for that purpose gets an empty value, fewer elements or an error.`, "list the purpose at the member as before, or let whoever relies on it know")

	SightWidened = define("B1216", Warning, "purpose that sees more", `
What x-bindery says under inject gives a purpose what was kept from it. Those who gave
it relied on that.`, "make sure that the purpose may see it")

	BindingChanged = define("B1217", Warning, "binding that is another", `
An entry of x-bindery is another, so that generated code does something else with the
same documents: a window drops other records, a budget reads or writes other members, a
store keeps something else in step.`, "see what relies on it: documents that were written before are not touched")

	UnusedAllowance = define("B1211", Error, "allowance without a break", `
An entry under "breaking:" in the configuration allows a change that does not
occur. When the change is part of the base the entry has done its work.`, "remove the entry")
)
