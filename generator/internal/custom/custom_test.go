package custom_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/custom"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"time.Time":                    "time Time time",
		"github.com/google/uuid.UUID":  "github.com/google/uuid UUID uuid",
		"gopkg.in/yaml.v3.Node":        "gopkg.in/yaml.v3 Node yaml",
		"example.com/money/v2.Amount":  "example.com/money/v2 Amount money",
		"github.com/shop/go-decimal.D": "github.com/shop/go-decimal D decimal",
	} {
		got, err := custom.Parse(text)
		if s := fmt.Sprintf("%s %s %s", got.Import, got.Name, got.PackageName()); err != nil || s != want {
			t.Errorf("%s: got %s, %v; want %s", text, s, err, want)
		}
	}
	for _, text := range []string{"", "UUID", "uuid.uuid", ".T", "a b.T", "../x.T", "example.com/x.T[int]", "github.com/google/uuid", "x.T;import \"os\"", "x.T\u202e"} {
		if got, err := custom.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// sources has packages of one file each.
func sources(files map[string]string) custom.Sources {
	return func(path string) (fs.FS, error) {
		text, ok := files[path]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return fstest.MapFS{"x.go": {Data: []byte(text)}}, nil
	}
}

func TestCheck(t *testing.T) {
	const text = "func (T) MarshalText() ([]byte, error)\nfunc (*T) UnmarshalText(b []byte) error\n"
	from := sources(map[string]string{
		"a/text":    "package text\ntype T int\n" + text,
		"a/json":    "package json\ntype T struct{}\nfunc (t *T) MarshalJSON() ([]byte, error) { return nil, nil }\nfunc (t *T) UnmarshalJSON(b []byte) error { return nil }\n",
		"a/half":    "package half\ntype T int\nfunc (T) MarshalJSON() ([]byte, error)\nfunc (*T) UnmarshalText(b []byte) error\n",
		"a/other":   "package other\ntype T int\nfunc (T) MarshalJSON(int) ([]byte, error)\nfunc (*T) UnmarshalJSON(b []byte)\n",
		"a/embeds":  "package embeds\nimport j \"a/json\"\ntype T struct{ *j.T }\n",
		"a/alias":   "package alias\nimport \"a/text\"\ntype T = text.T\n",
		"a/defined": "package defined\nimport \"a/text\"\ntype T text.T\n",
		"a/iface":   "package iface\ntype T interface{ MarshalJSON() ([]byte, error); UnmarshalJSON([]byte) error }\n",
		"a/generic": "package generic\ntype T[E any] struct{}\n",
		"a/cycle":   "package cycle\ntype T = U\ntype U = T\n",
		"a/far":     "package far\nimport \"a/nowhere\"\ntype T struct{ nowhere.E }\n",
		"a/renamed": "package quite\ntype T int\n" + text,
		"a/broken":  "package broken\nfunc {\ntype T int\n",
	})
	for path, want := range map[string]string{
		"a/text": "", "a/json": "", "a/embeds": "", "a/alias": "",
		"a/half": "neither", "a/other": "neither", "a/defined": "neither", "a/cycle": "neither",
		"a/iface": "interface", "a/generic": "generic", "a/renamed": "is called quite",
		"a/far": "a/nowhere is not at hand", "a/nowhere": "a/nowhere is not at hand", "a/broken": "",
	} {
		err := custom.NewChecker(from).Check(custom.Type{Import: path, Name: "T"})
		switch {
		case path == "a/broken":
			if err == nil {
				t.Errorf("%s: no error", path)
			}
		case want == "" && err != nil:
			t.Errorf("%s: %v", path, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: got %v, want one that says %q", path, err, want)
		}
		if misfit := new(custom.MisfitError); errors.As(err, &misfit) && misfit.Help == "" {
			t.Errorf("%s: no help", path)
		}
	}
	if err := custom.NewChecker(from).Check(custom.Type{Import: "a/renamed", Package: "r", Name: "T"}); err != nil {
		t.Errorf("with an import name: %v", err)
	}
	if err := custom.NewChecker(nil).Check(custom.Type{Import: "a/text", Name: "T"}); err == nil {
		t.Error("without sources a type is found")
	}
}
