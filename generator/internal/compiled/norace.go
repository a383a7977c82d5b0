//go:build !race

package compiled

const builtWithRace = false
