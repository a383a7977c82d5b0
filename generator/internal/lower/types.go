package lower

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// declare makes a named type for p at a place. Its name is decided at the end.
func (b *builder) declare(at place, p *model.Plan) *model.Decl {
	d := &model.Decl{Plan: p, Pointer: at.at, Package: b.in.ImportPath}
	if at.node != nil {
		d.Doc = docText(at.node)
		d.Deprecated = at.node.Deprecated
		d.Pointer = location(at.node)
	}
	b.declared = append(b.declared, &declaration{decl: d, place: at})
	return d
}

// declareAs makes p's type a declaration of the given kind, or gives the kind
// to the one that it got when a recursive schema asked for it.
func (b *builder) declareAs(p *model.Plan, at place, kind model.DeclKind) *model.Decl {
	if p.Type == nil {
		p.Type = named(b.declare(at, p))
	}
	p.Type.Decl.Kind = kind
	return p.Type.Decl
}

// setType sets the type of p: t itself, or a declaration of it where the place
// wants one or a recursive schema asked for one.
func (b *builder) setType(p *model.Plan, at place, t *model.Type) {
	switch {
	case p.Type != nil:
		p.Type.Decl.Kind = model.Defined
		p.Type.Decl.Underlying = t
	case t.Kind == model.Value:
		p.Type = t
	case b.wantsDecl(at):
		d := b.declareAs(p, at, model.Defined)
		d.Underlying = t
	default:
		p.Type = t
		if base := b.base(at); base != nil && sameType(base.Underlying, t) {
			p.Type = named(base)
		}
	}
}

// wantsDecl reports whether a scalar, slice or map at a place gets a name:
// where the schema gives it one.
func (b *builder) wantsDecl(at place) bool {
	if at.root {
		return true
	}
	n := at.node
	if n == nil || isDefinition(n) || b.rootOf[n] != "" {
		return n != nil
	}
	// The name of a member is that of its field.
	return !isProperty(n) && (n.GoName != "" || b.in.Overrides[at.key] != "")
}

// base is the named type of the one definition that the schema at a place
// refers to and constrains further: its Go type does not change by that.
func (b *builder) base(at place) *model.Decl {
	if at.node == nil {
		return nil
	}
	targets := inPlace(at.node)
	if len(targets) != 1 || !isDefinition(b.resolve(targets[0])) {
		return nil
	}
	p := b.planOf(at, "", targets[0])
	if p == nil || p.Type == nil || p.Type.Kind != model.Named || p.Type.Decl.Kind != model.Defined {
		return nil
	}
	return p.Type.Decl
}

func sameType(a, c *model.Type) bool {
	if a == nil || c == nil || a.Kind != c.Kind || a.Go != c.Go || a.Decl != c.Decl {
		return a == c
	}
	return (a.Elem == c.Elem || sameType(a.Elem, c.Elem)) && (a.Key == c.Key || sameType(a.Key, c.Key))
}

// typeOf is the type of a plan, null aside. A plan that is still being filled
// is recursive and gets a declaration.
func (b *builder) typeOf(p *model.Plan) *model.Type {
	if p.NonNull != nil {
		return b.typeOf(p.NonNull)
	}
	if p.Type == nil {
		p.Type = named(b.declare(b.origin[p], p))
		p.Type.Decl.Kind = model.Defined
	}
	return p.Type
}

// elemType is the type of an item, a map's value or a variant: a pointer where
// it can be null.
func (b *builder) elemType(p *model.Plan) *model.Type {
	switch {
	case p == nil:
		return &model.Type{Kind: model.Value}
	case p.NonNull != nil:
		return &model.Type{Kind: model.Pointer, Elem: b.typeOf(p.NonNull)}
	}
	return b.typeOf(p)
}

// numberType is int64 for integers, uint64 where the bounds admit no negative
// value but such beyond int64, else float64.
func (b *builder) numberType(checks *model.NumberChecks, c conj) *model.Type {
	if checks == nil || !checks.Integer {
		return &model.Type{Kind: model.Float}
	}
	goType := "int64"
	if checks.Min != "" && checks.Max != "" && checks.Min[0] != '-' && !fitsInt64(checks.Max) && fitsUint64(checks.Max) {
		goType = "uint64"
	}
	return &model.Type{Kind: model.Int, Go: goType}
}

func fitsInt64(text string) bool {
	n, ok := new(big.Int).SetString(text, 10)
	return ok && n.IsInt64()
}

func fitsUint64(text string) bool {
	n, ok := new(big.Int).SetString(text, 10)
	return ok && n.IsUint64()
}

// stringType is the type of a string: one that keeps the text and knows more
// where an asserted format or an encoding says more.
func stringType(checks *model.StringChecks, c conj) *model.Type {
	if checks != nil {
		for _, f := range checks.Formats {
			switch f {
			case "date-time":
				return &model.Type{Kind: model.DateTime}
			case "date":
				return &model.Type{Kind: model.Date}
			case "time":
				return &model.Type{Kind: model.Time}
			}
		}
	}
	for _, n := range c.nodes {
		if n.ContentEncoding == "base64" {
			return &model.Type{Kind: model.Base64}
		}
	}
	return &model.Type{Kind: model.String}
}

// fillEnum makes p a list of values: a named type with constants where all are
// strings or numbers that Go can hold, else any JSON that is compared.
func (b *builder) fillEnum(p *model.Plan, c conj, values []*document.Node, at place) {
	p.Enum = values
	p.Residual = nil
	switch {
	case p.Kinds == model.KindString:
		b.enumDecl(p, c, at, &model.Type{Kind: model.String})
	case p.Kinds == model.KindBool:
		b.setType(p, at, &model.Type{Kind: model.Bool})
	case p.Kinds == model.KindNumber && allNumbers(values, func(n jsonNumber) bool { _, ok := n.Int64(); return ok && n.IsInteger() }):
		p.Number = &model.NumberChecks{Integer: true}
		b.enumDecl(p, c, at, &model.Type{Kind: model.Int, Go: "int64"})
	case p.Kinds == model.KindNumber && allNumbers(values, exactFloat):
		b.enumDecl(p, c, at, &model.Type{Kind: model.Float})
	default:
		p.Type = &model.Type{Kind: model.Value}
	}
}

func (b *builder) enumDecl(p *model.Plan, c conj, at place, underlying *model.Type) {
	d := b.declareAs(p, at, model.Enum)
	d.Underlying = underlying
	docs := b.valueDocs(c)
	suffix := names.ValueSuffix
	switch {
	case underlying.Kind != model.String:
		suffix = names.NumberSuffix
	case !slices.ContainsFunc(p.Enum, func(v *document.Node) bool { return !names.IsCode(v.Text) }):
		suffix = func(code string) string { return code }
	}
	for _, v := range p.Enum {
		text := goText(v, underlying)
		d.Enum = append(d.Enum, model.EnumValue{Name: suffix(text), Text: text, JSON: v.String(), Doc: docs[v.String()]})
	}
}

// valueDocs are what a union of constants says of each, by their JSON.
func (b *builder) valueDocs(c conj) map[string]string {
	docs := map[string]string{}
	for _, n := range c.nodes {
		for _, u := range unionsOf(n) {
			for _, branch := range u.branches {
				if e := b.resolve(branch); e.Const != nil {
					docs[e.Const.String()] = or(docText(branch), docText(e))
				}
			}
		}
	}
	return docs
}

type jsonNumber = jsonvalue.Number

func allNumbers(values []*document.Node, f func(jsonNumber) bool) bool {
	for _, v := range values {
		if !f(jsonvalue.TrustedNumber(v.Text)) {
			return false
		}
	}
	return true
}

// exactFloat reports whether a float64 is exactly the number: a switch over
// constants must not take a neighbour for it.
func exactFloat(n jsonNumber) bool {
	f, ok := n.Float64()
	if !ok {
		return false
	}
	back, err := jsonvalue.FromFloat(f)
	if err != nil {
		return false
	}
	same, ok := back.Number()
	return ok && same.Equal(n)
}

// goText is the text of a constant: a string's value, or a number in Go
// spelling (1.0 of an integer enum is 1).
func goText(v *document.Node, t *model.Type) string {
	n := jsonvalue.TrustedNumber(v.Text)
	switch t.Kind {
	case model.Int:
		i, _ := n.Int64()
		return strconv.FormatInt(i, 10)
	case model.Float:
		f, _ := n.Float64()
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return v.Text
}

// nameFields names the fields of a struct; a getter that meets a field, and a
// field that meets a method, take a trailing underscore.
func (b *builder) nameFields(fields []*model.Field, claims []names.Claim, members map[string]*schema.Node, at place) {
	given, collisions := names.Assign(claims, isMethod, b.heldMembers(at.key))
	b.reportCollisions(collisions, at.key+"/properties/", members, at.node)
	taken := map[string]bool{"Extra": true, "Additional": true}
	for i, f := range fields {
		f.Name = given[claims[i].Key]
		if f.Name == "Extra" || f.Name == "Additional" {
			f.Name += "_"
		}
		taken[f.Name] = true
	}
	for _, f := range fields {
		if f.Presence == model.Optional || f.Presence == model.OptionalNullable {
			f.Getter = "Get" + f.Name
			for taken[f.Getter] {
				f.Getter += "_"
			}
			taken[f.Getter] = true
		}
	}
}

// heldMembers are the members by the names that they had when the type at a
// place was last generated.
func (b *builder) heldMembers(key string) map[string]string {
	return b.in.HeldMembers[b.heldName[key]]
}

// isMethod tells the names of the methods that generated structs have.
func isMethod(name string) bool {
	switch name {
	case "MarshalJSON", "UnmarshalJSON", "UnmarshalJSONFrom", "Validate", "DecodeJSONFrom", "ValidJSONFrom", "EncodeJSONTo":
		return true
	}
	return false
}

// fits reports whether a default can be given by a getter: it must satisfy all
// that is said of its member.
func (b *builder) fits(c conj, name string, v *document.Node) bool {
	for _, e := range b.entries(c, name) {
		if !b.in.Judge.Accepts(e.ID, v) {
			return false
		}
	}
	return true
}

func escape(token string) string { return document.EscapeToken(token) }
