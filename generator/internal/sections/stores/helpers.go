package stores

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// The words of steps that do what a store does.
const (
	creates = "create initialize init start begin new open"
	writes  = "save update write persist store put keep"
	reads   = "load read get fetch open locate"
	deletes = "delete remove drop"
	draws   = "generate create new next assign draw make"
)

// Helpers are the methods of the stores.
func (s *Section) Helpers() (out []section.Helper) {
	add := func(name, does string, when ...string) {
		out = append(out, section.Helper{Name: name, Does: does, When: when})
	}
	scopes := map[*Store]bool{} // which the variables of other documents reach
	for _, store := range s.stores {
		if store.Variables != nil {
			for _, scope := range store.Variables.Scopes {
				scopes[scope.Store] = true
			}
		}
	}
	for _, store := range s.stores {
		if scopes[store] {
			continue
		}
		noun := section.Nouns(store.label, store.Root.Name, last(store.Path.Key))
		whole := func(name, does, when string) { // what does nothing for a part of a document
			out = append(out, section.Helper{Name: name, Does: does, When: []string{when, noun}, Unless: section.Parts(store.Root.Decl, noun)})
		}
		if store.NewKey != "" {
			whole(store.Name+".CreateNew", "writes a new document with an ID that is free", creates)
			add(store.NewKey, "draws an ID", draws, "id", noun)
		} else {
			whole(store.Name+".Create", "writes a new document", creates)
		}
		if store.Index != nil {
			add(store.Name, "keeps the index in step with each write", writes+" rebuild", "index")
		}
		add(store.Name+".Update", "changes a document, alone, and writes it as a whole", writes, noun)
		add(store.Name+".Load", "reads a document", reads, noun)
		whole(store.Name+".Delete", "deletes a document with all its files", deletes)
		if store.Days != nil {
			add(store.Name+".Expire", "deletes the documents that are older than they are kept", "expire sweep prune clean retention retain")
		}
		if store.Log != nil && store.Variables == nil {
			add(store.Name, "enters in the log what a document gains", "log record append journal", section.Nouns(last(store.Log.Entries.Pointer), last(store.Log.Path.Key)))
		}
		for _, id := range store.IDs {
			add(id.Func, "gives the next ID", draws, "id", section.Nouns(last(id.Key.Pointer)))
		}
		if store.Spill != nil {
			add(store.Name+"."+store.Spill.Out, "moves a large value to a file, as writes do", "save write move spill offload", "file")
			add(store.Name+"."+store.Spill.Back, "brings a value back from its file", reads, "file")
		}
		store.variableHelpers(add)
	}
	return out
}

func (s *Store) variableHelpers(add func(name, does string, when ...string)) {
	v := s.Variables
	if v == nil {
		return
	}
	of := s.Name + ".Variables."
	noun := section.Nouns("variable", v.Owner.Name)
	entries := func(a *model.Access) string { return section.Nouns(last(a.Pointer)) }
	add(of+"Find", "finds a variable in the document and in its scopes", reads+" find look exists exist", noun)
	add(v.Owner.Name+".Validate", "checks a variable by the schema", "validate check verify", noun, "name value type schema")
	add(of+"Current", "gives what a write takes the place of", "capture old current", noun+" value")
	add(of+"Complete", "fills in what a write does not say", "set new", "value")
	add(of+"Set", "sets a variable and enters that in the journal", writes+" set", noun)
	if v.Journal != nil {
		add(of+"Set", "sets a variable and enters that in the journal", "log record append journal", entries(v.Journal.ID.Entries)+" change")
	}
	if v.Reads != nil {
		add(of+"Accessed", "counts an access", "increment count", "access accesses read reads")
	}
	if v.Snapshots != nil {
		copies := entries(v.Snapshots.ID.Entries) + " snapshot"
		add(of+"LoadSnapshot", "reads a snapshot", reads+" find", copies)
		add(of+"AddSnapshot", "enters a snapshot, which SaveSnapshot writes", draws+" add", copies)
		add(of+"SaveSnapshot", "writes a snapshot", writes, copies)
		add(of+"SaveSnapshot", "writes a snapshot", "snapshot copy", "state document")
		add(of+"Apply", "makes the changes that Differences lists", "restore revert rollback undo")
	}
}

// last is the last part of a path's key or of a JSON Pointer.
func last(name string) string { return name[strings.LastIndexAny(name, "/.")+1:] }
