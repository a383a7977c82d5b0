package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
	"github.com/bindery-go/bindery/runtime/format"
)

// applicability reports keywords for types that "type" does not admit.
func (l *linter) applicability(n *schema.Node) {
	if n.Types == 0 {
		return
	}
	for _, m := range n.Doc.Members {
		if t := n.Dialect.AppliesTo(m.Name); t != 0 && n.Types&t == 0 && n.Dialect.Fits(m.Name, m.Value) {
			names := kind.TypeNames(t) // of integer and number the second
			l.found.Addf(diag.InapplicableKeyword, m.NamePos, "%s is for %ss, but the type is %s", m.Name, names[len(names)-1], strings.Join(kind.TypeNames(n.Types), " or "))
		}
	}
}

// formats are those that some draft defines (2020-12 Validation section 7.3;
// draft 3 section 5.23 for those that nothing checks).
var formats = append(format.Names(), "host-name", "ip-address", "color", "phone", "style", "utc-millisec")

// synonyms are what people call formats that have another name.
var synonyms = map[string]string{
	"datetime": "date-time", "timestamp": "date-time", "url": "uri", "urn": "uri", "guid": "uuid", "mail": "email", "ip": "ipv4", "domain": "hostname", "regexp": "regex",
}

// format reports a format that no draft defines.
func (l *linter) format(n *schema.Node) {
	if n.Format == "" || slices.Contains(formats, n.Format) {
		return
	}
	near := cmp.Or(synonyms[strings.ToLower(n.Format)], spelling.Nearest(n.Format, formats))
	d := diag.New(diag.UnknownFormat, at(n, "format").Value.Pos, "no draft defines the format %q, so nothing is checked", n.Format)
	if near == "" {
		d = d.WithSeverity(diag.Info)
	}
	l.found.Add(d.Meaning(near))
}

// patterns reports patterns that only the rules for old web pages admit.
func (l *linter) patterns(n *schema.Node) {
	if n.Pattern != nil {
		l.pattern(*n.Pattern, at(n, "pattern").Value.Pos)
	}
	for _, p := range n.PatternProperties {
		l.pattern(p.Pattern, p.Pos)
	}
}

func (l *linter) pattern(text string, pos source.Pos) {
	p, err := l.compiled.Compile(text)
	if err != nil {
		return
	}
	if p.Strategy.Legacy != nil {
		l.found.Addf(diag.LegacyPattern, pos, "the pattern %q is valid only by the rules for old web pages: %v", text, p.Strategy.Legacy)
	}
	for _, slip := range ecma.Slips(text) {
		l.found.Add(diag.New(diag.WidePattern, pos, "the pattern %q %s", text, slip.Does).WithHelp("%s", slip.Help))
	}
}
