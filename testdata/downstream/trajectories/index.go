package trajectories

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"example.com/agentmemory/gen/trajectory"
	"example.com/agentmemory/gen/trajectoryindex"
	"github.com/bindery-go/bindery/runtime/storage"
)

var (
	allFiles   = storage.MustGlob(".aiwg/rlm/trajectories/*/trajectory.json")
	allFolders = storage.MustGlob(".aiwg/rlm/trajectories/*/")
)

// Index gives the index as its file has it. What is in it can be found in the
// trajectories too, so one that is missing or damaged is made anew from them.
func (s *Store) Index() (*trajectoryindex.Index, error) {
	path, err := trajectory.TrajectoryIndexFile()
	if err != nil {
		return nil, err
	}
	text, err := s.root.ReadFile(path)
	if err == nil {
		if index, err := trajectoryindex.ParseIndex(text); err == nil {
			return index, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	index := trajectoryindex.NewIndex()
	for path, err := range s.root.Glob(allFiles) {
		if err != nil {
			return nil, err
		}
		id, err := trajectory.ParseTrajectoryFile(path.String())
		if err != nil {
			continue // not a trajectory's place
		}
		if x, err := s.Trajectory(id); err == nil && x.Outcome != nil {
			enter(index, x, path)
		}
	}
	return index, nil
}

// enter puts an ended trajectory into the index, or in the place of its entry.
func enter(index *trajectoryindex.Index, x *trajectory.Trajectory, path storage.Path) {
	m := x.GetMetadata()
	entry := trajectoryindex.Entry{
		TrajectoryID: x.TrajectoryID, TaskID: x.TaskContext.TaskID, TaskType: x.TaskContext.TaskType,
		Status: x.Outcome.Status, CompletionReason: x.Outcome.CompletionReason,
		TotalIterations: int64(len(x.Iterations)), Path: path.String(),
	}
	if m != nil {
		entry.StartedAt, entry.CompletedAt = m.StartedAt, m.CompletedAt
		entry.TotalTokens, entry.TotalCostUSD = m.TotalTokens, m.TotalCostUSD
	}
	at, found := find(index, x.TrajectoryID)
	if !found {
		index.Trajectories = slices.Insert(index.Trajectories, at, entry)
	}
	index.Trajectories[at] = entry
}

func find(index *trajectoryindex.Index, id string) (at int, found bool) {
	return slices.BinarySearchFunc(index.Trajectories, id, func(e trajectoryindex.Entry, id string) int {
		return strings.Compare(e.TrajectoryID, id)
	})
}

// updateIndex changes the index under the caller's lock.
func (s *Store) updateIndex(change func(index *trajectoryindex.Index)) error {
	index, err := s.Index()
	if err != nil {
		return err
	}
	change(index)
	if err := index.Validate(); err != nil {
		return err
	}
	text, err := index.MarshalJSON()
	if err != nil {
		return err
	}
	path, err := trajectory.TrajectoryIndexFile()
	if err != nil {
		return err
	}
	return s.root.WriteFile(path, text)
}

// Sweep removes the trajectories that are older than the schema keeps them, by
// when they were completed, else started, else by the file's own time. It gives
// the IDs of those removed. One that cannot be removed is an error, after all
// the others.
func (s *Store) Sweep(ctx context.Context) (removed []string, err error) {
	if s.Limits.TrajectoryRetentionDays < 0 {
		return nil, nil
	}
	err = s.locked(ctx, func() error {
		oldest := s.Now().AddDate(0, 0, -int(s.Limits.TrajectoryRetentionDays))
		var errs []error
		for folder, err := range s.root.Glob(allFolders) {
			if err != nil {
				errs = append(errs, err)
				continue
			}
			id, err := trajectory.ParseTrajectoryFile(folder.String() + "trajectory.json")
			if err != nil {
				continue // not a trajectory's folder
			}
			if when, err := s.date(id); err != nil || !when.Before(oldest) {
				continue // what has no date stays
			}
			if err := s.remove(id, folder); err != nil {
				errs = append(errs, err)
				continue
			}
			removed = append(removed, id)
		}
		if len(removed) > 0 {
			errs = append(errs, s.updateIndex(func(index *trajectoryindex.Index) {
				index.Trajectories = slices.DeleteFunc(index.Trajectories, func(e trajectoryindex.Entry) bool {
					return slices.Contains(removed, e.TrajectoryID)
				})
			}))
		}
		return errors.Join(errs...)
	})
	return removed, err
}

func (s *Store) date(id string) (time.Time, error) {
	if x, err := s.Trajectory(id); err == nil {
		m := x.GetMetadata()
		for _, at := range []time.Time{m.GetCompletedAt().Time(), m.GetStartedAt().Time()} {
			if !at.IsZero() {
				return at, nil
			}
		}
	}
	path, err := trajectory.TrajectoryFile(id)
	if err != nil {
		return time.Time{}, err
	}
	f, err := s.root.Open(path)
	if err != nil {
		return time.Time{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// remove removes what the schema has in the folder, the trajectory last: until
// then it is there as a whole.
func (s *Store) remove(id string, folder storage.Path) error {
	reportFile, err := trajectory.TrajectoryReportFile(id)
	if err != nil {
		return err
	}
	file, err := trajectory.TrajectoryFile(id)
	if err != nil {
		return err
	}
	for _, path := range []storage.Path{reportFile, file, folder} {
		if err := s.root.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
