package main

// wrap breaks lines that are longer than the terminal is wide: between Japanese
// characters at the edge, as a terminal does, but in front of any other word that
// fits on a line, so that it can be read.
func wrap(lines []line) (rows []line) {
	for _, l := range lines {
		p := paper{}
		p.add(l.written, func(l *line) *string { return &l.written })
		p.add(l.typed, func(l *line) *string { return &l.typed })
		rows = append(rows, append(p.full, p.row)...)
	}
	return rows
}

// paper is what one line is written on.
type paper struct {
	full []line // the rows that are
	row  line   // the row after them
	used int    // cells of it
}

// add writes a text as the part of the line that it is.
func (p *paper) add(text string, part func(*line) *string) {
	for _, w := range words(text) {
		if n := cellsOf(w.text); w.kind == narrow && p.used+n > columns && n <= columns {
			p.turn()
		}
		for _, r := range w.text {
			if p.used+cells(r) > columns {
				p.turn()
			}
			*part(&p.row) += string(r)
			p.used += cells(r)
		}
	}
}

// turn begins the next row.
func (p *paper) turn() {
	p.full = append(p.full, p.row)
	p.row, p.used = line{}, 0
}
