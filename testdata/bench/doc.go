// Package bench compares Bindery with its peers, as testing benchmarks that end
// with a table of ratios:
//
//	go test -bench .
//
// A benchmark runs ours and the peers in turn, 25 rounds or what -benchtime
// asks for; a ratio is the peer's median CPU time through ours. It is a module of its own, so that
// the peers are no dependencies of Bindery. PERFORMANCE.md is the ledger.
package bench
