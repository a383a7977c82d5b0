package filestore

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// A record is one file:
//
//	offset  size
//	0       7     "bindery"
//	7       1     version of the layout: 1
//	8       4     length of the header, little-endian
//	12      8     length of the body, little-endian
//	20            header: JSON
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

// header says what a record is of, so that one under another's name is found out:
// with an ID and a Kind a checkpoint, with an ID alone its pending writes, with
// neither what a thread remembers beside its checkpoints.
type header struct {
	Thread []byte        `json:"thread"` // as bytes: it need not be UTF-8
	ID     checkpoint.ID `json:"id,omitempty"`

	Parent checkpoint.ID     `json:"parent,omitempty"`
	Kind   checkpoint.Kind   `json:"kind,omitempty"`
	Step   int64             `json:"step,omitempty"`
	Fence  uint64            `json:"fence,omitempty"` // of the checkpoint, or of the thread's latest lease
	Meta   map[string]string `json:"meta,omitempty"`

	Writes []checkpoint.Write `json:"writes,omitempty"`

	Holder  string        `json:"holder,omitempty"`
	Expires time.Time     `json:"expires,omitzero"`
	Deleted checkpoint.ID `json:"deleted,omitempty"` // the last checkpoint that Delete has removed
}

// encodeRecord gives a record in three parts, so that the body, which may be
// large, is not copied.
func encodeRecord(h header, body []byte) (parts [3][]byte, err error) {
	text, err := json.Marshal(h)
	if err != nil {
		return parts, err
	}
	front := make([]byte, 0, fixedSize+len(text))
	front = append(append(front, magic...), version)
	front = binary.LittleEndian.AppendUint32(front, uint32(len(text)))
	front = binary.LittleEndian.AppendUint64(front, uint64(len(body)))
	front = append(front, text...)
	sum := crc32.Update(crc32.Checksum(front, castagnoli), castagnoli, body)
	return [3][]byte{front, body, binary.LittleEndian.AppendUint32(nil, sum)}, nil
}

// damage is why a record cannot be read.
type damage string

func (d damage) Error() string { return string(d) }

// decodeRecord takes a record apart. The body aliases data. The error is a
// damage or wraps checkpoint.ErrVersion.
func decodeRecord(data []byte) (h header, body []byte, err error) {
	torn := damage(fmt.Sprintf("torn after %d bytes", len(data)))
	if len(data) < fixedSize {
		return h, nil, torn
	}
	if string(data[:len(magic)]) != magic {
		return h, nil, damage("not a record")
	}
	if v := data[len(magic)]; v != version {
		return h, nil, fmt.Errorf("%w %d", checkpoint.ErrVersion, v)
	}
	headerLen := uint64(binary.LittleEndian.Uint32(data[8:]))
	bodyLen := binary.LittleEndian.Uint64(data[12:])
	rest := uint64(len(data) - fixedSize)
	if bodyLen > rest || headerLen+bodyLen+sumSize > rest {
		return h, nil, torn
	}
	if headerLen+bodyLen+sumSize < rest {
		return h, nil, damage("there are bytes after its end")
	}
	end := len(data) - sumSize
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return h, nil, damage("its checksum does not match")
	}
	bodyAt := fixedSize + int(headerLen)
	if err := json.Unmarshal(data[fixedSize:bodyAt], &h); err != nil {
		return h, nil, damage("its header is not readable: " + err.Error())
	}
	return h, data[bodyAt:end:end], nil
}
