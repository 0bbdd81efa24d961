package skill

// otherKind is the kind of every turn without a kind of its own.
const otherKind = "other"

// kinds returns the kinds of turns that are counted separately: the intents that have
// handlers, and the types of requests that are not intents.
func kinds(all []handler) map[string]bool {
	known := map[string]bool{
		launchRequest: true, endedRequest: true, touchRequest: true, skillDisabled: true, fallbackIntent: true,
	}
	for _, h := range all {
		for _, intent := range h.intents {
			known[intent] = true
		}
	}
	return known
}

// kind returns the turn's kind, one of a small fixed set whatever the request says.
func (t *turn) kind() string {
	name := t.req.Body.Type
	if name == intentRequest {
		name = t.req.Body.Intent.Name
	}
	if !t.kinds[name] {
		return otherKind
	}
	return name
}
