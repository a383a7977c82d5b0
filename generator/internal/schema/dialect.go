package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// Draft is a published version of JSON Schema. Later drafts are greater.
type Draft uint8

// The drafts that Bindery reads.
const (
	Draft4 Draft = 1 + iota
	Draft6
	Draft7
	Draft2019
	Draft2020
)

// String returns the name of the draft: "draft 7", "2019-09", ….
func (d Draft) String() string {
	switch d {
	case Draft4:
		return "draft 4"
	case Draft6:
		return "draft 6"
	case Draft7:
		return "draft 7"
	case Draft2019:
		return "2019-09"
	case Draft2020:
		return "2020-12"
	}
	return "unknown draft"
}

// ParseDraft reads the name of a draft as configurations write it: "draft-07",
// "2019-09".
func ParseDraft(name string) (Draft, bool) {
	for _, d := range dialects {
		if strings.ReplaceAll(d.Draft.String(), "draft ", "draft-0") == name {
			return d.Draft, true
		}
	}
	return 0, false
}

// idKeyword is the keyword that names a resource.
func (d Draft) idKeyword() string {
	if d == Draft4 {
		return "id"
	}
	return "$id"
}

// refHidesSiblings reports whether an object with $ref has no other keyword
// (draft 7 Core section 8.3).
func (d Draft) refHidesSiblings() bool { return d <= Draft7 }

// Vocabulary is a set of vocabularies (2020-12 Core section 8.1.2). Drafts
// before 2019-09 know none; their keywords are sorted into those of 2020-12,
// and all of them are always active.
type Vocabulary uint16

// The standard vocabularies. 2019-09 has the unevaluated* keywords in
// Applicator, and its single format vocabulary is FormatAnnotation.
const (
	Core Vocabulary = 1 << iota
	Applicator
	Unevaluated
	Validation
	MetaData
	FormatAnnotation
	FormatAssertion
	Content
)

// vocabularyNames are the last path segments of the vocabulary URIs, in the
// order in which the meta-schema lists them.
var vocabularyNames = []struct {
	name       string
	vocabulary Vocabulary
	from, to   Draft
}{
	{"core", Core, Draft2019, Draft2020},
	{"applicator", Applicator, Draft2019, Draft2020},
	{"unevaluated", Unevaluated, Draft2020, Draft2020},
	{"validation", Validation, Draft2019, Draft2020},
	{"meta-data", MetaData, Draft2019, Draft2020},
	{"format", FormatAnnotation, Draft2019, Draft2019},
	{"format-annotation", FormatAnnotation, Draft2020, Draft2020},
	{"format-assertion", FormatAssertion, Draft2020, Draft2020},
	{"content", Content, Draft2019, Draft2020},
}

// vocabularyURI returns the URI prefix of the vocabularies of a draft.
func vocabularyPrefix(d Draft) string {
	return "https://json-schema.org/draft/" + d.String() + "/vocab/"
}

// lookupVocabulary returns the vocabulary of a URI in a draft, 0 when it is not
// one of the standard ones.
func lookupVocabulary(d Draft, uri string) Vocabulary {
	name, ok := strings.CutPrefix(uri, vocabularyPrefix(d))
	if !ok {
		return 0
	}
	for _, v := range vocabularyNames {
		if v.name == name && v.from <= d && d <= v.to {
			return v.vocabulary
		}
	}
	return 0
}

// Dialect is a draft with a choice of vocabularies, named by the URI of its
// meta-schema.
type Dialect struct {
	// URI is the canonical URI of the meta-schema, without an empty fragment.
	URI   string
	Draft Draft
	// Vocabularies holds the active ones; Core is always among them.
	Vocabularies Vocabulary
	// FormatAsserts reports whether the dialect itself makes "format" an
	// assertion: the format-assertion vocabulary of 2020-12, or the format
	// vocabulary of 2019-09 declared true (2019-09 Validation section 7.2).
	FormatAsserts bool

	keywords map[string]*keyword
}

// newDialect returns the dialect with the keywords of the vocabularies.
func newDialect(uri string, draft Draft, vocabularies Vocabulary, formatAsserts bool) *Dialect {
	d := &Dialect{
		URI:           uri,
		Draft:         draft,
		Vocabularies:  vocabularies | Core,
		FormatAsserts: formatAsserts,
		keywords:      map[string]*keyword{},
	}
	for i := range keywords {
		k := &keywords[i]
		if k.from <= draft && draft <= k.to && k.vocabulary&d.Vocabularies != 0 {
			d.keywords[k.name] = k
		}
	}
	return d
}

// The standard dialects.
var (
	dialect4    = newDialect("http://json-schema.org/draft-04/schema", Draft4, ^Vocabulary(0), false)
	dialect6    = newDialect("http://json-schema.org/draft-06/schema", Draft6, ^Vocabulary(0), false)
	dialect7    = newDialect("http://json-schema.org/draft-07/schema", Draft7, ^Vocabulary(0), false)
	dialect2019 = newDialect("https://json-schema.org/draft/2019-09/schema", Draft2019,
		Core|Applicator|Validation|MetaData|FormatAnnotation|Content, false)
	dialect2020 = newDialect("https://json-schema.org/draft/2020-12/schema", Draft2020,
		Core|Applicator|Unevaluated|Validation|MetaData|FormatAnnotation|Content, false)

	dialects = []*Dialect{dialect4, dialect6, dialect7, dialect2019, dialect2020}
)

// StandardDialect returns the dialect of the draft's own meta-schema.
func StandardDialect(d Draft) *Dialect {
	return dialects[slices.IndexFunc(dialects, func(s *Dialect) bool { return s.Draft == d })]
}

// findDialect returns the standard dialect with that meta-schema URI, or nil.
// An empty fragment and the choice of http or https do not matter: both occur
// in real schemas for every draft. JSON Hyper-Schema adds nothing to a draft
// but annotations (2019-09 Hyper-Schema section 6), so it is read as the draft.
func findDialect(uri string) *Dialect {
	bare := bareURI(uri)
	if base, ok := strings.CutSuffix(bare, "/hyper-schema"); ok {
		bare = base + "/schema"
	}
	return lists.First(dialects, func(d *Dialect) bool { return bareURI(d.URI) == bare })
}

func bareURI(uri string) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(uri, "#"), "https://"), "http://")
}

// isLatest reports whether the URI is the one that once stood for the latest
// draft.
func isLatest(uri string) bool { return bareURI(uri) == "json-schema.org/schema" }

// Keywords returns the names of the keywords of the dialect in increasing order.
func (d *Dialect) Keywords() []string { return slices.Sorted(maps.Keys(d.keywords)) }
