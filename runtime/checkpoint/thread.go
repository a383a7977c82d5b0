package checkpoint

// Thread is what [Store.Threads] tells of a thread.
type Thread struct {
	Name string
	// Head is the latest checkpoint that can be read, without its State and its
	// Pending. Skipped says which newer ones cannot.
	Head Checkpoint
	// Lease is the latest one: its Holder is "" where it was released, and in a
	// thread that was never leased. One that has expired keeps its Holder.
	Lease Lease
}
