// Package protocol runs the operations of an agent protocol: steps, branches,
// loops, groups and handlers in the order the schema gives them. Generated
// drivers call it and read as that order; users implement the steps, choose
// options, and look at outcomes and errors. What only generated code calls is in
// the package protocolgen.
//
// # Durable runs
//
// A run with a checkpoint store ([WithRun]) is durable. After each step, each
// branch decision and each taking of loop items a record goes to the store, and
// only when it is durable does anything further happen. A run that goes on from
// its record repeats nothing that the record holds; the one step that was
// interrupted runs again, with the same idempotency key ([Call.IdempotencyKey]).
// [Exclusive] makes sure that one process at a time works on a run.
//
// A step starts from the data as they were before it, whenever it runs: for the
// first time, again after it failed, or again after its process died. What a
// failed attempt has changed in the data is undone, in every run that has a
// store and for every step that has a retry policy. Fields that JSON does not
// carry are left alone; members of the record that the program's type does not
// know are kept.
//
// Steps may wait for the answer of a person or of another program ([Wait],
// [Answer]), or until a time ([Call.SleepUntil]). [Runs] lists the runs of a
// store, [Inspect], [Delete] and [Prune] look after them.
//
// # Concurrency
//
// A run calls its steps, guards and observers one after the other, on the
// goroutine that called the driver; a [Call] is used there only. All else here is
// safe for concurrent use.
package protocol
