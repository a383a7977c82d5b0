package filestore

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

// A thread is a directory that holds
//
//	lock                  locked while the thread changes; never removed
//	control               controlHead; missing for a thread never leased or deleted
//	ID.PARENT.KIND        a checkpoint; PARENT is "root" for the first
//	ID.writes             the checkpoint's pending writes
//	tmp-NAME              a record that is being written, or never was
//
// Names alone give the tree of checkpoints, so that listing one reads no state.
const (
	lockName    = "lock"
	controlName = "control"
	tmpPrefix   = "tmp-"
	rootParent  = "root"
	writesKind  = "writes"
)

// threadDir gives a thread the directory that no other one has, on file systems
// that ignore case too. Only "-", "_", digits and small letters stand for
// themselves, so no name is special or leads elsewhere.
func threadDir(thread string) string {
	const longest = 100
	var b strings.Builder
	b.WriteString("t-")
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

func writesName(id checkpoint.ID) string { return string(id) + "." + writesKind }

// listing is what the names in a thread's directory say.
type listing struct {
	control controlHead
	nodes   []checkpoint.Node      // ascending
	writes  map[checkpoint.ID]bool // checkpoints with pending writes
	stale   []string               // files that a crash has left behind
}

// place reads one thread. It is safe for concurrent use.
type place struct {
	fs     fileSystem
	thread string
	dir    string
}

func (p place) path(name string) string { return p.dir + "/" + name }

// list reads the directory. Its name, and those in it, may come from a writer
// that died before it made them durable; list does that, so that nothing it
// tells of is lost later. A thread that does not exist is empty.
func (p place) list() (listing, error) {
	l := listing{control: controlHead{Thread: []byte(p.thread)}, writes: make(map[checkpoint.ID]bool)}
	names, err := p.fs.Names(p.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	} else if err != nil {
		return l, err
	}
	if err := errors.Join(p.fs.Sync(p.dir), p.fs.Sync(".")); err != nil {
		return l, err
	}
	if slices.Contains(names, controlName) {
		if _, err := p.read(controlName, "lease", "", &l.control); err != nil {
			return l, err
		}
		if string(l.control.Thread) != p.thread {
			return l, &checkpoint.DamageError{Thread: p.thread, What: "lease", Reason: "it is of another thread"}
		}
	}
	for _, name := range names {
		id, isWrites := strings.CutSuffix(name, "."+writesKind)
		if isWrites && checkpoint.ID(id).Valid() {
			l.writes[checkpoint.ID(id)] = true
		} else if n, ok := parseNodeName(name); ok && n.ID > l.control.Deleted {
			l.nodes = append(l.nodes, n)
		} else if ok || strings.HasPrefix(name, tmpPrefix) {
			l.stale = append(l.stale, name)
		}
	}
	slices.SortFunc(l.nodes, func(a, b checkpoint.Node) int { return strings.Compare(string(a.ID), string(b.ID)) })
	l.dropWrites()
	return l, nil
}

// dropWrites leaves only the writes that are pending: those whose checkpoint is
// there and has no child that took them up.
func (l *listing) dropWrites() {
	pending := make(map[checkpoint.ID]bool)
	for _, n := range l.nodes {
		pending[n.ID] = true
		if n.Kind != checkpoint.Forked {
			delete(pending, n.Parent)
		}
	}
	for id := range l.writes {
		if !pending[id] {
			delete(l.writes, id)
			l.stale = append(l.stale, writesName(id))
		}
	}
	slices.Sort(l.stale)
}

func (l *listing) find(id checkpoint.ID) (int, bool) {
	return slices.BinarySearchFunc(l.nodes, id, func(n checkpoint.Node, id checkpoint.ID) int {
		return strings.Compare(string(n.ID), string(id))
	})
}

// lease returns the thread's latest one.
func (l *listing) lease() checkpoint.Lease {
	c := l.control
	return checkpoint.Lease{Thread: string(c.Thread), Holder: c.Holder, Fence: c.Fence, Expires: c.Expires}
}

// last returns the last ID that the thread has had.
func (l *listing) last() checkpoint.ID {
	if len(l.nodes) > 0 {
		return l.nodes[len(l.nodes)-1].ID
	}
	return l.control.Deleted
}

// read decodes a record of the thread. A damaged one gives a *DamageError.
func (p place) read(name, what string, id checkpoint.ID, head any) (body []byte, err error) {
	data, err := p.fs.ReadFile(p.path(name))
	if err != nil {
		return nil, err
	}
	body, err = readRecord(data, head)
	if why := damage(""); errors.As(err, &why) {
		return nil, &checkpoint.DamageError{Thread: p.thread, ID: id, What: what, Reason: string(why)}
	} else if err != nil {
		return nil, fmt.Errorf("thread %q, %s: %w", p.thread, name, err)
	}
	return body, nil
}

// checkpoint reads the checkpoint of a node, without its pending writes.
func (p place) checkpoint(n checkpoint.Node) (checkpoint.Checkpoint, error) {
	var head checkpointHead
	body, err := p.read(nodeName(n), "checkpoint", n.ID, &head)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	if string(head.Thread) != p.thread || (checkpoint.Node{ID: head.ID, Parent: head.Parent, Kind: head.Kind}) != n {
		return checkpoint.Checkpoint{}, &checkpoint.DamageError{Thread: p.thread, ID: n.ID, What: "checkpoint", Reason: "it is another one under this name"}
	}
	return checkpoint.Checkpoint{
		ID: head.ID, Parent: head.Parent, Kind: head.Kind, Step: head.Step, Meta: head.Meta, State: body, Fence: head.Fence,
	}, nil
}

// pending reads a checkpoint's pending writes.
func (p place) pending(l *listing, id checkpoint.ID) ([]checkpoint.Write, error) {
	if !l.writes[id] {
		return nil, nil
	}
	var head writesHead
	if _, err := p.read(writesName(id), "pending writes", id, &head); err != nil {
		return nil, err
	}
	if string(head.Thread) != p.thread || head.ID != id {
		return nil, &checkpoint.DamageError{Thread: p.thread, ID: id, What: "pending writes", Reason: "they are others under this name"}
	}
	return head.Writes, nil
}

// newest reads the latest checkpoint that can be read, without its pending
// writes, and says which newer ones cannot. It returns at = −1 for an empty
// thread. Records of a newer version are not passed over: that would fork the
// history behind the back of the program that wrote them.
func (p place) newest(l *listing) (c checkpoint.Checkpoint, at int, err error) {
	var skipped []*checkpoint.DamageError
	for i, n := range slices.Backward(l.nodes) {
		c, err := p.checkpoint(n)
		var bad *checkpoint.DamageError
		if errors.As(err, &bad) {
			skipped = append(skipped, bad)
			continue
		}
		c.Skipped = skipped
		return c, i, err
	}
	if len(skipped) > 0 {
		return c, -1, skipped[0]
	}
	return c, -1, nil
}
