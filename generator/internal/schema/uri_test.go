package schema

import "testing"

// TestResolve holds the examples of RFC 3986 section 5.4 and some on bases that
// have no hierarchy.
func TestResolve(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	tests := []struct{ base, ref, want string }{
		{base, "g:h", "g:h"},
		{base, "g", "http://a/b/c/g"},
		{base, "./g", "http://a/b/c/g"},
		{base, "g/", "http://a/b/c/g/"},
		{base, "/g", "http://a/g"},
		{base, "//g", "http://g"},
		{base, "?y", "http://a/b/c/d;p?y"},
		{base, "g?y", "http://a/b/c/g?y"},
		{base, "#s", "http://a/b/c/d;p?q#s"},
		{base, "g#s", "http://a/b/c/g#s"},
		{base, "g?y#s", "http://a/b/c/g?y#s"},
		{base, ";x", "http://a/b/c/;x"},
		{base, "g;x?y#s", "http://a/b/c/g;x?y#s"},
		{base, "", "http://a/b/c/d;p?q"},
		{base, ".", "http://a/b/c/"},
		{base, "./", "http://a/b/c/"},
		{base, "..", "http://a/b/"},
		{base, "../", "http://a/b/"},
		{base, "../g", "http://a/b/g"},
		{base, "../..", "http://a/"},
		{base, "../../g", "http://a/g"},
		{base, "../../../../g", "http://a/g"},
		{base, "/./g", "http://a/g"},
		{base, "/../g", "http://a/g"},
		{base, "g.", "http://a/b/c/g."},
		{base, "..g", "http://a/b/c/..g"},
		{base, "./g/.", "http://a/b/c/g/"},
		{base, "g/./h", "http://a/b/c/g/h"},
		{base, "g/../h", "http://a/b/c/h"},
		{base, "g;x=1/../y", "http://a/b/c/y"},
		{base, "g?y/../x", "http://a/b/c/g?y/../x"},
		{base, "g#s/../x", "http://a/b/c/g#s/../x"},
		{"urn:uuid:1-2", "#a", "urn:uuid:1-2#a"},
		{"urn:uuid:1-2", "", "urn:uuid:1-2"},
		{"tag:x.test,2024:a/b", "c", "tag:x.test,2024:a/c"},
		{"http://a", "b", "http://a/b"},
		{"file:///s/a.yaml", "../../b.yaml", "file:///b.yaml"},
		{"http://a/b", "HTTP://A/%7E#", "http://A/%7E"},
		{"http://a/b", "naïve", "http://a/naïve"},
	}
	for _, tt := range tests {
		base, err := parseURI(tt.base)
		if err != nil {
			t.Fatal(err)
		}
		ref, err := parseURI(tt.ref)
		if err != nil {
			t.Fatal(err)
		}
		if got := base.resolve(ref).String(); got != tt.want {
			t.Errorf("%s + %q = %s, want %s", tt.base, tt.ref, got, tt.want)
		}
	}
}

func TestParseURIRefuses(t *testing.T) {
	for _, s := range []string{"a b", "http://x/\n", "%", "a%2", "%zz", "1x:y", "a\"b", "#%q"} {
		if u, err := parseURI(s); err == nil {
			t.Errorf("%q is parsed as %+v", s, u)
		}
	}
}
