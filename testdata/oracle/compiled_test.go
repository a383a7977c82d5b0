package oracle

import (
	"bytes"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/random"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestCompiledAgreement compares the verdicts of generated code, and its round
// trips, on random schemas that are compiled in batches.
func TestCompiledAgreement(t *testing.T) {
	var schemas, verdicts, valid, outOfRange int
	end := time.Now().Add(*duration)
	at := *seed
	for first := true; first || time.Now().Before(end) && !t.Failed(); first = false {
		var cases []compiled.Case
		var wants [][]bool
		var seeds []uint64
		for ; len(cases) < *batch; at++ {
			c, want, ok := randomCase(t, at)
			if ok {
				cases, wants, seeds = append(cases, c), append(wants, want), append(seeds, at)
			}
		}
		for i, out := range compiled.Run(t, cases) {
			if out.Result == nil {
				if !endless(out.Diagnostics) {
					t.Errorf("seed %d: refused: %v", seeds[i], out.Diagnostics)
				}
				continue
			}
			schemas++
			for j, v := range out.Verdicts[0] {
				verdicts++
				if wants[i][j] {
					valid++
				}
				if v.Range {
					outOfRange++
				}
				if problem := v.Problem(cases[i].Instances[j], wants[i][j]); problem != "" {
					t.Errorf("seed %d: %s\n%s", seeds[i], problem, cases[i].Files["main.json"].Data)
				}
			}
		}
	}
	t.Logf("seeds %d to %d: %d schemas compiled, %d verdicts, %d of them valid, %d beyond the Go types",
		*seed, at-1, schemas, verdicts, valid, outOfRange)
}

// endless reports whether a definition that the root does not reach refers to
// itself without an end.
func endless(ds diag.Diagnostics) bool {
	return slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Code == diag.EndlessReference })
}

// randomCase makes a case of a seed with the verdicts of jsonschema v6. ok is
// false for schemas that refer to themselves without an end.
func randomCase(t *testing.T, seed uint64) (c compiled.Case, want []bool, ok bool) {
	s := random.NewSource(seed)
	text := s.Schema()
	if _, _, err := ours(s, text); err != nil {
		return c, nil, false
	}
	judge, err := theirs(s, text)
	if err != nil {
		t.Fatalf("seed %d: v6 refuses a schema that we accept: %v\n%s", seed, err, text)
	}
	c = compiled.Case{
		Name: "main.json", Schema: "main.json", Files: fstest.MapFS{"main.json": &fstest.MapFile{Data: text}},
		Config: config.Config{AssertFormat: s.AssertsFormat()},
	}
	for range instances {
		instance := s.Instance()
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance))
		if err != nil {
			t.Fatal(err)
		}
		c.Instances = append(c.Instances, string(instance))
		want = append(want, judge.Validate(value) == nil)
	}
	return c, want, true
}
