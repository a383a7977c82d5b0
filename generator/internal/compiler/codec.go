package compiler

import (
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// mostFast is the number of schemas, those in others counted, up to which the
// automatic choice is the fast codec; see testdata/bench/PERFORMANCE.md.
const mostFast = 1000

// codec is the codec of the package.
func (u *unit) codec() model.Codec {
	switch {
	case u.Codec == config.Compact, u.Codec == config.Auto && len(u.graph.Nodes) > mostFast:
		return model.Compact
	}
	return model.Fast
}
