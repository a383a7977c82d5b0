package protocol

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Drawing returns the flow chart of an operation as an SVG element, which shows what
// FlowChart says to Mermaid, for pages that fetch no program to draw it. Colours are
// those of the page's classes.
func (op *Operation) Drawing() string {
	d := &drawing{}
	s := &structure{}
	all := append(append(s.operation(op), shape{round, "done"}), s.asides...)
	d.draw(all, op.Name, all.size())
	return d.String()
}

// Measures in pixels.
const (
	lineHeight = 18
	charWidth  = 7.6 // on average, of the 13 pixels that the page sets
	padX, padY = 16, 10
	gapX, gapY = 24, 34
	laneWidth  = 22 // of an edge beside a block
	wrapAt     = 28 // characters
	titleSpace = 26 // of a frame
)

// size is the extent of a block. Edges enter at the top and leave at the bottom, both
// at x from the left; height is 0 for what takes no room.
type size struct{ width, height, x float64 }

// block is a part of a chart that has one way in and at most one way out.
type block interface {
	size() size
	// place draws the block with its left upper corner at a point. The tails lead
	// to it; those that lead on are returned.
	place(d *drawing, x, y float64, tails []end) []end
}

// end is where an edge begins: a point, with the text beside it.
type end struct {
	x, y  float64
	label string
}

// outline is the form of a node.
type outline string

const (
	round   outline = "round"   // where an operation begins and ends
	box     outline = "box"     // a step
	double  outline = "double"  // a step that runs another operation
	diamond outline = "diamond" // a condition
	hexagon outline = "hexagon" // a loop
	flag    outline = "flag"    // an event
)

type (
	// shape is a node.
	shape struct {
		outline outline
		text    string
	}
	// blocks follow each other.
	blocks []block
	// way is one of several, with the text at its edge.
	way struct {
		label string
		body  block
	}
	// choice is a condition with the ways that lead on from it, side by side.
	choice struct {
		text string
		ways []way
	}
	// loop repeats its body.
	loop struct {
		text string
		body block
	}
	// frame is what a title stands for. Nothing leads into an aside, which an event
	// begins.
	frame struct {
		title string
		body  block
		aside bool
	}
	// stop ends the operation.
	stop struct{ shape }
)

// structure is the blocks of an operation under construction.
type structure struct {
	// inPlace: all stands where the schema has it. Otherwise what events begin is among
	// the asides, to stand below all else, where no edge passes it, and what is never
	// reached is left out.
	inPlace bool
	asides  blocks
}

// operation makes blocks of an operation but for its end.
func (s *structure) operation(op *Operation) blocks {
	begin := blocks{shape{round, op.Name}}
	if op.Choice == nil {
		return append(begin, s.sequence(op.Items)...)
	}
	ways := lists.Of(op.Choice.Alternatives, func(a *Alternative) way { return way{a.Key, s.sequence(a.Items)} })
	return append(begin, choice{"which way?", ways})
}

// sequence makes blocks of a list of items.
func (s *structure) sequence(items []*Item) blocks {
	var out blocks
	for i := 0; i < len(items); i++ {
		switch item := items[i]; item.Kind {
		case steplist.If:
			run := ifRun(items[i:])
			out = append(out, s.condition(run))
			i += len(run) - 1
		case steplist.Loop, steplist.Repeat:
			out = append(out, loop{item.Key, s.sequence(item.Body)})
		case steplist.Group:
			out = append(out, frame{title: item.Key, body: s.sequence(item.Body)})
		case steplist.Handler:
			body := append(blocks{shape{flag, item.Key}}, s.sequence(item.Body)...)
			to := &s.asides
			if s.inPlace {
				to = &out
			}
			*to = append(*to, frame{title: "whenever " + item.Key + " is emitted", body: body, aside: true})
		case steplist.Call:
			switch {
			case item.runsOther():
				out = append(out, shape{double, item.Key})
			case !item.Return:
				out = append(out, shape{box, item.Key})
			default:
				if out = append(out, stop{shape{round, item.Key}}); !s.inPlace {
					return out
				}
			}
		}
	}
	return out
}

// ifRun is the if at the start of items with the branches that belong to it.
func ifRun(items []*Item) []*Item {
	n := 1
	for n < len(items) && (items[n].Kind == steplist.ElseIf || items[n].Kind == steplist.Else) {
		n++
	}
	return items[:n]
}

// condition is an if with the branches that belong to it.
func (s *structure) condition(run []*Item) block {
	first := run[0]
	otherwise := block(blocks{})
	if len(run) > 1 {
		if otherwise = s.sequence(run[1].Body); run[1].Kind == steplist.ElseIf {
			otherwise = blocks{s.condition(run[1:])}
		}
	}
	return choice{first.Key + "?", []way{{"yes", s.sequence(first.Body)}, {"no", otherwise}}}
}

// lines wraps the text of a node.
func lines(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(strings.ReplaceAll(visible.Text(text), "_", "_\x00"), func(r rune) bool { return r == ' ' || r == 0 }) {
		last := len(out) - 1
		if last >= 0 && utf8.RuneCountInString(out[last]+word) < wrapAt {
			if !strings.HasSuffix(out[last], "_") {
				word = " " + word
			}
			out[last] += word
			continue
		}
		for utf8.RuneCountInString(word) > wrapAt {
			runes := []rune(word)
			out = append(out, string(runes[:wrapAt]))
			word = string(runes[wrapAt:])
		}
		out = append(out, word)
	}
	if out == nil {
		out = []string{""}
	}
	return out
}

func (s shape) size() size {
	longest := 0
	text := lines(s.text)
	for _, line := range text {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	width, height := float64(longest)*charWidth+2*padX, float64(len(text))*lineHeight+2*padY
	if s.outline == diamond { // the text lies in the middle half
		width, height = width+4*padX, height+2*padY
	}
	return size{width, height, width / 2}
}

func (s shape) place(d *drawing, x, y float64, tails []end) []end {
	z := s.size()
	d.node(s, x, y, z)
	d.connect(tails, x+z.x, y)
	return []end{{x: x + z.x, y: y + z.height}}
}

func (s stop) place(d *drawing, x, y float64, tails []end) []end {
	s.shape.place(d, x, y, tails)
	return nil
}

func (list blocks) size() (out size) {
	left, right := 0.0, 0.0
	for i, b := range list {
		z := b.size()
		left, right = max(left, z.x), max(right, z.width-z.x)
		if out.height += z.height; i > 0 {
			out.height += gapY
		}
	}
	out.width, out.x = left+right, left
	return out
}

func (list blocks) place(d *drawing, x, y float64, tails []end) []end {
	middle := x + list.size().x
	for _, b := range list {
		z := b.size()
		if f, ok := b.(frame); ok && f.aside {
			f.place(d, middle-z.x, y, nil)
		} else if s, ok := b.(shape); !ok || s.outline != round || len(tails) > 0 || d.nodes == 0 {
			tails = b.place(d, middle-z.x, y, tails) // nothing leads to the end after a stop
		}
		y += z.height + gapY
	}
	return tails
}

// columns are the extents of ways side by side.
func (c choice) columns() (out []size, width, height float64) {
	for i, w := range c.ways {
		z := w.body.size()
		if label := float64(utf8.RuneCountInString(w.label))*charWidth + padX; z.width < label {
			z.x += (label - z.width) / 2
			z.width = label
		}
		if z.width < 2*laneWidth {
			z.x, z.width = laneWidth, 2*laneWidth
		}
		if i > 0 {
			width += gapX
		}
		width, height = width+z.width, max(height, z.height)
		out = append(out, z)
	}
	return out, width, height
}

func (c choice) size() size {
	head := shape{diamond, c.text}.size()
	columns, width, height := c.columns()
	// The condition stands above the first way of two, in the middle of more.
	x := width / 2
	if len(columns) == 2 {
		x = columns[0].x
	}
	left, right := max(x, head.x), max(width-x, head.width-head.x)
	return size{left + right, head.height + gapY + height + gapY/2, left}
}

func (c choice) place(d *drawing, x, y float64, tails []end) []end {
	head := shape{diamond, c.text}
	z, all := head.size(), c.size()
	from := head.place(d, x+all.x-z.x, y, tails)[0]
	columns, width, _ := c.columns()
	at := x + all.x - width/2
	if len(columns) == 2 {
		at = x + all.x - columns[0].x
	}
	top := y + z.height + gapY
	var out []end
	for i, w := range c.ways {
		middle, own := at+columns[i].x, w.body.size()
		begin := end{x: from.x, y: from.y, label: w.label}
		if len(c.ways) == 2 && i == 1 { // out of the side
			begin.x, begin.y = from.x+z.width/2, y+z.height/2
		}
		if own.height == 0 || begin.y != from.y { // straight on, or first aside, then down
			d.corner(begin, middle, top)
			begin = end{x: middle, y: top}
		}
		if own.height == 0 {
			out = append(out, begin)
		} else {
			out = append(out, w.body.place(d, middle-own.x, top, []end{begin})...)
		}
		at += columns[i].width + gapX
	}
	return out
}

func (l loop) size() size {
	head, body := shape{hexagon, l.text}.size(), l.body.size()
	left := max(head.x, body.x) + laneWidth
	right := max(head.width-head.x, body.width-body.x) + laneWidth + 7*charWidth
	return size{left + right, head.height + gapY + body.height + gapY, left}
}

func (l loop) place(d *drawing, x, y float64, tails []end) []end {
	head := shape{hexagon, l.text}
	z, all := head.size(), l.size()
	middle := x + all.x
	from := head.place(d, middle-z.x, y, tails)[0]
	from.label = "next"
	own := l.body.size()
	ends := l.body.place(d, middle-own.x, y+z.height+gapY, []end{from})
	bottom := y + all.height - gapY/2
	for _, e := range ends { // back to the head, along the left side
		d.path(true, e.label, e, [2]float64{e.x, bottom}, [2]float64{x + laneWidth/2, bottom}, [2]float64{x + laneWidth/2, y + z.height/2}, [2]float64{middle - z.x, y + z.height/2})
	}
	side := x + all.width - laneWidth/2
	d.path(false, "no more", end{x: middle + z.width - z.x, y: y + z.height/2}, [2]float64{side, y + z.height/2}, [2]float64{side, y + all.height})
	return []end{{x: side, y: y + all.height}}
}

func (f frame) size() size {
	z := f.body.size()
	title := float64(utf8.RuneCountInString(visible.Text(f.title)))*charWidth + 2*padX
	width := max(z.width+2*padX, title)
	return size{width, z.height + titleSpace + 2*padY, z.x + (width-z.width)/2}
}

func (f frame) place(d *drawing, x, y float64, tails []end) []end {
	z, own := f.size(), f.body.size()
	d.frame(f.title, x, y, z)
	ends := f.body.place(d, x+z.x-own.x, y+titleSpace+padY, tails)
	if f.aside {
		return nil
	}
	return ends
}

// drawing is the text of a picture: frames below edges below nodes.
type drawing struct {
	frames, edges, shapes strings.Builder
	nodes                 int
	title                 string
	width, height         float64
}

func (d *drawing) draw(all block, title string, z size) {
	const margin = 8
	d.title, d.width, d.height = title, z.width+2*margin, z.height+2*margin
	all.place(d, margin, margin, nil)
}

func (d *drawing) String() string {
	return fmt.Sprintf(`<svg class="chart" role="img" aria-label="%s" viewBox="0 0 %s %s" width="%s" height="%s">`,
		escape("Flow chart of "+d.title), number(d.width), number(d.height), number(d.width), number(d.height)) + "\n" +
		d.frames.String() + d.edges.String() + d.shapes.String() + "</svg>\n"
}

// escape returns text for an element or an attribute.
func escape(text string) string { return html.EscapeString(visible.Text(text)) }

// number writes a coordinate to a tenth of a pixel.
func number(f float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", math.Round(f*10)/10), ".0")
}

func (d *drawing) frame(title string, x, y float64, z size) {
	fmt.Fprintf(&d.frames, `<rect class="frame" x="%s" y="%s" width="%s" height="%s" rx="6"/><text class="title" x="%s" y="%s">%s</text>`+"\n",
		number(x), number(y), number(z.width), number(z.height), number(x+padX), number(y+lineHeight), escape(title))
}

func (d *drawing) node(s shape, x, y float64, z size) {
	d.nodes++
	right, bottom, cut := x+z.width, y+z.height, float64(padX)/2
	points := func(at ...float64) {
		var list []string
		for i := 0; i < len(at); i += 2 {
			list = append(list, number(at[i])+","+number(at[i+1]))
		}
		fmt.Fprintf(&d.shapes, `<polygon class="%s" points="%s"/>`, s.outline, strings.Join(list, " "))
	}
	switch s.outline {
	case diamond:
		points(x+z.x, y, right, y+z.height/2, x+z.x, bottom, x, y+z.height/2)
	case hexagon:
		points(x+cut, y, right-cut, y, right, y+z.height/2, right-cut, bottom, x+cut, bottom, x, y+z.height/2)
	case flag:
		points(x, y, right, y, right, bottom, x, bottom, x+cut, y+z.height/2)
	default:
		radius := 4.0
		if s.outline == round {
			radius = z.height / 2
		}
		fmt.Fprintf(&d.shapes, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`,
			s.outline, number(x), number(y), number(z.width), number(z.height), number(radius))
		if s.outline == double {
			fmt.Fprintf(&d.shapes, `<path class="edge" d="M%s %sV%sM%s %sV%s"/>`,
				number(x+5), number(y), number(bottom), number(right-5), number(y), number(bottom))
		}
	}
	text := lines(s.text)
	top := y + z.height/2 - float64(len(text)-1)*lineHeight/2
	for i, line := range text {
		fmt.Fprintf(&d.shapes, `<text x="%s" y="%s">%s</text>`, number(x+z.x), number(top+float64(i)*lineHeight+4.5), escape(line))
	}
	d.shapes.WriteByte('\n')
}

// connect leads edges down to a point.
func (d *drawing) connect(tails []end, x, y float64) {
	for _, t := range tails {
		if t.x == x {
			d.path(true, t.label, t, [2]float64{x, y})
			continue
		}
		turn := y - gapY/2
		d.path(true, t.label, t, [2]float64{t.x, turn}, [2]float64{x, turn}, [2]float64{x, y})
	}
}

// corner leads an edge without an arrow aside and down.
func (d *drawing) corner(t end, x, y float64) {
	d.path(false, t.label, t, [2]float64{x, t.y}, [2]float64{x, y})
}

// path draws an edge through points, with an arrow at its end, and its text at its
// begin.
func (d *drawing) path(arrow bool, label string, from end, through ...[2]float64) {
	class := "edge"
	if arrow {
		class = "edge arrow"
	}
	fmt.Fprintf(&d.edges, `<path class="%s" d="M%s %s`, class, number(from.x), number(from.y))
	last := [2]float64{from.x, from.y}
	for _, p := range through {
		if p == last {
			continue
		}
		fmt.Fprintf(&d.edges, "L%s %s", number(p[0]), number(p[1]))
		last = p
	}
	d.edges.WriteString(`"/>`)
	if arrow {
		d.arrow(from, through)
	}
	if label != "" {
		x, y := from.x+5, from.y+14
		if through[0][1] == from.y { // it leaves aside
			y = from.y - 5
		}
		fmt.Fprintf(&d.edges, `<text class="label" x="%s" y="%s">%s</text>`, number(x), number(y), escape(label))
	}
	d.edges.WriteByte('\n')
}

// arrow draws the head at the end of an edge, which comes from above or from the left.
func (d *drawing) arrow(from end, through [][2]float64) {
	tip := through[len(through)-1]
	before := [2]float64{from.x, from.y}
	if len(through) > 1 {
		before = through[len(through)-2]
	}
	if before[1] == tip[1] && before[0] != tip[0] {
		fmt.Fprintf(&d.edges, `<path class="tip" d="M%s %sl-8 -4v8z"/>`, number(tip[0]), number(tip[1]))
		return
	}
	fmt.Fprintf(&d.edges, `<path class="tip" d="M%s %sl-4 -8h8z"/>`, number(tip[0]), number(tip[1]))
}
