package budget

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func TestRead(t *testing.T) {
	operations := protocol.New()
	bounds := limits.New(operations)
	s := New(bounds, operations, nil)
	ds := sectiontest.Read(sectiontest.Parse(t, `
limits: {max_tokens: 100}
x-bindery:
  budget:
    name: Spending
    entries: /items
    spent: {tokens_in: /cost/in, cost_usd: [/cost/all, /cost/in, /cost/out]}
    totals: {tokens: /metadata/tokens}
    counts: [{into: /q/ok, of: /status, in: [good, fair]}]
    max: {tokens_in: max_tokens, cost_usd: /config/max_cost, bytes: 10}
    exhausted: {bytes: {/outcome/status: error}}
`), bounds, s)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	word := func(text string) section.Word { return section.Word{Text: text} }
	want := &Budget{
		name: "Spending", entries: word("/items"),
		Reads:     []*Read{{Resource: TokensIn, Pointers: []section.Word{word("/cost/in")}}, {Resource: CostUSD, Pointers: []section.Word{word("/cost/all"), word("/cost/in"), word("/cost/out")}}},
		Totals:    []*Total{{Resource: Tokens, Pointer: word("/metadata/tokens")}},
		Counts:    []*Count{{IntoAt: word("/q/ok"), OfAt: word("/status"), Values: []string{"good", "fair"}}},
		Most:      []*Most{{Resource: TokensIn, Written: section.Amount{Limit: word("max_tokens")}}, {Resource: CostUSD, Written: section.Amount{Member: word("/config/max_cost")}}, {Resource: Bytes, Written: section.Amount{Number: 10}}},
		Exhausted: []*Exhausted{{Resource: Bytes, Writes: []*Write{{Pointer: word("/outcome/status"), Value: word("error")}}}},
	}
	if diff := cmp.Diff(want, s.written, cmp.AllowUnexported(Budget{}), cmpopts.IgnoreTypes(source.Pos{}, section.Members{})); diff != "" {
		t.Error(diff)
	}
}
