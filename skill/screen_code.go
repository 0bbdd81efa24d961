package skill

// shownCode is the data of the code document.
type shownCode struct {
	Title   string `json:"title"`
	Digits  string `json:"digits"`
	Spelled string `json:"spelled"` // for screen readers: digit by digit
	Until   string `json:"until"`   // not a clock time, which would need the device's zone
	How     string `json:"how"`
	Across  int    `json:"across"` // how many square characters fit across the screen
}

// withCode adds a screen with a code or number, its validity and its use, if the device
// has a screen.
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
