package inject

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// What may be wrong with a call.
var (
	ErrNoDocument = errors.New("inject: no document")
	ErrPurpose    = errors.New("inject: unknown purpose")
	ErrArgument   = errors.New("inject: unknown argument")
	ErrValue      = errors.New("inject: unknown value")
	ErrTop        = errors.New("inject: not a number of elements")
)

// Option is something that a caller says beside the purpose and the time.
type Option func(*checks.Arguments)

// Argument gives a policy the text that its relations call {argument: name}. Where
// they only compare it with some texts, it must be one of them; see [Policy.Values].
func Argument(name, value string) Option {
	return func(a *checks.Arguments) { (*a)[name] = value }
}

// Report tells what became of a document.
type Report struct {
	Purpose   string
	Selected  []Choice // elements of lists that are in the result
	Omitted   []Choice // elements and members that this call left out
	Conflicts []Conflict
}

// Choice is a value that was chosen or left out. An element is named by its list
// and its identifier, as facts/f1, a member by its JSON Pointer.
type Choice struct {
	Item, Reason string
}

// Conflict is a contradiction that the document has, with the identifiers of the
// elements that are in it.
type Conflict struct {
	Type, Detail string
	IDs          []string
}

// For applies a policy to a document and reads the result. It is what generated
// methods are made of.
func For[T any, P interface {
	*T
	MarshalJSON() ([]byte, error)
}](p *Policy, x P, parse func([]byte) (*T, error), purpose string, now time.Time, options []Option) (*T, Report, error) {
	if x == nil {
		return nil, Report{}, ErrNoDocument
	}
	data, err := x.MarshalJSON()
	if err != nil {
		return nil, Report{}, err
	}
	data, report, err := p.apply(data, purpose, now, options)
	if err != nil {
		return nil, Report{}, err
	}
	out, err := parse(data)
	if err != nil {
		return nil, Report{}, err
	}
	return out, report, nil
}

// Apply applies the policy to a document as of a moment. The error wraps
// ErrPurpose, ErrArgument, ErrValue or ErrTop, or is a *jsonvalue.SyntaxError.
func (p *Policy) Apply(data []byte, purpose string, now time.Time, options ...Option) ([]byte, Report, error) {
	if _, err := jsonvalue.Parse(data); err != nil {
		return nil, Report{}, err
	}
	return p.apply(data, purpose, now, options)
}

// apply is Apply to a document that is known to be valid JSON.
func (p *Policy) apply(data []byte, purpose string, now time.Time, options []Option) ([]byte, Report, error) {
	p.once.Do(p.prepare)
	if !slices.Contains(p.Purposes, purpose) {
		return nil, Report{}, fmt.Errorf("%w %q: there are %s", ErrPurpose, purpose, strings.Join(p.Purposes, ", "))
	}
	arguments := checks.Arguments{}
	for _, o := range options {
		o(&arguments)
	}
	given := sortedNames(arguments)
	if err := p.check(arguments); err != nil {
		return nil, Report{}, err
	}
	moment := now.UTC().Format(time.RFC3339Nano)
	arguments["now"], arguments["purpose"] = moment, purpose
	a := &application{
		Policy: p, doc: jsontree.Parse(data), purpose: purpose, arguments: arguments, given: given,
		report: Report{Purpose: purpose}, kept: map[string]bool{}, tops: map[int]int{}, hidden: map[string]bool{},
	}
	a.whole = a.twins(data)
	a.members(data)
	a.open()
	if len(a.hidden) == 0 {
		a.whole = nil
	}
	for i := range p.Lists {
		if err := a.list(i); err != nil {
			return nil, Report{}, err
		}
	}
	if p.Purpose != "" {
		if n := a.doc.Make(p.Purpose, `""`); n != nil {
			n.Become(jsontree.Str(purpose))
		}
	}
	for i := range p.Closures {
		a.close(&p.Closures[i])
	}
	a.tell()
	return a.doc.Append(nil), a.report, nil
}

// application is the policy applied to one document.
type application struct {
	*Policy
	doc       *jsontree.Node
	purpose   string
	arguments checks.Arguments
	given     []string // the names of those that the caller gave
	report    Report
	kept      map[string]bool // the names of elements in the result
	tops      map[int]int     // by list, how many elements go in at most, where that is said
	hidden    map[string]bool // the places that the purpose may not see
	whole     *whole          // nil where the purpose may see all
	concealed []string
}

// whole is the document with all members, also those that the purpose may not
// see, but with its lists as they are left: what goes in is decided by it.
type whole struct {
	doc *jsontree.Node
	of  map[*jsontree.Node]*jsontree.Node // its elements, by those of the document
}

// twins reads the document once more.
func (a *application) twins(data []byte) *whole {
	w := &whole{jsontree.Parse(data), map[*jsontree.Node]*jsontree.Node{}}
	for i := range a.Lists {
		for _, of := range a.Lists[i].Of {
			theirs := w.doc.Find(of)
			for k, place := range a.doc.Find(of) {
				for n, child := range place.Children {
					w.of[child] = theirs[k].Children[n]
				}
			}
		}
	}
	return w
}

// drop removes the elements of a list that are gone from the document.
func (w *whole) drop(l *List, gone map[*jsontree.Node]bool) {
	twins := map[*jsontree.Node]bool{}
	for n := range gone {
		twins[w.of[n]] = true
	}
	for _, of := range l.Of {
		for _, place := range w.doc.Find(of) {
			place.Keep(func(n *jsontree.Node) bool { return !twins[n] })
		}
	}
}

// omit tells that something is left out.
func (a *application) omit(item, reason string) {
	a.report.Omitted = append(a.report.Omitted, Choice{item, reason})
}

// members empties the members that the purpose may not see.
func (a *application) members(data []byte) {
	var holds []bool
	a.queries.members.Answers(data, a.arguments, func(answer checks.Answer) bool {
		holds = slices.Clone(answer.Holds)
		return true
	})
	at := 0
	for i := range a.Members {
		m := &a.Members[i]
		denied, reason := slices.Contains(m.Denied, a.purpose), "not for "+a.purpose
		for _, c := range m.When {
			if c.Purpose == a.purpose && !holds[at] {
				denied = true
			}
			at++
		}
		if denied {
			a.deny(m, reason)
		}
	}
}

// deny empties a member.
func (a *application) deny(m *Member, reason string) {
	for _, place := range a.doc.Find(m.Path) {
		a.hidden[place.Pointer] = true
		if !place.IsEmpty() && place.String() != m.Empty && !a.elements(place, reason) {
			a.omit(place.Pointer, reason)
		}
		if m.Empty == "" && place.Parent != nil {
			place.Parent.Remove(place.Node)
		} else if m.Empty != "" {
			place.Become(jsontree.JSON(m.Empty))
		}
	}
}

// elements tells of all elements of lists at or below a place that they are left
// out, and reports whether that is all there is to tell.
func (a *application) elements(place jsontree.Place, reason string) bool {
	whole := false
	for i := range a.Lists {
		l := &a.Lists[i]
		for _, of := range l.Of {
			for _, c := range a.doc.Find(of) {
				if c.Pointer != place.Pointer && !strings.HasPrefix(c.Pointer, place.Pointer+"/") {
					continue
				}
				whole = whole || c.Pointer == place.Pointer
				for k, n := range c.Children {
					id, named := l.identify(n, k)
					a.out(l, (&element{id: id, unnamed: !named}).gone(), n, reason)
				}
			}
		}
	}
	return whole
}

// out leaves an element out.
func (a *application) out(l *List, id string, n *jsontree.Node, reason string) {
	a.omit(l.Name+"/"+id, reason)
	if l.Conceal == "" {
		return
	}
	if a.whole != nil {
		n = a.whole.of[n]
	}
	if text := n.First(below(l.Conceal)).Plain(); text != "" {
		a.concealed = append(a.concealed, text)
	}
}

// below is a path from an element as one from the document that the element is.
func below(path string) string { return strings.TrimPrefix(path, "0") }

// identify is the identifier of an element; of one without, its place, and named
// is false.
func (l *List) identify(n *jsontree.Node, index int) (id string, named bool) {
	if l.ID != "" && l.ID != "0#" {
		if id := n.First(below(l.ID)).Plain(); id != "" {
			return id, true
		}
	}
	if n.Name != "" {
		return n.Name, true
	}
	return fmt.Sprintf("#%d", index), false
}

// open removes the members that the schema does not declare where the purpose
// may not see them.
func (a *application) open() {
	for i := range a.Open {
		o := &a.Open[i]
		if !slices.Contains(o.Denied, a.purpose) {
			continue
		}
		for _, place := range a.doc.Find(o.Path) {
			place.Keep(func(n *jsontree.Node) bool {
				if slices.Contains(o.Declared, n.Name) {
					return true
				}
				pointer := place.Pointer + "/" + jsontree.Token(n.Name)
				a.hidden[pointer] = true
				a.omit(pointer, "not declared, not for "+a.purpose)
				return false
			})
		}
	}
}
