//go:build !race

package compiled

// Generated code is built as the test is.
const raceFlag = "-race=false"
