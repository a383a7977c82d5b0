package filestore

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// A record is one file:
//
//	offset  size
//	0       7     "bindery"
//	7       1     version of the layout: 1
//	8       4     length of the head, little-endian
//	12      8     length of the body, little-endian
//	20            head: JSON
//	              body: the bytes of the state
//	        32    SHA-256 of all before
const (
	magic     = "bindery"
	version   = 1
	fixedSize = len(magic) + 1 + 4 + 8
)

// Heads hold the thread's name as bytes: it need not be UTF-8. Every record says
// what it is of, so that one under another's name is found out.
type checkpointHead struct {
	Thread []byte            `json:"thread"`
	ID     checkpoint.ID     `json:"id"`
	Parent checkpoint.ID     `json:"parent,omitempty"`
	Kind   checkpoint.Kind   `json:"kind"`
	Step   int64             `json:"step"`
	Fence  uint64            `json:"fence,omitempty"`
	Meta   map[string]string `json:"meta,omitempty"`
}

type writesHead struct {
	Thread []byte             `json:"thread"`
	ID     checkpoint.ID      `json:"id"`
	Writes []checkpoint.Write `json:"writes"`
}

// controlHead is what a thread remembers beside its checkpoints: its latest
// lease, and the last checkpoint that Delete has removed.
type controlHead struct {
	Thread  []byte        `json:"thread"`
	Fence   uint64        `json:"fence"`
	Holder  string        `json:"holder,omitempty"`
	Expires time.Time     `json:"expires,omitzero"`
	Deleted checkpoint.ID `json:"deleted,omitempty"`
}

func writeRecord(w io.Writer, head any, body []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	sum := sha256.New()
	front := make([]byte, 0, fixedSize+len(text))
	front = append(front, magic...)
	front = append(front, version)
	front = binary.LittleEndian.AppendUint32(front, uint32(len(text)))
	front = binary.LittleEndian.AppendUint64(front, uint64(len(body)))
	front = append(front, text...)
	return errors.Join(writeHashed(w, sum, front), writeHashed(w, sum, body), writeAll(w, sum.Sum(nil)))
}

func writeHashed(w io.Writer, sum hash.Hash, data []byte) error {
	sum.Write(data)
	return writeAll(w, data)
}

func writeAll(w io.Writer, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	_, err := w.Write(data)
	return err
}

// damage is why a record cannot be read.
type damage string

func (d damage) Error() string { return string(d) }

// readRecord takes a record apart and decodes its head. The body aliases data.
// The error is a damage or wraps checkpoint.ErrVersion.
func readRecord(data []byte, head any) (body []byte, err error) {
	if len(data) < fixedSize {
		return nil, damage(fmt.Sprintf("torn after %d bytes", len(data)))
	}
	if string(data[:len(magic)]) != magic {
		return nil, damage("not a record")
	}
	if v := data[len(magic)]; v != version {
		return nil, fmt.Errorf("%w %d", checkpoint.ErrVersion, v)
	}
	headLen := uint64(binary.LittleEndian.Uint32(data[8:]))
	bodyLen := binary.LittleEndian.Uint64(data[12:])
	rest := uint64(len(data) - fixedSize)
	if bodyLen > rest || headLen+bodyLen+sha256.Size > rest {
		return nil, damage(fmt.Sprintf("torn after %d bytes", len(data)))
	}
	if headLen+bodyLen+sha256.Size < rest {
		return nil, damage("there are bytes after its end")
	}
	end := len(data) - sha256.Size
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:], data[end:]) {
		return nil, damage("its hash does not match")
	}
	bodyAt := fixedSize + int(headLen)
	if err := json.Unmarshal(data[fixedSize:bodyAt], head); err != nil {
		return nil, damage("its head is not readable: " + err.Error())
	}
	return data[bodyAt:end:end], nil
}
