package lower

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// alike finds plans that say the same, so that one function serves them all:
// the verdicts of plans whose checks are equal, and the decoders of those whose
// Go types are the same as well. Plans on a cycle are left as they are; those
// that they consist of come first (see components).
func alike(plans []*model.Plan) {
	component := components(plans, edges)
	size := map[int]int{}
	order := make([][]*model.Plan, len(plans)+1)
	for _, p := range plans {
		size[component[p]]++
		order[component[p]] = append(order[component[p]], p)
	}
	a := &likeness{valid: map[string]*model.Plan{}, decode: map[string]*model.Plan{}}
	for c, list := range order {
		for _, p := range list {
			if size[c] == 1 && !p.Memo && !p.Foreign && isFunction(p) {
				a.enter(p)
			}
		}
	}
}

// served reports whether other plans' functions do all that p needs.
func served(p *model.Plan) bool { return p.ValidAs != nil && (p.DecodeAs != nil || !p.Decodes) }

// likeness finds plans by what they say.
type likeness struct {
	valid, decode map[string]*model.Plan
}

// enter makes p one with a plan that was entered before.
func (a *likeness) enter(p *model.Plan) {
	checks := a.checks(p)
	if first := a.valid[checks]; first != nil {
		p.ValidAs = first
	} else {
		a.valid[checks] = p
	}
	if !p.Decodes {
		return
	}
	key := checks + "|" + typeKey(p.Type)
	if first := a.decode[key]; first != nil {
		p.DecodeAs = first
	} else {
		a.decode[key] = p
	}
}

// checks writes down what a plan checks. Plans that it consists of appear by
// number, those that are one by the same.
func (a *likeness) checks(p *model.Plan) string {
	var w strings.Builder
	fmt.Fprint(&w, p.Kinds, p.Any, a.ref(p.NonNull))
	if p.Number != nil {
		fmt.Fprintf(&w, " number%+v", *p.Number)
	}
	if s := p.String; s != nil {
		fmt.Fprint(&w, " string", limit(s.MinLength), limit(s.MaxLength), s.Formats)
		for _, q := range s.Patterns {
			fmt.Fprintf(&w, "%q", q.Text)
		}
	}
	if p.Array != nil {
		a.array(&w, p.Array)
	}
	if p.Object != nil {
		a.object(&w, p.Object)
	}
	values(&w, " enum", p.Enum)
	if u := p.Union; u != nil {
		fmt.Fprintf(&w, " union%v%q", u.One, u.Tag)
		for _, br := range u.Branches {
			fmt.Fprint(&w, a.ref(br.Plan), br.Kinds, br.Disjoint)
			values(&w, "tags", br.Tags)
		}
	}
	for _, r := range p.Residual {
		fmt.Fprintf(&w, " residual%d,%d,%q,%d,%v", r.Kind, r.Kinds, r.Name, r.Node, r.Disjoint)
		for _, q := range r.Plans {
			fmt.Fprint(&w, a.ref(q))
		}
	}
	return w.String()
}

func (a *likeness) array(w *strings.Builder, c *model.ArrayChecks) {
	fmt.Fprint(w, " array", limit(c.MinItems), limit(c.MaxItems), c.Unique, a.ref(c.Items))
	for _, q := range c.Prefix {
		fmt.Fprint(w, "prefix", a.ref(q))
	}
	for _, k := range c.Contains {
		fmt.Fprint(w, "contains", a.ref(k.Plan), k.Min, limit(k.Max))
	}
}

func (a *likeness) object(w *strings.Builder, c *model.ObjectChecks) {
	fmt.Fprint(w, " object", limit(c.MinProperties), limit(c.MaxProperties))
	for _, m := range c.Members {
		fmt.Fprintf(w, "member%q,%v,%s", m.Name, m.Required, a.ref(m.Plan))
	}
	for _, o := range c.Others {
		fmt.Fprint(w, "others", a.ref(o.Rest))
		for _, pp := range o.Patterns {
			if pp.Pattern != nil {
				fmt.Fprintf(w, "%q", pp.Pattern.Text)
			}
			fmt.Fprint(w, "pattern", a.ref(pp.Plan))
		}
	}
	for _, q := range c.Names {
		fmt.Fprint(w, "names", a.ref(q))
	}
	for _, d := range c.Dependent {
		fmt.Fprintf(w, "dependent%q%q", d.Name, d.Required)
	}
}

// ref names a plan as a part of another. A plan that is no function is printed
// where it stands, so what it says counts, not which one it is.
func (a *likeness) ref(p *model.Plan) string {
	switch {
	case p == nil:
		return "[any]"
	case !isFunction(p) && !p.Memo:
		return "[" + a.checks(p) + "]"
	case p.ValidAs != nil:
		p = p.ValidAs
	}
	return fmt.Sprintf("[#%d]", p.ID)
}

func limit(n *uint64) string {
	if n == nil {
		return ",-"
	}
	return fmt.Sprint(",", *n)
}

func values(w *strings.Builder, word string, list []*document.Node) {
	if list == nil {
		return
	}
	w.WriteString(word)
	for _, v := range list {
		w.WriteByte(' ')
		w.WriteString(v.String())
	}
}

// typeKey writes down a type expression.
func typeKey(t *model.Type) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("%d%s%p(%s,%s)", t.Kind, t.Go, t.Decl, typeKey(t.Key), typeKey(t.Elem))
}
