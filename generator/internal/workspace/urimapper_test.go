package workspace

import (
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func TestURIsOfFilesHoldNoPathOfTheMachine(t *testing.T) {
	tests := []struct{ dir, own, ref, other, uri string }{
		{"home/me/repo", "s.json", "t.json", "t.json", "file:///t.json"},
		{"home/me/repo", "schemas/s.json", "../t.json", "t.json", "file:///t.json"},
		{"home/me/repo", "s.json", "../shared/t.json", "../shared/t.json", "file:///shared/t.json"},
		{"home/me/repo", "a/s.json", "../../../t.json", "../../t.json", "file:///t.json"},
		{"home/me/repo", "../s.json", "repo/t.json", "repo/t.json", "file:///~/repo/t.json"},
		{"home/me/repo", "s p%.json", "t%20%25.json", "t %.json", "file:///t%20%25.json"},
		{".", "s.json", "../t.json", "t.json", "file:///t.json"}, // there is nothing above
	}
	for _, test := range tests {
		t.Run(test.own+" to "+test.ref, func(t *testing.T) {
			doc, ds := document.Read(source.NewFile(test.own, []byte(`{"items": [{"$ref": "`+test.ref+`#/x"}]}`)))
			if ds.HasErrors() {
				t.Fatal(ds[0])
			}
			w := &Workspace{FS: fstest.MapFS{}, Dir: test.dir}
			s := NewURIMapper(w, NewLibrary(), nil, test.own, doc)
			s.Raise()
			if got := s.URI(test.other); got != test.uri {
				t.Errorf("URI of %s: %s, want %s", test.other, got, test.uri)
			}
			if got, ok := s.name(test.uri); !ok || got != test.other {
				t.Errorf("name of %s: %q, want %q", test.uri, got, test.other)
			}
			if got, ok := s.name(s.URI(test.own)); !ok || got != test.own {
				t.Errorf("name of %s: %q, want %q", s.URI(test.own), got, test.own)
			}
		})
	}
}

func TestForeignURIsAreNoFiles(t *testing.T) {
	s := NewURIMapper(&Workspace{Dir: "."}, NewLibrary(), nil, "s.json", nil)
	for _, uri := range []string{"https://example.com/s.json", "file://host/s.json", "file:///", "urn:x", "%"} {
		if name, ok := s.name(uri); ok {
			t.Errorf("%s is taken for the file %s", uri, name)
		}
	}
}
