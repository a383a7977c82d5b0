package lower

import (
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// place says where a plan comes from: the name that a type there would take,
// the key that identifies it (in the manifest and for the order of names), and
// the node whose documentation it takes.
type place struct {
	name string
	key  string
	at   string // the nearest location of the schema
	root bool
	node *schema.Node
}

// location is the place of a node as text: file and pointer.
func location(n *schema.Node) string { return n.Pos.File + "#" + n.FilePointer }

// placeOf is the place of a schema location. Its name is made from its
// pointer: from the nearest definition or root above it downwards.
func (b *builder) placeOf(n *schema.Node) place {
	key := location(n)
	if name, ok := b.in.Overrides[key]; ok {
		return place{name: name, key: key, at: key, node: n}
	}
	if n.GoName != "" {
		return place{name: n.GoName, key: key, at: key, node: n}
	}
	if name, ok := b.rootOf[n]; ok {
		return place{name: name, key: key, at: key, node: n}
	}
	return place{name: b.pathName(n), key: key, at: key, node: n}
}

// child is the place of what several schemas say together about one part of
// the value at p: no single location names it.
func (p place) child(token string) place {
	return place{name: p.name + token, key: p.key + "/" + token, at: p.at}
}

// pathName walks the pointer of n and joins the names of its parts. It starts
// anew at each definition and at each root, whose own name stands for the path
// up to there.
func (b *builder) pathName(n *schema.Node) string {
	name := b.fileName(n)
	at := n.Pos.File + "#"
	tokens := strings.Split(n.FilePointer, "/")[1:]
	if n.FilePointer == "" {
		tokens = nil
	}
	for i := 0; i < len(tokens); i++ {
		keyword, sub := tokens[i], ""
		above := b.places[at]
		at += "/" + keyword
		if takesName(keyword) && i+1 < len(tokens) || takesIndex(keyword) && i+1 < len(tokens) && isIndex(tokens[i+1]) {
			i++
			sub = unescape(tokens[i])
			at += "/" + tokens[i]
		}
		here := b.places[at]
		if (keyword == "oneOf" || keyword == "anyOf") && b.isOnly(above, here) {
			keyword = "allOf" // no union: the branch is what the whole is
		}
		switch {
		case b.overridden(at, here) != "":
			name = b.overridden(at, here)
		case keyword == "$defs" || keyword == "definitions":
			name = definitionName(sub)
		default:
			name += b.partName(keyword, sub, here)
		}
	}
	return or(name, "Schema")
}

// isOnly reports whether a branch is all that a union of n leaves, but for null.
func (b *builder) isOnly(n, branch *schema.Node) bool {
	if n == nil {
		return false
	}
	for _, branches := range [][]*schema.Node{n.OneOf, n.AnyOf} {
		others := 0
		among := false
		for _, m := range branches {
			if m == branch {
				among = true
			} else if b.nodeKinds(m)&^model.KindNull != 0 {
				others++
			}
		}
		if among {
			return others == 0
		}
	}
	return false
}

// overridden is the name that an override, x-go-name or a root gives to the
// location at.
func (b *builder) overridden(at string, n *schema.Node) string {
	if name, ok := b.in.Overrides[at]; ok {
		return name
	}
	if n == nil {
		return ""
	}
	if n.GoName != "" {
		return n.GoName
	}
	return b.rootOf[n]
}

// fileName is the name of a file's root schema: the root's name where the root
// is an entry point, else its title, else the file's base name.
func (b *builder) fileName(n *schema.Node) string {
	root := b.places[n.Pos.File+"#"]
	if root != nil {
		if name := b.overridden(n.Pos.File+"#", root); name != "" {
			return name
		}
		if name := titleName(root); name != "" {
			return name
		}
	}
	base := n.Pos.File[strings.LastIndexByte(n.Pos.File, '/')+1:]
	if dot := strings.IndexByte(base, '.'); dot > 0 {
		base = base[:dot]
	}
	return names.Exported(base)
}

// titleName is the name in a title, where the title is one: a short phrase.
func titleName(n *schema.Node) string {
	if len(n.Title) > 60 || strings.ContainsAny(n.Title, "\n\r") {
		return ""
	}
	return names.Exported(n.Title)
}

// definitionName is the name in a definition's key. Of a URL, which bundled
// schemas have there, it is the path: the host says nothing of the type.
func definitionName(key string) string {
	name := key
	if u, err := url.Parse(key); err == nil && u.Host != "" && len(u.Path) > 1 {
		name = u.Path
		if ext := path.Ext(name); ext == ".json" || ext == ".yaml" {
			name = strings.TrimSuffix(name, ext)
		}
		name += " " + u.Fragment
	}
	return or(names.Exported(name), "Definition")
}

// partName names one step of a path.
func (b *builder) partName(keyword, sub string, n *schema.Node) string {
	switch keyword {
	case "properties":
		return or(names.Exported(sub), "Property")
	case "items", "additionalItems", "unevaluatedItems", "prefixItems":
		return "Item" + sub
	case "additionalProperties", "unevaluatedProperties", "patternProperties":
		return "Value"
	case "oneOf", "anyOf":
		if n != nil {
			if title := titleName(n); title != "" {
				return title
			}
		}
		return "Option" + ordinal(sub)
	case "propertyNames":
		return "Name"
	case "allOf":
		return "" // its parts are merged
	case "dependentSchemas", "dependencies":
		return "With" + names.Exported(sub)
	}
	return names.Exported(keyword) + names.Exported(sub)
}

// ordinal counts from one, as people do.
func ordinal(index string) string {
	i, err := strconv.Atoi(index)
	if err != nil {
		return names.Exported(index)
	}
	return strconv.Itoa(i + 1)
}

func takesName(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return true
	}
	return false
}

func takesIndex(keyword string) bool {
	switch keyword {
	case "items", "prefixItems", "allOf", "anyOf", "oneOf":
		return true
	}
	return false
}

func isIndex(s string) bool {
	_, err := strconv.ParseUint(s, 10, 31)
	return err == nil
}

// isDefinition tells a direct child of $defs or definitions.
func isDefinition(n *schema.Node) bool {
	keyword, name := lastStep(n.FilePointer)
	return name && (keyword == "$defs" || keyword == "definitions")
}

// isProperty tells the schema of a declared member.
func isProperty(n *schema.Node) bool {
	keyword, name := lastStep(n.FilePointer)
	return name && keyword == "properties"
}

// lastStep returns the keyword that leads to the schema at a pointer, and
// whether it does so by a name: a member may be called like a keyword.
func lastStep(pointer string) (keyword string, name bool) {
	for pointer != "" {
		keyword, pointer = cutFirst(pointer)
		if name = takesName(keyword) && pointer != ""; name {
			_, pointer = cutFirst(pointer)
		}
	}
	return keyword, name
}

// cutFirst splits the first token from a pointer.
func cutFirst(pointer string) (token, rest string) {
	pointer = pointer[1:]
	if i := strings.IndexByte(pointer, '/'); i >= 0 {
		return pointer[:i], pointer[i:]
	}
	return pointer, ""
}

// unescape undoes the escapes of a JSON Pointer token (RFC 6901 section 4).
func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
