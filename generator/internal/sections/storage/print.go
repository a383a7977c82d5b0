package storage

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints paths.go; there is none without paths.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if len(s.paths) == 0 {
		return nil
	}
	f := &file{p.NewFile("paths.go")}
	for _, path := range s.paths {
		if path.Kind == Query {
			f.query(path)
			continue
		}
		f.variable(path, "MustTemplate")
		f.builder(path, "Path")
		f.parser(path)
		if path.From != nil {
			f.source(path)
		}
		if path.Lines != nil {
			f.lines(path)
		}
	}
	return []*gofile.File{f.File}
}

// file is a file under construction.
type file struct{ *gofile.File }

func (f *file) query(p *Path) {
	if len(p.Args) > 0 {
		f.variable(p, "MustQuery")
		f.builder(p, "Glob")
		return
	}
	f.variable(p, "MustGlob")
	f.Declare(p.Builder+" "+p.Comment,
		jen.Func().Id(p.Builder).Params().Add(gofile.Storage.Dot("Glob")).Block(jen.Return(jen.Id(p.Var))))
}

// variable prints the variable that has what a path says.
func (f *file) variable(p *Path, makes string) {
	f.Var().Id(p.Var).Op("=").Add(gofile.Storage.Dot(makes)).Call(described(p)...)
	f.Line()
}

// builder prints the function that makes a Path or a Glob of its arguments.
func (f *file) builder(p *Path, result string) {
	f.Declare(p.Builder+" "+p.Comment,
		jen.Func().Id(p.Builder).Params(params(p)...).Params(gofile.Storage.Dot(result), jen.Error()).Block(
			jen.Return(jen.Id(p.Var).Dot(result).Call(texts(p)...))))
}

// described prints the text of a path and what its arguments must be.
func described(p *Path) []jen.Code {
	args := []jen.Code{gofile.Quote(p.Text)}
	for _, a := range p.Args {
		if match, shown := matcher(a); match != nil {
			args = append(args, jen.Line().Add(gofile.Storage.Dot("Arg")).Values(
				gofile.Keyed("Name", gofile.Quote(a.Name)),
				gofile.Keyed("Pattern", gofile.Quote(shown)),
				gofile.Keyed("Match", match)))
		}
	}
	if len(args) > 1 {
		args = append(args, jen.Line())
	}
	return args
}

// matcher prints what an argument must satisfy beside being a safe segment, and
// what messages call it; nil for nothing.
func matcher(a *PathArg) (match jen.Code, shown string) {
	var test jen.Code
	switch {
	case a.Pattern != nil && len(a.Values) > 0:
		test, shown = matches(a).Op("&&").Add(among(a)), a.Text
	case a.Pattern != nil:
		test, shown = matches(a), a.Text
	case len(a.Values) > 0:
		test, shown = among(a), "the values of the schema"
	case a.Text != "": // the pattern matches everything
		test, shown = jen.True(), a.Text
	default:
		return nil, ""
	}
	return jen.Func().Params(jen.Id("s").String()).Bool().Add(gofile.OnLine(jen.Return(test))), shown
}

func matches(a *PathArg) *jen.Statement {
	return jen.Id(a.Pattern.Func).Call(jen.Index().Byte().Parens(jen.Id("s")))
}

func among(a *PathArg) *jen.Statement {
	if a.Enum != nil {
		return gofile.In(a.Enum, a.Enum.Name).Parens(jen.Id("s")).Dot("Valid").Call()
	}
	return gofile.Slices.Dot("Contains").Call(gofile.Texts(a.Values), jen.Id("s"))
}

// ArgType prints the Go type of an argument.
func ArgType(a *PathArg) *jen.Statement {
	switch {
	case a.Int:
		return jen.Int64()
	case a.Enum != nil:
		return gofile.In(a.Enum, a.Enum.Name)
	}
	return jen.String()
}

func params(p *Path) []jen.Code {
	return lists.Of(p.Args, func(a *PathArg) jen.Code { return jen.Id(a.Param).Add(ArgType(a)) })
}

// ArgText prints an argument as the template takes it.
func ArgText(a *PathArg, v jen.Code) *jen.Statement {
	switch {
	case a.Int:
		return gofile.Strconv.Dot("FormatInt").Call(v, jen.Lit(10))
	case a.Enum != nil:
		return jen.String().Parens(v)
	}
	return jen.Add(v)
}

// texts prints the arguments of a path as its template takes them.
func texts(p *Path) []jen.Code {
	return lists.Of(p.Args, func(a *PathArg) jen.Code { return ArgText(a, jen.Id(a.Param)) })
}

// parser prints the way back from a path to the arguments.
func (f *file) parser(p *Path) {
	if len(p.Args) == 0 {
		f.Declare(p.Parser+" returns an error where path is not that of "+p.Builder+".",
			jen.Func().Id(p.Parser).Params(jen.Id("path").String()).Error().Block(
				jen.List(jen.Id("_"), jen.Err()).Op(":=").Id(p.Var).Dot("Parse").Call(jen.Id("path")),
				jen.Return(jen.Err())))
		return
	}
	f.Add(gofile.Comment(p.Parser + " returns the arguments from which " + p.Builder + " makes path. The error says why there are none, or that there are several."))
	results := append(params(p), jen.Err().Error())
	if len(p.Args) == 1 && !p.Args[0].Int && p.Args[0].Enum == nil {
		f.Func().Id(p.Parser).Params(jen.Id("path").String()).Params(results...).Block(
			jen.Return(jen.Id(p.Var).Dot("ParseArg").Call(jen.Id("path"))))
		f.Line()
		return
	}
	none := lists.Of(p.Args, func(a *PathArg) jen.Code {
		if a.Int {
			return jen.Lit(0)
		}
		return jen.Lit("")
	})
	f.Func().Id(p.Parser).Params(jen.Id("path").String()).Params(results...).BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("args"), jen.Err()).Op(":=").Id(p.Var).Dot("Parse").Call(jen.Id("path"))
		g.Add(section.Fail(none...))
		var values []jen.Code
		for i, a := range p.Args {
			arg := jen.Id("args").Index(jen.Lit(i))
			switch {
			case a.Int:
				g.If(jen.List(jen.Id(a.Param), jen.Err()).Op("=").Add(gofile.Strconv.Dot("ParseInt")).Call(arg, jen.Lit(10), jen.Lit(64)), jen.Err().Op("!=").Nil()).Block(
					jen.Return(append(slices.Clone(none), jen.Err())...))
				values = append(values, jen.Id(a.Param))
			case a.Enum != nil:
				values = append(values, gofile.In(a.Enum, a.Enum.Name).Parens(arg))
			default:
				values = append(values, arg)
			}
		}
		g.Return(append(values, jen.Nil())...)
	})
	f.Line()
}

// source prints the function that takes the arguments from a document.
func (f *file) source(p *Path) {
	f.Declare(p.From.Func+" is "+p.Builder+" with what x says. A member that is absent or null is an error.",
		jen.Func().Id(p.From.Func).Params(jen.Id("x").Op("*").Id(p.From.Root.Name)).Params(gofile.Storage.Dot("Path"), jen.Error()).BlockFunc(func(g *jen.Group) {
			var r member.Reader
			var args []jen.Code
			refusal := func(a *PathArg, reason string) jen.Code {
				return jen.Return(gofile.Storage.Dot("Path").Values(), jen.Op("&").Add(gofile.Storage.Dot("SegmentError")).Values(
					gofile.Keyed("Path", gofile.Quote(p.Text)),
					gofile.Keyed("Arg", gofile.Quote(a.Name)),
					jen.Id("Reason").Op(":").Lit(reason)))
			}
			g.If(jen.Id("x").Op("==").Nil()).Block(refusal(p.Args[0], "has no document to come from: it is nil"))
			for i, access := range p.From.Members {
				a := p.Args[i]
				value := r.Read(g, jen.Id("x"), access, func() jen.Code { return refusal(a, "is absent or null") })
				args = append(args, converted(a, access.Type(), value))
			}
			g.Return(jen.Id(p.Builder).Call(args...))
		}))
}

// converted prints a member's value as the builder takes it.
func converted(a *PathArg, t *model.Type, value *jen.Statement) jen.Code {
	switch {
	case a.Enum != nil && t.Kind == model.Named && t.Decl == a.Enum:
		return value
	case a.Enum != nil:
		return gofile.In(a.Enum, a.Enum.Name).Parens(value)
	case a.Int && t.Resolved().Kind == model.Int:
		return jen.Int64().Parens(value)
	case t.Resolved().Kind == model.Int: // the placeholder is text
		return gofile.Strconv.Dot("FormatInt").Call(jen.Int64().Parens(value), jen.Lit(10))
	case t.Kind == model.Named:
		return jen.String().Parens(value)
	}
	return value
}

// lines prints the appending and reading of a JSONL file.
func (f *file) lines(p *Path) {
	parameters := append([]jen.Code{jen.Id("root").Op("*").Add(gofile.Storage.Dot("Root"))}, params(p)...)
	args := lists.Of(p.Args, func(a *PathArg) jen.Code { return jen.Id(a.Param) })
	build := jen.List(jen.Id("path"), jen.Err()).Op(":=").Id(p.Builder).Call(args...)
	line, item := jen.Any(), jen.Id("T")
	appends, reads := jen.Id("root").Dot("AppendLine").Call(jen.Id("path"), jen.Id("line")), gofile.Storage.Dot("Lines")
	comment := p.Lines.Append + " writes line as the last line of the file of " + p.Builder + ", durably. See storage.Root.AppendLine."
	if p.Lines.Type != nil {
		item = gofile.Type(p.Lines.Type)
		line = jen.Op("*").Add(item)
		appends, reads = gofile.Lines.Dot("Append").Call(jen.Id("root"), jen.Id("path"), jen.Id("line")), gofile.Lines.Dot("Read")
		comment += " A line that its schema refuses is a *validate.Error, and not written."
	}
	f.Declare(comment,
		jen.Func().Id(p.Lines.Append).Params(append(slices.Clone(parameters), jen.Id("line").Add(line))...).Error().Block(
			build, section.Fail(), jen.Return(appends)))
	f.Add(gofile.Comment(p.Lines.Read + " reads the file of " + p.Builder + " line by line. An unfinished last line is passed over, " +
		"any other that cannot be read is a *storage.LineError, after which reading goes on. See storage.Lines."))
	fn := f.Func().Id(p.Lines.Read)
	if p.Lines.Type == nil {
		fn.Types(jen.Id("T").Any())
	}
	fn.Params(parameters...).Add(gofile.Iter.Dot("Seq2").Types(item, jen.Error())).Block(
		build,
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(gofile.Lines.Dot("Failed").Types(item).Call(jen.Err()))),
		jen.Return(reads.Types(item).Call(jen.Id("root"), jen.Id("path"))))
	f.Line()
}
