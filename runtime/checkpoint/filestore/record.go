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
//	7       1     version of the layout: 2
//	8       4     length of the header, little-endian
//	12      8     length of the body, little-endian
//	20      4     CRC-32C of all before and of the header, little-endian
//	24            header: JSON
//	              body: the bytes of the state, or of pending writes
//	        4     CRC-32C of all before, little-endian
//
// Version 1 has no checksum of the header, which begins at offset 20. Every later
// version ends with the checksum of all before, too: one that does not match is
// damage, whatever the byte of the version says.
//
// The checksum is the one of ext4, iSCSI and most databases' logs: processors
// compute it about as fast as they copy memory. A cryptographic hash would take
// a third of the time of saving a megabyte, and it is damage that is to be
// found, not forgery.
const (
	magic      = "bindery"
	version    = 2
	headerSum  = 20 // its offset
	frontSize  = 24
	frontSize1 = 20 // of version 1
	sumSize    = 4
	// maxRecord is the size of a record that Put refuses: what says that it is
	// larger is damaged, and is not read into memory to find out.
	maxRecord = 1 << 30
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header says what a record is of, so that one under another's name is found out:
// with an ID and a Kind a checkpoint, with an ID alone pending writes, with neither
// what a thread, or the store, remembers beside checkpoints.
type header struct {
	Thread []byte        `json:"thread"` // as bytes: it need not be UTF-8
	ID     checkpoint.ID `json:"id,omitempty"`

	Parent checkpoint.ID     `json:"parent,omitempty"`
	Kind   checkpoint.Kind   `json:"kind,omitempty"`
	Step   int64             `json:"step,omitempty"`
	Fence  uint64            `json:"fence,omitempty"` // of the checkpoint, or of the thread's latest lease
	Meta   map[string]string `json:"meta,omitempty"`

	// The data of pending writes follow each other in the body.
	Calls calls   `json:"calls,omitzero"`
	Tasks []task  `json:"tasks,omitempty"`
	Old   []write `json:"writes,omitempty"` // those of version 1, which has them here

	Holder  string        `json:"holder,omitempty"`
	Expires instant       `json:"expires,omitzero"`
	Deleted checkpoint.ID `json:"deleted,omitempty"` // the last checkpoint that Delete has removed
}

// task is a pending write without its data.
type task struct {
	Task  string `json:"task"`
	Index int    `json:"index,omitempty"`
	Size  int    `json:"size,omitempty"`
}

type write = checkpoint.Write

// calls are the calls of PutWrites that a file has the writes of, counted from 1
// for each checkpoint.
type calls struct {
	First uint32 `json:"first"`
	Last  uint32 `json:"last"`
}

func (c calls) number() uint32 { return c.Last - c.First + 1 }

// withWrites puts writes into a record.
func (h header) withWrites(writes []checkpoint.Write) (header, []byte) {
	var body []byte
	for _, w := range writes {
		h.Tasks = append(h.Tasks, task{w.Task, w.Index, len(w.Data)})
		body = append(body, w.Data...)
	}
	return h, body
}

// writes takes them out again. The data alias the body.
func (h header) writes(body []byte) ([]checkpoint.Write, error) {
	if h.Old != nil {
		return h.Old, nil
	}
	var writes []checkpoint.Write
	for _, t := range h.Tasks {
		if t.Size < 0 || t.Size > len(body) {
			return nil, damage("its writes are longer than its body")
		}
		writes = append(writes, checkpoint.Write{Task: t.Task, Index: t.Index, Data: body[:t.Size:t.Size]})
		body = body[t.Size:]
	}
	return writes, nil
}

// instant is a time of any year: JSON's form of times ends with the year 9999.
type instant struct{ time.Time }

// MarshalJSON gives the usual form, or seconds since 1970 and nanoseconds.
func (i instant) MarshalJSON() ([]byte, error) {
	if year := i.Year(); year < 0 || year > 9999 {
		return json.Marshal([2]int64{i.Unix(), int64(i.Nanosecond())})
	}
	return i.Time.MarshalJSON()
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (i *instant) UnmarshalJSON(data []byte) error {
	var parts [2]int64
	if json.Unmarshal(data, &parts) == nil {
		i.Time = time.Unix(parts[0], parts[1]).UTC()
		return nil
	}
	return i.Time.UnmarshalJSON(data)
}

// encodeRecord gives a record in three parts, so that the body, which may be
// large, is not copied.
func encodeRecord(h header, body []byte) (parts [3][]byte, err error) {
	text, err := json.Marshal(h)
	if err != nil {
		return parts, err
	}
	if size := int64(frontSize) + int64(len(text)) + int64(len(body)) + sumSize; size > maxRecord {
		return parts, fmt.Errorf("%w: a record of %d bytes, more than %d", checkpoint.ErrInvalid, size, maxRecord)
	}
	front := make([]byte, 0, frontSize+len(text))
	front = append(append(front, magic...), version)
	front = binary.LittleEndian.AppendUint32(front, uint32(len(text)))
	front = binary.LittleEndian.AppendUint64(front, uint64(len(body)))
	sum := crc32.Update(crc32.Checksum(front, castagnoli), castagnoli, text)
	front = append(binary.LittleEndian.AppendUint32(front, sum), text...)
	sum = crc32.Update(crc32.Checksum(front, castagnoli), castagnoli, body)
	return [3][]byte{front, body, binary.LittleEndian.AppendUint32(nil, sum)}, nil
}

// damage is why a record cannot be read.
type damage string

func (d damage) Error() string { return string(d) }

// sizes are the lengths of a record's parts before the checksum at its end. A
// record of an unknown version has one part.
type sizes struct{ front, header, body int }

// measure compares what a record says of its size with the size that it has, so
// that a file is known to be no record before it is read. Front is its first
// frontSize bytes or more, fewer where it has no more; size is at most maxRecord.
// The error is a damage.
func measure(front []byte, size int64) (s sizes, err error) {
	torn := damage(fmt.Sprintf("torn after %d bytes", size))
	if len(front) < frontSize1+sumSize {
		return s, torn
	}
	if string(front[:len(magic)]) != magic {
		return s, damage("not a record")
	}
	switch front[len(magic)] {
	case 1:
		s.front = frontSize1
	case version:
		s.front = frontSize
	default:
		return sizes{front: int(size) - sumSize}, nil
	}
	header := uint64(binary.LittleEndian.Uint32(front[8:]))
	body := binary.LittleEndian.Uint64(front[12:])
	rest := uint64(size) - uint64(s.front)
	switch {
	case body > rest || header+body+sumSize > rest:
		return s, torn
	case header+body+sumSize < rest:
		return s, damage("there are bytes after its end")
	}
	s.header, s.body = int(header), int(body)
	return s, nil
}

// headSize is how much of a record has to be read to know its header.
func (s sizes) headSize(front []byte) int {
	if front[len(magic)] == version {
		return s.front + s.header
	}
	return s.front + s.header + s.body + sumSize
}

// decodeRecord takes a record apart. The body aliases data. The error is a
// damage or wraps checkpoint.ErrVersion.
func decodeRecord(data []byte) (h header, body []byte, err error) {
	s, err := measure(data, int64(len(data)))
	if err != nil {
		return h, nil, err
	}
	end := len(data) - sumSize
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return h, nil, damage("its checksum does not match")
	}
	if v := data[len(magic)]; v < 1 || v > version {
		return h, nil, fmt.Errorf("%w %d", checkpoint.ErrVersion, v)
	}
	if h, err = unmarshalHeader(data[s.front : s.front+s.header]); err != nil {
		return h, nil, err
	}
	return h, data[s.front+s.header : end : end], nil
}

// decodeHead is decodeRecord for as many bytes as headSize says, of a record of
// that size.
func decodeHead(data []byte, size int64) (h header, err error) {
	s, err := measure(data, size)
	if err != nil {
		return h, err
	}
	if int64(len(data)) == size {
		h, _, err = decodeRecord(data)
		return h, err
	}
	text := data[s.front : s.front+s.header]
	sum := crc32.Update(crc32.Checksum(data[:headerSum], castagnoli), castagnoli, text)
	if sum != binary.LittleEndian.Uint32(data[headerSum:]) {
		return h, damage("the checksum of its header does not match")
	}
	return unmarshalHeader(text)
}

func unmarshalHeader(text []byte) (h header, err error) {
	if err := json.Unmarshal(text, &h); err != nil {
		return h, damage("its header is not readable: " + err.Error())
	}
	return h, nil
}
