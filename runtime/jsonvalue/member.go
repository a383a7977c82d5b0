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
	if !s.EnterObject() {
		return nil, false
	}
	members := map[string]Value{}
	for name, more := s.Member(); more; name, more = s.Member() {
		key, at := s.Copy(name), s.NameAt()
		v, ok := Read(s)
		if !ok {
			return nil, false
		}
		count := len(members)
		if members[key] = v; len(members) == count {
			return nil, s.RepeatedName(at)
		}
	}
	return members, s.LeaveObject()
}

// ReadList reads an array whose items may be anything.
func ReadList(s *jsonscan.Scanner) ([]Value, bool) {
	var list []Value
	ok := jsonscan.List(s, &list, func(s *jsonscan.Scanner, v *Value) (ok bool) {
		*v, ok = Read(s)
		return ok
	})
	return list, ok
}

// AppendMembers writes the members of a map after the declared ones of the same
// object, sorted by name; see jsonscan.Others.
func AppendMembers(e *jsonscan.Encoder, members map[string]Value, declared []string) {
	if len(members) > 0 { // seldom, so that the test is inlined
		appendMembers(e, members, declared)
	}
}

func appendMembers(e *jsonscan.Encoder, members map[string]Value, declared []string) {
	jsonscan.Others(e, members, declared, func(e *jsonscan.Encoder, v Value) { v.Append(e) })
}

// AppendObject writes an object, sorted by name.
func AppendObject(e *jsonscan.Encoder, members map[string]Value) {
	e.BeginObject()
	AppendMembers(e, members, nil)
	e.EndObject()
}
