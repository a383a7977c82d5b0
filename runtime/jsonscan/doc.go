// Package jsonscan reads and writes JSON text for generated code.
//
// Scanner walks a document held in memory once, value by value, and checks
// everything RFC 8259 and RFC 7493 (I-JSON) ask of it on the way: UTF-8, paired
// surrogates, one member per name in every object, numbers in the JSON grammar,
// nesting of at most MaxDepth. It builds no tree and allocates nothing that it
// does not hand out; scratch memory is pooled. Encoder is its counterpart for
// writing.
//
// Every reading method reports plain success. A caller that meets false stops;
// which rule was broken, and where, is worked out again from the start by Check
// or by package validate, so that valid documents pay nothing for good errors.
//
// Generated packages and the other runtime packages import this one; users
// normally meet it only through them. It imports the standard library alone.
// A Scanner or Encoder is for one goroutine at a time; all else is safe for
// concurrent use.
package jsonscan
