package limits

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/limits"
)

// Promises implements section.Promiser: what a limit admits, and of what.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, l := range s.Limits {
		if l.Value == nil || l.Value.Kind != document.Number {
			continue
		}
		out = append(out, section.Promise{Kind: section.BoundPromise, Key: l.Key, Pos: l.pos, Bound: l.Value.Text, Lower: l.Lower},
			section.Promise{Kind: section.MeasurePromise, Key: l.Key, Pos: l.boundAt, Text: l.bounds()})
	}
	return out
}

// bounds says what more than the limit is refused of, "" for nothing.
func (l *Limit) bounds() string {
	if !isMeasured(l.Measure) || l.Spill != nil {
		return ""
	}
	of := []string{}
	for _, b := range append([]bound{l.bound}, l.also...) {
		if isMeasured(b.Measure) {
			target := b.Target
			if target == "" || target[0] == '/' {
				target = "#" + target
			}
			of = append(of, fmt.Sprintf("the %s of %s", b.Measure, target))
		}
	}
	return strings.Join(of, " and ")
}

var bytesOf = map[string]int64{"KB": limits.KB, "MB": limits.MB}

// Promise is what an amount promises, which stands at a place of x-bindery. Bytes of a
// limit in KB or MB are counted one by one.
func (s *Section) Promise(key, within string, a section.Amount, pos source.Pos) section.Promise {
	p := section.Promise{Kind: section.BoundPromise, Key: key, Within: within, Pos: pos}
	switch l := s.named(a.Limit.Text); {
	case a.Member.Text != "":
		p.Text = "the member " + a.Member.Text
	case a.Limit.Text == "":
		p.Bound = strconv.FormatInt(a.Number, 10)
	case l != nil:
		p.Text, p.Bound = "the limit "+a.Limit.Text, l.Value.Text
		if unit, ok := new(big.Int).SetString(l.Value.Text, 10); ok && bytesOf[l.unit] > 1 {
			p.Bound = unit.Mul(unit, big.NewInt(bytesOf[l.unit])).String()
		}
	}
	return p
}
