package output

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path"
)

// Apply makes the changes below root. All new contents are written to
// temporary files first and renamed into place after, so that a full disk or a
// mistake in a path leaves the old files as they were.
func Apply(root *os.Root, changes []Change) (err error) {
	type pending struct{ temp, name string }
	var renames []pending
	defer func() {
		if err != nil {
			for _, p := range renames {
				_ = root.Remove(p.temp) // best effort: the first error is what counts
			}
		}
	}()
	for _, c := range changes {
		if c.Kind == Removed {
			continue
		}
		if err := root.MkdirAll(path.Dir(c.Path), 0o777); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
		temp := path.Join(path.Dir(c.Path), "."+path.Base(c.Path)+"."+suffix()+".tmp")
		renames = append(renames, pending{temp, c.Path})
		if err := root.WriteFile(temp, c.New, 0o666); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	for len(renames) > 0 {
		p := renames[0]
		if err := root.Rename(p.temp, p.name); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		renames = renames[1:]
	}
	for _, c := range changes {
		if c.Kind == Removed {
			if err := root.Remove(c.Path); err != nil {
				return fmt.Errorf("%s: %w", c.Path, err)
			}
		}
	}
	return nil
}

// suffix keeps the temporary files of two runs apart.
func suffix() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand.Read)
	return hex.EncodeToString(b[:])
}
