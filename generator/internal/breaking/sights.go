package breaking

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// sights reports what the purposes of a policy see less or more of than they did. What a
// change of a member takes or gives is not told again of those below it.
func sights(old, new *Version) diag.Diagnostics {
	var ds diag.Diagnostics
	before, now := sightsOf(old), sightsOf(new)
	told := map[string]bool{}
	for _, key := range before.with(now) {
		for _, purpose := range before.purposes {
			if !slices.Contains(now.purposes, purpose) {
				continue // its end is told
			}
			had, has := before.of(purpose, key), now.of(purpose, key)
			code, message := compareSights(key, had, has)
			if message == "" || slices.ContainsFunc(around(key), func(above string) bool { return told[purpose+string(code)+above] }) {
				continue
			}
			told[purpose+string(code)+key] = true
			pos := new.position("")
			if p := now.by[key]; p != nil {
				pos = p.Pos
			}
			d := diag.New(code, pos, "the purpose %s %s now", purpose, message)
			if p := before.by[key]; p != nil {
				d = d.WithRelated(old.labelled(p.Pos), "it was here before")
			} else {
				d = d.WithRelated(old.labelled(before.pos), "it was not named here before")
			}
			ds.Add(d)
		}
	}
	return ds
}

// policy is what purposes see.
type policy struct {
	purposes []string
	by       map[string]*section.Promise
	pos      source.Pos
}

func sightsOf(v *Version) policy {
	out := policy{by: map[string]*section.Promise{}}
	for i, p := range v.Promises {
		switch p.Kind {
		case section.PurposePromise:
			out.purposes, out.pos = append(out.purposes, p.Key), p.Pos
		case section.SightPromise:
			out.by[p.Key] = &v.Promises[i]
		}
	}
	return out
}

// with lists what either policy speaks of, what is around others first.
func (p policy) with(q policy) []string {
	all := maps.Clone(p.by)
	maps.Copy(all, q.by)
	return slices.Sorted(maps.Keys(all))
}

// around are the members that a member is in, from the outermost, and the member.
func around(key string) []string {
	if !strings.HasPrefix(key, "/") {
		return []string{key}
	}
	var out []string
	for i, r := range key + "/" {
		if r == '/' && i > 0 {
			out = append(out, key[:i])
		}
	}
	return out
}

// sight is what a purpose sees of a member: on the conditions of all that it is in.
type sight struct {
	nothing    bool
	conditions []string
}

func (p policy) of(purpose, key string) sight {
	var out sight
	for _, at := range around(key) {
		if grant := p.by[at]; grant != nil {
			condition, sees := grant.Sight[purpose]
			if !sees {
				return sight{nothing: true}
			}
			if condition != "" {
				out.conditions = append(out.conditions, condition)
			}
		}
	}
	return out
}

// compareSights says how what is seen has changed, "" for not. Conditions that are others
// may take and give.
func compareSights(key string, had, has sight) (diag.Code, string) {
	lacks := func(list, of []string) bool {
		return slices.ContainsFunc(of, func(condition string) bool { return !slices.Contains(list, condition) })
	}
	switch {
	case had.nothing && has.nothing:
		return "", ""
	case has.nothing:
		return diag.SightNarrowed, "sees nothing of " + key
	case had.nothing:
		return diag.SightWidened, "sees " + key
	case lacks(had.conditions, has.conditions):
		return diag.SightNarrowed, fmt.Sprintf("sees %s only where %s holds", key, strings.Join(has.conditions, " and "))
	case lacks(has.conditions, had.conditions):
		return diag.SightWidened, "sees more of " + key
	}
	return "", ""
}
