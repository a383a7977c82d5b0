package stores

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
)

// Suggest gives the entries of x-bindery.stores that follow from the schema, as
// lines of YAML; none where x-bindery has some already. It is known once the
// section is lowered.
func (s *Section) Suggest() (lines []string) {
	if s.Written != nil {
		return nil
	}
	taken := map[string]bool{}
	for _, p := range s.paths.Paths() {
		if p.From == nil || p.Kind != storage.File || !slices.Contains(formats, p.Format) {
			continue
		}
		keys := strings.Split(p.Key, ".")
		path, name := strings.Join(keys[1:], "."), strings.TrimSuffix(keys[len(keys)-1], "_file")
		if keys[0] == "scopes" {
			path, name = p.Key, name+"_"+cmp.Or(s.index.Title, "document")
		}
		if name = section.Plural(name); taken[name] {
			continue
		}
		taken[name] = true
		lines = append(lines, fmt.Sprintf("    %s:", name), "      path: "+path)
		if days := s.retention(); days != "" && keys[0] != "scopes" {
			lines = append(lines, fmt.Sprintf("      retention: { limit: %s }", days))
		}
	}
	return lines
}

// retention finds the only limit that says how many days something is kept.
func (s *Section) retention() string {
	found := ""
	for _, l := range s.limits.Limits {
		if strings.HasSuffix(l.Key, "retention_days") {
			if found != "" {
				return ""
			}
			found = l.Key
		}
	}
	return found
}
