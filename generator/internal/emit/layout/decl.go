package layout

import "go/token"

// topLevel prints a declaration with the comments before it.
func (p *printer) topLevel() {
	for p.kind() == token.COMMENT {
		p.comment()
		p.newline()
	}
	if p.kind() == token.FUNC {
		p.function()
		return
	}
	p.declaration()
}

func (p *printer) function() {
	start := len(p.out)
	p.take()
	p.print(" ")
	if p.kind() == token.LPAREN {
		p.parameters()
		p.print(" ")
	}
	p.expect(token.IDENT)
	if p.kind() == token.LBRACK {
		p.typeParameters()
	}
	p.signature()
	p.body(start)
}

// body prints the body of a function whose header starts at an offset of the
// output. An empty one stands on the header's line where that is not long.
func (p *printer) body(start int) {
	l := p.lexemes[p.at]
	if int(l.match) == p.at+1 && p.lexemes[p.at+1].lines == 0 {
		if len(p.out)-start > 100 {
			giveUp()
		}
		p.print(" ")
		p.expect(token.LBRACE)
		p.take()
		return
	}
	p.print(" ")
	p.block()
}

// declaration prints a declaration of constants, variables or types.
func (p *printer) declaration() {
	keyword := p.kind()
	p.take()
	p.print(" ")
	p.inline()
	switch keyword {
	case token.TYPE:
		p.typeSpec()
	case token.VAR, token.CONST:
		if p.kind() == token.LPAREN {
			p.group()
		} else {
			p.valueSpec()
		}
	default:
		giveUp()
	}
}

func (p *printer) typeSpec() {
	p.expect(token.IDENT)
	if l := p.lexemes[p.at]; l.kind() == token.LBRACK && p.lexemes[p.at+1].kind() == token.IDENT && p.lexemes[p.at+2].kind() != token.RBRACK {
		p.typeParameters()
	}
	p.print(" ")
	if p.kind() == token.ASSIGN {
		p.expect(token.ASSIGN)
		p.print(" ")
	}
	p.typ()
}

func (p *printer) valueSpec() {
	p.names()
	if p.kind() != token.ASSIGN && !p.broken() {
		p.print(" ")
		p.typ()
	}
	if p.kind() == token.ASSIGN {
		p.print(" ")
		p.expect(token.ASSIGN)
		p.print(" ")
		p.inline()
		p.expressions(1)
	}
}

func (p *printer) names() {
	if p.kind() != token.IDENT {
		giveUp()
	}
	p.take()
	for p.kind() == token.COMMA {
		p.expect(token.COMMA)
		p.print(" ")
		p.expect(token.IDENT)
	}
}

// group prints constants or variables in parentheses, aligned in columns.
func (p *printer) group() {
	open := p.at
	end := int(p.lexemes[open].match)
	typed := p.typed(open+1, end)
	p.expect(token.LPAREN)
	p.indent++
	tables := len(p.cells)
	for row := 0; p.at < end; row++ {
		if apart := p.lineOf(row == 0); apart {
			p.align(tables)
		}
		if len(typed) == 1 {
			p.valueSpec()
		} else {
			p.row(row, typed[row], tables)
		}
		if !p.broken() {
			giveUp()
		}
	}
	p.align(tables)
	p.indent--
	if p.lexemes[end].lines > 1 || len(typed) == 0 {
		giveUp()
	}
	p.newline()
	p.take()
}

// row prints a specification of a group, with a column for the type if that is
// wanted: gofmt leaves it out between rows of which none has a type.
func (p *printer) row(row int, typed bool, tables int) {
	start := len(p.out)
	if p.kind() != token.IDENT || p.lexemes[p.at+1].kind() == token.COMMA {
		giveUp()
	}
	p.take()
	if p.broken() {
		return
	}
	p.cell(row, 0, len(p.out), start)
	p.print(" ")
	start = len(p.out)
	if p.kind() != token.ASSIGN {
		p.typ()
		if p.broken() {
			return
		}
		p.cell(row, 1, len(p.out), start)
		p.print(" ")
	} else if typed {
		p.empty(row, 1)
	}
	p.expect(token.ASSIGN)
	p.print(" ")
	p.inline()
	start = len(p.out)
	p.expressions(1)
	if hasNewline(p.out[start:]) {
		p.align(tables)
	}
}

// typed returns for each specification of the group between two lexemes whether
// its column of types is kept: it is in a run of specifications with values of
// which one has a type.
func (p *printer) typed(i, end int) []bool {
	var out []bool
	first, keep := -1, false
	finish := func() {
		for j := first; keep && first >= 0 && j < len(out); j++ {
			out[j] = true
		}
		first = -1
	}
	for i < end {
		if p.lexemes[i].kind() == token.COMMENT {
			i++
			continue
		}
		if p.lexemes[i].kind() != token.IDENT {
			giveUp()
		}
		i++
		l := p.lexemes[i]
		hasType := l.lines == 0 && l.kind() != token.ASSIGN
		hasValue := false
		for i < end && p.lexemes[i].lines == 0 {
			hasValue = hasValue || p.lexemes[i].kind() == token.ASSIGN
			i = p.after(i)
		}
		if hasValue && first < 0 {
			first, keep = len(out), false
		} else if !hasValue {
			finish()
		}
		keep = keep || hasType
		out = append(out, false)
	}
	finish()
	return out
}
