// Package validate judges JSON documents by a schema program and describes
// what is wrong with them.
//
// A [Program] is a static table, one [Node] for each schema location. The
// generator prints it into generated packages as Go composite literals; it
// needs no code at start-up. The evaluator runs a program over a parsed
// document and honours every keyword of JSON Schema drafts 4, 6, 7, 2019-09
// and 2020-12.
//
// Generated straight-line code decides the common case without this package.
// It comes here for what such code cannot say ([Holds]) and for the list of
// violations once it knows that a document is not valid ([Explain]).
//
// The package imports the standard library and runtime/jsonscan only. Generated
// code, other packages of the runtime and the generator may import it; users
// read its errors: [*Error], [*SyntaxError], [*RangeError], [*PatternError].
// Everything here is safe for concurrent use: programs and errors never change.
package validate

// SupportsVersion1 is referenced by generated code, so that code which needs a
// newer runtime than the one it is built with does not compile.
const SupportsVersion1 = true
