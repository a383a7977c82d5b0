package layout

import "go/token"

// The functions below find where a part of the source ends without printing it.
// They are those of the grammar that matter for that: brackets are passed over
// as a whole.

// after returns the lexeme after the one at i or, when that is an opening
// bracket, after the bracket that closes it.
func (p *printer) after(i int) int { return max(i, int(p.lexemes[i].match)) + 1 }

// skipList returns the number of the expressions in the list that starts at
// lexeme i, and the lexeme after it, which may be in the middle of an expression
// that is alone.
func (p *printer) skipList(i int) (n, end int) {
	n = 1
	for {
		i = p.after(i)
		switch l := p.lexemes[i]; {
		case l.lines > 0 || l.kind() == token.LBRACE && p.header:
			return n, i
		case l.kind() == token.COMMA:
			n++
		case l.kind() == token.DEFINE || isAssignment(l.kind()) || l.kind() == token.INC || l.kind() == token.DEC || l.kind() == token.SEMICOLON:
			return n, i
		}
	}
}

// skipUnary returns the lexeme after an operand with its operators and suffixes.
func (p *printer) skipUnary(i int) int {
	for {
		switch p.lexemes[i].kind() {
		case token.AND, token.NOT, token.SUB, token.ADD, token.XOR, token.TILDE, token.MUL:
			i++
		default:
			return p.skipPrimary(i, false)
		}
	}
}

// skipPrimary returns the lexeme after an operand with its suffixes, which are
// appended to p.suffixes where they are wanted.
func (p *printer) skipPrimary(i int, wanted bool) int {
	// A brace belongs to a composite literal after a type, and after a name
	// unless it opens the block of a statement.
	var literal bool
	switch p.lexemes[i].kind() {
	case token.IDENT:
		i, literal = i+1, !p.header
	case token.INT, token.STRING, token.CHAR:
		i++
	case token.LPAREN:
		i = p.after(i)
	case token.FUNC:
		if i = p.skipType(i); p.lexemes[i].kind() == token.LBRACE && p.lexemes[i].lines == 0 {
			i = p.after(i)
		}
	default:
		i, literal = p.skipType(i), true
	}
	for p.lexemes[i].lines == 0 {
		at := i
		switch l := p.lexemes[i]; {
		case l.kind() == token.PERIOD && p.lexemes[i+1].kind() == token.LPAREN:
			i, literal = p.after(i+1), false
		case l.kind() == token.PERIOD && p.lexemes[i+1].kind() == token.IDENT:
			i += 2
		case l.kind() == token.LBRACK:
			i = p.after(i)
		case l.kind() == token.LPAREN:
			i, literal = p.after(i), false
		case l.kind() == token.LBRACE && literal:
			i, literal = p.after(i), false
		default:
			return i
		}
		if wanted {
			p.suffixes = append(p.suffixes, suffix{at: at})
		}
	}
	return i
}

// skipType returns the lexeme after a type.
func (p *printer) skipType(i int) int {
	for {
		switch p.lexemes[i].kind() {
		case token.MUL, token.ELLIPSIS:
			i++
		case token.LBRACK:
			i = p.after(i)
		case token.MAP:
			i = p.after(i + 1)
		case token.STRUCT, token.INTERFACE:
			return p.after(i + 1)
		case token.FUNC:
			return p.skipSignature(i + 1)
		case token.IDENT:
			i++
			if p.lexemes[i].kind() == token.PERIOD && p.lexemes[i+1].kind() == token.IDENT {
				i += 2
			}
			if l := p.lexemes[i]; l.kind() == token.LBRACK && l.lines == 0 {
				i = p.after(i)
			}
			return i
		default:
			giveUp()
		}
	}
}

// skipSignature returns the lexeme after parameters and results.
func (p *printer) skipSignature(i int) int {
	i = p.after(i)
	switch l := p.lexemes[i]; {
	case l.lines > 0:
		return i
	case l.kind() == token.LPAREN:
		return p.after(i)
	case startsType(l.kind()):
		return p.skipType(i)
	}
	return i
}

// startsType reports whether a type may start with a lexeme of the kind.
func startsType(kind token.Token) bool {
	switch kind {
	case token.IDENT, token.MUL, token.LBRACK, token.MAP, token.FUNC, token.STRUCT, token.INTERFACE:
		return true
	}
	return false
}
