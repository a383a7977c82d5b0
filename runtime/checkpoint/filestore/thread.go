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
//	control               its lease; missing for a thread never leased or deleted
//	ID.PARENT.KIND        a checkpoint; PARENT is "root" for the first
//	ID.writes             the checkpoint's pending writes
//	ID.PARENT.KIND.damaged
//	                      a checkpoint that could not be read, and that PutWrites
//	                      has set aside: it has no children, and is no head
//	tmp-NAME              a record that is being written, or never was
//
// Names alone give the tree of checkpoints, so that listing one reads no state.
const (
	dirPrefix   = "t-"
	lockName    = "lock"
	controlName = "control"
	tmpPrefix   = "tmp-"
	rootParent  = "root"
	writesKind  = "writes"
	asideSuffix = ".damaged"
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

// name is the file that the record is in.
func (h header) name() string {
	switch {
	case h.ID == "":
		return controlName
	case h.Kind == "":
		return writesName(h.ID)
	}
	return nodeName(checkpoint.Node{ID: h.ID, Parent: h.Parent, Kind: h.Kind})
}

func writesName(id checkpoint.ID) string { return string(id) + "." + writesKind }

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

// view is a thread as the names in its directory showed it at one moment.
type view struct {
	fs      fileSystem
	thread  string
	dir     string
	control header
	nodes   []checkpoint.Node      // ascending
	writes  map[checkpoint.ID]bool // checkpoints with pending writes
	stale   []string               // files that a crash has left behind
	aside   checkpoint.ID          // the last one that was set aside, "" for none
}

func (v *view) path(name string) string { return v.dir + "/" + name }

// look reads the directory. Its name, and those in it, may come from a writer
// that died before it made them durable; look does that, so that nothing it
// tells of is lost later. A thread that does not exist is empty.
func (v *view) look() error {
	v.control, v.nodes, v.writes, v.stale, v.aside = header{}, nil, make(map[checkpoint.ID]bool), nil, ""
	names, err := v.fs.Names(v.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if err := errors.Join(v.fs.Sync(v.dir), v.fs.Sync(".")); err != nil {
		return err
	}
	if slices.Contains(names, controlName) {
		if v.control, _, err = v.read(controlName); err != nil {
			return err
		}
	}
	for _, name := range names {
		id, isWrites := strings.CutSuffix(name, "."+writesKind)
		whole, isAside := strings.CutSuffix(name, asideSuffix)
		if isWrites && checkpoint.ID(id).Valid() {
			v.writes[checkpoint.ID(id)] = true
		} else if n, ok := parseNodeName(whole); ok && n.ID > v.control.Deleted && isAside {
			v.aside = max(v.aside, n.ID)
		} else if ok && n.ID > v.control.Deleted {
			v.nodes = append(v.nodes, n)
		} else if ok || strings.HasPrefix(name, tmpPrefix) {
			v.stale = append(v.stale, name)
		}
	}
	slices.SortFunc(v.nodes, func(a, b checkpoint.Node) int { return strings.Compare(string(a.ID), string(b.ID)) })
	v.dropWrites()
	return nil
}

// dropWrites leaves only the writes that are pending: those whose checkpoint is
// there and has no child that took them up.
func (v *view) dropWrites() {
	pending := make(map[checkpoint.ID]bool)
	for _, n := range v.nodes {
		pending[n.ID] = true
		if n.Kind != checkpoint.Forked {
			delete(pending, n.Parent)
		}
	}
	for id := range v.writes {
		if !pending[id] {
			delete(v.writes, id)
			v.stale = append(v.stale, writesName(id))
		}
	}
	slices.Sort(v.stale)
}

func (v *view) find(id checkpoint.ID) (int, bool) {
	return slices.BinarySearchFunc(v.nodes, id, func(n checkpoint.Node, id checkpoint.ID) int {
		return strings.Compare(string(n.ID), string(id))
	})
}

// lease returns the thread's latest one.
func (v *view) lease() checkpoint.Lease {
	return checkpoint.Lease{Thread: v.thread, Holder: v.control.Holder, Fence: v.control.Fence, Expires: v.control.Expires}
}

// last returns the last ID that the thread has had.
func (v *view) last() checkpoint.ID {
	last := max(v.control.Deleted, v.aside)
	if len(v.nodes) > 0 {
		last = max(last, v.nodes[len(v.nodes)-1].ID)
	}
	return last
}

// read reads a record of the thread. A damaged one gives a *DamageError.
func (v *view) read(name string) (h header, body []byte, err error) {
	data, err := v.fs.ReadFile(v.path(name))
	if err == nil {
		h, body, err = decodeRecord(data)
	}
	if err == nil && (string(h.Thread) != v.thread || h.name() != name) {
		err = damage("it is another one under this name")
	}
	if why, ok := errors.AsType[damage](err); ok {
		bad := &checkpoint.DamageError{Thread: v.thread, What: "lease", Reason: string(why)}
		if id, kind, ok := strings.Cut(name, "."); ok {
			bad.ID, bad.What = checkpoint.ID(id), "checkpoint"
			if kind == writesKind {
				bad.What = "pending writes"
			}
		}
		return h, nil, bad
	} else if err != nil {
		return h, nil, fmt.Errorf("thread %q, %s: %w", v.thread, name, err)
	}
	return h, body, nil
}

// checkpoint reads the checkpoint of a node, without its pending writes.
func (v *view) checkpoint(n checkpoint.Node) (checkpoint.Checkpoint, error) {
	h, body, err := v.read(nodeName(n))
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	return checkpoint.Checkpoint{
		ID: h.ID, Parent: h.Parent, Kind: h.Kind, Step: h.Step, Meta: h.Meta, State: body, Fence: h.Fence,
	}, nil
}

// pending reads a checkpoint's pending writes.
func (v *view) pending(id checkpoint.ID) ([]checkpoint.Write, error) {
	if !v.writes[id] {
		return nil, nil
	}
	h, _, err := v.read(writesName(id))
	return h.Writes, err
}

// newest reads the latest checkpoint that can be read, without its pending
// writes, and says which newer ones cannot. It returns at = −1 for an empty
// thread. Records of a newer version are not passed over: that would fork the
// history behind the back of the program that wrote them.
func (v *view) newest() (c checkpoint.Checkpoint, at int, err error) {
	var skipped []*checkpoint.DamageError
	for i, n := range slices.Backward(v.nodes) {
		c, err := v.checkpoint(n)
		if bad, ok := errors.AsType[*checkpoint.DamageError](err); ok {
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

// get reads a checkpoint, or with "" the newest, with its pending writes.
func (v *view) get(id checkpoint.ID) (c checkpoint.Checkpoint, err error) {
	at, found := v.find(id)
	switch {
	case id == "":
		c, at, err = v.newest()
		found = at >= 0
	case found:
		c, err = v.checkpoint(v.nodes[at])
	}
	if err == nil && !found {
		err = checkpoint.NotFound(v.thread, id)
	}
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	c.Pending, err = v.pending(c.ID)
	if bad, ok := errors.AsType[*checkpoint.DamageError](err); ok {
		c.Skipped, err = append(c.Skipped, bad), nil
	}
	return c, err
}
