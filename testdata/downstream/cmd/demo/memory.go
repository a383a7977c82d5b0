package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"example.com/agentmemory/gen/memorypacket"
	"example.com/agentmemory/gen/reflection"
	"example.com/agentmemory/gen/socialrl"
	"example.com/agentmemory/packets"
	"example.com/agentmemory/reflexion"
	"example.com/agentmemory/rounds"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// learning are models that pass at the sixth attempt.
type learning struct{}

func (learning) Act(context.Context, reflexion.Turn) (reflection.ActorOutput, error) {
	return reflection.ActorOutput{Actions: []reflection.ActorOutputActionsItem{}, Rationale: "as reflected"}, nil
}

func (learning) Evaluate(_ context.Context, turn reflexion.Turn, _ reflection.ActorOutput) (reflection.EvaluatorOutput, error) {
	return reflection.EvaluatorOutput{
		Passed: turn.Iteration == 5, VerificationType: reflection.EvaluatorOutputVerificationTypeUnitTests, RewardSignal: new(float64(turn.Iteration) / 5),
	}, nil
}

func (learning) Reflect(_ context.Context, turn reflexion.Turn, _ reflection.ActorOutput, _ reflection.EvaluatorOutput) (reflection.SelfReflection, error) {
	return reflection.SelfReflection{ReflectionText: fmt.Sprintf("What attempt %d taught me", turn.Iteration), Confidence: new(0.8)}, nil
}

// showReflexion runs a loop with a window of three reflections.
func showReflexion(ctx context.Context, dir string, out io.Writer) error {
	runs, err := filestore.Open(filepath.Join(dir, ".aiwg/runs"))
	if err != nil {
		return err
	}
	defer runs.Close()
	loop, err := reflexion.Open(dir, runs, reflexion.Config{LoopID: fmt.Sprintf("ralph-demo-%d", time.Now().UnixNano()), MaxIterations: 20})
	if err != nil {
		return err
	}
	defer loop.Close()
	passed, err := loop.Run(ctx, learning{})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "passed: %v, after %d attempts; in context:\n", passed, loop.Memory.Len())
	for _, x := range loop.Memory.InContext() {
		fmt.Fprintf(out, "  %s\n", x.SelfReflection.ReflectionText)
	}
	return nil
}

// showPacket fits more facts than there is room for into a packet.
func showPacket(ctx context.Context, dir string, out io.Writer) error {
	s, err := packets.Open(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	now := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	x := memorypacket.NewMemoryPacket()
	x.Meta.GeneratedAt = timefmt.DateTimeOf(now)
	x.Meta.Scope = memorypacket.MetaScope{UserID: "user", AgentID: "demo", SessionID: "demo", RunID: "1"}
	x.Meta.Purpose = memorypacket.MetaPurposePlanner
	x.Meta.Budget = memorypacket.MetaBudget{MaxTokens: 900, PerSection: memorypacket.MetaBudgetPerSection{WorkingState: 100, Facts: 300, ShortTermSummary: 100}}
	x.BudgetReport.MaxTokens = x.Meta.Budget.MaxTokens
	x.ShortTerm.WorkingState.Goal = new("Find the risks of the login")
	x.ShortTerm.RollingSummary = "The user asked for the risks of the login."
	for i := range 5 {
		value, err := jsonvalue.FromString(fmt.Sprintf("Handler %d checks the password before it checks whether the account is locked.", i))
		if err != nil {
			return err
		}
		x.LongTerm.Facts = append(x.LongTerm.Facts, memorypacket.Fact{
			FactID: fmt.Sprintf("fact-%d", i), FactKey: fmt.Sprintf("handler.%d", i), Value: value,
			Status: memorypacket.FactStatusActive, Sources: []string{"scan"}, Notes: new("Seen in the scan of Monday, not yet confirmed by a test."),
		})
	}
	p, _, err := s.Make(ctx, x, memorypacket.MetaPurposePlanner, now)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d of %d facts, within %d tokens: %v\n", len(p.LongTerm.Facts), len(x.LongTerm.Facts), p.BudgetReport.MaxTokens, p.BudgetReport.UsedTokensEst <= p.BudgetReport.MaxTokens)
	return nil
}

// showRounds applies what a round adapts.
func showRounds(ctx context.Context, dir string, out io.Writer) error {
	r, err := rounds.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := r.Policies.Put(ctx, socialrl.NewPolicyState()); err != nil {
		return err
	}
	round := socialrl.NewRoundResult()
	round.RoundNumber = 1
	round.Synthesis = "They talked."
	round.PolicyAdaptations = []socialrl.PolicyAdaptation{
		{AgentID: new("Worker+Alice"), AdaptationType: new(socialrl.PolicyAdaptationAdaptationTypeActivateCue), Cue: optional.Of("listen")},
		{Reason: new("engagement is low")},
	}
	if err := r.Rounds.Put(ctx, round); err != nil {
		return err
	}
	kept, err := r.Apply(ctx, 1)
	if err != nil {
		return err
	}
	state, err := r.Policies.Load()
	if err != nil {
		return err
	}
	for _, p := range state.Policies {
		fmt.Fprintf(out, "%s now follows %v\n", p.Role, p.CuesActive)
	}
	for _, k := range kept {
		fmt.Fprintf(out, "adaptation %d was not applied: %s\n", k.Index, k.Reason)
	}
	return nil
}
