package random

import (
	"encoding/json"
	"math/big"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// Instance returns a random JSON text with a fair chance to be valid against
// the last schema.
func (s *Source) Instance() []byte {
	value := s.Value(3)
	if s.chance(60) {
		value = s.Like(s.root, 6)
	}
	return textOf(value)
}

// textOf is a value as JSON.
func textOf(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the values are made of what encoding/json knows
	}
	return text
}

// Value returns a random value with containers up to a depth.
func (s *Source) Value(depth int) any {
	if len(s.constants) > 0 && s.chance(10) {
		return pick(s, s.constants)
	}
	kinds := 7
	if depth <= 0 {
		kinds = 4
	}
	switch s.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return s.chance(50)
	case 2:
		return s.number()
	case 3:
		return pick(s, stringValues)
	case 4:
		list := []any{}
		for range s.IntN(4) {
			list = append(list, s.Value(depth-1))
		}
		return list
	}
	m := map[string]any{}
	for range s.IntN(4) {
		m[pick(s, names)] = s.Value(depth - 1)
	}
	return m
}

var stringValues = []string{"", "a", "b", "ab", "abab", "c", "é", "😀", "x-y", "aab", "QQ=="}

func (s *Source) number() json.Number {
	return pick(s, []json.Number{
		"0", "1", "2", "3", "-1", "1.0", "1.5", "0.01", "2.50", "1e2", "100", "-0", "0.0",
		"9007199254740993", "9007199254740992", "12345678901234567890123", "1e30", "0.1", "10e-1",
		"0.30000000000000004", "0.29999999999999999999", "0.1000000000000000001", "1e23", "2e23", "1e300",
		"9007199254740993.0", "9223372036854775807", "9223372036854775808", "18446744073709551615", "5", "15",
	})
}

// canonical returns a text that is the same for equal values.
func canonical(v any) string {
	var normal func(v any) any
	normal = func(v any) any {
		switch v := v.(type) {
		case json.Number:
			r, _ := new(big.Rat).SetString(string(v))
			return "#" + r.RatString()
		case []any:
			return append([]any{}, lists.Of(v, normal)...)
		case map[string]any:
			m := map[string]any{}
			for k, w := range v {
				m[k] = normal(w)
			}
			return m
		case string:
			return "$" + v
		}
		return v
	}
	return string(textOf(normal(v)))
}
