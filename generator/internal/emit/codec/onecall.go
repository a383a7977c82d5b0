package codec

import (
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// way is how the runtime reads all parts of a value.
type way int

const (
	byCode        way = iota // it does not
	itemsChecked             // Scanner.Items, or SkipStrings
	itemsDistinct            // Scanner.DistinctItems
	stringsRead              // Scanner.Strings
	listRead                 // jsonvalue.ReadList
	itemsDecoded             // jsonscan.List or ListAtMost
	valuesChecked            // Scanner.Members
	objectRead               // jsonvalue.ReadObject
	valuesDecoded            // jsonscan.Map
)

// readsAtOnce reports whether the runtime reads a value by p into t with one call, which
// stands where the value is needed: a function around it would say nothing more. What
// returns the value does so where it is assigned together with the verdict.
func (sc *scope) readsAtOnce(p *plan.Plan, t target) bool {
	if t.typ.Kind == model.Named {
		return false
	}
	switch sc.wayOf(p, t) {
	case itemsDecoded, valuesDecoded:
		return true
	case stringsRead:
		return p.Array.MinItems == nil && sc.outcome != "" && t.lvalue != nil
	case listRead, objectRead:
		return sc.outcome != "" && t.lvalue != nil
	}
	return false
}

// checkedAtOnce is the call by which the runtime checks a value by p; nil where that
// takes more.
func (sc *scope) checkedAtOnce(p *plan.Plan) *jen.Statement {
	switch sc.wayOf(p, target{}) {
	case itemsChecked:
		return sc.items(p.Array)
	case valuesChecked:
		return method("Members", sc.checker(newOthers(p.Object).only()))
	}
	return nil
}

// wayOf says how the runtime reads a value that is an array or an object and has no
// other checks than its parts have.
func (sc *scope) wayOf(p *plan.Plan, t target) way {
	f := sc.e.model.FunctionOf(p)
	switch {
	case f.Remembers || f.Imported || p.Enum != nil || p.Union != nil || len(p.WholeValue) > 0:
	case p.Kinds == kind.Array && p.Array != nil && !p.Array.Unique:
		return sc.listOf(p.Array, t)
	case p.Kinds == kind.Object && p.Object != nil:
		return sc.mapOf(p.Object, newOthers(p.Object), t)
	}
	return byCode
}
