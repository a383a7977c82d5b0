package layout

import (
	"bytes"
	"go/token"
)

func hasNewline(text []byte) bool { return bytes.IndexByte(text, '\n') >= 0 }

// typ prints a type.
func (p *printer) typ() {
	p.inline()
	switch p.kind() {
	case token.IDENT:
		p.typeName()
	case token.MUL:
		p.take()
		p.typ()
	case token.LBRACK:
		p.take()
		if p.kind() == token.ELLIPSIS {
			p.expect(token.ELLIPSIS)
		} else if p.kind() != token.RBRACK {
			p.inline()
			p.expression(1)
		}
		p.expect(token.RBRACK)
		p.typ()
	case token.MAP:
		p.take()
		p.expect(token.LBRACK)
		p.typ()
		p.expect(token.RBRACK)
		p.typ()
	case token.FUNC:
		p.take()
		p.signature()
	case token.STRUCT:
		p.take()
		p.members(p.fields)
	case token.INTERFACE:
		p.take()
		p.members(p.methods)
	default:
		giveUp()
	}
}

// typeName prints a name with what qualifies it and its type arguments.
func (p *printer) typeName() {
	p.take()
	if p.kind() == token.PERIOD {
		p.expect(token.PERIOD)
		p.expect(token.IDENT)
	}
	if p.kind() == token.LBRACK && !p.broken() {
		p.index(1)
	}
}

// signature prints parameters and results. A single result without a name
// stands without parentheses.
func (p *printer) signature() {
	p.parameters()
	if p.broken() {
		return
	}
	if startsType(p.kind()) {
		p.print(" ")
		p.typ()
		return
	}
	if p.kind() != token.LPAREN {
		return
	}
	if p.lexemes[p.at].commas == 0 && p.skipType(p.at+1) == int(p.lexemes[p.at].match) {
		p.at++
		p.print(" ")
		p.typ()
		p.inline()
		p.at++
		return
	}
	p.print(" ")
	p.parameters()
}

// parameters prints a list of parameters or results on one line.
func (p *printer) parameters() {
	p.expect(token.LPAREN)
	for p.kind() != token.RPAREN {
		p.parameter()
		if p.kind() == token.COMMA {
			p.expect(token.COMMA)
			p.print(" ")
			if p.kind() == token.RPAREN {
				giveUp()
			}
		}
	}
	p.expect(token.RPAREN)
}

// parameter prints a type, a name, or a name with its type.
func (p *printer) parameter() {
	p.inline()
	if p.kind() == token.IDENT && p.isNamed(p.at+1) {
		p.take()
		p.print(" ")
	}
	if p.kind() == token.ELLIPSIS {
		p.expect(token.ELLIPSIS)
	}
	p.typ()
}

// isNamed reports whether what follows the name of a parameter is its type.
func (p *printer) isNamed(i int) bool {
	l := p.lexemes[i]
	if l.kind() == token.LBRACK && l.match > int32(i)+1 {
		after := p.lexemes[l.match+1].kind()
		return after != token.COMMA && after != token.RPAREN
	}
	return l.kind() == token.ELLIPSIS || startsType(l.kind())
}

// typeParameters prints a list of type parameters on one line.
func (p *printer) typeParameters() {
	p.expect(token.LBRACK)
	for {
		p.expect(token.IDENT)
		if p.kind() != token.COMMA {
			p.print(" ")
			if p.kind() == token.MUL || p.kind() == token.LPAREN {
				giveUp()
			}
			p.inline()
			p.expression(1)
		}
		if p.kind() != token.COMMA {
			break
		}
		p.expect(token.COMMA)
		p.print(" ")
	}
	p.expect(token.RBRACK)
}

// members prints the braces of a struct or an interface.
func (p *printer) members(print func()) {
	l := p.lexemes[p.at]
	if l.kind() != token.LBRACE || l.lines > 0 {
		giveUp()
	}
	if int(l.match) == p.at+1 && p.lexemes[p.at+1].lines == 0 {
		p.take()
		p.take()
		return
	}
	p.print(" ")
	p.take()
	header := p.header
	p.header = false
	p.indent++
	print()
	p.indent--
	p.header = header
	p.closeBlock()
}

// fields prints the fields of a struct with their types and tags in columns.
func (p *printer) fields() {
	tables := len(p.cells)
	for row := 0; p.kind() != token.RBRACE; row++ {
		if apart := p.lineOf(row == 0); apart {
			p.align(tables)
		}
		next := p.lexemes[p.at+1]
		if p.kind() != token.IDENT || next.kind() == token.COMMA {
			giveUp()
		}
		if next.lines > 0 || next.kind() == token.PERIOD { // embedded
			p.typeName()
			p.align(tables)
		} else {
			start := len(p.out)
			p.take()
			p.cell(row, 0, len(p.out), start)
			p.print(" ")
			start = len(p.out)
			p.typ()
			long := hasNewline(p.out[start:])
			if p.kind() == token.STRING && !p.broken() {
				if long {
					giveUp()
				}
				p.cell(row, 1, len(p.out), start)
				p.print(" ")
				p.take()
			} else if at := len(p.out); long {
				p.align(tables)
			} else if p.trailing() {
				p.cell(row, 1, at, start)
			}
		}
		if !p.broken() {
			giveUp()
		}
	}
	p.align(tables)
}

// methods prints the methods of an interface and what it embeds.
func (p *printer) methods() {
	for first := true; p.kind() != token.RBRACE; first = false {
		p.lineOf(first)
		if p.kind() == token.IDENT && p.lexemes[p.at+1].kind() == token.LPAREN {
			p.take()
			p.signature()
		} else {
			p.expression(1)
		}
		if !p.broken() {
			giveUp()
		}
	}
}
