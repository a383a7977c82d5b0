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
	// maxRecord is the size of a record that Put refuses: what says that it is
	// larger is damaged, and is not read into memory to find out.
	maxRecord = 1 << 30
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
	if size := int64(fixedSize) + int64(len(text)) + int64(len(body)) + sumSize; size > maxRecord {
		return parts, fmt.Errorf("%w: a record of %d bytes, more than %d", checkpoint.ErrInvalid, size, maxRecord)
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

// checkFront compares what a record says of its size with the size that it has,
// so that a file is known to be no record before it is read. Front is its first
// fixedSize bytes or more, fewer where it has no more. The errors are those of
// decodeRecord.
func checkFront(front []byte, size int64) (headerLen int, err error) {
	torn := damage(fmt.Sprintf("torn after %d bytes", size))
	if len(front) < fixedSize {
		return 0, torn
	}
	if string(front[:len(magic)]) != magic {
		return 0, damage("not a record")
	}
	if v := front[len(magic)]; v != version {
		return 0, fmt.Errorf("%w %d", checkpoint.ErrVersion, v)
	}
	head := uint64(binary.LittleEndian.Uint32(front[8:]))
	body := binary.LittleEndian.Uint64(front[12:])
	rest := uint64(size) - uint64(fixedSize)
	switch {
	case body > rest || head+body+sumSize > rest:
		return 0, torn
	case head+body+sumSize < rest:
		return 0, damage("there are bytes after its end")
	case size > maxRecord:
		return 0, damage(fmt.Sprintf("larger than any record: %d bytes", size))
	}
	return int(head), nil
}

// decodeRecord takes a record apart. The body aliases data. The error is a
// damage or wraps checkpoint.ErrVersion.
func decodeRecord(data []byte) (h header, body []byte, err error) {
	headerLen, err := checkFront(data, int64(len(data)))
	if err != nil {
		return h, nil, err
	}
	end := len(data) - sumSize
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return h, nil, damage("its checksum does not match")
	}
	bodyAt := fixedSize + headerLen
	if err := json.Unmarshal(data[fixedSize:bodyAt], &h); err != nil {
		return h, nil, damage("its header is not readable: " + err.Error())
	}
	return h, data[bodyAt:end:end], nil
}
