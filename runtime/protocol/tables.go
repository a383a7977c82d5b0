package protocol

// Trigger sets operations off. It is data: nothing here executes it.
type Trigger struct {
	Name       string
	Note       string   // what the schema says beside the name
	Operations []string // in the order of the schema
}

// Policy is one row of a policy table: what to do in a case, and how.
type Policy struct {
	Action  string
	Options map[string]any // values as encoding/json decodes them
}

// Directive is one line of a directive list: a name with its argument, or a record.
type Directive struct {
	Name string
	Arg  any // as encoding/json decodes it; nil for none
}
