package gofile

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

func TestJSONIsEqualAndVisible(t *testing.T) {
	for name, text := range map[string]string{
		"scalar":             `"x"`,
		"nested":             `{"a":{"b":[1,{"c":2}],"d":{}},"e":[]}`,
		"backtick":           "{\"a`\":\"`\"}",
		"escapes":            `{"\"\\":"\u0060\\"}`,
		"braces in a string": `{"{,":"},{"}`,
		"byte order mark":    "{\"\ufeff\":\"\U0001F600\U000E0001\u202e\"}",
		"empty":              `{}`,
	} {
		t.Run(name, func(t *testing.T) {
			back := JSON(text)
			if strings.ContainsAny(string(back), "\r\ufeff\u202e") {
				t.Errorf("shows not what it is: %q", back)
			}
			want, err := jsonvalue.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := jsonvalue.Parse(back); err != nil || !got.Equal(want) {
				t.Errorf("%v: %s", err, back)
			}
		})
	}
}
