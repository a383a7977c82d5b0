package layout

import (
	"bytes"
	"go/token"
	"slices"
)

// lexeme is a token of the source with what the printer must know about its
// surroundings. It is small since a table of several megabytes is one file.
type lexeme struct {
	from, to int32 // its bytes in the source
	// match is, of a bracket, the index of the one on the other side.
	match int32
	// commas is, of an opening bracket, how many commas stand between its
	// items; one before the closing bracket does not count.
	commas int32
	token  uint8
	// lines is how many line breaks stand before it: 0, 1, or 2 for more.
	lines uint8
}

// kind returns the token; that of a number is [token.INT].
func (l lexeme) kind() token.Token { return token.Token(l.token) }

// lex splits the source into lexemes that end with those of kind token.EOF. It
// gives up on what emitters do not write: characters beyond ASCII outside of
// strings and comments, comments between slash and star, unusual numbers.
func (p *printer) lex() {
	src := p.src
	lexemes := slices.Grow(p.lexemes, len(src)/4)
	i, lines := 0, uint8(0)
	for i < len(src) {
		c := src[i]
		switch c {
		case ' ', '\t':
			i++
			continue
		case '\n':
			lines = min(lines+1, 2)
			i++
			continue
		}
		kind, end := p.next(i)
		lexemes = append(lexemes, lexeme{token: uint8(kind), from: int32(i), to: int32(end), lines: lines, match: -1})
		i, lines = end, 0
	}
	// Two of them, so that one may look at the lexeme after the next.
	end := lexeme{token: uint8(token.EOF), from: int32(i), to: int32(i), lines: max(lines, 1), match: -1}
	p.lexemes = append(lexemes, end, end)
}

// next returns the kind and the end of the token at offset i.
func (p *printer) next(i int) (token.Token, int) {
	src := p.src
	switch c := src[i]; {
	case isLetter(c):
		end, lower := i+1, c >= 'a'
		for end < len(src) && (isLetter(src[end]) || isDigit(src[end])) {
			lower = lower && src[end] >= 'a'
			end++
		}
		if !lower || end-i == 1 || keywordLetters>>(c-'a')&1 == 0 {
			return token.IDENT, end
		}
		return token.Lookup(string(src[i:end])), end
	case isDigit(c):
		return token.INT, p.number(i)
	case c == '"' || c == '\'':
		kind := token.STRING
		if c == '\'' {
			kind = token.CHAR
		}
		for end := i + 1; end < len(src) && src[end] != '\n'; end++ {
			switch src[end] {
			case c:
				return kind, end + 1
			case '\\':
				end++
			}
		}
		giveUp()
	case c == '`':
		n := bytes.IndexByte(src[i+1:], '`')
		if n < 0 || bytes.IndexByte(src[i+1:i+1+n], '\r') >= 0 {
			giveUp()
		}
		return token.STRING, i + n + 2
	case c == '/' && i+1 < len(src) && src[i+1] == '/':
		end := len(src)
		if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
			end = i + n
		}
		return token.COMMENT, i + len(bytes.TrimRight(src[i:end], " \t\r"))
	}
	for _, op := range operators[src[i]&0x7f] {
		if bytes.HasPrefix(src[i:], []byte(op.text)) {
			return op.kind, i + len(op.text)
		}
	}
	giveUp()
	return token.ILLEGAL, i
}

// number returns the end of the number at offset i. gofmt writes the letters in
// numbers small, but for hexadecimal digits.
func (p *printer) number(i int) int {
	src := p.src
	end := i
	for end < len(src) {
		c := src[end]
		sign := (c == '+' || c == '-') && (src[end-1] == 'e' || src[end-1] == 'p') && !bytes.HasPrefix(src[i:], []byte("0x"))
		if !isLetter(c) && !isDigit(c) && c != '.' && !sign {
			break
		}
		if 'A' <= c && c <= 'Z' || c == 'i' || c == 'p' {
			giveUp()
		}
		end++
	}
	return end
}

// keywordLetters has a bit for each letter with which a keyword starts, so that
// most identifiers need not be looked up.
var keywordLetters = func() (set uint32) {
	for kind := token.BREAK; kind <= token.VAR; kind++ {
		set |= 1 << (kind.String()[0] - 'a')
	}
	return set
}()

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

type operator struct {
	text string
	kind token.Token
}

// operators lists the operators and brackets by their first character, the
// longest first.
var operators = func() (table [128][]operator) {
	for kind := token.ADD; kind <= token.TILDE; kind++ {
		if text := kind.String(); kind.IsOperator() {
			list := append(table[text[0]], operator{text, kind})
			for i := len(list) - 1; i > 0 && len(list[i-1].text) < len(text); i-- {
				list[i-1], list[i] = list[i], list[i-1]
			}
			table[text[0]] = list
		}
	}
	return table
}()

// pair finds the brackets that belong together and counts the commas between.
func (p *printer) pair() {
	open := p.open[:0]
	for i := range p.lexemes {
		l := &p.lexemes[i]
		switch l.kind() {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			open = append(open, int32(i))
		case token.COMMA:
			if len(open) > 0 {
				p.lexemes[open[len(open)-1]].commas++
			}
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) == 0 {
				giveUp()
			}
			at := open[len(open)-1]
			other := &p.lexemes[at]
			if closing[other.kind()] != l.kind() {
				giveUp()
			}
			l.match, other.match = at, int32(i)
			if p.lexemes[i-1].kind() == token.COMMA {
				other.commas--
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		giveUp()
	}
	p.open = open
}

var closing = map[token.Token]token.Token{token.LPAREN: token.RPAREN, token.LBRACK: token.RBRACK, token.LBRACE: token.RBRACE}
