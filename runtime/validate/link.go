package validate

// Import puts a schema of another program in the place of a node: the schema of a
// type that another generated package declares.
type Import struct {
	Node int
	From Imported
}

// Imported is a type with a schema of its own, in the program of its package.
type Imported interface {
	SchemaNode() (program *Program, node int)
}

// load gives a program its own nodes and resources.
func (p *Program) load() {
	p.loading.Do(func() {
		if p.Loader != nil {
			p.Nodes, p.Resources = p.Loader.Load()
		}
	})
}

// link finds all nodes of a program: its own, then those of the programs that it
// imports from, and of those that these do. References lead to where the schemas are.
// Each program is there once, however many import from it.
func (p *Program) link() {
	p.load()
	if len(p.Imports) == 0 {
		p.nodes, p.resources = p.Nodes, p.Resources
		return
	}
	l := linker{offsets: map[*Program]int{}}
	l.add(p)
	p.nodes, p.resources = l.nodes, l.resources
}

// linker joins programs.
type linker struct {
	nodes     []Node
	resources []string
	offsets   map[*Program]int // of the nodes
}

func (l *linker) add(p *Program) {
	p.load()
	first, resources := len(l.nodes), len(l.resources)
	l.offsets[p] = first
	l.nodes = append(l.nodes, p.Nodes...)
	l.resources = append(l.resources, p.Resources...)
	targets := make(map[int]int, len(p.Imports))
	for _, i := range p.Imports {
		from, node := i.From.SchemaNode()
		if _, met := l.offsets[from]; !met {
			l.add(from)
		}
		targets[i.Node] = l.offsets[from] + node
	}
	for i := range p.Nodes {
		n := &l.nodes[first+i]
		n.Resource += resources
		n.relocate(func(node int) int {
			if target, imported := targets[node]; imported {
				return target
			}
			return first + node
		})
	}
}

// relocate replaces the numbers of the nodes to which n leads. It changes nothing
// that n shares with the node which it is a copy of.
func (n *Node) relocate(to func(node int) int) {
	for i := range fields {
		switch field := fields[i].of(n).(type) {
		case **Child:
			if *field != nil {
				*field = &Child{Node: to((*field).Node)}
			}
		case *[]int:
			*field = each(*field, to)
		case *[]Property:
			*field = each(*field, func(p Property) Property { p.Node = to(p.Node); return p })
		case *[]PatternProperty:
			*field = each(*field, func(p PatternProperty) PatternProperty { p.Node = to(p.Node); return p })
		case *[]Ref:
			*field = each(*field, func(r Ref) Ref { r.Node = to(r.Node); return r })
		}
	}
}

// each returns the results of f for the items of a list; nil for none.
func each[T any](list []T, f func(T) T) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, item := range list {
		out[i] = f(item)
	}
	return out
}
