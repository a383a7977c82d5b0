// Package agentmemory holds the directive that generates the packages below
// gen/ from schemas/. Run it as
//
//	go generate ./...
package agentmemory

//go:generate go tool bindery generate
