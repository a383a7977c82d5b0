// Package embedded reads the data files that generated packages embed: JSON below
// a line which says that the file is generated. The schema is such a file, and so
// is the table by which package validate judges documents.
package embedded

import "strings"

// JSON returns the JSON of a data file.
func JSON(text string) string {
	_, json, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(json, "\n")
}
