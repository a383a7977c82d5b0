package plan

// MemberNames is what the branches of a union that accept objects say of the names of
// members, so that those which an object has leave few branches to be tried. Bit i of a
// set stands for the i-th of these branches.
type MemberNames struct {
	Names []MemberName // sorted by name
	Other uint64       // the branches that admit names which are not listed
}

// MemberName is what they say of one name.
type MemberName struct {
	Name   string
	Admits uint64 // the branches whose objects may have the member
	Needs  uint64 // those whose objects must have it
}
