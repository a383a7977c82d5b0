package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// promises reports what sections promised and no longer keep.
func promises(old, new *Version) diag.Diagnostics {
	var ds diag.Diagnostics
	for _, had := range old.Promises {
		now := find(new.Promises, had)
		code, message := broken(new, had, now)
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
		ds.Add(helped(diag.New(code, pos, "%s", message).WithRelated(old.labelled(had.Pos), "it was here before"), had))
	}
	for _, now := range new.Promises {
		had := find(old.Promises, now)
		if code, message := demanded(old, now, had); message != "" {
			d := helped(diag.New(code, now.Pos, "%s", message), now)
			if had != nil {
				d = d.WithRelated(old.labelled(had.Pos), "it was here before")
			}
			ds.Add(d)
		}
	}
	ds.Add(sights(old, new)...)
	return ds
}

// helped gives a diagnostic the help of its promise, if that has one of its own.
func helped(d diag.Diagnostic, p section.Promise) diag.Diagnostic {
	if p.Help == "" {
		return d
	}
	return d.WithHelp("%s", p.Help)
}

// demanded says what a promise demands that nobody demanded before, "" for nothing. had is
// nil where it is new.
func demanded(old *Version, now section.Promise, had *section.Promise) (diag.Code, string) {
	switch now.Kind {
	case section.BoundPromise:
		if had == nil && old.has(now.Within) {
			return diag.LimitLowered, fmt.Sprintf("the limit %s of %s is new", now.Key, amount(now))
		}
	case section.MeasurePromise:
		switch {
		case now.Text == "" || had == nil: // it is new
		case had.Text == "":
			return diag.LimitLowered, fmt.Sprintf("the limit %s bounds %s now", now.Key, now.Text)
		case had.Text != now.Text:
			return diag.LimitLowered, fmt.Sprintf("the limit %s bounds %s now; it was %s", now.Key, now.Text, had.Text)
		}
	case section.CheckPromise:
		switch {
		case owed(old.Promises, now):
		case had == nil:
			return diag.DocumentsRefused, fmt.Sprintf("the check %s is new", now.Key)
		default:
			return diag.DocumentsRefused, fmt.Sprintf("the check %s is another", now.Key)
		}
	case section.WritersPromise:
		if had == nil && old.declares(now.Key) {
			return diag.OperationRefused, fmt.Sprintf("the member %s may be changed %s now", now.Key, by(now.Names))
		}
	case section.EndsPromise:
		if had == nil && old.runs(now.Key) {
			return diag.OperationRefused, fmt.Sprintf("the operation %s is refused now once %s is there", now.Key, now.Text)
		}
	case section.BindingPromise:
		if had == nil && now.Text != "" && old.has(now.Within) {
			return diag.BindingChanged, fmt.Sprintf("%s is %s now; it was not there", now.Key, now.Text)
		}
	}
	return "", ""
}

// has reports whether a binding was there, of which others are parts.
func (v *Version) has(key string) bool {
	return key == "" || find(v.Promises, section.Promise{Kind: section.BindingPromise, Key: key}) != nil
}

// runs reports whether an operation was there.
func (v *Version) runs(operation string) bool {
	return slices.ContainsFunc(v.Promises, func(p section.Promise) bool {
		return p.Kind == section.RunsPromise && (p.Key == operation || strings.HasPrefix(p.Key, operation+"."))
	})
}

// declares reports whether documents of an entry type have a member, or may.
func (v *Version) declares(pointer string) bool {
	tokens, err := document.ParsePointer(pointer)
	return err == nil && slices.ContainsFunc(v.Entries, func(e Entry) bool {
		s := all(e.Node)
		for _, name := range tokens {
			s = memberSchemas(s, name)
		}
		return len(s) > 0
	})
}

// by says which operations may change a member.
func by(operations []string) string {
	if len(operations) == 0 {
		return "by no operation"
	}
	return "only by " + strings.Join(operations, ", ")
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
func broken(new *Version, had section.Promise, now *section.Promise) (diag.Code, string) {
	switch had.Kind {
	case section.BoundPromise:
		if now != nil && !admits(had, *now) {
			return diag.LimitLowered, fmt.Sprintf("the limit %s is %s now; it was %s", had.Key, amount(*now), amount(had))
		}
	case section.PathPromise:
		return diag.PathChanged, changed("the path "+had.Key, had, now)
	case section.StatePromise:
		if now == nil {
			return diag.StateUnreachable, fmt.Sprintf("%s may no longer be followed by %s", had.Key, had.Text)
		}
	case section.RunsPromise:
		if now == nil {
			return diag.RunsDiverge, fmt.Sprintf("the operation %s is gone", had.Key)
		}
		return diag.RunsDiverge, diverges(had, *now)
	case section.WritersPromise:
		if now == nil {
			break
		}
		if lost := slices.DeleteFunc(slices.Clone(had.Names), func(name string) bool { return slices.Contains(now.Names, name) }); len(lost) > 0 {
			return diag.OperationRefused, fmt.Sprintf("the member %s may no longer be changed by %s", had.Key, strings.Join(lost, ", "))
		}
	case section.EndsPromise:
		if now != nil && now.Text != had.Text {
			return diag.OperationRefused, fmt.Sprintf("the operation %s is refused once %s is there now; it was %s", had.Key, now.Text, had.Text)
		}
	case section.PurposePromise:
		if now == nil {
			return diag.SightNarrowed, fmt.Sprintf("the purpose %s is gone", had.Key)
		}
	case section.BindingPromise:
		if had.Text != "" && (now != nil || new.has(had.Within)) { // Go names tell of the whole
			return diag.BindingChanged, changed(had.Key, had, now)
		}
	}
	return "", ""
}

// changed says what another text has taken the place of that of a promise, "" where it is
// the same.
func changed(what string, had section.Promise, now *section.Promise) string {
	switch {
	case now == nil:
		return fmt.Sprintf("%s is gone; it was %s", what, had.Text)
	case now.Text != had.Text:
		return fmt.Sprintf("%s is %s now; it was %s", what, now.Text, had.Text)
	}
	return ""
}

// amount is how much a limit admits.
func amount(p section.Promise) string {
	return cmp.Or(p.Bound, p.Text)
}

// admits reports whether a limit admits all that it admitted before.
func admits(had, now section.Promise) bool {
	if had.Text != "" && had.Text == now.Text {
		return true // what it names tells
	}
	before, after := analysis.Rational(had.Bound), analysis.Rational(now.Bound)
	if before == nil || after == nil {
		return had.Bound != "" && had.Bound == now.Bound
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
