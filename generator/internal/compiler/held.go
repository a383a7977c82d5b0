package compiler

import (
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/output"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// HoldNames gives a package the names that it had when it was last generated:
// those in the manifest file with the given name and content.
func HoldNames(p *config.Package, name string, data []byte) diag.Diagnostics {
	m, err := output.ParseManifest(data)
	if err == nil {
		p.Held, p.HeldMembers, p.HeldBranches, p.HeldAlike, p.HeldShared = m.Names, m.Members, m.Branches, m.Alike, m.Shared
		p.HeldInterface, p.HeldEntries = m.Interface, m.Entries
		p.HeldShort = m.TypeNames == model.ShortNames
		return nil
	}
	pos := source.InFile(name)
	if document.HasConflict(data) {
		return diag.Diagnostics{diag.New(diag.DamagedManifest, pos, "the manifest, which holds the names of the package, has the marks of a merge conflict").
			WithHelp("take one side of it (git checkout --ours or --theirs with its path), then run bindery generate")}
	}
	if _, found := document.ReadJSON(source.NewFile(name, data)); found.HasErrors() {
		pos = found[0].Pos
	}
	var ds diag.Diagnostics
	ds.Addf(diag.DamagedManifest, pos, "the manifest, which holds the names of the package, cannot be read: %v", err)
	return ds
}
