// Package rounds keeps the files of a Social RL run: the result of each round,
// and the PRAR policy state that the rounds adapt.
package rounds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"example.com/agentmemory/gen/socialrl"
	"example.com/agentmemory/internal/dirlock"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Run is the directory of one run. It is safe for concurrent use, also by
// several processes.
type Run struct {
	// Intensity gives the new intensity of a cue, 0 to 1, for an adaptation that
	// says to adjust it and not to what; nil leaves it.
	Intensity func(a socialrl.PolicyAdaptation, current float64) float64
	Now       func() time.Time // time.Now unless set before the first use

	dir  string
	root *storage.Root
}

var (
	// ErrNotFound is wrapped where a file of the run does not exist.
	ErrNotFound = errors.New("rounds: not found")
	// ErrMisplaced is wrapped where a file holds another round than its name says.
	ErrMisplaced = errors.New("rounds: the file holds another round")
)

// VersionError refuses a file of a version that this program does not know.
type VersionError struct {
	Path    storage.Path
	Version string
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("rounds: %s has the version %q, and not 0.2.x", e.Path, e.Version)
}

// Open opens a run in a directory that exists.
func Open(dir string) (*Run, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Run{Now: time.Now, dir: dir, root: root}, nil
}

// Close lets go of the directory.
func (r *Run) Close() error { return r.root.Close() }

// Round loads a round. The error of a wrong one is a *validate.Error that holds
// every violation with its line, or a *VersionError, or wraps ErrMisplaced.
func (r *Run) Round(number int64) (*socialrl.RoundResult, error) {
	path, err := socialrl.RoundFile(number)
	if err != nil {
		return nil, err
	}
	text, err := r.read(path)
	if err != nil {
		return nil, err
	}
	x, err := socialrl.ParseRoundResult(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if m := x.Meta; m != nil && !known(m.SocialRlVersion) {
		return nil, &VersionError{path, *m.SocialRlVersion}
	}
	if x.RoundNumber != number {
		return nil, fmt.Errorf("%w: %s is round %d", ErrMisplaced, path, x.RoundNumber)
	}
	return x, nil
}

// SaveRound saves a round under its number.
func (r *Run) SaveRound(x *socialrl.RoundResult) error {
	if err := x.Validate(); err != nil {
		return err
	}
	text, err := x.MarshalJSON()
	if err != nil {
		return err
	}
	path, err := socialrl.RoundFile(x.RoundNumber)
	if err != nil {
		return err
	}
	return r.root.WriteFile(path, text)
}

// Policies loads the policy state. Its errors are those of Round.
func (r *Run) Policies() (*socialrl.PolicyState, error) {
	path, err := socialrl.PolicyStateFile()
	if err != nil {
		return nil, err
	}
	text, err := r.read(path)
	if err != nil {
		return nil, err
	}
	x, err := socialrl.ParsePolicyState(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !known(x.SocialRlVersion) {
		return nil, &VersionError{path, *x.SocialRlVersion}
	}
	return x, nil
}

// SavePolicies saves the policy state.
func (r *Run) SavePolicies(x *socialrl.PolicyState) error {
	if err := x.Validate(); err != nil {
		return err
	}
	text, err := x.MarshalJSON()
	if err != nil {
		return err
	}
	path, err := socialrl.PolicyStateFile()
	if err != nil {
		return err
	}
	return r.root.WriteFile(path, text)
}

// Apply applies the adaptations of a round to the policy state and saves it. It
// gives the adaptations that were not applied, which stay in the round. Where
// the round or the outcome is wrong nothing is saved.
func (r *Run) Apply(ctx context.Context, number int64) ([]Kept, error) {
	unlock, err := dirlock.Lock(ctx, r.dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	round, err := r.Round(number)
	if err != nil {
		return nil, err
	}
	state, err := r.Policies()
	if err != nil {
		return nil, err
	}
	kept := adapt(state, round.PolicyAdaptations, r.Intensity, r.Now())
	return kept, r.SavePolicies(state)
}

func (r *Run) read(path storage.Path) ([]byte, error) {
	text, err := r.root.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, path)
	}
	return text, err
}

// known accepts 0.2.x, and files from before there were versions.
func known(version *string) bool {
	if version == nil {
		return true
	}
	patch, ok := strings.CutPrefix(*version, "0.2.")
	return ok && patch != "" && strings.Trim(patch, "0123456789") == ""
}
