package breaking

import (
	"cmp"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// api reports exported names of the old package that the new one lacks or
// declares otherwise, and methods that an interface has gained.
func api(old, new *Version) diag.Diagnostics {
	var ds diag.Diagnostics
	before, now := declarations(old.Files), declarations(new.Files)
	names := renamed(old, new)
	consequences(names, before, now)
	for _, name := range slices.Sorted(maps.Keys(before)) {
		d := before[name]
		if owner, _, ok := strings.Cut(name, "."); ok && (now[owner].name == "" || before[owner].text != now[owner].text && d.kind == "field") {
			continue // the type tells of it
		}
		if field, ok := getterOf(name); ok && before[field].name != "" && now[field].name == "" {
			continue // the field tells of it
		}
		switch e, kept := now[name]; {
		case !kept:
			ds.Add(gone(d, names[name], new, old))
		case !d.same(e):
			ds.Add(diag.New(diag.APIChanged, new.place(e), "%s %s is %s now; it was %s", e.kind, name, e.says(d), d.says(e)).
				WithRelated(old.labelled(old.place(d)), "declared here before"))
		}
	}
	ds.Add(tags(before, now, new, old)...)
	for _, name := range slices.Sorted(maps.Keys(now)) {
		owner, _, _ := strings.Cut(name, ".")
		if _, had := before[name]; !had && now[name].kind == "step" && before[owner].name != "" {
			ds.Addf(diag.StepAdded, new.position(name), "implementations of %s need the method %s now", owner, strings.TrimPrefix(name, owner+"."))
		}
	}
	return ds
}

// getterOf is the field that a getter reads.
func getterOf(name string) (field string, ok bool) {
	owner, method, _ := strings.Cut(name, ".")
	field, ok = strings.CutPrefix(method, "Get")
	return owner + "." + strings.TrimSuffix(field, "_"), ok
}

func gone(d declaration, to string, new, old *Version) diag.Diagnostic {
	var report diag.Diagnostic
	if to != "" {
		report = diag.New(diag.APIRenamed, new.position(to), "%s %s is called %s now", d.kind, d.name, to)
	} else {
		report = diag.New(diag.APIRemoved, new.place(d), "%s %s is gone", d.kind, d.name)
		if d.kind == "step" { // x-go-name and names: do not reach steps
			report = report.WithHelp("keep the step, or give the method that does it the name of what takes its place; bindery explain B1207 tells how unfinished runs go on")
		}
	}
	return report.WithRelated(old.labelled(old.place(d)), "declared here before")
}

// place is where the schema declares a name; of a constant, its type.
func (v *Version) place(d declaration) source.Pos {
	if d.kind == "const" {
		return v.position(d.text)
	}
	return v.position(d.name)
}

// position finds the place in the schema that gives an exported name: that of
// its field or step, of its type or operation, or the first entry type.
func (v *Version) position(name string) source.Pos {
	owner, member, _ := strings.Cut(name, ".")
	for _, step := range []string{name, owner} {
		if pos, ok := v.Steps[step]; ok {
			return pos
		}
	}
	var candidates []string
	if place, ok := v.Names[owner]; ok {
		if key, ok := v.Members[owner][member]; ok {
			candidates = append(candidates, place+"/properties/"+document.EscapeToken(key))
		}
		candidates = append(candidates, place)
	}
	for _, place := range candidates {
		if pos, ok := v.At(place); ok {
			return pos
		}
	}
	if len(v.Entries) > 0 {
		return v.Entries[0].Node.Pos
	}
	return source.Pos{}
}

// renamed maps the old Go names to the new ones of the same place in the schema.
func renamed(old, new *Version) map[string]string {
	out := map[string]string{}
	types := invert(new.Names)
	for name, place := range old.Names {
		to := types[place]
		if to == "" {
			continue
		}
		if to != name {
			out[name] = to
		}
		members := invert(new.Members[to])
		for field, key := range old.Members[name] {
			if now := members[key]; now != "" && now != field {
				out[name+"."+field] = to + "." + now
			}
		}
	}
	return out
}

// consequences adds what the names of types have taken with them: ParseT becomes ParseU
// where T becomes U.
func consequences(names map[string]string, before, now map[string]declaration) {
	types := slices.DeleteFunc(slices.Sorted(maps.Keys(names)), func(name string) bool { return strings.Contains(name, ".") })
	slices.SortStableFunc(types, func(a, b string) int { return len(b) - len(a) }) // TaskState before Task
	for name := range before {
		if _, kept := now[name]; kept || names[name] != "" {
			continue
		}
		for _, from := range types {
			to := strings.Replace(name, from, names[from], 1)
			_, had := before[to]
			if d, has := now[to]; to != name && has && !had && d.kind == before[name].kind {
				names[name] = to
				break
			}
		}
	}
}

// invert maps values to the least of their keys.
func invert(m map[string]string) map[string]string {
	out := map[string]string{}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if _, taken := out[m[k]]; !taken {
			out[m[k]] = k
		}
	}
	return out
}

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
