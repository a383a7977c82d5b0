package layout

import (
	"go/token"
	"math"
)

// list prints the items of a call, a composite literal or a case clause up to
// the lexeme of kind end, whose line it begins where that is another. The line
// breaks between items are kept; keyed items on lines of their own are aligned.
func (p *printer) list(depth int, end token.Token, commas int32) {
	if p.kind() == end {
		if p.broken() {
			giveUp()
		}
		return
	}
	indent, tables, begin := p.indent, len(p.cells), len(p.out)
	// gofmt aligns values as long as the sizes of the keys stay alike: it
	// compares each with the geometric mean of those before. A size is 0 for
	// an item of several lines.
	size, logs, count, lastBreak := 0, 0.0, 0, -1
	row := 0
	for i := 0; ; i++ {
		broken, apart := p.broken(), false
		if broken {
			p.indent = indent + 1
			apart = p.lineOf(i == 0)
		} else if i > 0 {
			p.print(" ")
		}
		start := len(p.out)
		colon, keyed := p.item(depth, end)
		before := size
		switch {
		case hasNewline(p.out[start:]):
			size = 0
		case keyed:
			size = colon - len(":") - start
		default:
			size = len(p.out) - start
		}
		if broken {
			section := !alike(before, size, logs, count) || lastBreak+1 < i
			if i == 0 {
				section, lastBreak = true, 0
			} else {
				lastBreak = i
			}
			if section || apart {
				inserted := p.align(tables)
				start += inserted
				colon += inserted
				if i > 0 {
					logs, count = 0, 0
				}
			}
			if row++; commas > 0 && keyed && size > 0 {
				p.cell(row, 0, colon, start)
			}
		} else if keyed && i > 0 && p.indent > indent {
			giveUp() // several keys on a line among others
		}
		if size > 0 {
			logs += math.Log(float64(size))
			count++
		}
		if p.kind() != token.COMMA {
			break
		}
		if p.lexemes[p.at+1].kind() == end {
			p.at++
			break
		}
		p.expect(token.COMMA)
	}
	p.align(tables)
	if p.kind() != end {
		giveUp()
	}
	p.indent = indent
	if p.broken() {
		if p.lexemes[p.at].lines > 1 || end == token.COLON || p.lexemes[p.at-1].kind() != token.COMMA {
			giveUp()
		}
		if !hasNewline(p.out[begin:]) {
			return // gofmt leaves the bracket on the line of all items
		}
		p.print(",")
		p.newline()
	}
}

// item prints an item of a list and returns the offset after the colon of its
// key.
func (p *printer) item(depth int, end token.Token) (colon int, keyed bool) {
	p.element(depth)
	if p.kind() == token.ELLIPSIS && end == token.RPAREN {
		p.expect(token.ELLIPSIS)
		p.inline()
	}
	if p.kind() != token.COLON || end != token.RBRACE {
		return 0, false
	}
	p.expect(token.COLON)
	colon = len(p.out)
	p.print(" ")
	p.inline()
	p.element(1)
	return colon, true
}

// element prints an expression, or a composite literal that leaves its type out.
func (p *printer) element(depth int) {
	if p.kind() == token.LBRACE {
		p.composite()
		return
	}
	p.expression(depth)
}

// alike reports whether a key of a size is aligned with the ones before, as
// gofmt decides: sizes up to 40 always are.
func alike(before, size int, logs float64, count int) bool {
	if before == 0 || size == 0 {
		return false
	}
	if count == 0 || before <= 40 && size <= 40 {
		return true
	}
	ratio := float64(size) / math.Exp(logs/float64(count))
	return 2.5*ratio > 1 && ratio < 2.5
}
