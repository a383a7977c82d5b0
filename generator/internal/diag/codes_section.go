package diag

// Codes B05xx: the sections beside the JSON Schema part, and x-bindery.
var (
	SectionRead = define("B0500", Info, "what was made of a section", `
The schema has a section that Bindery knows: the message says what it found there.
Operations become drivers and step interfaces, limits become checks, storage
paths become builders.`, "")

	UnknownSection = define("B0501", Info, "section kept as data", `
The root of the schema has a member that is neither a keyword of JSON Schema nor
a section that Bindery gives a meaning. It stays reachable through the embedded
schema; nothing is generated from it.`, "")

	UnknownForm = define("B0502", Info, "form kept as data", `
This part of a section has none of the forms that the protocol language gives a
meaning, so it is kept as data and does nothing.

A step is a name, a name with an argument, "if_…", "else", "for_each_…",
"for_…_in_…", "on_…" or a named group, the latter five with a list of steps.`, "")

	LooseElse = define("B0503", Warning, "else without an if", `
"else" belongs directly after the "if_…" items of the same list. This one stands
elsewhere, so it is kept as data and its steps never run.`, "move the else behind the conditions it belongs to")

	StepRenamed = define("B0504", Info, "text that is not a step name", `
A step is named by letters, digits and underscores. This one has other
characters; they became underscores, so that it is a step all the same.`, "")

	UnsafePath = define("B0505", Warning, "value that cannot be a path below the root", `
Storage paths are relative, go down only, and mean the same on every system. This
one is absolute, has "..", an empty segment, a character or a name that Windows
does not allow, or a placeholder that is not {name} or {name:03d}. It is kept as
data and has no builder.`, "")

	PlaceholderUnbound = define("B0506", Info, "placeholder without a property", `
No property of the schema has the name of this placeholder, or several that
differ have. Its argument must match ^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$.

Name the property under x-bindery, by JSON Pointer:

    x-bindery:
      placeholders:
        version: "#/$defs/PromptVersion/properties/version"`, "")

	LimitUnbound = define("B0507", Info, "limit that checks nothing", `
The name of the limit does not say which part of a document it bounds, so it
becomes a constant. Say it under x-bindery:

    x-bindery:
      limits:
        max_history_entries: { measure: length, of: "#/$defs/StateHistory/properties/mutations" }

"measure: none" says that nothing is to be checked.`, "")

	UnknownState = define("B0508", Warning, "transition to a state that is not declared", `
The state is a target of a transition but no key of the table, so that nothing
is known of what may follow it. It is taken to be terminal.`, "give the state a line of its own, with an empty list when it is terminal")

	OperationMade = define("B0509", Info, "what was made of an operation", `
Operations with steps become an interface, which you implement, and a driver,
which calls it in the schema's order. Alternatives become a driver each, and one
that chooses. Policies, directives and all else become data. Which of these an
operation is, its shape alone decides; the message says what became of it.`, "")

	BadBinding = define("B0510", Error, "malformed x-bindery", `
The member x-bindery has a shape of its own, given by
schemas/x-bindery.schema.json: limits, placeholders, lines, read_only,
completion, window, budget, allocation, checks, inject, compose and subcalls.`, "")

	LostBinding = define("B0511", Error, "x-bindery speaks of what is not there", `
This part of x-bindery names a limit, placeholder, operation, step or property
that the schema does not have, so it would silently do nothing.`, "")

	BindingType = define("B0512", Error, "x-bindery binds to a member of another type", `
What x-bindery names is there, but cannot be what it is named for: a time that is
no text, a capacity that is not a whole number, a member to be written that lies in
an array.`, "")

	BadCheck = define("B0513", Error, "malformed relation in x-bindery", `
A check says what members of a document owe each other: the places where it
holds (at), when it applies (when), and one relation between terms. A term is the
path of a member, a constant, or a function of other terms.

    checks:
      total_is_sum:
        equal: [/total, {sum: /items/*/price}]
      name_is_key:
        at: /variables/*
        equal: [0/name, "0#"]

A path is a JSON Pointer from the document, or a Relative JSON Pointer from the
place of the check, in which * stands for every member or element. The README
lists the relations.`, "")

	BadInjection = define("B0514", Error, "malformed policy in x-bindery.inject", `
A policy says what of a document may be given to which purpose: members and who may
see them, lists and which elements go in, lists of references that are closed over
what is in use, and where the document tells what became of it.

    inject:
      purposes: [planner, responder]
      members:
        /plan: [planner]
      lists:
        facts:
          of: /facts
          id: 0/id
          only:
            active: {equal: [0/status, {const: active}]}
            current:
              any: [{absent: 0/until}, {before: [{argument: now}, 0/until]}]
          order: {by: 0/score, descending: true}
          top: 5

A rule holds only where all that it speaks of is there: a fact that may lack a date
says so with absent. The README lists what a policy may have.`, "")

	SectionBeside = define("B0515", Error, "section of a schema that is not the first of its package", `
A package that lists several schemas reads agent_protocol, limits, x-bindery and the
other sections from the first of them: what they declare is of the package, and two of
a kind would meet there. What another schema says would have no effect.`, "")

	DerivableBinding = define("B0516", Info, "entries of x-bindery that follow from the schema", `
The schema says enough for a store, a window or a budget: a storage path whose arguments
a document says, a list with a limit and numbers of its entries. Nothing is generated of
that until x-bindery says so, in the schema or in an overlay.`, "")
)
