package breaking

import (
	"cmp"
	"maps"
	"reflect"
	"regexp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// tags reports struct tags that fields have lost or that say something else, each key
// once: a configuration changes them for all. The codec of the package does not go by
// the tag json.
func tags(before, now map[string]declaration, new, old *Version) diag.Diagnostics {
	var ds diag.Diagnostics
	told := map[string]bool{"json": true}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		d, e := before[name], now[name]
		if d.kind != "field" || e.kind != "field" {
			continue
		}
		for _, key := range tagKeys(d.tag) {
			had, has := reflect.StructTag(d.tag).Get(key), reflect.StructTag(e.tag).Get(key)
			if had == has || had == "-" || told[key] {
				continue
			}
			told[key] = true
			ds.Add(diag.New(diag.APIChanged, new.place(e), "the struct tag %s of fields such as %s is %q now; it was %q", key, name, has, had).
				WithRelated(old.labelled(old.place(d)), "declared here before"))
		}
	}
	return ds
}

var tagKey = regexp.MustCompile(`(\w+):"`)

func tagKeys(tag string) []string {
	return lists.Of(tagKey.FindAllStringSubmatch(tag, -1), func(m []string) string { return m[1] })
}

// builds reports a package that is no longer built wherever it was.
func builds(old, new *Version) diag.Diagnostics {
	const file = "types.go" // whose constraint is the configuration's
	had, now := constraintOf(old.Files[file]), constraintOf(new.Files[file])
	if now == had || now == "" {
		return nil
	}
	had = cmp.Or(had, "everywhere")
	return diag.Diagnostics{diag.New(diag.APIChanged, new.position(""), "the package is built where %s now; it was built %s", now, had).
		WithHelp("keep the constraint under build: in the configuration")}
}

// constraintOf is the build constraint of a Go file, "" for none.
func constraintOf(file []byte) string {
	if x := source.BuildConstraint(file); x != nil {
		return x.String()
	}
	return ""
}
