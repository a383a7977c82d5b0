package generator_test

import (
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator"
)

// page makes the HTML reference of a schema with types, a protocol and an example.
func page(t *testing.T) string {
	t.Helper()
	w, c := project{"bindery.yaml": taskConfig, "s.yaml": taskSchema + "examples: [{ id: a, state: open }]\n"}.load(t)
	files, ds := generator.Docs(context.Background(), w, c)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	for name, text := range files {
		if strings.HasSuffix(name, "task.html") {
			return string(text)
		}
	}
	t.Fatalf("no page of the package")
	return ""
}

// TestDocs_page: what keyboards and screen readers go by is there, and nothing is loaded.
func TestDocs_page(t *testing.T) {
	html := page(t)
	for _, test := range []struct {
		what, pattern string
		count         int
	}{
		{"language", `<html lang="en">`, 1},
		{"width of small screens", `<meta name="viewport" content="width=device-width`, 1},
		{"main heading", `<h1>`, 1},
		{"content to skip to", `<main id="content">`, 1},
		{"link that skips", `<a class="skip" href="#content">`, 1},
		{"contents with a name", `<nav aria-label="`, 1},
		{"label of the search", `<label for="search">`, 1},
		{"search", `<input id="search"`, 1},
		{"number of results that is read out", `id="count" role="status"`, 1},
		{"focus that shows", `:focus-visible \{ outline:`, 1},
		{"chart with a name", `<svg[^>]* role="img"[^>]* aria-label="[^"]+`, 1},
	} {
		if n := len(regexp.MustCompile(test.pattern).FindAllString(html, -1)); n != test.count {
			t.Errorf("%s: %d times, not %d", test.what, n, test.count)
		}
	}
	for _, pattern := range []string{`<pre>`, `<th>`, `<svg (?:[^r]|r[^o])*>`, `(?:src|href)="(?:https?:)?//`, `@import`, `url\(`, ` on[a-z]+="`} {
		if found := regexp.MustCompile(pattern).FindString(html); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
	places := map[string]bool{"": true}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(html, -1) {
		if places[m[1]] {
			t.Errorf("two places are called %s", m[1])
		}
		places[m[1]] = true
	}
	for _, m := range regexp.MustCompile(` href="#([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if !places[m[1]] {
			t.Errorf("a link leads to %s, which is not there", m[1])
		}
	}
}

// TestDocs_contrast: text differs from what is behind it by the ratio that WCAG 2.2 asks
// for (1.4.3), in the light and in the dark.
func TestDocs_contrast(t *testing.T) {
	schemes := regexp.MustCompile(`--ground:[^}]+`).FindAllString(page(t), -1)
	if len(schemes) != 2 {
		t.Fatalf("%d color schemes", len(schemes))
	}
	for _, scheme := range schemes {
		color := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z]+): #([0-9a-f]+)`).FindAllStringSubmatch(scheme, -1) {
			color[m[1]] = luminance(t, m[2])
		}
		for _, pair := range [][2]string{{"ink", "ground"}, {"ink", "raised"}, {"ink", "mark"}, {"faint", "ground"}, {"faint", "raised"}, {"link", "ground"}, {"link", "raised"}} {
			a, b := color[pair[0]], color[pair[1]]
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 4.5 {
				t.Errorf("%s on %s: a ratio of %.2f in %s", pair[0], pair[1], ratio, scheme)
			}
		}
	}
}

// luminance is the relative luminance of a color in hexadecimal digits (WCAG 2.2).
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
