// Package oracle compares verdicts with those of an independent validator,
// santhosh-tekuri/jsonschema v6, on random schemas and instances.
package oracle

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/random"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var (
	seed     = flag.Uint64("seed", 1, "first seed; each schema has the next")
	duration = flag.Duration("duration", 5*time.Second, "how long to run")
	batch    = flag.Int("batch", 60, "number of schemas that are compiled at once")
)

// instances is the number of instances for each schema.
const instances = 40

func TestAgreement(t *testing.T) {
	var schemas, refused, verdicts, valid int
	end := time.Now().Add(*duration)
	at := *seed
	for ; time.Now().Before(end) && !t.Failed(); at++ {
		s := random.NewSource(at)
		text := s.Schema()
		p, root, err := ours(s, text)
		if errors.Is(err, errEndless) {
			refused++
			continue
		}
		if err != nil {
			t.Errorf("seed %d: refused: %v\n%s", at, err, text)
			continue
		}
		theirs, err := theirs(s, text)
		if err != nil {
			t.Errorf("seed %d: v6 refuses a schema that we accept: %v\n%s", at, err, text)
			continue
		}
		schemas++
		for range instances {
			instance := s.Instance()
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance))
			if err != nil {
				t.Fatal(err)
			}
			want := theirs.Validate(value)
			got := validate.Check(p, root, instance)
			if (got == nil) != (want == nil) {
				t.Errorf("seed %d: verdicts differ on %s\nours: %v\nv6: %v\n%s", at, instance, got, want, text)
			}
			if holds := validate.Holds(p, root, instance); holds != (got == nil) {
				t.Errorf("seed %d: modes differ on %s: %v, %v\n%s", at, instance, got, holds, text)
			}
			verdicts++
			if want == nil {
				valid++
			}
		}
	}
	t.Logf("seeds %d to %d: %d schemas (%d more refused), %d verdicts, %d of them valid", *seed, at-1, schemas, refused, verdicts, valid)
	if schemas == 0 {
		t.Error("nothing was compared")
	}
}

// errEndless tells that references lead back to where they start, which random
// ones do now and then. Bindery refuses such schemas.
var errEndless = errors.New("endless reference")

// ours compiles the schema of s by the generator.
func ours(s *random.Source, text []byte) (*validate.Program, int, error) {
	doc, ds := document.ReadJSON(source.NewFile("main.json", text))
	if ds.HasErrors() {
		return nil, 0, fmt.Errorf("%v", ds)
	}
	g, ds := schema.Build([]schema.Entry{{URI: random.Main}}, schema.Options{
		Loader: schema.Documents{random.Main: doc}, AssertFormat: s.AssertsFormat(),
	})
	for _, d := range ds {
		if d.Severity == diag.Error && d.Code != diag.EndlessReference {
			return nil, 0, fmt.Errorf("%v", d)
		}
	}
	if ds.HasErrors() {
		return nil, 0, errEndless
	}
	p, ds := table.Build(g, plan.NewPatterns())
	if ds != nil {
		return nil, 0, errors.New(ds[0].Message)
	}
	return p, g.Roots[0].ID, nil
}

// theirs compiles the schema of s by jsonschema v6.
func theirs(s *random.Source, text []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if s.AssertsFormat() {
		c.AssertFormat()
	}
	if err := c.AddResource(random.Main, doc); err != nil {
		return nil, err
	}
	return c.Compile(random.Main)
}
