package compiler_test

import (
	"context"
	"fmt"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// entryShapes are definitions of a package to which entry types of others only refer.
var entryShapes = []struct {
	name, schema   string
	valid, invalid string // documents, separated by spaces
	isPointer      bool   // an optional member of the type is a pointer
}{
	{"Base", `{"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}`, `{"id":"x"} {"id":"x","y":1}`, `{} 1`, true},
	{"All", `{"allOf": [{"$ref": "#/$defs/Base"}, {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "default": 3}, "tags": {"type": "array", "items": {"type": "string"}}}}]}`, `{"id":"x","n":1} {"id":"x","n":1,"tags":["a"]}`, `{"id":"x"} {"n":1}`, true},
	{"Combo", `{"allOf": [{"$ref": "#/$defs/Base"}, {"$ref": "#/$defs/All"}]}`, `{"id":"x","n":1}`, `{"id":"x"}`, true},
	{"Flat", `{"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": {"type": "boolean"}, "const": {"const": 1}}}`, `{"a":true} {"a":true,"const":1}`, `{"a":1} {"a":true,"b":1}`, true},
	{"Size", `{"enum": ["s", "l"]}`, `"s" "l"`, `"m" null`, true},
	{"Level", `{"enum": [1, 2]}`, `1 2`, `3`, true},
	{"Mixed", `{"enum": [1, "a", null]}`, `1 "a" null`, `2`, false},
	{"Fixed", `{"const": "x"}`, `"x"`, `"y"`, true},
	{"ByName", `{"type": "object", "additionalProperties": {"$ref": "#/$defs/Base"}}`, `{} {"a":{"id":"x"}}`, `{"a":{}} []`, false},
	{"List", `{"type": "array", "items": {"$ref": "#/$defs/Base"}, "maxItems": 1}`, `[] [{"id":"x"}]`, `[1] [{"id":"x"},{"id":"y"}]`, false},
	{"Text", `{"type": "string", "maxLength": 3}`, `"abc"`, `"abcd" 1`, true},
	{"Count", `{"type": "integer", "minimum": 0}`, `0 7`, `-1 1.5`, true},
	{"Rate", `{"type": "number", "maximum": 1}`, `0.5`, `1.5`, true},
	{"Flag", `{"type": "boolean"}`, `true`, `1`, true},
	{"When", `{"type": "string", "format": "date-time"}`, `"2026-01-02T03:04:05Z"`, `"today"`, true},
	{"Bytes", `{"type": "string", "contentEncoding": "base64"}`, `"YWI="`, `1`, true},
	{"Union", `{"oneOf": [{"$ref": "#/$defs/Base"}, {"type": "string"}]}`, `{"id":"x"} "t"`, `1 {}`, true},
	{"Kinds", `{"type": ["string", "integer", "null"]}`, `"t" 1 null`, `[]`, false},
	{"Pair", `{"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "#/$defs/All"}], "items": {"type": "integer"}}`, `["a"] ["a",{"id":"x","n":1},3]`, `[1] ["a",2]`, true},
	{"OrNull", `{"type": ["object", "null"], "properties": {"v": {"type": "string"}}}`, `null {"v":"x"}`, `1 {"v":1}`, false},
	{"MaybeText", `{"type": ["string", "null"], "maxLength": 2}`, `null "ab"`, `"abc"`, false},
	{"MaybeAll", `{"anyOf": [{"$ref": "#/$defs/All"}, {"type": "null"}]}`, `null {"id":"x","n":1}`, `{"id":"x"}`, false},
	{"Tree", `{"type": "object", "required": ["children"], "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}, "one": {"$ref": "#/$defs/Tree"}}}`, `{"children":[{"children":[]}]}`, `{"children":[{}]}`, true},
	{"Open", `{"properties": {"v": {"type": "string"}}}`, `{"v":"x"} 1 []`, `{"v":1}`, false},
	{"Also", `{"$ref": "#/$defs/All"}`, `{"id":"x","n":1}`, `{"id":"x"}`, true},
}

// ownShapes have a type of their own where they are no entry type of their package: a
// struct around a value that may be null. So has MaybeAll everywhere: as an entry type it
// does not hold All.
var ownShapes = map[string]bool{"OrNull": true, "MaybeText": true, "MaybeAll": true}

// namedElsewhere maps definitions to the name of their type.
var namedElsewhere = map[string]string{"Also": "All", "MaybeAll": "All"}

// referring is the schema of a package whose entry types only refer to definitions, and
// of others that refer to these in turn.
func referring(at, prefix string) string {
	var defs, users []string
	for i, s := range entryShapes {
		ref := fmt.Sprintf(`{"$ref": "%s#/$defs/%s%s"}`, at, prefix, s.name)
		entry := ref
		switch i % 3 {
		case 1:
			entry = strings.TrimSuffix(ref, "}") + `, "title": "A title", "description": "What it is here.", "deprecated": true, "examples": [1]}`
		case 2:
			entry = `{"allOf": [` + ref + `], "$comment": "one"}`
		}
		defs = append(defs, fmt.Sprintf(`"Loc%s": %s`, s.name, entry))
		users = append(users, fmt.Sprintf(`"is%s": %s, "here%[1]s": {"$ref": "#/$defs/Loc%[1]s"}`, s.name, ref))
	}
	return `{"type": "object", "properties": {` + strings.Join(users, ", ") + `}, "$defs": {` + strings.Join(defs, ", ") + `}}`
}

// entryPackages are packages of which b… define types, which are their entry types or
// not; a… have entry types that refer to these, and c refers to such.
func entryPackages() (fstest.MapFS, config.Config) {
	files := fstest.MapFS{"go.mod": {Data: []byte("module " + compiled.Module + "\n")}}
	c := config.Config{AssertFormat: true}
	add := func(name, schema string, p config.Package) {
		files[name+".json"] = &fstest.MapFile{Data: []byte(schema)}
		p.Schema, p.Name, p.Out = name+".json", name, name
		c.Packages = append(c.Packages, p)
	}
	var defs []string
	var locs, plain []config.Root
	for _, s := range entryShapes {
		defs = append(defs, fmt.Sprintf("%q: %s", s.name, s.schema))
		locs = append(locs, config.Root{Name: "Loc" + s.name, Pointer: "#/$defs/Loc" + s.name})
		if s.name != "Also" { // that of All has its name from there
			plain = append(plain, config.Root{Name: s.name, Pointer: "#/$defs/" + s.name})
		}
	}
	user := append(locs[:len(locs):len(locs)], config.Root{Name: "User", Pointer: "#"})
	b := `{"$defs": {` + strings.Join(defs, ", ") + `}}`
	add("bfast", b, config.Package{Codec: config.Fast})
	add("bcompact", b, config.Package{Codec: config.Compact})
	add("broots", b, config.Package{Codec: config.Fast, Roots: plain})
	add("bcroots", b, config.Package{Codec: config.Compact, Roots: plain, SQL: true})
	for _, codec := range []config.Codec{config.Fast, config.Compact} {
		add("a"+string(codec)+"f", referring("bfast.json", ""), config.Package{Codec: codec, Roots: user, SQL: true, Slog: true, YAML: true})
		add("a"+string(codec)+"c", referring("bcompact.json", ""), config.Package{Codec: codec, Roots: user, SQL: true, Slog: true, YAML: true})
		add("a"+string(codec)+"r", referring("broots.json", ""), config.Package{Codec: codec, Roots: user})
		add("a"+string(codec)+"cr", referring("bcroots.json", ""), config.Package{Codec: codec, Roots: user, YAML: true})
		add("c"+string(codec), referring("afastf.json", "Loc"), config.Package{Codec: codec, Roots: user, Slog: true})
		add("d"+string(codec), referring("acompactcr.json", "Loc"), config.Package{Codec: codec, Roots: user})
		add("narrow"+string(codec), `{"type": "object", "$ref": "bfast.json#/$defs/Open", "$defs": {"User": {"properties": {"open": {"$ref": "bfast.json#/$defs/Open"}}}}}`,
			config.Package{Codec: codec, Roots: []config.Root{{Name: "Narrow", Pointer: "#"}, {Name: "User", Pointer: "#/$defs/User"}}})
		add("whole"+string(codec), `{"$ref": "bfast.json#/$defs/All", "title": "One of b"}`, config.Package{Codec: codec, Roots: []config.Root{{Name: "All", Pointer: "#"}}, SQL: true})
	}
	return files, c
}

// TestEntriesOfOtherPackages: an entry type that only refers to a definition of another
// package is another name of its type, and all functions and methods of entry types are
// there.
func TestEntriesOfOtherPackages(t *testing.T) {
	files, c := entryPackages()
	made, ds := compiler.Generate(context.Background(), &workspace.Workspace{FS: files, Dir: "."}, c)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	tested := map[string]string{ // package to the one whose types it has
		"afastf": "bfast", "afastc": "bcompact", "afastr": "broots", "afastcr": "bcroots",
		"acompactf": "bfast", "acompactc": "bcompact", "acompactr": "broots", "acompactcr": "bcroots",
		"cfast": "bfast", "ccompact": "bfast", "dfast": "bcroots", "dcompact": "bcroots",
	}
	styled := map[string]bool{"afastf": true, "afastc": true, "acompactf": true, "acompactc": true}
	var imports, body strings.Builder
	for _, p := range c.Packages {
		fmt.Fprintf(&imports, "\t%q\n", path.Join(compiled.Module, p.Name))
	}
	for _, p := range c.Packages {
		b := tested[p.Name]
		if b == "" {
			continue
		}
		isRoot := b == "broots" || b == "bcroots"
		for _, s := range entryShapes {
			of, typ := s.name, p.Name+".Loc"+s.name
			if named := namedElsewhere[of]; named != "" {
				of = named
			}
			switch {
			case s.name == "Mixed" && !isRoot: // has no type there
			case s.name == "MaybeAll" || ownShapes[s.name] && !isRoot:
				fmt.Fprintf(&body, "\t_ = []*%s.%s{%s{}.Value}\n", b, of, typ)
			default:
				fmt.Fprintf(&body, "\t_ = []*%s.%s{(*%s)(nil)}\n", b, of, typ)
			}
			if s.isPointer {
				fmt.Fprintf(&body, "\t_ = []*%s.%s{%s.User{}.Is%s, %[3]s.User{}.Here%[4]s}\n", b, of, p.Name, s.name)
			}
			fmt.Fprintf(&body, "\tcheck(%q, %s.ParseLoc%s, %[2]s.ParseLoc%[3]sFrom, %[2]s.IsValidLoc%[3]s, %[2]s.ValidateLoc%[3]s, %[2]s.NewLoc%[3]s, %[4]q, %[5]q)\n",
				typ, p.Name, s.name, s.valid, s.invalid)
			if styled[p.Name] && !ownShapes[s.name] { // those have a member Value
				fmt.Fprintf(&body, "\tstyled(%q, %s.ParseLoc%sYAML, %q)\n", typ, p.Name, s.name, s.valid)
			}
		}
	}
	for _, p := range c.Packages {
		if tested[p.Name] != "" {
			fmt.Fprintf(&body, "\tcheck(%q, %s.ParseUser, %[2]s.ParseUserFrom, %[2]s.IsValidUser, %[2]s.ValidateUser, %[2]s.NewUser, %q, %q)\n",
				p.Name+".User", p.Name, `{} {"isList":[]} {"hereByName":{}}`, `1`)
		}
	}
	for _, codec := range []string{"fast", "compact"} {
		// What takes the objects alone of a schema without type refuses all else by itself.
		fmt.Fprintf(&body, "\t_ = []*bfast.Open{narrow%s.User{}.Open}\n", codec)
		fmt.Fprintf(&body, "\tcheck(%q, narrow%[2]s.ParseNarrow, narrow%[2]s.ParseNarrowFrom, narrow%[2]s.IsValidNarrow, narrow%[2]s.ValidateNarrow, narrow%[2]s.NewNarrow, %[3]q, %[4]q)\n",
			"narrow "+codec, codec, `{"v":"x"}`, `1 [] {"v":1}`)
		fmt.Fprintf(&body, "\t_ = []*bfast.All{(*whole%s.All)(nil)}\n", codec)
		fmt.Fprintf(&body, "\tcheck(%q, whole%[2]s.ParseAll, whole%[2]s.ParseAllFrom, whole%[2]s.IsValidAll, whole%[2]s.ValidateAll, whole%[2]s.NewAll, %[3]q, %[4]q)\n",
			"whole "+codec, codec, entryShapes[1].valid, entryShapes[1].invalid)
	}
	program := map[string][]byte{"main.go": fmt.Appendf(nil, entriesProgram, imports.String(), body.String())}
	for name, text := range made {
		program[name] = text
	}
	if out, err := exec.Command(compiled.Vetted(t, program)).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, compiled.Clip(string(out)))
	}
}

const entriesProgram = `package main

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"

	"github.com/bindery-go/bindery/runtime/validate"
%s)

// entry is what each pointer to an entry type has.
type entry interface {
	json.Marshaler
	json.Unmarshaler
	fmt.Stringer
	Validate() error
}

// subject is an entry type, a pointer, by its functions. Nothing here is generic: the
// compiler would make it anew for each of the types.
type subject struct {
	name string
	typ  reflect.Type
}

func (s subject) fail(format string, args ...any) { fmt.Println(s.name+":", fmt.Sprintf(format, args...)) }

// called is the result of a function that makes a value of the type, or fails.
func (s subject) called(function any, args ...any) (entry, error) {
	var in []reflect.Value
	for _, arg := range args {
		in = append(in, reflect.ValueOf(arg))
	}
	out := reflect.ValueOf(function).Call(in)
	if out[0].Type() != s.typ {
		s.fail("%%T does not return %%s", function, s.typ)
	}
	if len(out) == 1 {
		return out[0].Interface().(entry), nil
	}
	err, _ := out[1].Interface().(error)
	return out[0].Interface().(entry), err
}

// empty is a new value of the type.
func (s subject) empty() entry { return reflect.New(s.typ.Elem()).Interface().(entry) }

// equal calls Equal, which takes a pointer or a value.
func (s subject) equal(x, y entry) bool {
	method, arg := reflect.ValueOf(x).MethodByName("Equal"), reflect.ValueOf(y)
	if method.Type().In(0) != s.typ {
		arg = arg.Elem()
	}
	return method.Call([]reflect.Value{arg})[0].Bool()
}

func (s subject) clone(x entry) entry {
	made, _ := s.called(reflect.ValueOf(x).MethodByName("Clone").Interface())
	return made
}

func check(name string, parse, from any, isValid func([]byte) bool, validates func([]byte) error, fresh any, valid, invalid string) {
	s := subject{name, reflect.TypeOf(fresh).Out(0)}
	if made, _ := s.called(fresh); reflect.ValueOf(made).IsNil() {
		s.fail("New returns nil")
	}
	null := reflect.Zero(s.typ).Interface().(entry)
	if null.Validate() != validate.ErrNil {
		s.fail("Validate of nil: %%v", null.Validate())
	}
	if null.String() != "<nil>" {
		s.fail("String of nil: %%s", null)
	}
	for _, doc := range strings.Fields(valid) {
		x, err := s.called(parse, []byte(doc))
		if err != nil {
			s.fail("%%s: %%v", doc, err)
			continue
		}
		text, err := x.MarshalJSON()
		if err != nil || string(text) != doc || x.String() != doc {
			s.fail("%%s becomes %%s, %%v, %%s", doc, text, err, x)
		}
		y := s.empty()
		if err := json.Unmarshal([]byte(doc), y); err != nil || !reflect.DeepEqual(x, y) {
			s.fail("%%s: json.Unmarshal gives %%v, %%v", doc, y, err)
		}
		if z, err := s.called(from, strings.NewReader(doc)); err != nil || !s.equal(x, z) {
			s.fail("%%s from a reader: %%v, %%v", doc, z, err)
		}
		if !s.equal(x, s.clone(x)) {
			s.fail("%%s has another clone", doc)
		}
		if err := errors.Join(x.Validate(), validates([]byte(doc))); err != nil || !isValid([]byte(doc)) {
			s.fail("%%s is not valid: %%v", doc, err)
		}
	}
	for _, doc := range append(strings.Fields(invalid), "{") {
		_, err := s.called(parse, []byte(doc))
		if err == nil || isValid([]byte(doc)) || validates([]byte(doc)) == nil || json.Unmarshal([]byte(doc), s.empty()) == nil {
			s.fail("%%s is accepted: %%v", doc, err)
		}
		var list *validate.Error
		if doc != "{" && (!errors.As(err, &list) || len(list.Violations) == 0 || list.Violations[0].Line != 1 || err.Error() != validates([]byte(doc)).Error()) {
			s.fail("%%s: %%v, %%v", doc, err, validates([]byte(doc)))
		}
	}
}

// styled checks the methods of SQL, log/slog and YAML.
func styled(name string, parse any, valid string) {
	s := subject{name, reflect.TypeOf(parse).Out(0)}
	for _, doc := range strings.Fields(valid) {
		x, err := s.called(parse, []byte(doc))
		if err != nil {
			s.fail("%%s as YAML: %%v", doc, err)
			continue
		}
		v, err := x.(driver.Valuer).Value()
		y := s.empty()
		if err != nil || y.(sql.Scanner).Scan(v) != nil || !reflect.DeepEqual(x, y) {
			s.fail("%%s as a column: %%v, %%v", doc, v, err)
		}
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "x", x.(slog.LogValuer))
		if !strings.Contains(log.String(), "\"x\":") && doc != "{}" {
			s.fail("%%s in a log: %%s", doc, log.String())
		}
		out, err := x.(interface{ MarshalYAML() (any, error) }).MarshalYAML()
		if err != nil {
			s.fail("%%s is not written as YAML: %%v, %%v", doc, out, err)
		}
	}
}

func main() {
%s}
`
