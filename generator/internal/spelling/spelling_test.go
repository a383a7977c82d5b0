package spelling

import "testing"

func TestNearest(t *testing.T) {
	keywords := []string{"enum", "format", "items", "maximum", "minLength", "not", "pattern", "properties", "required", "type"}
	formats := []string{"date", "date-time", "email", "time", "uri"}
	for _, test := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"requried", keywords, "required"},
		{"proprties", keywords, "properties"},
		{"typ", keywords, "type"},
		{"minlength", keywords, "minLength"},
		{"min_length", keywords, "minLength"},
		{"patern", keywords, "pattern"},
		{"item", keywords, "items"},
		{"enums", keywords, "enum"},
		{"maxmum", keywords, "maximum"},
		{"type", keywords, ""},
		{"name", keywords, ""},
		{"id", keywords, ""},
		{"description", keywords, ""},
		{"datetime", formats, "date-time"},
		{"e-mail", formats, "email"},
		{"", keywords, ""},
	} {
		if got := Nearest(test.word, test.candidates); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
}
