// Package temporalrun runs the operations of protocols on Temporal. A generated
// driver, unchanged, becomes a workflow, and each of its steps, conditions and
// item lists an activity. The workflow walks the program with the engine of
// package protocol, whose records it keeps in its own memory: all rules are those
// of a run in a checkpoint store, and the history of the workflow is what makes
// them last.
//
// # What a step meets
//
// A step runs at least once; its result is recorded once, and then it never runs
// again. It gets the data as they were before it, as JSON has them: what a step
// needs beside them, such as clients, belongs to the steps. What it calls of its
// [protocol.Call] becomes an update of the workflow, with an identifier that is
// the same when the activity is tried again: Emit runs the handlers as further
// activities while the step waits, Sub runs the steps of another operation so,
// which must be registered as well, SleepUntil is a timer of the server. A worker
// has to have room for the steps that wait and those that they wait for.
//
// A worker that dies is noticed after Options.Heartbeat, and what it was doing
// begins again elsewhere, with the same idempotency key and number of attempt.
//
// # When the program changes
//
// A workflow keeps to the plan that its history has, until it comes to what is
// new; there it takes up the plan of its worker by the rules of
// [protocol.WithPatch]. Where these do not allow it the workflow stands still, with
// the protocol.ErrDiverged in its last workflow task, until a worker comes with a
// plan that fits.
//
// # What lies where
//
// The server takes values of no more than 2 MB: [ClaimCheck] keeps larger ones in a
// checkpoint store. A workflow whose history is long continues as a new one, with
// the record of its run. Its memo says how the run stands, which [Runs] lists. A run
// that was begun in a checkpoint store goes on here by [Move].
//
// All functions are safe for concurrent use.
package temporalrun
