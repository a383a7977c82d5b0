package codec

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// cond is a condition under which a value is still valid, in both readings:
// "return pass" is as short as "if fail { return false }".
type cond struct {
	pass, fail *jen.Statement
	// says identifies a condition on nothing but which members there were; "" for others.
	// Of conditions that say the same, side by side, only the first is printed.
	says string
}

// What conditions say that hold always, or never.
const (
	always = "+"
	never  = "-"
)

// holds is the condition that a call or a variable is true.
func holds(code jen.Code) cond {
	return cond{pass: jen.Add(code), fail: jen.Op("!").Add(code)}
}

// negated is the condition that a call or a variable is false.
func negated(code jen.Code) cond { return holds(code).not() }

// opposite gives for each comparison the one that is true when it is false.
var opposite = map[string]string{"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}

// unless is the condition that a comparison is false.
func unless(left jen.Code, op string, right jen.Code) cond {
	return cond{
		pass: jen.Add(left).Op(opposite[op]).Add(right),
		fail: jen.Add(left).Op(op).Add(right),
	}
}

// allOf is the condition that all conds hold. Its fail is a disjunction.
func allOf(conds []cond) cond {
	conds = distinct(conds)
	switch len(conds) {
	case 0:
		return cond{pass: jen.True(), fail: jen.False(), says: always}
	case 1:
		return conds[0]
	}
	var pass, fail jen.Statement
	for i, c := range conds {
		if i > 0 {
			pass.Op("&&")
			fail.Op("||")
		}
		pass.Add(c.pass)
		fail.Add(c.fail)
	}
	return cond{pass: &pass, fail: &fail, says: sayTogether(conds)}
}

// distinct leaves out of conditions that are to hold together those that say what an
// earlier one does, and those that always hold. If one never holds, and all are on which
// members there were, it is left alone.
func distinct(conds []cond) []cond {
	said := map[string]bool{always: true}
	out := lists.Where(conds, func(c cond) bool {
		repeats := c.says != "" && said[c.says]
		said[c.says] = true
		return !repeats
	})
	if said[never] && !said[""] {
		return lists.Where(out, func(c cond) bool { return c.says == never })
	}
	return out
}

// longestSaying bounds the text that identifies a condition: longer ones hardly repeat.
const longestSaying = 200

// sayTogether is what conditions say together; "" where one is on something else.
func sayTogether(conds []cond) string {
	words := lists.Of(conds, func(c cond) string { return c.says })
	if text := "(" + strings.Join(words, "&") + ")"; !slices.Contains(words, "") && len(text) <= longestSaying {
		return text
	}
	return ""
}

// not is the condition that c does not hold.
func (c cond) not() cond {
	says := c.says
	switch {
	case says == always:
		says = never
	case says == never:
		says = always
	case strings.HasPrefix(says, "!"):
		says = says[1:]
	case says != "":
		says = "!" + says
	}
	return cond{pass: c.fail, fail: c.pass, says: says}
}

// together is allOf in parentheses, to stand beside other conditions.
func together(conds []cond) cond {
	conds = distinct(conds)
	all := allOf(conds)
	if len(conds) > 1 {
		all.pass, all.fail = jen.Parens(all.pass), jen.Parens(all.fail)
	}
	return all
}

// longChain is how many conditions stand in a row: the time that go/printer
// takes for a chain of operators grows with its square.
const longChain = 64

// either is the condition that one of conds holds.
func either(conds []cond) cond {
	if len(conds) > longChain {
		var groups []cond
		for group := range slices.Chunk(conds, longChain) {
			c := either(group)
			c.fail = jen.Parens(c.fail)
			groups = append(groups, c)
		}
		return either(groups)
	}
	return inARow(conds)
}

// inARow is either, however many conditions there are.
func inARow(conds []cond) cond {
	others := distinct(lists.Of(conds, cond.not))
	if len(others) == 1 {
		return others[0].not()
	}
	some := allOf(others).not()
	some.pass = jen.Parens(some.pass)
	return some
}

// scope is a block of statements under construction. The statements read one
// value from s; any of them may end the function with false.
type scope struct {
	e        *emitter
	fn       *function
	parent   *scope
	stmts    []jen.Code
	pending  []cond          // not yet printed; they follow stmts
	declared map[string]bool // variables of this block
	// tail tells that the function ends with the block, so that it ends with
	// return instead of an if around one.
	tail bool
	// outcome is the variable that says whether the value is valid, where the
	// block ends with its reading: what follows the block looks at it.
	outcome string
	// first is printed before anything else; where nothing is between it and the
	// outcome, both are one assignment.
	first *assignment
	// closing tells that blocks which set the verdict are closed and the
	// statement around them is about to come; decided, that it is there.
	closing, decided bool
	// stores follow pending: they read nothing and do no harm where the value is
	// invalid, so that they need not wait for the verdict.
	stores []jen.Code
	// dead tells that the last statement returns: nothing can follow it.
	dead bool
	// seen is the set of names of the object that the scope reads, where
	// something after the object asks for it.
	seen *seenSet
	// choice is the if with which the scope starts, where a condition of the
	// schema is one: alone in an else it goes on with "else if".
	choice *jen.Statement
}

// assignment gives a variable a value.
type assignment struct{ name, value jen.Code }

// begin prints what is to come first.
func (sc *scope) begin() {
	if a := sc.first; a != nil {
		sc.first = nil
		sc.stmts = append(sc.stmts, jen.Add(a.name).Op("=").Add(a.value))
		sc.fn.weight++
	}
}

// body opens the body of a function whose parameters have the given names.
func (e *emitter) body(fn *function, params ...string) *scope {
	sc := &scope{e: e, fn: fn, tail: true, declared: map[string]bool{}}
	for _, p := range params {
		sc.declared[p] = true
	}
	return sc
}

// child opens a block inside the scope, after what it holds so far.
func (sc *scope) child() *scope {
	sc.flush()
	return &scope{e: sc.e, fn: sc.fn, parent: sc, declared: map[string]bool{}}
}

// last opens a block inside the scope with which the scope ends.
func (sc *scope) last() *scope {
	c := sc.child()
	c.tail, c.outcome = sc.tail, sc.outcome
	return c
}

// ending returns the statements of a block with which the scope ends.
func (sc *scope) ending(print func(*scope)) []jen.Code {
	c := sc.last()
	print(c)
	return c.close()
}

// fresh declares a variable and returns its name: the wanted one, numbered
// where a block around declares it, so that nothing is shadowed.
func (sc *scope) fresh(want string) string {
	name := want
	for n := 2; sc.sees(name); n++ {
		name = want + strconv.Itoa(n)
	}
	sc.declared[name] = true
	return name
}

func (sc *scope) sees(name string) bool {
	for s := sc; s != nil; s = s.parent {
		if s.declared[name] {
			return true
		}
	}
	return false
}

// add appends statements.
func (sc *scope) add(stmts ...jen.Code) {
	if sc.dead {
		return
	}
	if sc.decided {
		sc.require()
	}
	sc.begin()
	sc.flush()
	sc.stmts = append(sc.stmts, stmts...)
	sc.fn.weight += len(stmts)
	sc.closing, sc.decided = false, sc.closing
}

// store stores a value at the target; see storing.
func (sc *scope) store(t target, value jen.Code) {
	sc.storing(func(sc *scope) { t.assign(sc, value) })
}

// behind prints something that reads nothing, so that the conditions which are
// pending can follow it.
func (sc *scope) behind(print func()) {
	pending := sc.pending
	sc.pending = nil
	sc.before(print)
	if !sc.dead {
		sc.flush()
		sc.pending = pending
	}
}

// storing adds the statements that store adds, behind the conditions that are
// pending or, where the block has an outcome, behind the verdict: they read
// nothing, and may run for a value that is invalid, which nobody gets to see.
func (sc *scope) storing(store func(sc *scope)) {
	if sc.outcome == "" || sc.dead {
		store(sc)
		return
	}
	c := &scope{e: sc.e, fn: sc.fn, parent: sc, declared: map[string]bool{}}
	store(c)
	if len(sc.pending) == 0 {
		sc.begin()
		sc.stmts = append(sc.stmts, c.stmts...)
	} else {
		sc.stores = append(sc.stores, c.stmts...)
	}
}

// read reads a value with a call that returns it with ok, and stores it.
func (sc *scope) read(t target, call jen.Code) {
	if sc.outcome == "" || sc.dead || t.lvalue == nil || t.typ.Kind == model.Named {
		sc.store(t, converted(t.typ, jen.Id(sc.assignOK("v", call))))
		return
	}
	sc.add(jen.List(t.lvalue(sc), jen.Id(sc.outcome)).Op("=").Add(call))
	sc.decided = true
}

// scalar reads a value with a method of the scanner as read does, behind a pointer with
// the method that makes it.
func (sc *scope) scalar(t target, name string) {
	if t.pointer != nil && t.typ.Kind != model.Named {
		sc.require(holds(method("New"+name, t.pointer)))
		return
	}
	sc.read(t, method(name))
}

// require appends conditions that end the function with false unless they hold.
func (sc *scope) require(conds ...cond) {
	if sc.dead {
		return
	}
	if len(sc.stores) > 0 {
		sc.flush()
	}
	if sc.decided {
		sc.decided = false
		sc.pending = append(sc.pending, holds(jen.Id(sc.outcome)))
	}
	sc.pending = append(sc.pending, conds...)
}

// The ends of functions.
var (
	refuse = gofile.Fixed(jen.Return(jen.False()))
	accept = gofile.Fixed(jen.Return(jen.True()))
)

// fail ends the function with false.
func (sc *scope) fail() {
	sc.add(refuse)
	sc.dead = true
}

// branch appends a statement made of blocks that were opened by last. dead
// tells that every path through it returns.
func (sc *scope) branch(stmt jen.Code, dead bool) {
	sc.add(stmt)
	sc.dead = sc.dead || dead
}

// fork ends the scope with one of two blocks that were opened by last.
func (sc *scope) fork(test jen.Code, yes, no []jen.Code) {
	first := jen.If(test).Block(yes...)
	if !sc.tail {
		sc.add(first.Else().Block(no...))
		return
	}
	sc.add(first)
	sc.add(no...)
	sc.dead = true
}

// flush prints the pending conditions as an if.
func (sc *scope) flush() {
	if len(sc.pending) == 0 {
		return
	}
	sc.begin()
	if all := allOf(sc.pending); all.says != always {
		sc.stmts = append(sc.stmts, jen.If(all.fail).Block(refuse))
	}
	sc.stmts = append(sc.stmts, sc.stores...)
	sc.pending, sc.stores = nil, nil
	sc.fn.weight += 2
}

// decide prints the pending conditions as the verdict.
func (sc *scope) decide() {
	if len(sc.pending) > 0 {
		names, values := jen.Id(sc.outcome), allOf(sc.pending).pass
		if a := sc.first; a != nil {
			sc.first = nil
			names, values = jen.List(a.name, names), jen.List(a.value, values)
		}
		sc.stmts = append(sc.stmts, names.Op("=").Add(values))
		sc.stmts = append(sc.stmts, sc.stores...)
		sc.pending, sc.stores = nil, nil
		sc.decided = true
	}
	sc.begin()
	sc.parent.closing = sc.parent.closing || sc.decided
}

// onlyConds returns the conditions of a block that is nothing but these.
func (sc *scope) onlyConds() (conds []cond, only bool) {
	return sc.pending, !sc.dead && !sc.decided && len(sc.stmts)+len(sc.stores) == 0 && len(sc.pending) > 0
}

// close returns the statements of the block. With tail they end with a return.
func (sc *scope) close() []jen.Code {
	switch {
	case sc.dead:
	case sc.outcome != "":
		sc.decide()
	case !sc.tail:
		sc.flush()
	case len(sc.pending) == 0:
		sc.stmts = append(sc.stmts, accept)
	default:
		sc.stmts = append(sc.stmts, jen.Return(allOf(sc.pending).pass))
		sc.pending = nil
	}
	sc.fn.weight++
	return sc.stmts
}

// method is a call of a method of the scanner.
func method(name string, args ...jen.Code) *jen.Statement {
	if len(args) == 0 {
		return gofile.Select("s", name+"()")
	}
	return gofile.Select("s", name).Call(args...)
}

// isOK is the condition that the variable ok is true.
var isOK = holds(jen.Id("ok"))

// assignOK appends "name, ok := call" and requires ok; it returns the name,
// made fresh.
func (sc *scope) assignOK(want string, call jen.Code) string {
	name := sc.fresh(want)
	sc.add(jen.List(jen.Id(name), jen.Id("ok")).Op(":=").Add(call))
	sc.require(isOK)
	return name
}

// let appends "name := value" and returns the variable, whose name is made fresh.
func (sc *scope) let(want string, value jen.Code) *jen.Statement {
	name := sc.fresh(want)
	sc.add(jen.Id(name).Op(":=").Add(value))
	return jen.Id(name)
}

// kindName is the scanner's constant for a kind.
func kindName(k kind.Set) *jen.Statement { return gofile.JSONScan.Dot("Kind" + k.Word()) }

// kindNames are those of the kinds of a set.
func kindNames(set kind.Set) []jen.Code {
	return lists.Of(set.List(), func(k kind.Set) jen.Code { return kindName(k) })
}
