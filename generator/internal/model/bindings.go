package model

// Bindings are the parts of documents that the overlay binds the runtime to.
type Bindings struct {
	Rules      *Rules      `json:",omitempty"`
	Memory     *Memory     `json:",omitempty"`
	Budget     *Budget     `json:",omitempty"`
	Allocation *Allocation `json:",omitempty"`
}

// Rules say what operations may do to a document.
type Rules struct {
	Document  *Decl `json:"-"`
	ReadOnly  []*ReadOnly
	Complete  *Access  // the member that makes a document complete; nil for none
	Ends      []string // operations that are refused then, by the names in paths
	IsDone    string   // Go names of the functions; IsDone is "" without Complete
	MayRun    string
	MayWrite  string
	Unchanged string
	Guard     string
}

// ReadOnly is a member that only some operations may change.
type ReadOnly struct {
	Member *Access
	SetBy  []string
}

// Memory is a window over records of a type.
type Memory struct {
	Type, Config, New string // Go names
	Record            *Decl  `json:"-"`
	Capacity          Amount
	Min, Max          int64  // of the capacity; 0 for none
	Policy            string // the constant one, or the default of PolicyMember; "" for none
	PolicyMember      *Access

	Key, Iteration, Time, Score, Pinned    *Access // read; Iteration is not nil
	Size, Held, Total, Before, Injected    *Access // written; nil for none
	Reward, Errors                         *Access // read
	RewardChange, ErrorChange, Improvement *Access // written
}

// Amount is a number, the field of Limits that holds it, or a member.
type Amount struct {
	Number int64
	Limit  *Limit
	Member *Access
}

// Resource is what a budget counts, as the dimensions of the runtime's budget
// name it, and Tokens, which are both kinds together.
type Resource string

// The resources.
const (
	TokensIn   Resource = "TokensIn"
	TokensOut  Resource = "TokensOut"
	Tokens     Resource = "Tokens"
	CostNano   Resource = "CostNano"
	WallTime   Resource = "WallTime"
	Iterations Resource = "Iterations"
	Bytes      Resource = "Bytes"
)

// Budget counts what the entries of a document spend.
type Budget struct {
	Type, Open, Spent string // Go names
	Sum, Exhaust      string // Go names of the package's own functions
	Document          *Decl  `json:"-"`
	Entry             *Decl  `json:"-"`
	Entries           *Access
	Reads             []*BudgetRead
	Totals            []*BudgetTotal
	Counts            []*BudgetCount
	Most              []*BudgetMost
	Exhausted         []*BudgetExhausted
	UsesLimits        bool
}

// BudgetRead reads what an entry spent: the first member, or where it is
// absent, the others together.
type BudgetRead struct {
	Resource Resource
	Members  []*Access
}

// BudgetTotal writes what all entries spent.
type BudgetTotal struct {
	Resource Resource
	Into     *Access
}

// BudgetCount writes how many entries have one of the values.
type BudgetCount struct {
	Into   *Access
	Of     *Access
	Values []string
}

// BudgetMost bounds a resource.
type BudgetMost struct {
	Resource Resource
	Amount   Amount
	Unit     string // of a limit of bytes: KB, MB; "" for one
}

// BudgetExhausted is what is written when a resource has run out.
type BudgetExhausted struct {
	Resource Resource
	Writes   []*BudgetWrite
}

// BudgetWrite writes a text.
type BudgetWrite struct {
	Into  *Access
	Value string
}

// Allocation fits texts into the tokens that a document plans for.
type Allocation struct {
	Plan, Func string // Go names
	Document   *Decl  `json:"-"`
	MaxTokens  *Access
	PerSection *Access // nil for none
	Report     *Access
}
