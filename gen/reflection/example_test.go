package reflection_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/bindery-go/bindery/gen/reflection"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// A loop keeps every reflection on disk, and has the last three in context.
func Example() {
	dir, err := os.MkdirTemp("", "reflection")
	must(err)
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	must(err)
	defer root.Close()
	store := reflection.NewReflections(root)
	memory, err := reflection.NewMemory(reflection.MemoryConfig{}, store.OfLoopID("ralph-login"))
	must(err)
	for i := range int64(5) {
		x := reflection.NewReflectionMemory()
		x.LoopID, x.Iteration, x.Timestamp = "ralph-login", i, timefmt.DateTimeOf(time.Now().UTC())
		x.ActorOutput.Rationale = "Fix the failing test."
		x.EvaluatorOutput.VerificationType = reflection.ReflectionMemoryEvaluatorOutputVerificationTypeUnitTests
		x.SelfReflection.ReflectionText = fmt.Sprintf("What attempt %d taught me.", i)
		_, err := memory.Add(x) // first, for it writes into x what the window holds
		must(err)
		must(store.Create(context.Background(), x))
	}

	// Another process has the same window: it makes it of the files.
	memory, err = reflection.NewMemory(reflection.MemoryConfig{}, store.OfLoopID("ralph-login"))
	must(err)
	fmt.Println(memory.Len(), "reflections, of which in context:")
	for _, x := range memory.InContext() {
		fmt.Println(x.SelfReflection.ReflectionText)
	}
	// Output:
	// 5 reflections, of which in context:
	// What attempt 2 taught me.
	// What attempt 3 taught me.
	// What attempt 4 taught me.
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
