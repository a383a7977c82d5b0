package syntax

// class reads a bracketed class behind its opening bracket.
func (p *parser) class(start int) Node {
	negated := p.acceptByte('^')
	var ranges []Range
	var properties []Property
	add := func(atom classAtom) {
		switch {
		case !p.builds:
		case atom.set == nil:
			ranges = append(ranges, Range{atom.point, atom.point})
		default:
			ranges = append(ranges, atom.set.Ranges...)
			properties = append(properties, atom.set.Properties...)
		}
	}
	for p.more() && p.peek() != ']' {
		from := p.pos
		low := p.classAtom()
		if p.peek() != '-' || p.pos+1 < len(p.pattern) && p.pattern[p.pos+1] == ']' {
			add(low)
			continue
		}
		p.pos++ // the hyphen
		if !p.more() {
			break
		}
		high := p.classAtom()
		switch {
		case p.failed:
		case low.set == nil && high.set == nil:
			if low.point > high.point {
				p.fail(from, "range with its ends out of order")
			}
			if p.builds {
				ranges = append(ranges, Range{low.point, high.point})
			}
		case p.legacy:
			// Annex B.1.4: the hyphen is a character then.
			add(low)
			add(high)
			add(classAtom{point: '-'})
		default:
			p.fail(from, "class escape as the end of a range")
		}
	}
	if !p.acceptByte(']') {
		p.fail(start, "unmatched [")
	}
	if !p.builds {
		return nil
	}
	return newClass(ranges, properties, negated)
}

// classAtom is one member of a bracketed class: a character as it is, a lone
// surrogate as well, which can be the end of a range, or what an escape that
// stands for several characters says.
type classAtom struct {
	point rune
	set   *Class
}

// classAtom reads one member of a bracketed class.
func (p *parser) classAtom() classAtom {
	start := p.pos
	if !p.acceptByte('\\') {
		return classAtom{point: p.next()}
	}
	switch c := p.peek(); {
	case c == 'b':
		p.pos++
		return classAtom{point: '\b'}
	case c == '-':
		p.pos++
		return classAtom{point: '-'}
	case c == 'c' && p.legacy && p.pos+1 < len(p.pattern):
		// Annex B.1.4, ClassControlLetter: digits and _ may follow too.
		if l := p.pattern[p.pos+1]; l == '_' || '0' <= l && l <= '9' {
			p.pos += 2
			return classAtom{point: rune(l & 0x1F)}
		}
	}
	if class, ok := p.classEscape(start); ok {
		return classAtom{set: class}
	}
	return classAtom{point: p.characterEscape(start)}
}
