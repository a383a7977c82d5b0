package config

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/names"
)

// wordsOf reads how words are spelt in Go names: a list adds to the initialisms of Go,
// "only" takes their place.
func wordsOf(n *document.Node) names.Words {
	only := n.Get("only")
	return names.NewWords(only != nil, append(texts(n), texts(only)...)...)
}
