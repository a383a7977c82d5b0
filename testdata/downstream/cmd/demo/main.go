// Command demo shows the five memories of an agent at work on real files: it
// fills a directory and says what it did.
//
//	go run ./cmd/demo [directory]
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	if err := start(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func start(args []string) (err error) {
	dir := ""
	switch len(args) {
	case 0:
		if dir, err = os.MkdirTemp("", "agentmemory-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	case 1:
		if dir, err = filepath.Abs(args[0]); err != nil {
			return err
		}
	default:
		return fmt.Errorf("at most one directory, not %d", len(args))
	}
	return run(context.Background(), dir, os.Stdout)
}

// run gives each memory its turn.
func run(ctx context.Context, dir string, out io.Writer) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for _, memory := range []struct {
		name string
		show func(ctx context.Context, dir string, out io.Writer) error
	}{
		{"RLM state", showState},
		{"RLM trajectory", showTrajectory},
		{"Reflexion memory", showReflexion},
		{"MemoryPacket", showPacket},
		{"Social RL", showRounds},
	} {
		fmt.Fprintf(out, "== %s\n", memory.name)
		if err := memory.show(ctx, dir, out); err != nil {
			return fmt.Errorf("%s: %w", memory.name, err)
		}
	}
	return nil
}
