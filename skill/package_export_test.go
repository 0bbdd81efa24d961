package skill

// Questions returns the intent whose slot a bare answer to each question fills; "": none.
func Questions() map[string]string { return New(Options{}).conversation.Questions() }
