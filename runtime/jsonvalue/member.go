package jsonvalue

import "github.com/bindery-go/bindery/runtime/jsonscan"

// ReadMember reads the value of the member called name into a map, which is
// made when it is nil. For generated code: name is what Member returned.
func ReadMember(s *jsonscan.Scanner, name []byte, into *map[string]Value) bool {
	key := s.Copy(name)
	v, ok := Read(s)
	if !ok {
		return false
	}
	if *into == nil {
		*into = make(map[string]Value)
	}
	(*into)[key] = v
	return true
}
