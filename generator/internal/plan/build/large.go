package build

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
)

// mostSpent bounds what the types hold that come of several schemas: each schema
// that one is made of counts, and each of its members memberCost times. Of a chain
// of types that add to each other every one has the members of all that follow.
const (
	mostSpent  = 400_000
	memberCost = 4
)

// spend counts what an intersection costs. Beyond the bound nothing is planned any
// more, and the intersection is named as the reason.
func (b *Builder) spend(in intersect.Intersection, cost int) {
	if b.spent += cost; b.spent <= mostSpent || b.tooLarge != nil {
		return
	}
	d := diag.New(diag.SchemaTooLarge, in.Nodes[len(in.Nodes)-1].Pos,
		"the types that are made of several schemas have more than %d members together", mostSpent/memberCost)
	b.tooLarge = &d
}

// TooLarge is why the plans are not whole; nil where they are.
func (b *Builder) TooLarge() *diag.Diagnostic { return b.tooLarge }
