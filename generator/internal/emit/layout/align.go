package layout

import (
	"bytes"
	"unicode/utf8"
)

// cell is a part of a line whose end is aligned with those of the lines before
// and after that have one in its column.
type cell struct {
	row, column int
	at          int // offset in the output after which blanks are inserted
	width       int // in characters
	printed     int // width with the blank that is printed after it already
	blanks      int // to insert
}

// cell adds a cell of text, from start to at, after which a blank is printed.
func (p *printer) cell(row, column, at, start int) {
	width := utf8.RuneCount(p.out[start:at])
	p.cells = append(p.cells, cell{row: row, column: column, at: at, width: width, printed: width + 1})
}

// empty adds a cell without text.
func (p *printer) empty(row, column int) {
	p.cells = append(p.cells, cell{row: row, column: column, at: len(p.out)})
}

// align aligns the cells from the given one on and removes them. It returns the
// number of blanks that it has inserted into the output.
func (p *printer) align(from int) int {
	cells := p.cells[from:]
	p.cells = p.cells[:from]
	total := 0
	for column, found := 0, true; found; column++ {
		found = false
		for i := 0; i < len(cells); {
			if cells[i].column != column {
				i++
				continue
			}
			found = true
			end := blockEnd(cells, i)
			var widest int
			for _, c := range cells[i:end] {
				if c.column == column {
					widest = max(widest, c.width)
				}
			}
			for j := i; j < end; j++ {
				if c := &cells[j]; c.column == column && widest > 0 {
					c.blanks = widest + 1 - c.printed
					total += c.blanks
				}
			}
			i = end
		}
	}
	p.insert(cells, total)
	return total
}

// blockEnd returns the index after the last cell that is in the block of the cell
// i: those of its column in rows that follow one another.
func blockEnd(cells []cell, i int) int {
	end := i + 1
	for j, row := i+1, cells[i].row; j < len(cells) && cells[j].row <= row+1; j++ {
		if cells[j].column == cells[i].column {
			row, end = cells[j].row, j+1
		}
	}
	return end
}

// insert inserts the blanks of cells, which are in the order of the output.
func (p *printer) insert(cells []cell, total int) {
	if total == 0 {
		return
	}
	end := len(p.out)
	p.out = append(p.out, bytes.Repeat([]byte{' '}, total)...)
	to := len(p.out)
	for i := len(cells) - 1; i >= 0 && total > 0; i-- {
		c := cells[i]
		to -= copy(p.out[to-(end-c.at):], p.out[c.at:end])
		for range c.blanks {
			to--
			p.out[to] = ' '
		}
		end = c.at
		total -= c.blanks
	}
}
