package alexa

// Words is the data of the words document: a sentence, and examples of what to say. Text is
// as it is said; the title is escaped already (see Text).
type Words struct {
	Title    string    `json:"title"`
	Text     string    `json:"text"`
	Examples []Example `json:"examples"`
}

// Example is an example of what to say.
type Example struct {
	Words string `json:"words"`
}

// Screen returns the screen with the words.
func (w Words) Screen() RenderDocument {
	w.Text = Text(w.Text)
	return newScreen(wordsToken, wordsDocument, "words", w)
}
