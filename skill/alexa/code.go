package alexa

// Code is the data of the code document.
type Code struct {
	Title   string `json:"title"`
	Digits  string `json:"digits"`
	Spelled string `json:"spelled"` // for screen readers: digit by digit
	Until   string `json:"until"`   // not a clock time, which would need the device's zone
	How     string `json:"how"`
	Across  int    `json:"across"` // how many square characters fit across the screen
}

// Screen returns the screen with a code or number, its validity and its use.
func (c Code) Screen() RenderDocument {
	c.Across = 3 // four digits
	if len(c.Digits) > 4 {
		c.Across = 6 // eight and the space between them
	}
	c.Title, c.Digits, c.Until, c.How = Text(c.Title), Text(c.Digits), Text(c.Until), Text(c.How)
	return newScreen(codeToken, codeDocument, "invite", c)
}
