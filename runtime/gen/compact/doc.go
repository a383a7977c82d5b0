// Package compact is what compact generated code calls (`codec: compact`), and
// nothing else does: a decoder and an encoder that are driven by descriptors of
// the Go types, where fast generated code has functions of its own.
//
// A generated package keeps its schema and its types as text, in one embedded
// file, and gives in Go only what needs Go: a [Codec] for each type, which knows
// how to make values. Nothing is read before it is first used. Package reflect
// tells once where the fields of each type are, and after that what takes no field to
// be looked at: which pointer an interface holds, and how to set a value whole. It
// compares values only where numbers were rounded. A document is parsed once; the evaluator
// of package validate decides on it, and what it accepts is decoded from the parsed
// values. All of the package may be used by many goroutines at once.
package compact
