package visible

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var plainYAML = regexp.MustCompile(`^[A-Za-z_/][A-Za-z0-9_./*~-]*$`)

// YAML writes a text as a YAML string, in block and in flow context: as it is, or
// quoted where it would be something else, in YAML 1.1 as well.
func YAML(s string) string {
	words := []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
	if plainYAML.MatchString(s) && !slices.Contains(words, strings.ToLower(s)) {
		return s
	}
	return strconv.QuoteToASCII(s)
}
