package layout

import "go/token"

// block prints a block. It always takes two lines at least.
func (p *printer) block() {
	p.expect(token.LBRACE)
	header := p.header
	p.header = false
	p.indent++
	p.statements()
	p.indent--
	p.header = header
	p.closeBlock()
}

// closeBlock prints the brace that ends a block.
func (p *printer) closeBlock() {
	if p.lexemes[p.at].lines != 1 || p.kind() != token.RBRACE {
		giveUp()
	}
	p.newline()
	p.take()
}

// statements prints a list of statements up to the end of the block or clause.
func (p *printer) statements() {
	commented := false
	for first := true; ; first = false {
		switch p.kind() {
		case token.RBRACE, token.CASE, token.DEFAULT:
			return
		}
		p.lineOf(first)
		start := len(p.out)
		p.statement()
		// gofmt aligns the comments of lines that follow one another.
		before := commented
		commented = p.trailing()
		if commented && (before || hasNewline(p.out[start:])) || !p.broken() {
			giveUp()
		}
	}
}

func (p *printer) statement() {
	switch p.kind() {
	case token.VAR, token.CONST, token.TYPE:
		p.declaration()
	case token.IF:
		p.ifStatement()
	case token.FOR:
		p.forStatement()
	case token.SWITCH:
		p.switchStatement()
	case token.RETURN:
		p.returnStatement()
	case token.BREAK, token.CONTINUE:
		p.take()
		if !p.broken() {
			p.print(" ")
			p.expect(token.IDENT)
		}
	case token.DEFER, token.GO:
		p.take()
		p.print(" ")
		p.inline()
		p.expression(1)
	case token.LBRACE:
		p.block()
	default:
		p.simple()
	}
}

// simple prints an expression, an assignment, a definition, a step (x++) or the
// clause of a range.
func (p *printer) simple() {
	if p.kind() == token.RANGE {
		p.rangeOver()
		return
	}
	left, end := p.skipList(p.at)
	switch kind := p.lexemes[end].kind(); {
	case kind == token.INC || kind == token.DEC:
		p.expression(2)
		p.expect(kind)
	case kind == token.DEFINE || isAssignment(kind):
		depth := 1
		if left > 1 && p.lexemes[end+1].kind() != token.RANGE {
			if right, _ := p.skipList(end + 1); right > 1 {
				depth = 2
			}
		}
		p.expressions(depth)
		p.print(" ")
		p.expect(kind)
		p.print(" ")
		if p.kind() == token.RANGE {
			p.rangeOver()
			return
		}
		p.inline()
		p.expressions(depth)
	default:
		p.expressions(1)
	}
}

// isAssignment reports whether kind is = or an operator with it.
func isAssignment(kind token.Token) bool {
	return kind == token.ASSIGN || token.ADD_ASSIGN <= kind && kind <= token.AND_NOT_ASSIGN
}

func (p *printer) rangeOver() {
	p.expect(token.RANGE)
	p.print(" ")
	p.inline()
	p.condition()
}

// expressions prints a list of expressions on one line, of which each may go on
// over several, and returns how many do.
func (p *printer) expressions(depth int) (long int) {
	for {
		start := len(p.out)
		p.expression(depth)
		if hasNewline(p.out[start:]) {
			long++
		}
		if p.kind() != token.COMMA {
			return long
		}
		p.expect(token.COMMA)
		p.print(" ")
		p.inline()
	}
}

func (p *printer) returnStatement() {
	p.take()
	if p.broken() {
		return
	}
	p.print(" ")
	// gofmt indents all of them when several go on over lines.
	if p.expressions(1) > 1 {
		giveUp()
	}
}

// condition prints an expression in a header, where gofmt drops parentheses
// around it.
func (p *printer) condition() {
	if l := p.lexemes[p.at]; l.kind() == token.LPAREN {
		if after := p.lexemes[l.match+1].kind(); after == token.LBRACE || after == token.SEMICOLON {
			giveUp()
		}
	}
	p.simple()
}

// clausesOf prints the header of a statement after its keyword: statements with
// semicolons between, and a blank after each part.
func (p *printer) clausesOf() {
	p.header = true
	p.print(" ")
	for p.kind() != token.LBRACE {
		p.inline()
		p.condition()
		if p.kind() == token.SEMICOLON {
			p.expect(token.SEMICOLON)
			if p.kind() == token.LBRACE {
				giveUp()
			}
		}
		p.print(" ")
	}
	p.header = false
}

func (p *printer) ifStatement() {
	p.take()
	p.clausesOf()
	p.block()
	if p.kind() == token.ELSE {
		p.print(" ")
		p.expect(token.ELSE)
		p.print(" ")
		if p.kind() == token.IF && !p.broken() {
			p.ifStatement()
		} else {
			p.block()
		}
	}
}

func (p *printer) forStatement() {
	p.take()
	if p.kind() == token.SEMICOLON {
		p.print(" ")
		p.expect(token.SEMICOLON)
	}
	p.clausesOf()
	p.block()
}

func (p *printer) switchStatement() {
	p.take()
	p.clausesOf()
	p.expect(token.LBRACE)
	for first := true; p.kind() != token.RBRACE; first = false {
		p.lineOf(first)
		if p.kind() == token.DEFAULT {
			p.take()
		} else {
			if p.kind() != token.CASE {
				giveUp()
			}
			p.take()
			if !p.broken() {
				p.print(" ")
			}
			p.list(1, token.COLON, 0)
		}
		p.expect(token.COLON)
		p.indent++
		p.statements()
		p.indent--
	}
	p.closeBlock()
}
