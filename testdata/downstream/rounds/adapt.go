package rounds

import (
	"cmp"
	"fmt"
	"maps"
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

// Intensity gives the new intensity of a cue, 0 to 1, for an adaptation that does
// not say it: one that says to adjust a cue and not to what, or one with the deltas
// of a role, which is asked for each of the role's cues.
type Intensity func(a socialrl.PolicyAdaptation, cue string, current float64) float64

// adapt changes a policy state as adaptations say, in their order.
func adapt(state *socialrl.PolicyState, list []socialrl.PolicyAdaptation, intensity Intensity, now time.Time) (kept []Kept) {
	at := now.UTC().Format(withoutZone)
	for i, a := range list {
		if reason := apply(state, a, intensity, at); reason != "" {
			kept = append(kept, Kept{i, reason})
			continue
		}
		state.Timestamp = &at
	}
	return kept
}

// apply applies an adaptation, or says why not and changes nothing.
func apply(state *socialrl.PolicyState, a socialrl.PolicyAdaptation, intensity Intensity, at string) (reason string) {
	agent, _, _ := strings.Cut(a.GetAgentID(), "+") // an agent is Role+Name
	role := cmp.Or(a.GetRole(), agent)
	index := slices.IndexFunc(state.Policies, func(p socialrl.Policy) bool { return p.Role == role })
	adjusts := a.GetAdaptationType() == socialrl.PolicyAdaptationAdaptationTypeAdjustIntensity
	value, given := a.Extra["intensity"].Float64()
	cues := []string{a.GetCue()}
	switch {
	case role == "":
		return "it names no agent"
	case a.AdaptationType == nil && a.Deltas == nil:
		return fmt.Sprintf("that of %s has neither a type nor deltas", role)
	case a.AdaptationType != nil && cues[0] == "":
		return fmt.Sprintf("that of %s names no cue", role)
	case a.AdaptationType == nil && (index < 0 || len(state.Policies[index].CueStates) == 0):
		return fmt.Sprintf("the deltas of %s: its policy has no cues to adjust", role)
	case a.AdaptationType == nil:
		adjusts, given = true, false
		cues = slices.Sorted(maps.Keys(state.Policies[index].CueStates))
	}
	if adjusts && !given && intensity == nil {
		return fmt.Sprintf("that of %s does not say the intensity of %s", role, strings.Join(cues, ", "))
	}
	if index < 0 {
		index = len(state.Policies)
		state.Policies = append(state.Policies, socialrl.Policy{Role: role})
	}
	p := &state.Policies[index]
	if p.CueStates == nil {
		p.CueStates = make(map[string]socialrl.CueState)
	}
	for _, cue := range cues {
		c := p.CueStates[cue]
		c.CueID, c.LastTriggered = &cue, optional.Of(at)
		switch {
		case adjusts && !given:
			c.Intensity = new(intensity(a, cue, c.GetIntensity()))
		case adjusts:
			c.Intensity = &value
		default:
			c.Active = new(*a.AdaptationType == socialrl.PolicyAdaptationAdaptationTypeActivateCue)
			p.CuesActive = slices.DeleteFunc(p.CuesActive, func(other string) bool { return other == cue })
			if *c.Active {
				p.CuesActive = append(p.CuesActive, cue)
			}
		}
		p.CueStates[cue] = c
	}
	if a.FeedbackTrigger.IsValue() {
		p.FeedbackSnapshot = a.FeedbackTrigger
	}
	return ""
}
