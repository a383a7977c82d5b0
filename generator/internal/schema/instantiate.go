package schema

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
)

// maxCopies bounds the nodes that dynamic scopes add to one for each location:
// the number of scopes can be exponential in the number of dynamic anchors.
const maxCopies = 50_000

// binding says what a dynamic anchor means in a scope.
type binding struct {
	name int
	loc  *location
}

// environment is what is left of a dynamic scope (2020-12 Core section 7.1) when
// all that can be asked of it is the outermost holder of an anchor: bindings
// sorted by name. It holds only the names that matter to the schema in it, so
// that most schemas have one environment, the empty one. It is never changed.
type environment []binding

// key identifies the environment.
func (e environment) key(ids map[*location]uint32) string {
	if len(e) == 0 {
		return ""
	}
	b := make([]byte, 0, 8*len(e))
	for _, x := range e {
		id, ok := ids[x.loc]
		if !ok {
			id = uint32(len(ids))
			ids[x.loc] = id
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(x.name))
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	return string(b)
}

// text spells the environment out, the same in every graph that holds it.
func (e environment) text(s *names) string {
	parts := lists.Of(e, func(x binding) string {
		return fmt.Sprintf("%q=%s#%s", s.list[x.name], x.loc.doc.Pos.File, x.loc.filePointer)
	})
	slices.Sort(parts) // the numbers of the names differ
	return strings.Join(parts, " ")
}

// lookup returns the schema that a name is bound to, or nil.
func (e environment) lookup(name int) *location {
	return lists.First(e, func(x binding) bool { return x.name == name }).loc
}

// enter returns the environment of loc when it is reached from a schema in e.
// The resource of loc joins the dynamic scope with the anchors that no resource
// further out has. Resources that a JSON Pointer passed on its way to loc do not
// join: nothing in them is evaluated.
func (e environment) enter(loc *location, s *names) environment {
	if len(loc.names) == 0 {
		return nil
	}
	var next environment
	for _, name := range loc.names {
		target := e.lookup(name)
		if target == nil {
			target = lists.First(loc.resource.dynamicAnchors(), func(a dynamicAnchor) bool { return s.list[name] == a.name }).loc
		}
		if target != nil {
			next = append(next, binding{name, target})
		}
	}
	return next
}

// instance is a schema in an environment: one Node.
type instance struct {
	node *Node
	loc  *location
	env  environment
}

type instanceKey struct {
	loc *location
	env string
}

// builder makes the nodes.
type builder struct {
	options   Options
	names     *names
	ids       map[*location]uint32
	instances map[instanceKey]*instance
	known     map[*location]bool
	numbered  int // nodes in the list before the one that is being filled
	copies    int
	tooMany   *location
	// found are the instances met while the children of one node are made,
	// but for those that have a number already.
	found []*instance
}

// instantiate makes a node for each location and environment that the roots
// reach, and for those that lie apart. It returns nil when there would be too many.
func (r *registry) instantiate(roots []*location, s *names) *Graph {
	b := &builder{
		options:   r.options,
		names:     s,
		ids:       map[*location]uint32{},
		instances: map[instanceKey]*instance{},
		known:     map[*location]bool{},
	}
	g := &Graph{Roots: make([]*Node, len(roots))}
	for i, loc := range roots {
		if loc == nil {
			continue
		}
		g.Roots[i] = b.instance(loc, nil)
		if b.number(&g.Nodes); b.tooMany != nil {
			r.ds.Addf(diag.TooManyInstances, b.tooMany.doc.Pos,
				"dynamic references give the schemas more than %d meanings", maxCopies)
			return nil
		}
	}
	b.numbered = len(g.Nodes)
	for loc := range r.own() {
		if !b.known[loc] && b.tooMany == nil {
			b.instance(loc, nil)
			b.number(&g.Apart)
		}
	}
	return g
}

// number makes the nodes of what was found, and of all that it leads to, and gives them
// their numbers. It goes depth first with an explicit stack: chains of references are as
// long as a hostile file wants.
func (b *builder) number(nodes *[]*Node) {
	stack := slices.Clone(b.found)
	b.found = b.found[:0]
	for len(stack) > 0 && b.tooMany == nil {
		in := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if in.node.ID != unnumbered {
			continue
		}
		in.node.ID = b.numbered + len(*nodes)
		*nodes = append(*nodes, in.node)
		b.digest(in)
		slices.Reverse(b.found)
		stack = append(stack, b.found...)
		b.found = b.found[:0]
	}
}

// own goes over all locations in the files that are the package's own, or nobody's.
func (r *registry) own() iter.Seq[*location] {
	return func(yield func(*location) bool) {
		for _, f := range r.order {
			isOthers := f.builtin || r.options.Others != nil && r.options.Others(f.doc.Pos.File)
			if f.root != nil && !isOthers && !f.root.each(yield) {
				return
			}
		}
	}
}

// each calls yield for a schema and those that lie in it, until that returns false.
func (loc *location) each(yield func(*location) bool) bool {
	return yield(loc) && lists.Every(loc.subs, func(s sub) bool { return s.loc.each(yield) })
}

// unnumbered is the ID of a node that has not been visited yet.
const unnumbered = -1

// instance returns the node of loc when it is reached from env, and puts it into
// found.
func (b *builder) instance(loc *location, env environment) *Node {
	env = env.enter(loc, b.names)
	key := instanceKey{loc, env.key(b.ids)}
	if in, ok := b.instances[key]; ok {
		if in.node.ID == unnumbered {
			b.found = append(b.found, in)
		}
		return in.node
	}
	if b.known[loc] {
		if b.copies++; b.copies > maxCopies {
			b.tooMany = loc
		}
	}
	b.known[loc] = true
	in := &instance{node: &Node{ID: unnumbered, Scope: env.text(b.names)}, loc: loc, env: env}
	b.instances[key] = in
	b.found = append(b.found, in)
	return in.node
}
