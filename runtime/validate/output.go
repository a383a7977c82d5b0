package validate

import (
	"encoding/json"
	"strconv"
)

// OutputFormat is an output format of JSON Schema (2020-12 Core section 12.4).
type OutputFormat uint8

// The output formats. Basic lists all faults, Detailed follows the structure of
// the schema; both include what is wrong with the branches of anyOf and oneOf. A
// value that several branches judge by the same anyOf or oneOf is explained in the
// first of them.
const (
	Flag OutputFormat = iota
	Basic
	Detailed
)

// Output is an output unit. It encodes to JSON that satisfies the output schema
// https://json-schema.org/draft/2020-12/output/schema.
type Output struct {
	Valid                   bool
	KeywordLocation         string
	AbsoluteKeywordLocation string
	InstanceLocation        string
	Error                   string
	Errors                  []Output

	flag bool
}

// Output returns the violations in a format of the specification. The output of
// a nil Error tells that the document is valid.
func (e *Error) Output(format OutputFormat) Output {
	switch {
	case e == nil:
		return Output{Valid: true, flag: format == Flag}
	case format == Flag:
		return Output{flag: true}
	}
	root := Output{Errors: e.outputs(format)}
	if e.detail != nil {
		root.AbsoluteKeywordLocation = e.detail.AbsoluteKeywordLocation
	}
	return root
}

func (e *Error) outputs(format OutputFormat) []Output {
	if e.detail == nil { // made by hand
		var list []Output
		for i := range e.Violations {
			list = append(list, e.Violations[i].output())
		}
		return list
	}
	if format == Detailed {
		return detailed(e.detail.children, 1)
	}
	return basic(nil, e.detail.children)
}

func (v *Violation) output() Output {
	return Output{
		KeywordLocation: v.KeywordLocation, AbsoluteKeywordLocation: v.AbsoluteKeywordLocation,
		InstanceLocation: v.InstanceLocation, Error: v.Message,
	}
}

func basic(list []Output, units []*unit) []Output {
	for _, u := range units {
		if u.kind != group {
			list = append(list, u.output())
		}
		list = basic(list, u.children)
	}
	return list
}

// maxOutputDepth is the number of levels of the detailed format; what lies
// deeper is listed in the last. JSON decoders refuse deeper texts: encoding/json
// at 10,000 levels, of which an output unit takes two.
const maxOutputDepth = 1000

func detailed(units []*unit, depth int) []Output {
	if depth == maxOutputDepth {
		return basic(nil, units)
	}
	list := make([]Output, len(units))
	for i, u := range units {
		list[i] = u.output()
		if len(u.children) > 0 {
			list[i].Errors = detailed(u.children, depth+1)
		}
	}
	return list
}

// MarshalJSON encodes the unit as the specification names its members.
func (o Output) MarshalJSON() ([]byte, error) { return o.appendJSON(nil), nil }

// appendJSON writes the whole tree: json.Marshal would check the text of each
// level again.
func (o *Output) appendJSON(b []byte) []byte {
	b = strconv.AppendBool(append(b, `{"valid":`...), o.Valid)
	if o.flag {
		return append(b, '}')
	}
	b = appendString(append(b, `,"keywordLocation":`...), o.KeywordLocation)
	if o.AbsoluteKeywordLocation != "" {
		b = appendString(append(b, `,"absoluteKeywordLocation":`...), o.AbsoluteKeywordLocation)
	}
	b = appendString(append(b, `,"instanceLocation":`...), o.InstanceLocation)
	if o.Error != "" {
		b = appendString(append(b, `,"error":`...), o.Error)
	}
	for i := range o.Errors {
		if i == 0 {
			b = append(b, `,"errors":[`...)
		} else {
			b = append(b, ',')
		}
		b = o.Errors[i].appendJSON(b)
	}
	if len(o.Errors) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}

func appendString(b []byte, s string) []byte {
	text, _ := json.Marshal(s) // cannot fail for a string
	return append(b, text...)
}
