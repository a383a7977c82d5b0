package compiler

import (
	"errors"
	"io/fs"
	"path"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/prompts"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// promptTemplates adds the templates of prompts that are not there yet to files.
// Those that are there are the user's, whatever is in them.
func promptTemplates(w *workspace.Workspace, c config.Config, results []*Result, files Files) diag.Diagnostics {
	var ds diag.Diagnostics
	for i, p := range c.Packages {
		r := results[i]
		if r == nil || p.Prompts == "" {
			continue
		}
		for _, root := range r.Package.Roots {
			list, err := prompts.Files(root, r.Sections.Inject)
			if err != nil {
				ds.Addf(diag.BadConfig, p.PromptsPos, "%v", err)
				continue
			}
			for name, text := range list {
				name = path.Join(p.Prompts, name)
				_, err := w.Read(name)
				switch outside := w.Contains(name); {
				case outside != nil:
					ds.Addf(diag.BadConfig, p.PromptsPos, "%v", outside)
				case errors.Is(err, fs.ErrNotExist):
					files[name] = text
				case err != nil:
					ds.Addf(diag.BadConfig, p.PromptsPos, "%v", err)
				}
			}
		}
	}
	return ds
}
