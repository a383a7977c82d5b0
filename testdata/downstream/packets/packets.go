// Package packets makes the memory packets of runs: what a model is given to
// remember for a purpose, cut to a number of tokens. What may go in, in which
// form, and what is told of the rest, is said in
// schemas/memory-packet.overlay.yaml.
package packets

import (
	"context"
	"time"

	"example.com/agentmemory/gen/memorypacket"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/compose"
	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Store keeps the latest packet of each run and purpose below one directory. It
// is safe for concurrent use, also by several processes.
type Store struct {
	*memorypacket.Packets
	// Counter counts tokens; nil estimates them.
	Counter budget.TokenCounter
}

// Open opens the store in a directory that exists, the root of a project.
func Open(dir string) (*Store, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Store{Packets: memorypacket.NewPackets(root)}, nil
}

// Close lets go of the directory.
func (s *Store) Close() error { return s.Root().Close() }

// Make makes the packet of a purpose from all that there is to remember, and
// keeps it. The report says what went in, in which form, and why the rest did
// not.
func (s *Store) Make(ctx context.Context, all *memorypacket.MemoryPacket, purpose memorypacket.MetaPurpose, now time.Time, options ...inject.Option) (*memorypacket.MemoryPacket, compose.Report, error) {
	p, report, err := all.Compose(purpose, now, s.Counter, options...)
	if err != nil {
		return nil, report, err
	}
	return p, report, s.Put(ctx, p)
}
