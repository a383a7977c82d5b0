package rounds

import (
	"slices"
	"strings"
	"time"

	"example.com/agentmemory/gen/socialrl"
	"github.com/bindery-go/bindery/runtime/optional"
)

// Kept is an adaptation that was not applied.
type Kept struct {
	Index  int // in the round's list
	Reason string
}

// withoutZone is the form of the times in these files.
const withoutZone = "2006-01-02T15:04:05"

// adapt changes a policy state as adaptations say, in their order.
func adapt(state *socialrl.PolicyState, list []socialrl.PolicyAdaptation, intensity func(socialrl.PolicyAdaptation, float64) float64, now time.Time) (kept []Kept) {
	at := now.UTC().Format(withoutZone)
	for i, a := range list {
		role, _, _ := strings.Cut(a.GetAgentID(), "+") // an agent is Role+Name
		cue := a.GetCue()
		value, given := a.Extra["intensity"].Float64()
		var reason string
		switch {
		case a.AdaptationType == nil && !a.Extra["deltas"].IsZero():
			reason = "it has the deltas of a role and no type: which cue they change is not said"
		case a.AdaptationType == nil:
			reason = "it has no type"
		case role == "":
			reason = "it names no agent"
		case cue == "":
			reason = "it names no cue"
		case *a.AdaptationType == socialrl.PolicyAdaptationAdaptationTypeAdjustIntensity && !given && intensity == nil:
			reason = "it names no intensity"
		}
		if reason != "" {
			kept = append(kept, Kept{i, reason})
			continue
		}

		p := policy(state, role)
		c := p.CueStates[cue]
		c.CueID = &cue
		c.LastTriggered = optional.Of(at)
		switch *a.AdaptationType {
		case socialrl.PolicyAdaptationAdaptationTypeActivateCue:
			c.Active = new(true)
			if !slices.Contains(p.CuesActive, cue) {
				p.CuesActive = append(p.CuesActive, cue)
			}
		case socialrl.PolicyAdaptationAdaptationTypeDeactivateCue:
			c.Active = new(false)
			p.CuesActive = slices.DeleteFunc(p.CuesActive, func(other string) bool { return other == cue })
		case socialrl.PolicyAdaptationAdaptationTypeAdjustIntensity:
			if !given {
				value = intensity(a, c.GetIntensity())
			}
			c.Intensity = &value
		}
		if p.CueStates == nil {
			p.CueStates = make(map[string]socialrl.CueState)
		}
		p.CueStates[cue] = c
		if a.FeedbackTrigger.IsValue() {
			p.FeedbackSnapshot = a.FeedbackTrigger
		}
		state.Timestamp = &at
	}
	return kept
}

// policy gives the policy of a role, a new one where there is none.
func policy(state *socialrl.PolicyState, role string) *socialrl.Policy {
	at := slices.IndexFunc(state.Policies, func(p socialrl.Policy) bool { return p.Role == role })
	if at < 0 {
		at = len(state.Policies)
		state.Policies = append(state.Policies, socialrl.Policy{Role: role})
	}
	return &state.Policies[at]
}
