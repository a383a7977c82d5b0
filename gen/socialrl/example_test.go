package socialrl_test

import (
	"context"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"

	"github.com/bindery-go/bindery/gen/socialrl"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/storage"
)

// A round asks for a cue, and the PRAR policy of the role takes it up.
func Example() {
	dir, err := os.MkdirTemp("", "socialrl")
	must(err)
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	must(err)
	defer root.Close()
	ctx, rounds, policies := context.Background(), socialrl.NewRounds(root), socialrl.NewPolicies(root)
	round := socialrl.NewRoundResult()
	round.RoundNumber = 1
	round.Synthesis = "Alice spoke, and nobody answered."
	round.Feedback["Worker+Alice"] = socialrl.FeedbackVector{Engagement: 0.3}
	round.PolicyAdaptations = []socialrl.PolicyAdaptation{{
		Role: new("Worker"), AdaptationType: new(socialrl.PolicyAdaptationAdaptationTypeActivateCue), Cue: optional.Of("listen"),
	}}
	must(rounds.Create(ctx, round))
	must(policies.Create(ctx, &socialrl.PolicyState{Policies: []socialrl.Policy{{Role: "Worker"}}}))

	// Rounds say what is to change, and the policy state what is in force.
	round, err = rounds.Load(1)
	must(err)
	must(policies.Update(ctx, func(state *socialrl.PolicyState) error {
		for _, a := range round.PolicyAdaptations {
			i := slices.IndexFunc(state.Policies, func(p socialrl.Policy) bool { return p.Role == a.GetRole() })
			if i < 0 {
				return fmt.Errorf("no policy of %q", a.GetRole())
			}
			state.Policies[i].CuesActive = append(state.Policies[i].CuesActive, a.GetCue())
		}
		return nil
	}))
	state, err := policies.Load()
	must(err)
	fmt.Println(state.Policies[0].Role, "follows", state.Policies[0].CuesActive)
	// Output: Worker follows [listen]
}

// Keys come in the order of their paths; this is that of their numbers.
func ExampleRounds_Keys() {
	dir, err := os.MkdirTemp("", "socialrl")
	must(err)
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	must(err)
	defer root.Close()
	rounds := socialrl.NewRounds(root)
	for i := range int64(11) {
		round := socialrl.NewRoundResult()
		round.RoundNumber = i
		must(rounds.Create(context.Background(), round))
	}
	fmt.Println(slices.Sorted(maps.Keys(maps.Collect(rounds.Keys()))))
	// Output: [0 1 2 3 4 5 6 7 8 9 10]
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
