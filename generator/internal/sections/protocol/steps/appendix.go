package steps

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/templates"
)

var skeleton = template.Must(template.New("steps").Funcs(template.FuncMap{"comment": gofile.CommentText}).Parse(templates.Steps))

const jsonvaluePath = "github.com/bindery-go/bindery/runtime/jsonvalue"

// appendix collects what is to be appended to the user's file, and the imports
// that it needs and the file lacks.
type appendix struct {
	user    *userPackage
	in      Input
	file    *userFile // nil where there is none yet
	names   map[string]string
	imports []string // lines to add
	taken   map[string]bool
	code    bytes.Buffer
	err     error
}

func newAppendix(user *userPackage, in Input) *appendix {
	a := &appendix{user: user, in: in, names: map[string]string{}, taken: map[string]bool{}}
	at := slices.IndexFunc(user.files, func(f *userFile) bool { return f.Name == in.Dir+"/"+FileName })
	if at < 0 {
		return a
	}
	a.file = user.files[at]
	for _, spec := range a.file.ast.Imports {
		if to, err := strconv.Unquote(spec.Path.Value); err == nil {
			name := importName(spec, to)
			a.taken[name] = true
			if name != "_" && name != "." && a.names[to] == "" {
				a.names[to] = name
			}
		}
	}
	return a
}

// use gives the name of an imported package in the file, and imports it where
// the file does not yet.
func (a *appendix) use(to, base string) string {
	if name := a.names[to]; name != "" {
		return name
	}
	name := base
	for a.taken[name] || a.user.declared[name] {
		name += "_"
	}
	a.add(to, name)
	return name
}

// add imports a package under a name.
func (a *appendix) add(to, name string) {
	line := strconv.Quote(to)
	if name != path.Base(to) {
		line = name + " " + line
	}
	a.imports = append(a.imports, line)
	a.names[to], a.taken[name] = name, true
}

// generated gives the reference to a name of the generated package.
func (a *appendix) generated(name string) string {
	if a.in.Own != nil {
		return name
	}
	return a.use(a.in.ImportPath, a.in.Generated) + "." + name
}

func (a *appendix) execute(name string, data any) {
	if err := skeleton.ExecuteTemplate(&a.code, name, data); err != nil && a.err == nil {
		a.err = err
	}
}

// operation appends the type for an operation, with its data where they are to
// be declared.
func (a *appendix) operation(op *protocol.Operation, impl *implementation, declare bool) {
	a.execute("operation", map[string]any{
		"Type": impl.typeName, "Data": impl.data, "DeclareData": declare, "Interface": a.generated(op.Interface),
		"TypeDoc": impl.typeName + " has the steps of " + op.Name + ".",
		"DataDoc": impl.data + " are the data of a run of " + op.Name + ". They are saved as JSON after each step.",
	})
}

// method appends one method.
func (a *appendix) method(impl *implementation, m *protocol.Method) {
	a.importData(impl)
	context, runtime := a.use("context", "context"), a.use(protocolPath, "protocol")
	params := fmt.Sprintf("ctx %s.Context, call *%s.Call, data *%s", context, runtime, impl.data)
	if m.Param != "" {
		arg := string(m.Arg)
		if m.Arg == model.JSONValue {
			arg = a.use(jsonvaluePath, "jsonvalue") + ".Value"
		}
		params += ", " + m.Param + " " + arg
	}
	s := signatures[m.Form].in(runtime)
	if m.Form == protocol.StepsForm {
		params, s.results = "", a.generated(m.Sub.Interface)+"["+impl.data+"]"
		s.todo += m.Sub.Name
	}
	a.execute("method", map[string]string{
		"Doc": m.Doc, "Receiver": impl.receiver, "Name": m.Name, "Params": params, "Results": s.results, "Body": s.body, "Todo": "TODO: " + s.todo + "." + a.helpers(m),
	})
}

// helpers says what is generated that a step may need.
func (a *appendix) helpers(m *protocol.Method) string {
	var b strings.Builder
	for _, h := range section.HelpersFor(m.Key, a.in.Helpers) {
		name := h.Name
		if a.in.Own == nil {
			name = a.in.Generated + "." + name
		}
		b.WriteString(" " + name + " " + h.Does + ".")
	}
	return b.String()
}

// importData imports what the type of the data needs, where its assertion
// stands in another file.
func (a *appendix) importData(impl *implementation) {
	if impl.expr == nil || impl.file == a.file {
		return
	}
	ast.Inspect(impl.expr, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name := baseType(s.X)
		if to := impl.file.imports(s.X); to != "" && a.names[to] != name {
			a.add(to, name)
		}
		return false
	})
}

// text is the whole file with what was appended; nil where nothing was.
func (a *appendix) text() ([]byte, error) {
	if a.err != nil || a.code.Len() == 0 {
		return nil, a.err
	}
	code, err := format.Source(a.code.Bytes())
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if a.file == nil {
		fmt.Fprintf(&out, "package %s\n\n%s\n", a.user.name, a.importDecl())
		out.Write(bytes.TrimLeft(code, "\n"))
	} else {
		old := a.file.Data
		at, imports := a.insertion()
		out.Write(old[:at])
		out.WriteString(a.lineEnds(imports))
		out.Write(old[at:])
		if !bytes.HasSuffix(old, []byte("\n")) {
			out.WriteString(a.lineEnds("\n"))
		}
		out.WriteString(a.lineEnds("\n" + strings.TrimLeft(string(code), "\n")))
	}
	text := out.Bytes()
	_, err = parser.ParseFile(token.NewFileSet(), FileName, text, parser.SkipObjectResolution)
	return text, err
}

// lineEnds writes text with the line ends of the user's file.
func (a *appendix) lineEnds(text string) string {
	if bytes.Contains(a.file.Data, []byte("\r\n")) {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// importDecl declares the imports to add.
func (a *appendix) importDecl() string {
	if len(a.imports) == 1 {
		return "import " + a.imports[0] + "\n"
	}
	return "import (\n" + a.importLines() + ")\n"
}

// importLines lists the imports to add, those of the standard library first.
func (a *appendix) importLines() string {
	quoted := func(line string) string { return line[strings.IndexByte(line, '"'):] }
	slices.SortFunc(a.imports, func(x, y string) int { return strings.Compare(quoted(x), quoted(y)) })
	isOther := func(line string) bool { return strings.Contains(line, ".") }
	var groups []string
	for _, group := range [][]string{slices.DeleteFunc(slices.Clone(a.imports), isOther), lists.Where(a.imports, isOther)} {
		if len(group) > 0 {
			groups = append(groups, "\t"+strings.Join(group, "\n\t")+"\n")
		}
	}
	return strings.Join(groups, "\n")
}

// insertion says what is to be put into the file for the imports that it lacks,
// and where: a group at the end of its list of imports, else a declaration.
func (a *appendix) insertion() (at int, text string) {
	data, end := a.file.Data, a.file.ast.Name.End()
	var last *ast.GenDecl
	for _, decl := range a.file.ast.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			last, end = d, d.End()
		}
	}
	if len(a.imports) == 0 {
		return len(data), ""
	}
	if last != nil && last.Rparen.IsValid() {
		at = a.user.offset(last.Rparen)
		if at > 0 && data[at-1] == '\n' {
			return at, "\n" + a.importLines()
		}
	}
	at = a.afterComments(a.user.offset(end))
	rest, _, more := bytes.Cut(data[at:], []byte("\n"))
	if trimmed := bytes.TrimLeft(rest, " \t"); bytes.HasPrefix(trimmed, []byte(";")) {
		return at + len(rest) - len(trimmed) + 1, "\n\n" + a.importDecl() // more code is on the line
	}
	if !more {
		return len(data), "\n\n" + a.importDecl()
	}
	return at + len(rest) + 1, "\n" + a.importDecl()
}

// afterComments passes over the comments that begin on the line of an offset.
func (a *appendix) afterComments(at int) int {
	for _, group := range a.file.ast.Comments {
		for _, c := range group.List {
			from := a.user.offset(c.Pos())
			if from >= at && bytes.IndexByte(a.file.Data[at:from], '\n') < 0 && bytes.IndexByte(a.file.Data[at:from], ';') < 0 {
				at = a.user.offset(c.End())
			}
		}
	}
	return at
}
