package fsck

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	paths "github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// lines are JSONL files.
type lines struct {
	template  *storage.Template
	validator *compiler.Validator
}

// add takes in the paths and stores of a schema.
func (c *checker) add(r *compiler.Result) {
	for _, p := range r.Sections.Paths.Paths() {
		if !strings.HasPrefix(p.Text, "~/") { // those are below another root
			c.addPath(r, p)
		}
	}
	for _, s := range r.Sections.Stores.Stores() {
		c.addStore(r, s)
	}
}

// knows takes in a description of files that may be there.
func (c *checker) knows(is func(name string) bool) { c.known = append(c.known, is) }

// isAt is knows for names that nothing but such a file may have.
func (c *checker) isAt(is func(name string) bool) {
	c.knows(is)
	c.places = append(c.places, is)
}

func (c *checker) addPath(r *compiler.Result, p *paths.Path) {
	fixed, _, _ := strings.Cut(p.Text, "{")
	fixed, _, _ = strings.Cut(fixed, "*")
	if dir := path.Dir(fixed + "x"); dir != "." {
		c.own = append(c.own, dir+"/")
	}
	switch p.Kind {
	case paths.Query:
		if q, err := storage.ParseQuery(p.Text); err == nil {
			c.knows(q.Finds)
			c.holds(p, q.Finds)
			c.homes = append(c.homes, func(dir string) bool { return q.Finds(path.Join(dir, path.Base(p.Text))) })
		}
	case paths.Dir:
		below := isBelow(templateOf(p))
		c.knows(func(name string) bool { return below(path.Dir(name)) })
		c.homes = append(c.homes, below)
	default:
		t := templateOf(p)
		isPlace := func(name string) bool { return parses(t, name) }
		c.isAt(isPlace)
		c.holds(p, isPlace)
		c.homes = append(c.homes, homeOf(p))
		if p.Lines != nil && p.Lines.Type != nil && p.Lines.Type.Decl != nil {
			if v := r.ValidatorOf(c.Workspace, p.Lines.Type.Decl); v != nil {
				c.lines = append(c.lines, &lines{t, v})
			}
		}
	}
}

// holds takes in the files of a path that says by its end what they are.
func (c *checker) holds(p *paths.Path, is func(name string) bool) {
	switch path.Ext(p.Text) {
	case ".json", ".jsonl", ".ndjson", ".yaml", ".yml":
		c.texts = append(c.texts, is)
	}
}

func (c *checker) addStore(r *compiler.Result, s *stores.Store) {
	k := newKind(r, s)
	k.validator = r.ValidatorAt(c.Workspace, s.Root.Node)
	c.kinds = append(c.kinds, k)
	c.isAt(k.isReserved)
	if s.Index != nil {
		journal := s.Index.Path.Text + store.JournalSuffix
		c.isAt(func(name string) bool { return name == journal })
	}
	if k.values != nil {
		for _, from := range k.values.From {
			c.knows(func(name string) bool { return parses(from, path.Dir(name)+"/") })
		}
	}
}

// newKind makes the templates of what a store keeps, which are asked for each file.
func newKind(r *compiler.Result, s *stores.Store) *kind {
	k := &kind{Store: s, result: r, template: templateOf(s.Path)}
	if s.Log != nil {
		k.log = templateOf(s.Log.Path)
	}
	if s.Spill != nil {
		k.values = &store.Values{Template: templateOf(s.Spill.Path), Prefix: s.Spill.Prefix}
		for _, from := range s.Spill.From {
			k.values.From = append(k.values.From, templateFor(s.Path, from))
		}
	}
	if s.Variables != nil && s.Variables.Snapshots != nil {
		k.snapshots = &snapshots{s.Variables.Snapshots, templateOf(s.Variables.Snapshots.Dir)}
	}
	return k
}

// parses reports whether a name is one that the template makes.
func parses(t *storage.Template, name string) bool {
	_, err := t.Parse(name)
	return err == nil
}

// argsOfDir gives the arguments of the directory that a file is in.
func argsOfDir(t *storage.Template, name string) ([]string, error) {
	return t.Parse(path.Dir(name) + "/")
}

// isBelow tells the directories that a template makes, and those in them.
func isBelow(t *storage.Template) func(dir string) bool {
	return func(dir string) bool {
		for ; dir != "."; dir = path.Dir(dir) {
			if parses(t, dir+"/") {
				return true
			}
		}
		return false
	}
}

// homeOf tells the directories of a path's files.
func homeOf(p *paths.Path) func(dir string) bool {
	text := path.Dir(p.Text)
	if text == "." {
		return func(dir string) bool { return dir == "." }
	}
	t := templateFor(p, text+"/")
	return func(dir string) bool { return parses(t, dir+"/") }
}

// templateOf makes the template of a path, whose arguments match their patterns.
func templateOf(p *paths.Path) *storage.Template { return templateFor(p, p.Text) }

// templateFor makes a template of a text with placeholders of a path.
func templateFor(p *paths.Path, text string) *storage.Template {
	var args []storage.Arg
	for _, a := range p.Args {
		var match func(string) bool
		switch pattern, err := regexp.Compile(a.Text); {
		case len(a.Values) > 0:
			match = func(s string) bool { return slices.Contains(a.Values, s) }
		case a.Text != "" && err == nil:
			match = pattern.MatchString
		case a.Text != "":
			match = func(string) bool { return true }
		}
		args = append(args, storage.Arg{Name: a.Name, Pattern: a.Text, Match: match})
	}
	return storage.MustTemplate(text, args...)
}
