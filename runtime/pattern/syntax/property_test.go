package syntax

import (
	"slices"
	"testing"
	"unicode"
)

func TestTables(t *testing.T) {
	if !slices.IsSorted(binaryProperties) {
		t.Error("binaryProperties is searched and not sorted")
	}
	for short, long := range scriptAliases {
		if unicode.Scripts[long] == nil {
			t.Errorf("%s stands for %s, which package unicode does not know", short, long)
		}
	}
	for _, ranges := range [][]Range{everything, digits, wordCharacters, whiteSpace, lineTerminators} {
		if !slices.Equal(Union(slices.Clone(ranges)), ranges) {
			t.Errorf("%x is not in normal form", ranges)
		}
	}
}
