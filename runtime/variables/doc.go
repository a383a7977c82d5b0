// Package variables keeps named variables in documents: with a journal of their
// changes, snapshots to go back to, lifetimes, and scopes in which several
// documents share some. Generated packages describe the variables of their
// documents in a [Kind]; a generated store has them in its field Variables.
//
// The methods that change a document change it in memory, for a change function
// of the store's Update, which makes it durable and excludes other writers. What
// documents share is written by the methods that take a context, each document
// under its own lock, always after the one that shares.
//
// All methods are safe for concurrent use on different documents. They take time
// in proportion to one document.
package variables
