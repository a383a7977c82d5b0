// Package timefmt holds the Go types of the formats date-time, date and time.
//
// A value keeps the exact spelling of its document, because the document
// decides: lower-case t and z, any number of fraction digits, leap seconds and
// the offset -00:00 all survive a round trip, which a time.Time loses. Reading
// the calendar out of the text is left until somebody asks, so that a decoder
// pays for a string and no more.
//
// The operator == compares spellings; Equal and Compare compare what the
// spellings mean. The zero value has no text; it encodes as the empty string,
// which no format admits, so Validate reports a required field left unset.
//
// Values never change, so everything here is safe for concurrent use, but for
// decoding into one variable.
package timefmt

import (
	"encoding/json"
	"fmt"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// ParseError tells that a text is not of its format.
type ParseError struct {
	Format string // date-time, date or time
	Text   string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("timefmt: %s is not an RFC 3339 %s", brief.Quote(e.Text), e.Format)
}

// appendJSON appends text as a JSON string. Texts of the three formats hold
// nothing that JSON escapes.
func appendJSON(b []byte, text string) []byte {
	b = append(b, '"')
	b = append(b, text...)
	return append(b, '"')
}

// unmarshalJSON reads a JSON string. As encoding/json asks of Unmarshalers, null
// leaves the value alone.
func unmarshalJSON(data []byte, parse func(string) error) error {
	var text *string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	if text == nil {
		return nil
	}
	return parse(*text)
}
