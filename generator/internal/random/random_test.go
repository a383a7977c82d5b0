package random_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/random"
	"github.com/bindery-go/bindery/runtime/validate"
)

// keptSeeds are those that have found a fault, tried before all others. When the
// generator of schemas changes they mean others, and are worth no more than any.
var keptSeeds = []uint64{
	19,  // a union of null and of branches that admit it as well
	93,  // an object whose required member may not occur
	324, // a default of an optional tuple
}

// largeSeeds are kept seeds whose code takes longer to compile than that of all others
// together: they are tried where tests are exhaustive.
var largeSeeds = []uint64{
	72, // a sum of more than 255 variants
}

// TestRandomSchemas compiles what is generated for random schemas: it must build,
// pass go vet, agree with the evaluator, which reads the schema as a table, and
// give every document back. Without anything set the schemas are the same in
// each run: 10 and the kept seeds, 250 where tests are exhaustive. BINDERY_RANDOM is
// another number of them, BINDERY_SEED the first one's seed.
func TestRandomSchemas(t *testing.T) {
	count, first := setting(t, "BINDERY_RANDOM", compiled.Many(10, 250)), setting(t, "BINDERY_SEED", 1)
	seeds := slices.Clone(keptSeeds)
	if compiled.Exhaustive() {
		seeds = append(seeds, largeSeeds...)
	}
	for seed := first; seed < first+count; seed++ {
		if !slices.Contains(seeds, seed) {
			seeds = append(seeds, seed)
		}
	}
	for batch := range slices.Chunk(seeds, 101) {
		t.Run(fmt.Sprintf("%d-%d", batch[0], batch[len(batch)-1]), func(t *testing.T) { tryRandom(t, batch) })
	}
}

func setting(t *testing.T, name string, value int) uint64 {
	text, ok := os.LookupEnv(name)
	if !ok {
		return uint64(value)
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// randomCase is the case of a seed.
func randomCase(seed uint64) compiled.Case {
	s := random.NewSource(seed)
	c := compiled.Case{
		Name: fmt.Sprint("seed ", seed), Schema: "main.json",
		Files:  fstest.MapFS{"main.json": &fstest.MapFile{Data: s.Schema()}},
		Config: config.Config{AssertFormat: s.AssertsFormat()},
	}
	for range 30 {
		c.Instances = append(c.Instances, string(s.Instance()))
	}
	return c
}

func tryRandom(t *testing.T, seeds []uint64) {
	cases := make([]compiled.Case, len(seeds))
	for i, seed := range seeds {
		cases[i] = randomCase(seed)
	}
	schemas, verdicts, valid := 0, 0, 0
	for i, out := range compiled.RunEach(t, cases) {
		complain := func(problem string) {
			t.Errorf("%s: %s\n%s", cases[i].Name, problem, cases[i].Files["main.json"].Data)
		}
		switch {
		case out.Result == nil && isEndless(out.Diagnostics):
			continue
		case out.Result == nil:
			complain(fmt.Sprintf("refused: %v", out.Diagnostics))
			continue
		case out.Refusal != "":
			complain("does not compile:\n" + out.Refusal)
			continue
		}
		schemas++
		for j, v := range out.Verdicts[0] {
			verdicts++
			want := validate.Holds(out.Result.Program, out.Result.Package.Roots[0].Node, []byte(cases[i].Instances[j]))
			if want {
				valid++
			}
			if problem := v.Problem(cases[i].Instances[j], want); problem != "" {
				complain(problem)
			}
		}
	}
	t.Logf("%d schemas compiled, %d verdicts, %d of them valid", schemas, verdicts, valid)
}

// isEndless reports whether a schema was refused since a reference leads back to
// where it starts, as random ones do now and then.
func isEndless(ds diag.Diagnostics) bool {
	return slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Code == diag.EndlessReference })
}
