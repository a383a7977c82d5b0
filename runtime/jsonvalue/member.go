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

// ReadObject reads an object whose values may be anything.
func ReadObject(s *jsonscan.Scanner) (map[string]Value, bool) {
	var members map[string]Value
	ok := jsonscan.Map(s, &members, func(s *jsonscan.Scanner, v *Value) (ok bool) {
		*v, ok = Read(s)
		return ok
	})
	return members, ok
}

// AppendMembers writes the members of a map after the declared ones of the same
// object, sorted by name; see jsonscan.Others.
func AppendMembers(e *jsonscan.Encoder, members map[string]Value, declared []string) {
	jsonscan.Others(e, members, declared, func(e *jsonscan.Encoder, v Value) { v.Append(e) })
}

// AppendObject writes an object, sorted by name.
func AppendObject(e *jsonscan.Encoder, members map[string]Value) {
	e.BeginObject()
	AppendMembers(e, members, nil)
	e.EndObject()
}
