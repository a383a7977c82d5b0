package rounds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/agentmemory/gen/socialrl"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/store"
	"github.com/bindery-go/bindery/runtime/validate"
)

const (
	roundFile  = "round2_social_rl.json"
	policyFile = "prar_policy_state.json"
)

// open opens a run with the files of testdata, each changed by replacing texts.
func open(t *testing.T, replace ...string) *Run {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{roundFile, policyFile} {
		text := strings.NewReplacer(replace...).Replace(content(t, filepath.Join("testdata", name)))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	dirs.Store(r, dir)
	r.Now = func() time.Time { return time.Date(2026, 2, 9, 10, 0, 0, 0, time.UTC) }
	return r
}

// dirs are the directories of the open runs.
var dirs sync.Map

func dirOf(t *testing.T, r *Run) string {
	t.Helper()
	dir, _ := dirs.Load(r)
	return dir.(string)
}

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func sameJSON(t *testing.T, got, want string) {
	t.Helper()
	a, err := jsonvalue.Parse([]byte(got))
	if err != nil {
		t.Fatal(err)
	}
	b, err := jsonvalue.Parse([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	if !a.Equal(b) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestApply(t *testing.T) {
	r := open(t)
	r.Intensity = func(a socialrl.PolicyAdaptation, cue string, current float64) float64 {
		if a.Deltas == nil {
			if cue != "doubt" || current != 0 && current != 0.5 {
				t.Errorf("asked for %s, now %v", cue, current)
			}
			return 0.5
		}
		return max(0, current+a.Deltas["engagement_delta"]/4)
	}
	kept, err := r.Apply(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []Kept{
		{6, "it names no agent"}, {7, "that of Worker names no cue"}, {8, "the deltas of Manager: its policy has no cues to adjust"},
		{9, "that of Worker has neither a type nor deltas"},
	}
	if !slices.Equal(kept, want) {
		t.Errorf("kept %v, want %v", kept, want)
	}
	if _, err := r.Apply(t.Context(), 2); !errors.Is(err, ErrApplied) {
		t.Error(err)
	}
	sameJSON(t, content(t, filepath.Join(dirOf(t, r), policyFile)), content(t, "testdata/adapted.json"))
	if got := content(t, filepath.Join(dirOf(t, r), roundFile)); got != content(t, "testdata/"+roundFile) {
		t.Error("the round has changed")
	}
}

func TestIntensityIsTheCallersToSay(t *testing.T) {
	r := open(t)
	kept, err := r.Apply(t.Context(), 2)
	if err != nil || !slices.Contains(kept, Kept{4, "that of Analyst does not say the intensity of doubt"}) ||
		!slices.Contains(kept, Kept{5, "that of Worker does not say the intensity of connect_to_labor, emphasize_non_domination, reflect_on_alienation"}) {
		t.Error(kept, err)
	}
	r = open(t)
	before := content(t, filepath.Join(dirOf(t, r), policyFile))
	r.Intensity = func(socialrl.PolicyAdaptation, string, float64) float64 { return 1.5 }
	var invalid *validate.Error
	if _, err := r.Apply(t.Context(), 2); !errors.As(err, &invalid) || content(t, filepath.Join(dirOf(t, r), policyFile)) != before {
		t.Error("an intensity of 1.5 was saved: ", err)
	}
}

func TestRoundsAreSavedAsTheyWere(t *testing.T) {
	r := open(t)
	x, err := r.Rounds.Load(2)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Rounds.Put(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	sameJSON(t, content(t, filepath.Join(dirOf(t, r), roundFile)), content(t, "testdata/"+roundFile))
	x.RoundNumber = 3
	x.Feedback["Worker+Alice"] = socialrl.FeedbackVector{Engagement: 2}
	if err := r.Rounds.Put(t.Context(), x); err == nil {
		t.Error("an engagement of 2 was saved")
	}
	if _, err := r.Rounds.Load(3); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestVersions(t *testing.T) {
	for version, good := range map[string]bool{
		`"social_rl_version": "0.2.0"`: true, `"social_rl_version": "0.2.17"`: true, `"other": 0`: true,
		`"social_rl_version": "0.3.0"`: false, `"social_rl_version": "1.0.0"`: false, `"social_rl_version": "0.2"`: false,
		`"social_rl_version": "0.2."`: false, `"social_rl_version": "0.2.0-beta"`: false, `"social_rl_version": "0.20.0"`: false, `"social_rl_version": ""`: false,
	} {
		r := open(t, `"social_rl_version": "0.2.0"`, version)
		_, roundErr := r.Rounds.Load(2)
		_, policyErr := r.Policies.Load()
		for _, err := range []error{roundErr, policyErr} {
			if (err == nil) != good || err != nil && !errors.As(err, new(*validate.Error)) {
				t.Errorf("%s: %v", version, err)
			}
		}
	}
	r := open(t, `"meta"`, `"no_meta"`)
	if _, err := r.Rounds.Load(2); err != nil {
		t.Error(err)
	}
}

// TestAWrongRoundIsRefused wants every violation of the file, with its place,
// and the policies untouched.
func TestAWrongRoundIsRefused(t *testing.T) {
	r := open(t,
		`"framework_option": "A", "social`, `"framework_option": "F", "social`,
		`"turn_number": 1, `, ``,
		`"role": "assistant"`, `"role": "oracle"`,
		`"engagement": 0.3, "theo`, `"engagement": 1.3, "theo`,
		`"deactivate_cue"`, `"forget_cue"`,
		`"duration_seconds": 45.2`, `"duration_seconds": "long"`)
	_, err := r.Apply(t.Context(), 2)
	var invalid *validate.Error
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var got []string
	for _, v := range invalid.Violations {
		got = append(got, fmt.Sprintf("%d %s %s", v.Line, v.InstanceLocation, v.Keyword))
	}
	want := []string{
		"2 /meta/framework_option enum",
		"6 /messages/0 required",
		"6 /messages/0/role enum",
		"8 /feedback/Worker+Alice/engagement maximum",
		"11 /policy_adaptations/1/adaptation_type enum",
		"22 /duration_seconds type",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	sameJSON(t, content(t, filepath.Join(dirOf(t, r), policyFile)), content(t, "testdata/"+policyFile))
}

func TestWrongFiles(t *testing.T) {
	r := open(t, `"round_number": 2,
  "round_config"`, `"round_number": 5,
  "round_config"`)
	if _, err := r.Rounds.Load(2); !errors.As(err, new(*store.IdentityError)) {
		t.Error(err)
	}
	for _, number := range []int64{-1, 7} {
		if _, err := r.Rounds.Load(number); err == nil {
			t.Errorf("there is a round %d", number)
		}
	}
	for _, text := range []string{"", "[]", "{", "null", "{}"} {
		if err := os.WriteFile(filepath.Join(dirOf(t, r), policyFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Policies.Load(); err == nil {
			t.Errorf("%q is a policy state", text)
		}
	}
}

// TestSavedPolicies reads the policies of a run of others.
func TestSavedPolicies(t *testing.T) {
	r := open(t)
	for text, good := range map[string]bool{
		`{"Worker": {"name": "w", "cues": [{"mode": "reflect", "text": "Why?", "intensity": 0.5, "grounding": ""}], "thresholds": {"engagement": 0.3}}}`: true,
		`{"Worker": {"name": "w", "cues": [{"mode": "reflect", "text": "Why?", "intensity": 5}]}}`:                                                       false,
		`{"framework_option": "A", "policies": []}`: false,
	} {
		if err := os.WriteFile(filepath.Join(dirOf(t, r), "policy_state.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := r.Saved.Load()
		if (err == nil) != good || good && (*x)["Worker"].Thresholds["engagement"] != 0.3 {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestNoAdaptationIsLost applies rounds at once, each with a cue of its own.
func TestNoAdaptationIsLost(t *testing.T) {
	r := open(t)
	const n = 20
	for i := range n {
		x := socialrl.NewRoundResult()
		x.RoundNumber = int64(10 + i)
		x.PolicyAdaptations = append(x.PolicyAdaptations, socialrl.PolicyAdaptation{
			AgentID: new("Worker+Alice"), AdaptationType: new(socialrl.PolicyAdaptationAdaptationTypeActivateCue),
		})
		*x.PolicyAdaptations[0].Cue.Ptr() = fmt.Sprint("cue ", i)
		if err := r.Rounds.Put(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if _, err := r.Apply(t.Context(), int64(10+i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	state, err := r.Policies.Load()
	if err != nil || len(state.Policies[0].CuesActive) != n+2 {
		t.Error(state, err)
	}
}
