package output

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
)

// Apply makes the changes below root. All new contents are written to
// temporary files first and renamed into place after, so that a full disk or a
// mistake in a path leaves the old files as they were. So does the end of ctx
// while they are written; renaming them takes no time and is not interrupted.
func Apply(ctx context.Context, root *os.Root, changes []Change) (err error) {
	var pending []rename
	defer func() {
		for _, p := range pending { // left by an error, which is what counts
			_ = root.Remove(p.temp)
		}
	}()
	for _, c := range changes {
		if c.Kind == Removed {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := root.MkdirAll(path.Dir(c.Path), 0o777); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
		p := rename{temp: temporary(c.Path), change: c}
		pending = append(pending, p)
		if err := p.write(root); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	for len(pending) > 0 {
		p := pending[0]
		err := root.Rename(p.temp, p.change.Path)
		if errors.Is(err, fs.ErrNotExist) { // another run has taken it for a leftover
			if err = p.write(root); err == nil {
				err = root.Rename(p.temp, p.change.Path)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.change.Path, err)
		}
		pending = pending[1:]
	}
	for _, c := range changes {
		if c.Kind == Removed {
			if err := root.Remove(c.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%s: %w", c.Path, err)
			}
			_ = root.Remove(path.Dir(c.Path)) // which fails where something is left in it
		}
	}
	return nil
}

// rename is a temporary file on its way to its place.
type rename struct {
	temp   string
	change Change
}

// write writes the temporary file, with the permissions of the one that it
// replaces.
func (p rename) write(root *os.Root) error {
	f, err := root.OpenFile(p.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(p.change.New)
	if p.change.Kind == Changed && err == nil {
		var info fs.FileInfo
		if info, err = root.Lstat(p.change.Path); err == nil {
			err = f.Chmod(info.Mode().Perm())
		}
	}
	return errors.Join(err, f.Close())
}

// temporary returns the name of a temporary file beside another. No two runs
// meet, and all know the name again.
func temporary(name string) string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand.Read)
	return path.Join(path.Dir(name), "."+path.Base(name)+"."+hex.EncodeToString(b[:])+".tmp")
}

var temporaryName = regexp.MustCompile(`^\.(.+)\.[0-9a-f]{12}\.tmp$`)

// isTemporary reports whether a name is one that temporary gives: a run that was
// killed has left the file.
func isTemporary(name string) bool {
	m := temporaryName.FindStringSubmatch(path.Base(name))
	return m != nil && (canHaveHeader(m[1]) || m[1] == ManifestName)
}
