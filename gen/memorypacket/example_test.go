package memorypacket_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// A planner is told as many facts as there are tokens for.
func Example() {
	dir, err := os.MkdirTemp("", "memorypacket")
	must(err)
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	must(err)
	defer root.Close()
	store := memorypacket.NewPackets(root)
	now := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	all := memorypacket.NewMemoryPacket()
	all.Meta.GeneratedAt = timefmt.DateTimeOf(now)
	all.Meta.Scope = memorypacket.MemoryPacketMetaScope{UserID: "ada", AgentID: "scanner", SessionID: "monday", RunID: "1"}
	all.Meta.Purpose = memorypacket.MemoryPacketMetaPurposePlanner
	all.Meta.Budget = memorypacket.MemoryPacketMetaBudget{MaxTokens: 900, PerSection: memorypacket.MemoryPacketMetaBudgetPerSection{Facts: 300}}
	all.BudgetReport.MaxTokens = all.Meta.Budget.MaxTokens
	for i := range 9 {
		text, err := jsonvalue.FromString(strings.Repeat("The handler checks the password first. ", 5))
		must(err)
		all.LongTerm.Facts = append(all.LongTerm.Facts, memorypacket.MemoryPacketLongTermFactsItem{
			FactID: fmt.Sprintf("fact-%d", i), FactKey: fmt.Sprintf("handler.%d", i), Value: text,
			Status: memorypacket.MemoryPacketLongTermFactsItemStatusActive, Sources: []string{"scan"},
		})
	}
	packet, _, err := all.Compose(memorypacket.MemoryPacketMetaPurposePlanner, now, nil) // nil estimates tokens
	must(err)
	must(store.Put(context.Background(), packet))

	packet, err = store.Load(memorypacket.PacketsKey{SessionID: "monday", RunID: "1", Purpose: memorypacket.MemoryPacketMetaPurposePlanner})
	must(err)
	fmt.Printf("%d of %d facts\n", len(packet.LongTerm.Facts), len(all.LongTerm.Facts))
	fmt.Println("within the budget:", packet.BudgetReport.UsedTokensEst <= packet.BudgetReport.MaxTokens)
	fmt.Println("why:", packet.BudgetReport.Omissions[0].Reason)
	// Output:
	// 3 of 9 facts
	// within the budget: true
	// why: over budget: section facts has 300 tokens
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
