package config

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/format"
	"github.com/bindery-go/bindery/schemas"
)

var update = flag.Bool("update", false, "write the formats into the schema of the configuration anew")

// TestListedFormats holds the formats that a configuration may list against those
// that can be checked. Editors complete the names, which is why the schema has them.
func TestListedFormats(t *testing.T) {
	line := regexp.MustCompile(`("items": \{ "enum": )\[("date-time"[^\]]*)\]`)
	names, err := json.Marshal(format.Names())
	if found := line.FindAll(schemas.Config, -1); err != nil || len(found) != 1 {
		t.Fatalf("%d lists of formats, %v", len(found), err)
	}
	want := line.ReplaceAllString(string(schemas.Config), "${1}"+strings.ReplaceAll(string(names), ",", ", "))
	if diff := cmp.Diff(want, string(schemas.Config)); diff == "" {
		return
	} else if !*update {
		t.Fatalf("-want +got, or run with -update:\n%s", diff)
	}
	if err := os.WriteFile("../../../schemas/bindery.schema.json", []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}
