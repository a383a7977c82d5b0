package trajectories

import (
	"context"

	"example.com/agentmemory/gen/trajectoryindex"
)

// Index gives the index of the trajectories that have ended, see
// [trajectory.Trajectories].
func (s *Store) Index(ctx context.Context) (*trajectoryindex.Index, error) {
	text, err := s.Trajectories.Index(ctx)
	if err != nil {
		return nil, err
	}
	return trajectoryindex.ParseIndex(text)
}

// Sweep removes the trajectories that are older than the schema keeps them, and
// gives their IDs.
func (s *Store) Sweep(ctx context.Context) (removed []string, err error) {
	return s.Expire(ctx, s.Now())
}
