package source

import "testing"

func TestInNoBuild(t *testing.T) {
	for text, want := range map[string]bool{
		"package p\n": false,
		"// a licence\n\n//go:build ignore\n\npackage main\n": true,
		"//go:build ignore\r\n\r\npackage main\r\n":           true,
		"//go:build ignore && linux\n\npackage main\n":        true,
		"//go:build !ignore\n\npackage p\n":                   false,
		"//go:build ignore || tools\n\npackage p\n":           false,
		"//go:build linux && !cgo\n\npackage p\n":             false,
		"package p\n\n//go:build ignore\n":                    false, // too late for one
	} {
		if got := InNoBuild([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
