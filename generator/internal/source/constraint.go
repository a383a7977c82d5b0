package source

import (
	"go/build/constraint"
	"strings"
)

// BuildConstraint is the build constraint of a Go file, nil for none.
func BuildConstraint(file []byte) constraint.Expr {
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "package ") {
			break
		}
		if x, err := constraint.Parse(line); constraint.IsGoBuild(line) && err == nil {
			return x
		}
	}
	return nil
}

// InNoBuild reports whether a Go file is for no build: its constraint asks for the
// tag ignore, which by convention nobody sets.
func InNoBuild(file []byte) bool { return asksIgnore(BuildConstraint(file)) }

func asksIgnore(x constraint.Expr) bool {
	switch x := x.(type) {
	case *constraint.TagExpr:
		return x.Tag == "ignore"
	case *constraint.AndExpr:
		return asksIgnore(x.X) || asksIgnore(x.Y)
	case *constraint.OrExpr:
		return asksIgnore(x.X) && asksIgnore(x.Y)
	}
	return false
}
