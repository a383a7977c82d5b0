package validate

import (
	"errors"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Option changes what Check and Explain return.
type Option func(*options)

type options struct {
	limit     int
	noPlace   bool
	arguments checks.Arguments
}

// MaxViolations sets how many violations an Error lists before it is truncated;
// the default is 10,000. A number below 1 is the default.
func MaxViolations(n int) Option {
	return func(o *options) {
		if n > 0 {
			o.limit = n
		}
	}
}

// WithoutPlaces leaves out lines and columns: for documents that the user never
// sees, such as the encoding of a Go value.
func WithoutPlaces() Option { return func(o *options) { o.noPlace = true } }

// WithArguments gives what stands outside of a document and the document must
// agree with, such as the identifiers in the path of its file: the relations of
// x-bindery.checks that name one hold where it is not given.
func WithArguments(arguments checks.Arguments) Option {
	return func(o *options) { o.arguments = arguments }
}

// Check judges a document by the schema that is node root of p. It returns nil
// when the document is valid, else a *SyntaxError, an *Error with all
// violations, or a *PatternError.
func Check(p *Program, root int, data []byte, opts ...Option) error {
	e := evaluators.Get().(*evaluator)
	defer e.release()
	return e.run(p, root, data, newOptions(opts))
}

// Ranger tells which number of a document a Go type could not hold; generated
// decoders leave it in their jsonscan.Scanner.
type Ranger interface {
	// Range returns the byte offset of the number and the name of the type.
	Range() (at int, goType string, ok bool)
}

// Explain tells why a document was refused by generated code. It never returns
// nil: the error is what Check returns or, for a valid document, a *RangeError
// for the number that r has noted. r may be nil.
func Explain(p *Program, root int, data []byte, r Ranger, opts ...Option) error {
	e := evaluators.Get().(*evaluator)
	defer e.release()
	if s, ok := r.(*jsonscan.Scanner); ok {
		if took, undecided := s.Matching(); undecided == jsonscan.ErrMatching {
			e.matching = took // another attempt might be in time, and takes it
		}
	}
	if err := e.run(p, root, data, newOptions(opts)); err != nil {
		return err
	}
	if r != nil {
		if at, goType, ok := r.Range(); ok {
			err := e.rangeError(at, goType)
			if r, ok := r.(interface{ Refusal() error }); ok {
				err.Err = r.Refusal()
			}
			return err
		}
	}
	return errDisagreement
}

// errDisagreement cannot happen unless the generator has a fault: its two
// consumers of one schema disagree. Accepting the document would be worse.
var errDisagreement = errors.New("validate: generated code refused a document that satisfies its schema: " +
	"the code and its schema program do not belong together, generate both anew")

func newOptions(opts []Option) options {
	if len(opts) == 0 {
		return options{limit: defaultLimit} // which stays on the stack
	}
	return optionsOf(opts)
}

func optionsOf(opts []Option) options {
	o := options{limit: defaultLimit}
	for _, f := range opts {
		f(&o)
	}
	return o
}
