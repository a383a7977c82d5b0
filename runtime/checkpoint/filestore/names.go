package filestore

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// A store is a directory that holds
//
//	t-THREAD/             a thread
//	deleted               what is remembered of threads that are no more
//	lock                  locked while that changes
//
// A thread is a directory that holds
//
//	lock                  locked while the thread changes
//	control               its lease; missing for a thread that was never leased
//	ID.PARENT.KIND        a checkpoint; PARENT is "root" for the first
//	ID.FIRST-LAST.writes  its pending writes, those of some calls of PutWrites
//	ID.PARENT.KIND.damaged
//	                      a checkpoint that could not be read, and that PutWrites
//	                      has set aside: it has no children, and is no head
//	tmp-NAME              a record that is being written, or never was
//	s-ID/s-ID/            a segment, in a group: checkpoints from ID on, with their
//	                      pending writes; those that found no room before
//
// The thread's own directory is its first segment. No directory has more than
// segmentSize checkpoints, segments or, but for very long histories, groups: so
// the newest checkpoint, and any that has a known ID, is found by listing three
// directories of a few names, however long the history. Names alone give the tree
// of checkpoints, so that listing one reads no state.
const (
	dirPrefix     = "t-"
	segmentPrefix = "s-"
	tmpPrefix     = "tmp-"
	asideSuffix   = ".damaged"
	lockName      = "lock"
	controlName   = "control"
	deletedName   = "deleted"
	rootParent    = "root"
	writesKind    = "writes"

	segmentSize = 128
)

// threadDir gives a thread the directory that no other one has, on file systems
// that ignore case too. Only "-", "_", digits and small letters stand for
// themselves, so no name is special or leads elsewhere.
func threadDir(thread string) string {
	const longest = 100
	var b strings.Builder
	b.WriteString(dirPrefix)
	for i := range len(thread) {
		if c := thread[i]; c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
		if b.Len() > longest {
			sum := sha256.Sum256([]byte(thread))
			return b.String() + "~" + hex.EncodeToString(sum[:])
		}
	}
	return b.String()
}

// parseThreadDir is the inverse of threadDir; ok is false for a name that does
// not hold the whole of the thread's.
func parseThreadDir(dir string) (thread string, ok bool) {
	rest, ok := strings.CutPrefix(dir, dirPrefix)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for len(rest) > 0 {
		if rest[0] == '%' && len(rest) >= 3 {
			c, err := hex.DecodeString(rest[1:3])
			if err != nil {
				return "", false
			}
			b.Write(c)
			rest = rest[3:]
			continue
		}
		b.WriteByte(rest[0])
		rest = rest[1:]
	}
	return b.String(), threadDir(b.String()) == dir
}

// name is the file that the record is in.
func (h header) name() string {
	switch {
	case h.ID == "" && h.Thread == nil:
		return deletedName
	case h.ID == "":
		return controlName
	case h.Kind == "":
		return writesName(h.ID, h.Calls)
	}
	return nodeName(checkpoint.Node{ID: h.ID, Parent: h.Parent, Kind: h.Kind})
}

// writesName is ID.writes for the writes of version 1, which has one file for all.
func writesName(id checkpoint.ID, c calls) string {
	if c == (calls{}) {
		return string(id) + "." + writesKind
	}
	return fmt.Sprintf("%s.%08x-%08x.%s", id, c.First, c.Last, writesKind)
}

func parseWritesName(name string) (id checkpoint.ID, c calls, ok bool) {
	rest, ok := strings.CutSuffix(name, "."+writesKind)
	if !ok {
		return "", c, false
	}
	text, span, counted := strings.Cut(rest, ".")
	if counted {
		first, last, _ := strings.Cut(span, "-")
		a, errA := strconv.ParseUint(first, 16, 32)
		b, errB := strconv.ParseUint(last, 16, 32)
		if errA != nil || errB != nil || a > b {
			return "", c, false
		}
		c = calls{uint32(a), uint32(b)}
	}
	id = checkpoint.ID(text)
	return id, c, id.Valid() && writesName(id, c) == name
}

func nodeName(n checkpoint.Node) string {
	parent := string(n.Parent)
	if parent == "" {
		parent = rootParent
	}
	return string(n.ID) + "." + parent + "." + string(n.Kind)
}

func parseNodeName(name string) (n checkpoint.Node, ok bool) {
	parts := strings.Split(name, ".")
	if len(parts) != 3 {
		return n, false
	}
	n = checkpoint.Node{ID: checkpoint.ID(parts[0]), Parent: checkpoint.ID(parts[1]), Kind: checkpoint.Kind(parts[2])}
	if n.Parent == rootParent {
		n.Parent = ""
	}
	known := n.Kind == checkpoint.Full || n.Kind == checkpoint.Delta || n.Kind == checkpoint.Forked
	return n, known && n.ID.Valid() && (n.Parent == "" || n.Parent.Valid())
}

// parseSegmentName gives the ID that a segment or group begins with.
func parseSegmentName(name string) (first checkpoint.ID, ok bool) {
	text, ok := strings.CutPrefix(name, segmentPrefix)
	return checkpoint.ID(text), ok && checkpoint.ID(text).Valid()
}

// segment is a directory of checkpoints, as its names showed it at one moment.
type segment struct {
	dir   string        // below the store
	first checkpoint.ID // no checkpoint here has a lesser one; "" for the thread's own directory

	listed bool // the rest is known
	nodes  []checkpoint.Node
	writes map[checkpoint.ID][]calls // ascending, none within another
	stale  []string                  // files that a crash has left behind
	aside  checkpoint.ID             // the last one that was set aside, "" for none
}

func (s *segment) path(name string) string { return s.dir + "/" + name }

// fill takes the names of files for those of the segment. Checkpoints up to
// deleted are no more.
func (s *segment) fill(names []string, deleted checkpoint.ID) {
	s.listed, s.nodes, s.writes, s.stale, s.aside = true, nil, make(map[checkpoint.ID][]calls), nil, ""
	for _, name := range names {
		if id, c, ok := parseWritesName(name); ok {
			s.writes[id] = append(s.writes[id], c)
			continue
		}
		whole, isAside := strings.CutSuffix(name, asideSuffix)
		n, ok := parseNodeName(whole)
		switch {
		case ok && n.ID <= deleted, strings.HasPrefix(name, tmpPrefix):
			s.stale = append(s.stale, name)
		case ok && isAside:
			s.aside = max(s.aside, n.ID)
		case ok:
			s.nodes = append(s.nodes, n)
		}
	}
	slices.SortFunc(s.nodes, func(a, b checkpoint.Node) int { return cmp.Compare(a.ID, b.ID) })
	for id := range s.writes {
		s.dropCovered(id)
	}
}

// dropCovered leaves out files whose writes are in another one too: those that a
// crash has left of files which were put together.
func (s *segment) dropCovered(id checkpoint.ID) {
	spans := s.writes[id]
	slices.SortFunc(spans, func(a, b calls) int { return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(b.Last, a.Last)) })
	all := slices.Clone(spans)
	s.writes[id] = slices.DeleteFunc(spans, func(c calls) bool {
		covered := slices.ContainsFunc(all, func(other calls) bool {
			return c != other && other.First <= c.First && c.Last <= other.Last
		})
		if covered {
			s.stale = append(s.stale, writesName(id, c))
		}
		return covered
	})
}

// dropTaken leaves only the writes that are pending: those whose checkpoint is
// there and has no child that took them up, here or in the segment after this. A
// child that does is the next checkpoint but for damaged ones.
func (s *segment) dropTaken(after *segment) {
	pending := make(map[checkpoint.ID]bool)
	for _, n := range s.nodes {
		pending[n.ID] = true
	}
	for _, n := range s.nodes {
		if n.Kind != checkpoint.Forked {
			delete(pending, n.Parent)
		}
	}
	if after != nil {
		for _, n := range after.nodes {
			if n.Kind != checkpoint.Forked {
				delete(pending, n.Parent)
			}
		}
	}
	for id, spans := range s.writes {
		if !pending[id] {
			for _, c := range spans {
				s.stale = append(s.stale, writesName(id, c))
			}
			delete(s.writes, id)
		}
	}
	slices.Sort(s.stale)
}

func (s *segment) find(id checkpoint.ID) (int, bool) {
	return slices.BinarySearchFunc(s.nodes, id, func(n checkpoint.Node, id checkpoint.ID) int { return cmp.Compare(n.ID, id) })
}
