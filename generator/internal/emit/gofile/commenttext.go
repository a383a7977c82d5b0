package gofile

import "strings"

// CommentText is [Comment] as text, for the templates of what belongs to the
// user.
func CommentText(text string) string { return strings.Join(commentLines(text), "\n") }
