package layout

import "go/token"

// binary is a binary operator of an expression that is being printed.
type binary struct {
	at   int // index of the lexeme
	prec int
}

// maxOperators bounds the operators of one expression, since each is looked at
// again for the operators that bind less.
const maxOperators = 200

// expression prints an expression. The depth decides about blanks as in gofmt:
// it is 1 for a statement and grows where operands are parts of something.
func (p *printer) expression(depth int) {
	lo := len(p.binaries)
	for i := p.skipUnary(p.at); ; {
		prec := p.lexemes[i].kind().Precedence()
		if prec == token.LowestPrec || p.lexemes[i].lines > 0 {
			break
		}
		p.binaries = append(p.binaries, binary{i, prec})
		i = p.skipUnary(i + 1)
	}
	hi := len(p.binaries)
	if hi-lo > maxOperators {
		giveUp()
	}
	p.operation(lo, hi, depth)
	p.binaries = p.binaries[:lo]
}

// operation prints the operands around the operators from lo up to hi. Blanks
// around the operators + and * depend on whether both are there and on depth;
// the weaker operators always have them.
func (p *printer) operation(lo, hi, depth int) {
	if lo == hi {
		p.unary(depth)
		return
	}
	top := lo
	var adds, multiplies bool
	for i, op := range p.binaries[lo:hi] {
		if op.prec <= p.binaries[top].prec {
			top = lo + i
		}
		adds = adds || op.prec == 4
		multiplies = multiplies || op.prec == 5
	}
	prec := p.binaries[top].prec
	cutoff := 4
	if depth == 1 {
		cutoff = 6
		if adds && multiplies {
			cutoff = 5
		}
	}
	deeper := 1
	for _, op := range p.binaries[lo:top] {
		if op.prec == prec {
			deeper = 0
		}
	}
	p.operation(lo, top, depth+deeper)
	if prec < cutoff {
		p.print(" ")
	}
	if p.at != p.binaries[top].at || clash(p.kind(), p.lexemes[p.at+1].kind()) {
		giveUp()
	}
	p.take()
	if p.broken() {
		if p.lexemes[p.at].lines > 1 {
			giveUp()
		}
		p.indent++
		p.newline()
		p.operation(top+1, hi, depth+1)
		p.indent--
		return
	}
	if prec < cutoff {
		p.print(" ")
	}
	p.operation(top+1, hi, depth+1)
}

// clash reports whether two operators without a blank between are another, or
// a comment; gofmt gives such an expression more blanks.
func clash(x, y token.Token) bool {
	switch x {
	case token.LAND, token.AND:
		return y == token.AND || y == token.XOR
	case token.QUO:
		return y == token.MUL
	case token.ADD, token.SUB:
		return x == y
	}
	return false
}

// unary prints an operand with the unary operators before it.
func (p *printer) unary(depth int) {
	switch kind := p.kind(); kind {
	case token.AND, token.NOT, token.SUB, token.ADD, token.XOR, token.TILDE, token.MUL:
		p.take()
		if p.broken() || clash(kind, p.kind()) {
			giveUp()
		}
		if kind == token.MUL {
			depth = 1
		}
		p.unary(depth)
	default:
		p.primary(depth)
	}
}

// suffix is what follows an operand: a selector, an index, a call, the braces
// of a composite literal.
type suffix struct {
	at    int // index of the lexeme
	depth int
}

// primary prints an operand with its suffixes. A call with several arguments
// makes all within it deeper, and an index nothing but itself.
func (p *printer) primary(depth int) {
	lo := len(p.suffixes)
	p.skipPrimary(p.at, true)
	for i := len(p.suffixes) - 1; i >= lo; i-- {
		s := &p.suffixes[i]
		l := p.lexemes[s.at]
		if l.kind() == token.LPAREN && l.commas > 0 {
			depth++
		}
		s.depth = depth
		if l.kind() == token.LBRACK {
			depth = 1
		}
	}
	hi := len(p.suffixes)
	p.operand(depth)
	header := p.header
	for i := lo; i < hi; i++ {
		s := p.suffixes[i]
		if p.at != s.at {
			giveUp()
		}
		p.header = false
		switch p.kind() {
		case token.PERIOD:
			p.selector()
		case token.LBRACK:
			p.index(s.depth)
		case token.LPAREN:
			p.take()
			p.list(s.depth, token.RPAREN, p.lexemes[s.at].commas)
			p.take()
		case token.LBRACE:
			p.composite()
		}
		p.header = header
	}
	p.suffixes = p.suffixes[:lo]
}

func (p *printer) selector() {
	p.take()
	if p.kind() != token.LPAREN {
		p.expect(token.IDENT)
		return
	}
	p.expect(token.LPAREN)
	if p.kind() == token.TYPE {
		p.take()
	} else {
		p.typ()
	}
	p.expect(token.RPAREN)
}

func (p *printer) operand(depth int) {
	header := p.header
	switch p.kind() {
	case token.IDENT, token.INT, token.STRING, token.CHAR:
		p.take()
	case token.LPAREN:
		p.take()
		if p.broken() || p.kind() == token.LPAREN {
			giveUp() // gofmt drops one of two pairs
		}
		p.header = false
		p.expression(max(depth-1, 1))
		p.header = header
		p.expect(token.RPAREN)
	case token.FUNC:
		start := len(p.out)
		p.typ()
		if p.kind() == token.LBRACE && !p.broken() {
			p.body(start)
		}
	case token.LBRACK, token.MAP, token.STRUCT, token.INTERFACE:
		p.typ()
	default:
		giveUp()
	}
}

// composite prints the braces of a composite literal.
func (p *printer) composite() {
	l := p.lexemes[p.at]
	p.take()
	p.list(1, token.RBRACE, l.commas)
	p.take()
}

// index prints an index, a slice expression or type arguments.
func (p *printer) index(depth int) {
	open := p.lexemes[p.at]
	p.take()
	p.inline()
	if open.commas > 0 {
		p.list(depth+1, token.RBRACK, open.commas)
		p.take()
		return
	}
	blanks := depth <= 1 && p.sliceWithBlanks(int(open.match))
	for p.kind() != token.RBRACK {
		if p.kind() != token.COLON {
			p.expression(depth + 1)
			if p.kind() == token.COLON && blanks {
				p.print(" ")
			}
			continue
		}
		p.expect(token.COLON)
		if p.kind() != token.COLON && p.kind() != token.RBRACK && blanks {
			p.print(" ")
		}
	}
	p.expect(token.RBRACK)
}

// sliceWithBlanks reports whether blanks stand around the colons of the slice
// expression whose indices start at the next lexeme and end before end: they do
// where there are several indices and one has an operator.
func (p *printer) sliceWithBlanks(end int) bool {
	indices, operators := 0, 0
	for i := p.at; i < end; {
		if p.lexemes[i].kind() == token.COLON {
			i++
			continue
		}
		indices++
		for i = p.skipUnary(i); p.lexemes[i].kind().Precedence() != token.LowestPrec; i = p.skipUnary(i + 1) {
			operators++
		}
	}
	return indices > 1 && operators > 0
}
