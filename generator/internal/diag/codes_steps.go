package diag

// Codes B11xx: the step methods that belong to the user ("steps" in the
// configuration).
var (
	StepsSyntax = define("B1101", Error, "syntax error in the package of steps", `
The directory that "steps" names holds a Go file that does not parse, so it
cannot be told which methods are there. Nothing is touched until it does.`, "fix the file, then generate again")

	StepRemoved = define("B1102", Warning, "method for a step that is gone", `
The schema has no step any more that this method was written for: it was removed
or renamed, and nothing calls the method. Bindery never changes what you wrote;
move what is still needed, then delete the method.

A method counts as one of a step when it takes a *protocol.Call.`, "move what is still needed to another step, then delete the method")

	StepChanged = define("B1103", Warning, "method in another form than its step", `
The schema has given the step another form: it has become a condition or a loop,
or is now written with an argument. The method has to follow, or the package does
not compile.`, "")

	StepUnknown = define("B1104", Warning, "steps that may be missing", `
The type embeds one of another package, whose methods cannot be known from the
source of this one. A method that was appended could hide one of those, so
nothing was appended.`, "write the methods that are missing, or name the operation's interface in the type of an embedded field")

	NoStepsPlace = define("B1105", Error, "no place for the steps", `
"steps" names a directory whose Go package is to hold the methods that you write.
The package imports the generated one, so that a go.mod has to say what its import
path is, and the directory must not be that of another generated package.`, "")
)
