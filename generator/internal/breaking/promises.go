package breaking

import (
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// promises reports what sections promised and no longer keep.
func promises(old, new *Version) diag.Diagnostics {
	var ds diag.Diagnostics
	for _, had := range old.Promises {
		now := find(new.Promises, had)
		code, message := broken(had, now)
		if message == "" {
			continue
		}
		pos := new.position("")
		if now == nil && had.Kind == section.StatePromise { // the state may be there
			now = find(new.Promises, section.Promise{Kind: had.Kind, Key: had.Key})
		}
		if now != nil {
			pos = now.Pos
		}
		ds.Add(diag.New(code, pos, "%s", message).WithRelated(old.labelled(had.Pos), "it was here before"))
	}
	for _, now := range new.Promises {
		switch had := find(old.Promises, now); {
		case now.Kind == section.BoundPromise && had == nil:
			ds.Addf(diag.LimitLowered, now.Pos, "the limit %s of %s is new", now.Key, now.Bound)
		case now.Kind == section.CheckPromise && !owed(old.Promises, now):
			d := diag.New(diag.DocumentsRefused, now.Pos, "the check %s is new", now.Key)
			if had != nil {
				d = diag.New(diag.DocumentsRefused, now.Pos, "the check %s is another", now.Key).WithRelated(old.labelled(had.Pos), "it was here before")
			}
			ds.Add(d)
		}
	}
	return ds
}

// owed reports whether documents had to keep a check already, under whatever name.
func owed(list []section.Promise, now section.Promise) bool {
	return slices.ContainsFunc(list, func(p section.Promise) bool { return p.Kind == now.Kind && p.Text == now.Text })
}

func find(list []section.Promise, like section.Promise) *section.Promise {
	i := slices.IndexFunc(list, func(p section.Promise) bool {
		return p.Kind == like.Kind && p.Key == like.Key && (p.Kind != section.StatePromise || like.Text == "" || p.Text == like.Text)
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}

// broken says how a promise is broken, "" where it is kept. now is nil where
// nobody makes it any more.
func broken(had section.Promise, now *section.Promise) (diag.Code, string) {
	switch had.Kind {
	case section.BoundPromise:
		if now != nil && !admits(had, *now) {
			return diag.LimitLowered, fmt.Sprintf("the limit %s is %s now; it was %s", had.Key, now.Bound, had.Bound)
		}
	case section.PathPromise:
		switch {
		case now == nil:
			return diag.PathChanged, fmt.Sprintf("the path %s is gone; it was %s", had.Key, had.Text)
		case now.Text != had.Text:
			return diag.PathChanged, fmt.Sprintf("the path %s is %s now; it was %s", had.Key, now.Text, had.Text)
		}
	case section.StatePromise:
		if now == nil {
			return diag.StateUnreachable, fmt.Sprintf("%s may no longer be followed by %s", had.Key, had.Text)
		}
	case section.RunsPromise:
		if now == nil {
			return diag.RunsDiverge, fmt.Sprintf("the operation %s is gone", had.Key)
		}
		return diag.RunsDiverge, diverges(had, *now)
	}
	return "", ""
}

// admits reports whether a limit admits all that it admitted before.
func admits(had, now section.Promise) bool {
	before, after := analysis.Rational(had.Bound), analysis.Rational(now.Bound)
	if before == nil || after == nil {
		return had.Bound == now.Bound
	}
	if had.Lower {
		return after.Cmp(before) <= 0
	}
	return after.Cmp(before) >= 0
}

// diverges says at which step a plan no longer begins with another, "" where it
// does.
func diverges(had, now section.Promise) string {
	for i, step := range had.Plan {
		switch {
		case i == len(now.Plan):
			return fmt.Sprintf("the step %s of %s is gone: a run that has done it cannot go on", step, had.Key)
		case now.Plan[i] != step:
			return fmt.Sprintf("step %d of %s is %s now; it was %s", i+1, had.Key, now.Plan[i], step)
		}
	}
	return ""
}
