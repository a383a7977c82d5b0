// Package variables keeps named variables in documents: with a journal of their
// changes, snapshots to go back to, lifetimes, and scopes in which several
// documents share some. Generated packages describe the variables of their
// documents in a [Kind]; a generated store has them in its field Variables.
//
// The methods that change a document change it in memory, for a change function
// of the store's Update, which makes it durable and excludes other writers. What
// documents share is written by the methods that take a context, each document
// under its own lock, at once. [Variables.Share] in the same change function would
// therefore publish what the document does not have yet, and never has where the change
// is refused or the process dies. So change the document in one Update, and share in a
// second one, which changes nothing:
//
//	err := states.Update(ctx, id, func(x *State) error {
//		if old, err = states.Variables.Current(x, name); err != nil {
//			return err
//		}
//		return states.Variables.Set(x, name, v, "me")
//	})
//	if err == nil {
//		err = states.Update(ctx, id, func(x *State) error { return states.Variables.Share(ctx, x, name, old) })
//	}
//
// The second Update shares what the document has by then, so that the scopes have what
// the last of several writers wrote. A crash between the two leaves the document with the new
// value and the scopes with the old one, which Find gives until the next write of the
// variable is shared, or Share is called again.
//
// All methods are safe for concurrent use on different documents. They take time
// in proportion to one document.
package variables
