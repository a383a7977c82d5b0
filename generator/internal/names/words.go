package names

import "strings"

// Words says how words are spelt in Go names. The zero value knows the initialisms
// that Go style has, and spells all other words with one capital letter.
type Words struct {
	spelt map[string]string // by the word in upper case
	only  bool              // the initialisms of Go style are none
}

// NewWords returns the rules under which the given words are spelt as they are given,
// whatever their case in a schema: "SKU", "OAuth". With only they are all that
// is spelt in a way of its own, otherwise they come before the initialisms of Go style,
// so that "Id" has ID spelt as other words are.
func NewWords(only bool, given ...string) Words {
	w := Words{spelt: map[string]string{}, only: only}
	for _, word := range given {
		w.spelt[strings.ToUpper(word)] = word
	}
	return w
}

// IsInitialism reports whether a word can be given to [NewWords]: letters and digits
// behind a capital letter.
func IsInitialism(word string) bool {
	return strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == "" && word != "" && 'A' <= word[0] && word[0] <= 'Z'
}

// spelling is how the word is spelt that in upper case is upper; "" for one without a
// spelling of its own.
func (w Words) spelling(upper string) string {
	if spelling := w.spelt[upper]; spelling != "" {
		return spelling
	}
	if !w.only && initialisms[upper] {
		return upper
	}
	return ""
}

// initialisms are the words that Go style writes in one case.
// Source: the Go wiki's code review comments, section Initialisms, and the
// list that golint checked.
var initialisms = map[string]bool{
	"ACL": true, "API": true, "ASCII": true, "CPU": true, "CSS": true, "DNS": true,
	"EOF": true, "GUID": true, "HTML": true, "HTTP": true, "HTTPS": true, "ID": true,
	"IP": true, "JSON": true, "JSONL": true, "LHS": true, "QPS": true, "RAM": true,
	"RHS": true, "RPC": true, "SLA": true, "SMTP": true, "SQL": true, "SSH": true,
	"TCP": true, "TLS": true, "TTL": true, "UDP": true, "UI": true, "UID": true,
	"UUID": true, "URI": true, "URL": true, "USD": true, "UTF8": true, "VM": true,
	"XML": true, "XMPP": true, "XSRF": true, "XSS": true, "YAML": true,
}
