package generator

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/program"
	"github.com/bindery-go/bindery/generator/schema"
	"github.com/bindery-go/bindery/generator/source"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/bindery-go/bindery/schemas"
)

// Load reads a configuration; name is relative to the workspace's directory.
// The configuration is checked strictly against schemas/bindery.schema.json.
func Load(w *Workspace, name string) (Config, diag.Diagnostics) {
	var ds diag.Diagnostics
	f, err := w.Read(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			ds.Addf(diag.NoConfig, source.InFile(name), "there is no configuration file %s", name)
		} else {
			ds.Addf(diag.BadConfig, source.InFile(name), "%v", err)
		}
		return Config{}, ds
	}
	doc, ds := document.Read(f)
	if doc == nil || ds.HasErrors() {
		return Config{}, ds
	}
	ds.Add(checkConfig(doc)...)
	if ds.HasErrors() {
		return Config{}, ds
	}
	c := decodeConfig(doc)
	ds.Add(CheckConfig(c)...)
	return c, ds
}

var configProgram = sync.OnceValues(func() (*validate.Program, error) {
	const uri = "https://bindery-go.github.io/schemas/bindery/v1"
	doc, ds := document.Read(source.NewFile("bindery.schema.json", schemas.Config))
	if ds.HasErrors() {
		return nil, errors.New(ds[0].Message)
	}
	g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{Loader: schema.Documents{uri: doc}})
	if ds.HasErrors() {
		return nil, errors.New(ds[0].Message)
	}
	return program.Build(g)
})

// checkConfig reports what the configuration's schema does not allow.
func checkConfig(doc *document.Node) diag.Diagnostics {
	var ds diag.Diagnostics
	prog, err := configProgram()
	if err != nil {
		ds.Addf(diag.Internal, doc.Pos, "the schema of the configuration: %v", err)
		return ds
	}
	err = program.Violations(prog, 0, doc, func(pos source.Pos, v validate.Violation) {
		ds.Addf(diag.BadConfig, pos, "%s: %s", or(v.InstanceLocation, "the configuration"), v.Message)
	})
	if err != nil {
		ds.Addf(diag.BadConfig, doc.Pos, "%v", err)
	}
	return ds
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// decodeConfig reads a configuration that its schema has admitted.
func decodeConfig(doc *document.Node) Config {
	var c Config
	c.AssertFormat = isTrue(doc.Get("format_assertion"))
	c.Strict = isTrue(doc.Get("strict"))
	if refs := doc.Get("refs"); refs != nil {
		for _, m := range refs.Members {
			c.Refs = append(c.Refs, Ref{Prefix: m.Name, Dir: m.Value.Text})
		}
	}
	for _, n := range doc.Get("packages").Items {
		p := Package{
			Schema: path.Clean(n.Get("schema").Text), Name: n.Get("package").Text,
			Out: path.Clean(n.Get("out").Text), Pos: n.Get("schema").Pos,
		}
		if o := n.Get("overlay"); o != nil {
			p.Overlay = path.Clean(o.Text)
		}
		for _, m := range n.Get("roots").Members {
			p.Roots = append(p.Roots, Root{Name: m.Name, Pointer: m.Value.Text, Pos: m.Value.Pos})
		}
		if names := n.Get("names"); names != nil {
			p.Names = map[string]string{}
			for _, m := range names.Members {
				p.Names[m.Name] = m.Value.Text
			}
		}
		c.Packages = append(c.Packages, p)
	}
	if list := doc.Get("ignore"); list != nil {
		for _, n := range list.Items {
			c.Ignore = append(c.Ignore, ignoreOf(n))
		}
	}
	return c
}

func isTrue(n *document.Node) bool { return n != nil && n.Bool }

// CheckConfig reports what no schema can say: package names that Go keeps for
// itself, and directories that two packages would share.
func CheckConfig(c Config) diag.Diagnostics {
	var ds diag.Diagnostics
	owner := map[string]Package{}
	for _, p := range c.Packages {
		if !token.IsIdentifier(p.Name) || p.Name == "main" || p.Name == "_" {
			ds.Addf(diag.BadConfig, p.Pos, "%q cannot be the name of a generated package", p.Name)
		}
		for _, r := range p.Roots {
			if !token.IsIdentifier(r.Name) || !token.IsExported(r.Name) {
				ds.Addf(diag.BadConfig, r.Pos, "%q is not an exported Go name", r.Name)
			}
		}
		for _, name := range []string{p.Out, p.Schema, p.Overlay} {
			if path.IsAbs(name) || strings.Contains(name, `\`) {
				ds.Addf(diag.BadConfig, p.Pos, "%q is not a slash path relative to the configuration", name)
			}
		}
		if p.Out == ".." || strings.HasPrefix(p.Out, "../") {
			ds.Addf(diag.BadConfig, p.Pos, "the directory %q is outside the configuration's own", p.Out)
		}
		if first, taken := owner[p.Out]; taken {
			ds.Add(diag.New(diag.BadConfig, p.Pos, "two packages are written to %s", p.Out).
				WithRelated(first.Pos, "%s", fmt.Sprintf("package %s is written there too", first.Name)))
		}
		owner[p.Out] = p
	}
	return ds
}
