package skill

// shownCode is what the document of a code or a number shows, in words of ours.
type shownCode struct {
	Title   string `json:"title"`
	Digits  string `json:"digits"`
	Spelled string `json:"spelled"` // what a screen reader says: digit by digit
	Until   string `json:"until"`   // no clock time, which would need the device's zone
	How     string `json:"how"`
	Across  int    `json:"across"` // how many letters as wide as high fit across
}

// withCode shows a code or a number, how long it is good for and how it is used, on
// a device that has a screen.
func (t *turn) withCode(r Reply, s shownCode) Reply {
	if !t.hasScreen() {
		return r
	}
	s.Across = 3 // four digits
	if len(s.Digits) > 4 {
		s.Across = 6 // eight and the space between them
	}
	s.Title, s.Digits, s.Until, s.How = aplText(s.Title), aplText(s.Digits), aplText(s.Until), aplText(s.How)
	r.Directives = append(r.Directives, newScreen(codeToken, codeDocument, "invite", s))
	return r
}
