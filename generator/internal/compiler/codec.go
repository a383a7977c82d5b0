package compiler

import (
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// mostFast is the number of schemas, those in others counted, up to which the
// automatic choice is the fast codec; testdata/bench/PERFORMANCE.md says why.
const mostFast = 400

// codec is the codec of the package. That of a large one is chosen aloud.
func (u *unit) codec() model.Codec {
	switch u.Codec {
	case config.Compact:
		return model.Compact
	case config.Auto:
		if n := len(u.graph.Nodes); n > mostFast {
			u.found.Addf(diag.CompactChosen, source.InFile(u.Schema), "the code is compact: the schema holds %d others, more than %d", n-1, mostFast)
			return model.Compact
		}
	}
	return model.Fast
}
