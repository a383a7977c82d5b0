package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
)

var (
	// ErrOutside is wrapped where a document refers to a file that is not its own.
	ErrOutside = errors.New("store: the file is not one of the document's")
	// ErrDamaged is wrapped where a file holds something else than was written.
	ErrDamaged = errors.New("store: the file is damaged")
)

// hashPrefix begins the names of files that Put makes.
const hashPrefix = "sha256-"

// Values are the values of a document that are too large for it, each in a file
// that is named by its content and never changes. So copies of the document, and
// its log, go on referring to what they referred to.
type Values struct {
	Template *storage.Template   // the directory, with the arguments of the document
	From     []*storage.Template // other directories of the document that references may lead to
	Prefix   string              // of references, as "file:"
}

// Put writes a value to its file, durably, and gives the reference to it. One
// that is there is not written again, but made durable.
func (v *Values) Put(root *storage.Root, args []string, value []byte) (reference string, err error) {
	dir, err := v.Template.Path(args...)
	if err != nil {
		return "", err
	}
	p, err := dir.File(fileName(value))
	if err != nil {
		return "", err
	}
	err = root.CreateFile(p, value)
	if errors.Is(err, fs.ErrExist) {
		var there []byte
		there, err = root.ReadFile(p)
		switch {
		case err != nil:
		case bytes.Equal(there, value):
			err = root.Settle(p)
		default:
			err = root.WriteFile(p, value)
		}
	}
	return v.Prefix + p.String(), err
}

func fileName(value []byte) string {
	sum := sha256.Sum256(value)
	return hashPrefix + hex.EncodeToString(sum[:]) + ".json"
}

// IsReference reports whether a text refers to a file.
func (v *Values) IsReference(text string) bool { return strings.HasPrefix(text, v.Prefix) }

// Path gives the file that a document refers to. The error wraps [ErrOutside]
// where it is not in one of the document's directories.
func (v *Values) Path(args []string, reference string) (storage.Path, error) {
	folder, base := path.Split(strings.TrimPrefix(reference, v.Prefix))
	for _, t := range append([]*storage.Template{v.Template}, v.From...) {
		if of, err := t.Parse(folder); err != nil || !slices.Equal(of, args) {
			continue
		}
		dir, err := t.Path(args...)
		if err != nil {
			return storage.Path{}, err
		}
		p, err := dir.File(base)
		if err != nil {
			return storage.Path{}, errors.Join(fmt.Errorf("%w: %s", ErrOutside, reference), err)
		}
		return p, nil
	}
	return storage.Path{}, fmt.Errorf("%w: %s", ErrOutside, reference)
}

// Get reads the file that a document refers to, and tells whether it is one that
// Put has made, which holds JSON. The error wraps [ErrDamaged] where such a one
// has changed, and fs.ErrNotExist where there is none.
func (v *Values) Get(root *storage.Root, args []string, reference string) (value []byte, isJSON bool, err error) {
	p, err := v.Path(args, reference)
	if err != nil {
		return nil, false, err
	}
	value, err = root.ReadFile(p)
	if err != nil {
		return nil, false, err
	}
	base := path.Base(p.String())
	if isJSON = strings.HasPrefix(base, hashPrefix); isJSON && base != fileName(value) {
		return nil, false, fmt.Errorf("%w: %s", ErrDamaged, p)
	}
	return value, isJSON, nil
}

// PutValue is [Values.Put] for a value that encodes itself; the reference is a JSON text.
func (v *Values) PutValue(root *storage.Root, args []string, value interface{ MarshalJSON() ([]byte, error) }) ([]byte, error) {
	text, err := value.MarshalJSON()
	if err != nil {
		return nil, err
	}
	reference, err := v.Put(root, args, text)
	if err != nil {
		return nil, err
	}
	return quoted(reference)
}

// GetValue is [Values.Get] for a value that may be a reference; ok is false where it is
// none. What is in the file is JSON, or else a text, which becomes a JSON string.
func (v *Values) GetValue(root *storage.Root, args []string, value interface{ MarshalJSON() ([]byte, error) }) (text []byte, ok bool, err error) {
	if !v.Refers(value) {
		return nil, false, nil
	}
	reference, _ := TextOf(value)
	text, isJSON, err := v.Get(root, args, reference)
	if err == nil && !isJSON {
		text, err = quoted(string(text))
	}
	return text, err == nil, err
}

// Refers reports whether a value is a text that refers to a file.
func (v *Values) Refers(value interface{ MarshalJSON() ([]byte, error) }) bool {
	text, ok := TextOf(value)
	return ok && v.IsReference(text)
}

func quoted(text string) ([]byte, error) {
	value, err := jsonvalue.FromString(text)
	if err != nil {
		return nil, err
	}
	return []byte(value.Text()), nil
}

// TextOf gives the characters of a value that is a JSON string.
func TextOf(value interface{ MarshalJSON() ([]byte, error) }) (text string, ok bool) {
	data, err := value.MarshalJSON()
	if err != nil {
		return "", false
	}
	return jsonvalue.Trusted(string(data)).Str()
}
