package schema

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// draftName finds a draft in a URI that names none: "draft7", "draft-2020-12", "2019-9".
var draftName = regexp.MustCompile(`(?i)(?:draft[-_/. ]?)(?:v?0?([1-9])(?:[^0-9]|$))|20(19|20)`)

// nearDialect says what to write in the place of a URI that is the meta-schema of no draft,
// "" where nothing is near.
func nearDialect(uri string) string {
	lower := strings.ToLower(strings.TrimSpace(uri))
	if d := findDialect(strings.TrimSuffix(lower, "/")); d != nil {
		return "write " + d.URI
	}
	if strings.Contains(lower, "openapis.org/oas/3.1") || strings.Contains(lower, "openapis.org/oas/3.2") {
		return fmt.Sprintf("write %s: the dialect of OpenAPI adds only annotations to it, or map it under dialects: in the configuration", dialect2020.URI)
	}
	if strings.Contains(lower, "://") && !strings.Contains(strings.ReplaceAll(lower, "-", ""), "jsonschema") {
		return "" // a meta-schema of somebody else's
	}
	if m := draftName.FindStringSubmatch(lower); m != nil {
		return didYouMean(m[1], m[2])
	}
	known := lists.Of(dialects, func(d *Dialect) string { return d.URI })
	if near := spelling.Nearest(uri, known); near != "" {
		return "did you mean " + near + "?"
	}
	return "name a draft, as " + dialect2020.URI
}

// Usual returns the URI of a draft as its meta-schema says it, for a "$schema" that is taken
// for it and spelt otherwise: other tools may know the one alone. It is "" where the
// spelling is usual, or the dialect is not that of a draft.
func Usual(d *Dialect, text string) string {
	usual := d.URI
	if d.Draft <= Draft7 {
		usual += "#"
	}
	if StandardDialect(d.Draft).URI != d.URI || text == d.URI || text == usual || strings.Contains(text, "/hyper-schema") {
		return ""
	}
	return usual
}

// didYouMean names the meta-schema of a draft by its number or year.
func didYouMean(number, year string) string {
	switch {
	case number == "5":
		return fmt.Sprintf("draft 5 has the keywords of draft 4: write %s", StandardDialect(Draft4).URI)
	case number >= "1" && number <= "3":
		return fmt.Sprintf("draft %s is not supported: write the schema anew in a later draft, as %s", number, dialect2020.URI)
	case number >= "8":
		return fmt.Sprintf("the draft after 7 is called 2019-09: write %s", StandardDialect(Draft2019).URI)
	}
	for _, d := range dialects {
		if name := d.Draft.String(); name == "draft "+number || year != "" && strings.HasPrefix(name, "20"+year) {
			return "did you mean " + d.URI + "?"
		}
	}
	return ""
}
