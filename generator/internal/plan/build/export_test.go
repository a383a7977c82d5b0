package build

import "github.com/bindery-go/bindery/generator/internal/schema"

// Unlearn has the plans made until the end of a test know nothing of a keyword.
func Unlearn(cleanup func(func()), keyword string) {
	before := unplanned
	unplanned |= schema.KeywordSet(keyword)
	cleanup(func() { unplanned = before })
}

// Unplanned are the keywords of which plans know nothing.
func Unplanned() schema.Keywords { return unplanned }
