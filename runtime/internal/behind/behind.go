// Package behind has the error of a document that is written while what stands in step
// with it is not: package store gives it, and budgets know it without that package.
package behind

import "errors"

// Err is store.ErrBehind.
var Err = errors.New("store: the change has been made, and what is kept beside the document follows with the next one; do not make it again")
