package jsonscan

import "github.com/bindery-go/bindery/runtime/internal/lanes"

const (
	// smallMap is how many members a Go map holds in the memory that it begins with. What
	// it needs then is moved each time that it doubles.
	smallMap = 8
	// roomReach is how many bytes of an object are looked at to find how many members
	// follow. Objects may nest, so that without a bound this would be quadratic.
	roomReach = 1 << 10
)

// Roomy is for a map that is about to get the member of an object at whose value, or
// behind it, the scanner stands. Where the map is full it returns one with the same
// members and room for those that follow, as far as they are near.
func Roomy[M ~map[K]V, K ~string, V any](s *Scanner, members M) M {
	if len(members) != smallMap {
		return members
	}
	return roomier(s, members)
}

func roomier[M ~map[K]V, K ~string, V any](s *Scanner, members M) M {
	roomy := make(M, smallMap+1+s.following())
	for name, value := range members {
		roomy[name] = value
	}
	return roomy
}

// following counts the names of the object in which the scanner stands that are near
// behind it. It looks at brackets and quotes alone: what it says is a guess where the
// document is not JSON.
func (s *Scanner) following() (count int) {
	data := s.data[:min(len(s.data), s.pos+roomReach)]
	depth := 0
	for i := lanes.Structure(data, s.pos); i < len(data) && depth >= 0; i = lanes.Structure(data, i) {
		switch data[i] {
		case '"':
			i = space(data, min(textEnd(data, i+1)+1, len(data)))
			if depth == 0 && i < len(data) && data[i] == ':' {
				count++
			}
			continue
		case '{', '[':
			depth++
		default:
			depth--
		}
		i++
	}
	return count
}
