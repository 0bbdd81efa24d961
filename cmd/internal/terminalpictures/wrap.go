package main

// wrap breaks lines that are longer than the terminal is wide, as a terminal
// does: at the edge, wherever that is.
func wrap(lines []line) (rows []line) {
	for _, l := range lines {
		var row line
		used := 0
		add := func(text string, part func(*line) *string) {
			for _, r := range text {
				if used+cells(r) > columns {
					rows = append(rows, row)
					row, used = line{}, 0
				}
				*part(&row) += string(r)
				used += cells(r)
			}
		}
		add(l.written, func(l *line) *string { return &l.written })
		add(l.typed, func(l *line) *string { return &l.typed })
		rows = append(rows, row)
	}
	return rows
}
