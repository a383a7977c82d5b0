package naming

import "strconv"

// Unique takes the first of name, name2, name3 … that is not taken.
func Unique(taken map[string]bool, name string) string {
	given := name
	for n := 2; taken[given]; n++ {
		given = name + strconv.Itoa(n)
	}
	taken[given] = true
	return given
}
