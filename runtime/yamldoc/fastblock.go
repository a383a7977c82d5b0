package yamldoc

// blockScalar reads a literal or folded scalar (YAML 1.2.2 section 8.1) in a
// block of the column parent, and stops at the end of its last line.
func (r *reader) blockScalar(parent int) bool {
	r.at(r.pos)
	folded := r.text[r.pos] == '>'
	r.pos++
	chomping, indent := r.blockIndicators(parent)
	if !r.lineEnds() {
		return false
	}
	limit := indent
	if indent == 0 { // found by the first lines
		limit = len(r.text)
	}
	m := r.margin(r.pos, limit)
	if indent == 0 {
		indent = max(m.widest, parent+1, 1)
	}
	value := r.block[:0]
	broken, spaced := false, false // the line before has a line feed, begins with white space
	for ; m.next < len(r.text) && m.next-m.start == indent; m = r.margin(r.pos, indent) {
		if m.tab {
			return false
		}
		blank := r.text[m.next] == ' ' || r.text[m.next] == '\t'
		switch {
		case !broken:
		case !folded || spaced || blank:
			value = append(value, '\n')
		case m.empty == 0:
			value = append(value, ' ')
		}
		value = appendLineFeeds(value, m.empty)
		r.pos = lineEnd(r.text, m.next)
		value = append(value, r.text[m.next:r.pos]...)
		broken, spaced = r.pos < len(r.text), blank
	}
	if broken && chomping != '-' {
		value = append(value, '\n')
	}
	if chomping == '+' {
		value = appendLineFeeds(value, m.empty)
	}
	r.json.String(string(value))
	r.block = value
	r.pos = m.start - 1
	return !m.tab
}

// blockIndicators reads the indicators of a block scalar (YAML 1.2.2 section
// 8.1.1), in either order: '-' or '+', and the column of its text. What is not
// there is 0.
func (r *reader) blockIndicators(parent int) (chomping byte, indent int) {
	for ; r.pos < len(r.text); r.pos++ {
		switch c := r.text[r.pos]; {
		case (c == '-' || c == '+') && chomping == 0:
			chomping = c
		case '1' <= c && c <= '9' && indent == 0:
			indent = max(parent, 0) + int(c-'0')
		default:
			return chomping, indent
		}
	}
	return chomping, indent
}

func appendLineFeeds(text []byte, n int) []byte {
	for range n {
		text = append(text, '\n')
	}
	return text
}

// margin is what stands before a line of a block scalar.
type margin struct {
	empty  int  // so many empty lines
	start  int  // the offset of the line, or one more than the end of the text
	next   int  // the offset behind its spaces
	widest int  // as many spaces the line or an empty one has at most
	tab    bool // a tab stands where spaces were expected
}

// margin passes over empty lines from the line feed at i on, and over at most so
// many spaces in each line.
func (r *reader) margin(i, spaces int) margin {
	m := margin{start: i + 1, next: i}
	for m.next < len(r.text) {
		m.start = m.next + 1
		m.next = m.start
		for m.next < len(r.text) && m.next-m.start < spaces && r.text[m.next] == ' ' {
			m.next++
		}
		m.widest = max(m.widest, m.next-m.start)
		if m.next == len(r.text) || r.text[m.next] != '\n' {
			m.tab = m.next < len(r.text) && r.text[m.next] == '\t' && m.next-m.start < spaces
			break
		}
		m.empty++
	}
	return m
}
