package syntax

// class reads a bracketed class behind its opening bracket.
func (p *parser) class(start int) Node {
	negated := p.accept("^")
	var ranges []Range
	var properties []Property
	add := func(atom *Class) {
		ranges = append(ranges, atom.Ranges...)
		properties = append(properties, atom.Properties...)
	}
	for p.more() && p.peek() != ']' {
		from := p.pos
		low, lowIsSet := p.classAtom()
		if p.peek() != '-' || p.pos+1 < len(p.pattern) && p.pattern[p.pos+1] == ']' {
			add(low)
			continue
		}
		p.pos++ // the hyphen
		if !p.more() {
			break
		}
		high, highIsSet := p.classAtom()
		switch {
		case p.err != nil:
		case !lowIsSet && !highIsSet:
			lo, hi := low.point(), high.point()
			if lo > hi {
				p.fail(from, "range with its ends out of order")
			}
			ranges = append(ranges, Range{lo, hi})
		case p.legacy:
			// Annex B.1.4: the hyphen is a character then.
			add(low)
			add(high)
			ranges = append(ranges, Range{'-', '-'})
		default:
			p.fail(from, "class escape as the end of a range")
		}
	}
	if !p.accept("]") {
		p.fail(start, "unmatched [")
	}
	return newClass(ranges, properties, negated)
}

// classAtom reads one member of a bracketed class. isSet tells an escape that
// stands for several characters.
func (p *parser) classAtom() (atom *Class, isSet bool) {
	start := p.pos
	if !p.accept(`\`) {
		return point(p.next()), false
	}
	switch c := p.peek(); {
	case c == 'b':
		p.pos++
		return point('\b'), false
	case c == '-':
		p.pos++
		return point('-'), false
	case c == 'c' && p.legacy && p.pos+1 < len(p.pattern):
		// Annex B.1.4, ClassControlLetter: digits and _ may follow too.
		if l := p.pattern[p.pos+1]; l == '_' || '0' <= l && l <= '9' {
			p.pos += 2
			return point(rune(l & 0x1F)), false
		}
	}
	if class, ok := p.classEscape(start); ok {
		return class, true
	}
	return point(p.characterEscape(start)), false
}

// point returns the class of one code point as it is, a lone surrogate as well:
// it can be the end of a range.
func point(r rune) *Class { return &Class{Ranges: []Range{{r, r}}} }

// point returns the code point of such a class.
func (c *Class) point() rune { return c.Ranges[0].Lo }
