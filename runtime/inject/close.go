package inject

import (
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// close keeps of a list of references those that are in use, each once, and adds
// those that it lacks.
func (a *application) close(c *Closure) {
	list := a.doc.First(c.Of)
	used := map[string]string{} // identifier: what to add
	var order []string
	use := func(id, add string) {
		if _, known := used[id]; !known && id != "" {
			used[id] = add
			order = append(order, id)
		}
	}
	inside := func(u *Use) bool { return strings.HasPrefix(u.Path, c.Of+"/") }
	for i := range c.Uses {
		if u := &c.Uses[i]; !inside(u) {
			for _, place := range a.doc.Find(u.Path) {
				use(place.Plain(), u.Add)
			}
		}
	}
	known := map[string]*jsontree.Node{}
	if list != nil {
		for _, n := range list.Children {
			if id := c.identify(n); known[id] == nil {
				known[id] = n
			}
		}
	}
	// What is referred to may itself refer to others of the list.
	for at := 0; at < len(order); at++ {
		n := known[order[at]]
		if n == nil {
			continue
		}
		for i := range c.Uses {
			if u := &c.Uses[i]; inside(u) {
				rest := strings.TrimPrefix(u.Path, c.Of+"/")
				_, rest, _ = strings.Cut(rest, "/")
				for _, place := range n.Find("/" + rest) {
					use(place.Plain(), u.Add)
				}
			}
		}
	}
	if list == nil && len(order) > 0 && c.canAdd() {
		list = a.doc.Make(c.Of, c.empty())
	}
	if list == nil {
		return
	}
	list.Keep(func(n *jsontree.Node) bool {
		id := c.identify(n)
		_, inUse := used[id]
		return inUse && known[id] == n
	})
	for _, id := range order {
		if known[id] == nil && used[id] != "" {
			c.add(list, id, used[id])
		}
	}
}

func (c *Closure) identify(n *jsontree.Node) string {
	if c.ID == "" || c.ID == "0#" {
		return n.Name
	}
	return n.First(below(c.ID)).Plain()
}

func (c *Closure) canAdd() bool {
	for i := range c.Uses {
		if c.Uses[i].Add != "" {
			return true
		}
	}
	return false
}

func (c *Closure) empty() string {
	if c.ID == "" || c.ID == "0#" {
		return "{}"
	}
	return "[]"
}

// add adds a reference with an identifier.
func (c *Closure) add(list *jsontree.Node, id, template string) {
	n := jsontree.JSON(template)
	if list.Kind == jsonscan.KindObject {
		list.Set(id, n)
		return
	}
	name := jsontree.Steps(below(c.ID))[0].Name
	made := &jsontree.Node{Kind: jsonscan.KindObject}
	made.Set(name, jsontree.Str(id))
	for _, child := range n.Children {
		made.Set(child.Name, child)
	}
	list.Children = append(list.Children, made)
}
