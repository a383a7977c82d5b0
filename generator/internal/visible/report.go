package visible

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// Workflow commands of GitHub Actions end at the line feed and their properties
// at commas and colons; these characters and the escape sign itself are
// percent-encoded, as its toolkit does.
var (
	workflowData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	workflowProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Workflow returns lines of text as the message of a workflow command.
func Workflow(lines ...string) string {
	shown := lists.Of(lines, Text)
	return workflowData.Replace(strings.Join(shown, "\n"))
}

// WorkflowProperty returns text as the value of a property of a workflow command.
func WorkflowProperty(s string) string { return workflowProperty.Replace(Text(s)) }

// SARIF returns text as a plain text message. Braces stand for arguments (SARIF
// 2.1.0 section 3.11.5), and "[text](place)" is a link: in a message that could
// have one, brackets and backslashes are escaped (section 3.11.6).
func SARIF(s string) string {
	if strings.Contains(s, "](") {
		s = sarifLink.Replace(s)
	}
	return sarifBraces.Replace(s)
}

var (
	sarifLink   = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)
	sarifBraces = strings.NewReplacer("{", "{{", "}", "}}")
)

// JSON returns JSON text of the same value, in whose strings all can be seen. The
// space between values may hold what JSON allows there.
func JSON(text []byte) []byte {
	if !slices.ContainsFunc(text, func(c byte) bool { return c >= 0x7F }) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf && r != 0x7F || Rune(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return []byte(b.String())
}
