package plan

import "github.com/bindery-go/bindery/generator/internal/fieldkey"

// Key identifies a plan by what it checks: plans with equal keys accept the
// same values. The key is derived from the fields of the plan, whatever they
// are, so that a new check is a part of it; only the fields tagged `key:"-"` say
// nothing of what is accepted. appendRef writes how a plan refers to another.
func Key(p *Plan, appendRef func(key []byte, p *Plan) []byte) []byte {
	return planFields(nil, p, appendRef)
}

var planFields = fieldkey.Of[Plan]()
