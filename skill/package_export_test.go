package skill

// QuestionSlots returns the intent and slot that a bare answer to each question fills;
// both are "" if there is none.
func QuestionSlots() map[string][2]string {
	out := map[string][2]string{}
	for name, q := range questions() {
		out[name] = [2]string{q.intent, q.slot}
	}
	return out
}
