package naming

import "strconv"

// Taken are names that are taken. The number of a name is the next one to try
// behind it: many may want the same name.
type Taken map[string]int

// Unique takes the first of name, name2, name3 … that is not taken.
func (taken Taken) Unique(name string) string {
	given := name
	n := max(taken[name], 2)
	for ; taken[given] > 0; n++ {
		given = name + strconv.Itoa(n)
	}
	taken[name] = n
	taken[given] = max(taken[given], 1)
	return given
}
