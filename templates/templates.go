// Package templates embeds the text templates of what Bindery writes once and
// leaves to its user, and of what people read. Regenerated Go never comes from
// a template. The generator's stages that write such text import it.
package templates

import "embed"

// Docs are the pages of the reference, in the directory docs.
//
//go:embed docs
var Docs embed.FS

// Steps are the templates "operation" and "method" of a user's steps.
//
//go:embed steps.go.tmpl
var Steps string

// Init are the files that a project begins with, in the directory init, and an
// example of a document for each system, in init/examples.
//
//go:embed init
var Init embed.FS

// Prompt is the template of a user's templates of prompts; its actions are in
// double brackets.
//
//go:embed prompt.tmpl
var Prompt string

// Diagnostics explains the codes of diagnostics, a section each.
//
//go:embed diagnostics.md
var Diagnostics string
