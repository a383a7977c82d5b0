package output

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Abandoned finds the packages that a configuration, a file of fsys, has generated
// below its directory and does not have any more: own are the directories of those that
// it has. A package goes where every file in its directory shows that it is generated;
// the directories of the others are returned. What a manifest says is believed only of
// the configuration that it belongs to.
func Abandoned(fsys fs.FS, config string, own []string) (changes []Change, kept []string, err error) {
	err = fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir // what cannot be read is not ours
		}
		if e.IsDir() {
			base := path.Base(name)
			if name != "." && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "vendor") {
				return fs.SkipDir
			}
			return nil
		}
		dir := path.Dir(name)
		if path.Base(name) != ManifestName || slices.Contains(own, dir) {
			return nil
		}
		data, obstacle, err := Read(fsys, name)
		if err != nil || obstacle != nil {
			return nil
		}
		m, err := ParseManifest(data)
		if err != nil || m.Config == "" || path.Join(dir, m.Config) != config {
			return nil
		}
		ours, all, err := generated(fsys, dir)
		if err != nil {
			return err
		}
		if all {
			changes = append(changes, ours...)
		} else {
			kept = append(kept, dir)
		}
		return nil
	})
	return changes, kept, err
}

// generated lists the removal of a directory's files; all is false where not every file
// shows that it is generated.
func generated(fsys fs.FS, dir string) (changes []Change, all bool, err error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, false, inFile(dir, err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() {
			continue // a package of its own, or none of ours
		}
		if !e.Type().IsRegular() {
			return nil, false, nil
		}
		data, obstacle, err := Read(fsys, name)
		if err != nil {
			return nil, false, err
		}
		if obstacle != nil || !isOurs(name, data) && !isTemporary(name) {
			return nil, false, nil
		}
		changes = append(changes, Change{Path: name, Kind: Removed, Old: data})
	}
	return changes, true, nil
}
