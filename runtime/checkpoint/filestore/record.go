package filestore

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
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
//	        4     CRC-32C of all before, little-endian
//
// The checksum is the one of ext4, iSCSI and most databases' logs: processors
// compute it about as fast as they copy memory. A cryptographic hash would take
// a third of the time of saving a megabyte, and it is damage that is to be
// found, not forgery.
const (
	magic     = "bindery"
	version   = 1
	fixedSize = len(magic) + 1 + 4 + 8
	sumSize   = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

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
	front := make([]byte, 0, fixedSize+len(text))
	front = append(front, magic...)
	front = append(front, version)
	front = binary.LittleEndian.AppendUint32(front, uint32(len(text)))
	front = binary.LittleEndian.AppendUint64(front, uint64(len(body)))
	front = append(front, text...)
	sum := crc32.Update(crc32.Checksum(front, castagnoli), castagnoli, body)
	for _, part := range [][]byte{front, body, binary.LittleEndian.AppendUint32(nil, sum)} {
		if len(part) == 0 {
			continue
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
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
	if bodyLen > rest || headLen+bodyLen+sumSize > rest {
		return nil, damage(fmt.Sprintf("torn after %d bytes", len(data)))
	}
	if headLen+bodyLen+sumSize < rest {
		return nil, damage("there are bytes after its end")
	}
	end := len(data) - sumSize
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, damage("its checksum does not match")
	}
	bodyAt := fixedSize + int(headLen)
	if err := json.Unmarshal(data[fixedSize:bodyAt], head); err != nil {
		return nil, damage("its head is not readable: " + err.Error())
	}
	return data[bodyAt:end:end], nil
}
