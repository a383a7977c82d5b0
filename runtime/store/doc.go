// Package store keeps the documents of a schema in files, one document a file,
// at a storage path whose placeholders are the document's key. Generated
// packages describe a kind of documents in a [Kind] and embed the [Documents]
// of it; users make those with the generated constructor.
//
// A write is checked before it is made: the schema, the limits, and that the
// document and its path speak of the same key. It is durable when it is
// acknowledged, replaces the file as a whole, and excludes other writers of the
// document, in this process and in others, by flock(2). Readers need no lock.
// What stands in step with a document, be it an append-only log of its entries
// or an index of all documents, is brought up to date by each write, and by the
// next one after a crash.
//
// Stores make no links and list none. Where a link has the name of a document, or of a
// directory of documents, All, Keys and what else looks at all documents give an error
// that names it, as for a pipe or for a directory in the place of a file, and go on. A
// document behind a link that stays below the root can be read by its key. In a listing,
// only the directories before the first placeholder without an argument may be links, to
// below the root.
//
// All methods are safe for concurrent use. One document costs what its bytes
// cost to read, check and write, however many documents there are; what looks
// at all documents, as All, Find and Sweep, takes time in proportion to them
// and holds one in memory, beside the names of one directory of each depth.
package store
