package checks

import "hash/maphash"

// keys is a set of values by their keys, see appendKey. It is emptied and used
// again.
type keys struct {
	texts []byte
	list  []key
	table []int32 // open addressing: the place in list plus one; 0 is empty
}

type key struct {
	hash     uint64
	from, to int // in texts
	node     int // of the value
}

// keySeed makes the hashes unpredictable, so that no document can be built to
// collide.
var keySeed = maphash.MakeSeed()

// find returns the slot of a key, and the place of it in the list; −1 for none.
func (k *keys) find(hash uint64, text []byte) (slot, place int) {
	mask := len(k.table) - 1
	for slot = int(hash) & mask; k.table[slot] != 0; slot = (slot + 1) & mask {
		place = int(k.table[slot]) - 1
		if e := &k.list[place]; e.hash == hash && string(k.texts[e.from:e.to]) == string(text) {
			return slot, place
		}
	}
	return slot, -1
}

// has reports whether a key is in the set.
func (k *keys) has(text []byte) bool {
	if len(k.list) == 0 {
		return false
	}
	_, place := k.find(maphash.Bytes(keySeed, text), text)
	return place >= 0
}

// add enters the key of a value. If it is there already, it returns the value that
// it was entered for.
func (k *keys) add(text []byte, node int) (first int, known bool) {
	if 2*len(k.list) >= len(k.table) {
		k.grow()
	}
	hash := maphash.Bytes(keySeed, text)
	slot, place := k.find(hash, text)
	if place >= 0 {
		return k.list[place].node, true
	}
	from := len(k.texts)
	k.texts = append(k.texts, text...)
	k.list = append(k.list, key{hash, from, len(k.texts), node})
	k.table[slot] = int32(len(k.list))
	return node, false
}

func (k *keys) grow() {
	k.table = make([]int32, max(16, 2*len(k.table)))
	mask := len(k.table) - 1
	for i, e := range k.list {
		slot := int(e.hash) & mask
		for k.table[slot] != 0 {
			slot = (slot + 1) & mask
		}
		k.table[slot] = int32(i + 1)
	}
}

// reset empties the set and keeps its memory.
func (k *keys) reset() {
	clear(k.table)
	k.texts, k.list = k.texts[:0], k.list[:0]
}
