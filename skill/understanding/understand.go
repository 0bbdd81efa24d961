package understanding

import (
	"slices"
	"strings"
	"unicode"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/words"
)

// listener understands one turn.
type listener struct {
	*grammar
	words   words.Catalogue
	session Session
}

// understand returns the meaning of what Alexa heard. Where words come from decides what they
// may do: those in the slot of a carrier are a memo, whatever they say; those in the slot of
// another intent are its argument; only free speech, in the slot that a question elicits, is read
// for its kind.
func (t *listener) understand(said Said) Heard {
	text := said.Slots[SlotOf(said.Intent)]
	if number, ok := t.otherDigits(said.Intent, text); ok {
		return number
	}
	switch said.Intent {
	case SpeakIntent:
		return t.free(text)
	case RestoreIntent:
		return t.restore(Heard{Intent: RestoreIntent})
	case YesIntent, NoIntent:
		return Heard{Intent: said.Intent}
	}
	if text == "" {
		return unslotted(said.Intent)
	}
	return t.argued(said.Intent, text)
}

// carried are the intents of a carrier with what their samples leave out of a memo.
var carriers = map[string]string{AddIntent: "", RemindMeIntent: "", RemindIntent: "remind", TellIntent: "tell", AddToListIntent: ""}

// noCarrier reports whether the words of a carrier began another sentence: "tell me a joke", "remind
// me in ten minutes".
func (t *listener) noCarrier(intent, text string) bool {
	name, _ := t.find("rules", t.hear(reminder(intent)+text))
	switch {
	case !t.spaced:
		return false
	case intent == RemindMeIntent:
		return name == "Device"
	}
	return carriers[intent] != "" && name != "" && name != "Add"
}

// reminder returns what the samples of an intent leave out that a memo does not have.
func reminder(intent string) string {
	if intent == RemindMeIntent {
		return "remind me "
	}
	return ""
}

// unslotted returns the meaning of an intent that has no words: that of a memo's text for all
// carriers, and of the last memo where an earlier skill package has samples such as "delete the last
// one" without a slot.
func unslotted(intent string) Heard {
	last := Which{Pointing: LastRead}
	switch _, carrier := carriers[intent]; {
	case carrier:
		return Heard{Intent: AddIntent}
	case intent == DeleteTextIntent:
		return Heard{Intent: DeleteIntent, Which: last}
	case intent == DoneTextIntent:
		return Heard{Intent: DoneIntent, Which: last}
	}
	return Heard{Intent: intent}
}

// argued returns the meaning of words in the slot of an intent.
func (t *listener) argued(intent, text string) Heard {
	if carrier, ok := carriers[intent]; ok {
		if a, ok := t.ruleOf("Append", []said{t.hear("add " + text)}); ok && t.session.Read && t.spaced { // "add two bottles to number two"
			return t.rule("Append", a, t.hear(text))
		}
		if t.spaced && carrier != "" {
			text = carrier + " " + text
		}
		if t.noCarrier(intent, text) {
			return t.free(reminder(intent) + text)
		}
		return Heard{Intent: AddIntent, Text: t.literal(text)}
	}
	s := t.hear(text)
	if t.session.asking(AskCode, AskRecovery, AskRoom) { // whose slots Alexa also fills with other words
		switch {
		case t.is("bye", s), t.is("closing", s) && !t.is("denial", s):
			return Heard{Intent: StopIntent}
		case t.is("denial", s):
			return Heard{Intent: NoIntent}
		}
	}
	if _, a := t.find("argued", s); len(a["which"]) > 0 && slices.Contains([]string{DeleteTextIntent, DeleteIntent, DoneTextIntent, DoneIntent}, intent) {
		s = a["which"][0]
	}
	switch intent {
	case DeleteIntent, DoneIntent, ReadOneIntent:
		h := t.pointed(intent, s)
		if h.Which.Pointing == Worded { // Alexa sends "?" for what it has not understood
			h.Which = Which{}
		}
		return h
	case DeleteTextIntent:
		if name, _ := t.find("rules", t.hear(text+t.words.Text(words.DeleteWord, nil))); name == "Undo" {
			return t.restore(Heard{Intent: RestoreIntent}) // 「今のは取り消して」
		}
		return t.pointed(DeleteIntent, s)
	case DoneTextIntent:
		return t.pointed(DoneIntent, s)
	case ChangeIntent:
		return t.changed(text)
	case FindIntent:
		return t.sought(s)
	case NameIntent:
		return t.name(text)
	case RoomIntent:
		return Heard{Intent: RoomIntent, Text: t.bare(text, words.RoomBefore, words.RoomAfter), Unsure: !t.session.asking(AskRoom)}
	case JoinIntent:
		digits, _ := invite.ParseDigits(padded(text))
		return Heard{Intent: JoinIntent, Text: text, Digits: digits}
	case RecoverIntent:
		digits, _ := RecoveryNumber(text)
		return Heard{Intent: RecoverIntent, Text: text, Digits: digits}
	}
	return Heard{Intent: intent, Text: text}
}

// sought returns the meaning of words in the slot of a search: they may say whose memos are wanted,
// or of which day.
func (t *listener) sought(s said) Heard {
	for _, name := range []string{"ByWords", "By", "Day"} {
		for _, r := range t.rules["which"] {
			if a, ok := t.fits(r.form, s); ok && r.name == name && (len(a["by"]) == 0 || t.is("known", a["by"][0])) {
				return Heard{Intent: FindIntent, Text: a.text("text"), Filter: Filter{By: a.text("by"), Day: t.day(a.text("day"))}, Hint: Ask}
			}
		}
	}
	return Heard{Intent: FindIntent, Text: t.nameOf(s), Hint: Ask}
}

// pointed returns an intent that changes or reads the memos that words point at.
func (t *listener) pointed(intent string, s said) Heard {
	h := Heard{Intent: intent, Which: t.which(s)}
	if h.Which.Pointing == All && intent == DeleteIntent {
		h = Heard{Intent: DeleteAllIntent}
	}
	return h
}

// changed returns the meaning of the words of ChangeMemoIntent, which its carrier is gone from.
func (t *listener) changed(text string) Heard {
	s := t.hear(text)
	whole := t.hear("change " + text)
	if !t.spaced {
		whole = t.hear(text + "に変えて")
	}
	if name, a := t.find("rules", whole); name == "Name" || name == "Room" {
		return t.rule(name, a, whole)
	}
	if name, a := t.find("changed", t.within(s, "before", "after"), s); name != "" {
		h := t.rule(name, a, s)
		h.Said = ""
		return h
	}
	if h := t.pointed(ChangeIntent, s); h.Which.Pointing != Worded || !t.spaced {
		return h
	}
	return t.unsure(t.hear("change "+text), "", likelyMemo) // "change the air filter"
}

// free returns the meaning of free speech: an answer to the open question, a wait, a correction,
// a closing, a command, something that is not for the list, or a memo.
func (t *listener) free(text string) Heard {
	s := t.hear(text)
	if len(s.units) == 0 {
		return Heard{Intent: FallbackIntent}
	}
	if h, ok := t.answer(s); ok {
		return h
	}
	core := t.within(s, "before", "after")
	if a, ok := t.ruleOf("Append", t.parts(s)); ok {
		return t.rule("Append", a, core)
	}
	if name, _ := t.find("correction", s, core); t.session.Acted || name == "Swap" && t.session.Last == models.ActAdded {
		if h, ok := t.correction(s, core); ok {
			return h
		}
	}
	if t.is("bye", s) {
		return Heard{Intent: StopIntent}
	}
	if t.is("closing", s) {
		return t.close()
	}
	s = t.repaired(s)
	parts := t.parts(s)
	core = parts[0]
	first := ""
	for name, a := range t.each("rules", parts...) {
		if first == "" {
			first = name
		}
		switch name {
		case "Device":
			return t.unsure(s, name, never)
		case "Other":
			led := t.within(s, "lead", "")
			if as, _ := t.find("rules", led, t.within(led, "", "after")); as == "" {
				continue // "what was it, oh yes, light bulbs"
			}
			return t.unsure(s, name, sureOther)
		}
		if as, whole := t.find("rules", t.within(s, "before", "")); name == "Add" && as == name {
			a = whole // "so sit on her right" ends with a word that may also follow a request
		}
		if h := t.rule(name, a, core); h.Intent != "" {
			return h
		}
	}
	if t.is("idle", s) {
		return Heard{Intent: WaitIntent}
	}
	if h, ok := t.clause(s); ok {
		return h
	}
	return t.unsure(s, first, likelyMemo)
}

// ruleOf returns the arguments of a rule if what was said is of it.
func (g *grammar) ruleOf(name string, parts []said) (args, bool) {
	for _, r := range g.rules["rules"] {
		for _, s := range parts {
			if r.name != name {
				break
			}
			if a, ok := g.fits(r.form, s); ok {
				return a, true
			}
		}
	}
	return nil, false
}

// How likely words must be a memo to be written without a question: words that have the form of a
// request to a device, of a question, and all others.
const (
	awaitedMemo = .1 // where a memo's text was asked for, or words only name something
	never       = 2
	sureOther   = .85
	likelyMemo  = .45
	surelyMemo  = .7 // without words of thinking around it
)

// unsure returns a memo if words are likely enough one and ask for nothing else, otherwise what may
// be written after a question.
func (t *listener) unsure(s said, rule string, sure float64) Heard {
	memo, hint := t.memo(s), t.hint(s)
	switch {
	case sure == likelyMemo && t.session.asking(AskText, AskNewText):
		sure = 0
	case sure == likelyMemo && (t.is("additions", s) || t.noun(s)):
		sure = awaitedMemo
	}
	likely := t.likelihood(s, rule) >= sure || sure == likelyMemo && t.spaced && t.likelihood(t.hear(memo), rule) >= surelyMemo
	if likely && hint != TickOff && hint != Remove {
		return Heard{Intent: AddIntent, Text: memo}
	}
	return Heard{Intent: SaidIntent, Said: memo, Hint: hint, Likely: likely, Points: t.is("points", s)}
}

// clause returns the meaning of speech of which one clause, between pauses, is a command about
// memos, and the others are talk.
func (t *listener) clause(s said) (Heard, bool) {
	section := "rules"
	if len(t.rules["clause"]) > 0 {
		section = "clause" // every word may begin a clause, so that it must be plain what it says
	}
	for at := 1; at < len(s.units); at++ {
		if !s.pausesBefore(at) {
			continue
		}
		for _, part := range []said{s.between(at, len(s.units)), s.between(0, at)} {
			if t.is("idle", part) || t.is("assent", part) || t.is("closing", part) {
				continue
			}
			core := t.within(part, "before", "after")
			name, a := t.find(section, core, part)
			if !slices.Contains(clauses, name) {
				continue
			}
			if h := t.rule(name, a, core); h.Intent != "" {
				h.Said, h.Likely = t.memo(s), t.likelihood(s, "") >= likelyMemo
				return h, true
			}
		}
	}
	return Heard{}, false
}

// clauses are the rules of which a clause beside others may be.
var clauses = []string{"Done", "Delete", "Delete.all", "Change", "Append", "Undo", "Read", "Read.by", "Read.day", "Read.oldest", "ReadOne", "Repeat", "Count", "Who", "Wait", "New"}

// isOther reports whether a rule is one of what is not for the list.
func isOther(rule string) bool { return rule == "Other" || rule == "Device" }

// close returns what words mean that end the conversation.
func (t *listener) close() Heard {
	if t.session.withdraws() {
		return Heard{Intent: NoIntent}
	}
	return Heard{Intent: StopIntent}
}

// restore returns an undo. While a question is open about something that is not done yet, it
// answers that: "no", or "yes" if the question is whether to undo.
func (t *listener) restore(h Heard) Heard {
	switch {
	case !t.session.withdraws():
		return h
	case t.session.asking(AskOthers):
		return Heard{Intent: YesIntent}
	}
	return Heard{Intent: NoIntent}
}

// answer returns the meaning of an answer to the open question, if it is one.
func (t *listener) answer(s said) (Heard, bool) {
	switch {
	case t.session.asking(AskNumber, AskDone, AskOne, AskWhich):
		intent := map[string]string{AskNumber: DeleteIntent, AskDone: DoneIntent, AskOne: ReadOneIntent, AskWhich: ChangeIntent}[t.session.Asked]
		command, _ := t.find("rules", s)
		if w := t.which(t.repaired(s)); w.Pointing != Worded && w.Pointing != Nothing && !(w.Pointing == All && (t.session.asking(AskOne) || command == "Read")) {
			return t.pointed(intent, t.repaired(s)), true
		}
		switch {
		case t.is("bye", s):
			return Heard{Intent: StopIntent}, true
		case t.is("denial", s), t.is("closing", s):
			return Heard{Intent: NoIntent}, true
		}
		if name, _ := t.find("rules", s, t.within(s, "before", "after")); name == "" {
			h := t.pointed(intent, s)
			h.Said, h.Likely = t.memo(s), t.likelihood(s, "") >= sureOther
			return h, true
		}
	case t.session.yesNo():
		if t.waits(s) {
			return Heard{Intent: WaitIntent}, true
		}
		switch {
		case t.is("assent", s) && t.is("yes.first", s):
			return Heard{Intent: YesIntent}, true
		case t.is("bye", s):
			return Heard{Intent: StopIntent}, true
		case t.is("denial", s):
			return Heard{Intent: NoIntent}, true
		case t.is("closing", s):
			return Heard{Intent: StopIntent}, true
		case t.is("assent", s):
			return Heard{Intent: YesIntent}, true
		}
		if name, _ := t.find("affirms", s); name != "" && t.session.asking(AskThis) {
			return Heard{Intent: YesIntent}, true
		}
	case t.session.asking(AskSearch):
		switch {
		case t.is("bye", s):
			return Heard{Intent: StopIntent}, true
		case t.is("denial", s), t.is("closing", s):
			return Heard{Intent: NoIntent}, true
		}
		if name, _ := t.find("rules", s); name == "" {
			return Heard{Intent: FindIntent, Text: t.nameOf(t.within(s, "before", "after"))}, true
		}
	case t.session.asking(AskText, AskNewText) && t.waits(s):
		return Heard{Intent: WaitIntent}, true
	case t.session.asking(AskText, AskNewText) && t.is("denial", s):
		return Heard{Intent: NoIntent}, true
	case t.is("agreed", s):
		return Heard{Intent: YesIntent}, true
	}
	if t.session.Read && t.session.asking(AskMenu, AskElse, AskMore, AskRest) {
		if w := t.which(t.repaired(s)); w.Pointing == Numbered && !(t.session.Acted && t.is("negates", s)) {
			return t.pointed(t.numberIntent(), t.repaired(s)), true
		}
	}
	return Heard{}, false
}

// waits reports whether words ask for time to think.
func (t *listener) waits(s said) bool {
	name, _ := t.find("rules", t.parts(s)...)
	return name == "Wait"
}

// numberIntent returns the intent of a bare number when a list was read with it: what the last
// turn did with another number, otherwise to read that memo.
func (t *listener) numberIntent() string {
	if t.session.Acted {
		switch t.session.Last {
		case models.ActDone:
			return DoneIntent
		case models.ActTrashed:
			return DeleteIntent
		}
	}
	return ReadOneIntent
}

// correction returns the meaning of words that correct what the session did last.
func (t *listener) correction(s, core said) (Heard, bool) {
	if t.is("closing", s) && !t.is("wrong", s) {
		return Heard{}, false
	}
	if h, ok := t.also(s, core); ok {
		return h, true
	}
	name, a := t.find("correction", s, core)
	switch {
	case name == "":
		return Heard{}, false
	case name == "Wrong" && t.session.asking(AskText):
		return Heard{Intent: NoIntent}, true
	case name == "Wrong":
		return Heard{Intent: RestoreIntent, Fix: &Fix{Language: t.language}}, true
	}
	if as, _ := t.find("rules", core); slices.Contains([]string{"Delete", "Done", "Undo"}, as) && name == "New" {
		return Heard{}, false
	}
	fix := Fix{Language: t.language, Text: a.text("text"), Old: a.text("old"), Swap: a.text("swap"), Part: a.text("part"), Misheard: name == "New" || name == "Not"}
	if part, text, ok := strings.Cut(fix.Text, "は"); ok && !t.spaced && t.is("part", t.hear(part)) {
		fix.Part, fix.Text = part, text // 「場所は駅前に変更」
	}
	if part := t.named["part"]; part != nil {
		for _, word := range literals(part.form) {
			if strings.HasSuffix(fix.Old, word) {
				fix.Old, fix.Part = "", word // likewise
			}
		}
	}
	if len(a["text"]) > 0 && t.spaced && len(s.units) > 1 && s.units[0] == "no" && a["text"][0].from[0] == s.from[1] && !t.onlyValues(a["text"][0]) {
		fix.Misheard = false
		if t.likelihood(s, "") >= likelyMemo {
			return Heard{}, false // "no sugar for dad"
		}
	}
	right := t.hear(fix.Text)
	if t.session.Last != models.ActAdded && t.session.Last != models.ActChanged {
		if as, _ := t.find("rules", s, core); as == "Change" {
			return Heard{}, false
		}
		return t.instead(s, right)
	}
	if as, _ := t.find("rules", right, t.within(right, "before", "after")); fix.Old == "" && fix.Swap == "" && fix.Part == "" && as != "" && !isOther(as) {
		return Heard{}, false // "no, delete it" is a command
	}
	otherwise := *t
	otherwise.session.Acted, otherwise.session.Last = false, models.ActNone
	then := otherwise.free(s.raw)
	return Heard{Intent: CorrectIntent, Fix: &fix, Said: t.memo(s), Then: &then}, true
}

// also returns the meaning of "eggs too" after something was done with other memos.
func (t *listener) also(s, core said) (Heard, bool) {
	intent := t.numberIntent()
	if t.named["also"] == nil || intent == ReadOneIntent {
		return Heard{}, false
	}
	for _, part := range []said{core, s} {
		if a, ok := t.fits(t.grammar.named["also"].form, part); ok {
			h := t.pointed(intent, a["which"][0])
			h.Said, h.Likely = t.memo(s), true
			return h, true
		}
	}
	return Heard{}, false
}

// instead returns the meaning of words that say on which memo the last act should have been, or
// what to do instead.
func (t *listener) instead(all, right said) (Heard, bool) {
	if len(right.units) == 0 || !t.is("negates", all) {
		return Heard{}, false
	}
	h := Heard{Intent: RestoreIntent, Fix: &Fix{Language: t.language, Text: right.text()}}
	if name, a := t.find("rules", right); name != "" && !isOther(name) && name != "Add" {
		then := t.rule(name, a, right)
		h.Then = &then
		return h, true
	}
	switch t.session.Last {
	case models.ActDone:
		then := t.pointed(DoneIntent, right)
		h.Then = &then
	case models.ActTrashed:
		then := t.pointed(DeleteIntent, right)
		h.Then = &then
	case models.ActNamed:
		then := t.name(right.text())
		h.Then = &then
	default:
		return Heard{}, false
	}
	return h, true
}

// intents are the intents of rules that need no more than their arguments.
var intents = map[string]string{
	"Add.what": AddIntent, "Wait": WaitIntent, "Repeat": RepeatIntent, "Help": HelpIntent, "Stop": StopIntent, "Next": NextIntent, "More": ReadMoreIntent, "Previous": PreviousIntent,
	"Members": MembersIntent, "Invite": InviteIntent, "Leave": LeaveIntent, "Connect": ConnectIntent, "Link": LinkIntent, "Delete.all": DeleteAllIntent,
	"Read": ReadIntent, "Read.oldest": ReadIntent, "Read.by": ReadIntent, "Read.day": ReadIntent, "New": ReadNewIntent, "Find": FindIntent, "Count": CountIntent, "Count.by": CountIntent,
	"Who": WhoIntent, "Done": DoneIntent, "Delete": DeleteIntent, "ReadOne": ReadOneIntent, "Change": ChangeIntent, "Append": ChangeIntent, "Swap": ChangeIntent, "Made": ChangeIntent, "Undo": RestoreIntent,
	"Name.who": WhoAmIIntent, "Name.forget": ForgetNameIntent, "Name": NameIntent, "Room": RoomIntent, "Join": JoinIntent, "Recover": RecoverIntent, "Add": AddIntent,
}

// rule returns the meaning of a sentence of a rule; no intent: it has none after all.
func (t *listener) rule(name string, a args, core said) Heard {
	h := Heard{Intent: intents[name], Said: t.memo(core), Likely: t.likelihood(core, name) >= likelyMemo, Hint: t.hint(core), Points: t.is("points", core)}
	h.Filter = Filter{By: a.text("by"), Day: t.day(a.text("day")), Oldest: name == "Read.oldest"}
	if by := a["by"]; len(by) > 0 {
		if h.Filter.Mine = t.is("mine.speaker", by[0]); h.Filter.Mine {
			h.Filter.By = ""
		}
		if _, known := t.named["nameless"]; !t.plausible(by[0]) || known && t.is("nameless", by[0]) {
			return Heard{}
		}
	}
	switch name {
	case "Add":
		text := t.hear(a.all("text"))
		if t.is("mine.speaker", text) {
			return Heard{} // "a memo to myself" has no text
		}
		return Heard{Intent: AddIntent, Text: t.memo(text)}
	case "Add.what":
		return Heard{Intent: AddIntent}
	case "Undo":
		return t.restore(Heard{Intent: RestoreIntent, Text: a.text("text")})
	case "Stop":
		return t.close()
	case "Find":
		h.Likely = false
		if h.Text = t.nameOf(t.within(a["text"][0], "before", "after")); h.Text == "" {
			return Heard{}
		}
	case "Done", "Delete", "ReadOne", "Who", "Change", "Append", "Swap", "Made":
		if name == "Change" && len(a["which"]) == 0 { // "make it two"
			if !t.session.Read && !t.session.Acted {
				return Heard{}
			}
			h.Which, h.Text = Which{Pointing: That}, a.text("text")
			return h
		}
		p := t.pointed(h.Intent, append(a["which"], core)[0])
		h.Intent, h.Which = p.Intent, p.Which
		h.Text, h.Old, h.Append = a.text("text"), a.text("old"), name == "Append"
		if part, _, ok := strings.Cut(h.Text, "は"); ok && !t.spaced && name == "Change" && t.is("part", t.hear(part)) {
			h.Append = true // 「場所は駅前に変更」
		}
	case "Name":
		if len(a["known"]) > 0 {
			if !t.is("known", a["known"][0]) {
				return Heard{}
			}
			return t.name(a.text("known"))
		}
		return t.name(a.text("name"))
	case "Room":
		if len(a["place"]) > 0 {
			return Heard{Intent: RoomIntent, Text: a.text("place"), Unsure: true}
		}
		return Heard{Intent: RoomIntent, Text: t.bare(a.text("room"), words.RoomBefore, words.RoomAfter), Unsure: true}
	case "Join", "Recover":
		return t.argued(h.Intent, a.text("digits")).orPlain(h.Intent)
	}
	return h
}

// orPlain returns an intent without words if it has none.
func (h Heard) orPlain(intent string) Heard {
	if h.Text == "" {
		return Heard{Intent: intent}
	}
	return h
}

// Sizes up to which words can be what a person is called, in units.
const (
	nameWords      = 3
	nameCharacters = 8
)

// plausible reports whether words can be what a person is called.
func (t *listener) plausible(by said) bool {
	if t.spaced {
		return len(by.units) <= nameWords
	}
	name := strings.Join(by.units, "")
	return len(by.units) <= nameCharacters && !strings.ContainsAny(name, "をに") && !strings.Contains(name, "メモ") && !strings.Contains(name, "リスト")
}

// name returns what words in the slot of a name mean. A closing is never a name.
func (t *listener) name(text string) Heard {
	h := Heard{Intent: NameIntent, Text: t.bare(text, words.NameBefore, words.NameAfter)}
	s := t.hear(h.Text)
	if t.is("bye", t.hear(text)) && !t.session.New {
		return Heard{Intent: StopIntent}
	}
	if t.is("closing", t.hear(text)) || t.session.asking(AskName) && t.is("denial", t.hear(text)) {
		if !t.session.New && !t.session.asking(AskName, AskNamed) {
			return Heard{Intent: StopIntent}
		}
		if t.session.asking(AskName) {
			return Heard{Intent: NoIntent}
		}
		h.Text = ""
	}
	h.KnownName = len(s.units) > 0 && t.is("kin", s)
	// Several words without "my name is", or 「を」, may be a memo.
	h.Unsure = t.session.asking(AskName) && (strings.Contains(h.Text, "を") || h.Text == text && len(strings.Fields(text)) > 1)
	return h
}

// bare removes fillers and at most one phrase before and one after a name.
func (t *listener) bare(text string, before, after words.Key) string {
	s := t.within(t.hear(text), "nofill", "")
	return t.without(s.text(), before, after)
}

// without removes at most one phrase before and one after some words, as long as words
// are left.
func (t *listener) without(heard string, before, after words.Key) string {
	for _, phrase := range t.words.Words(before) {
		if rest, ok := cutFold(heard, phrase, 0); ok {
			heard = rest
			break
		}
	}
	for _, phrase := range t.words.Words(after) {
		if rest, ok := cutFold(heard, phrase, len(heard)-len(phrase)); ok {
			return rest
		}
	}
	return heard
}

// cutFold removes part from s if s has it at a byte offset, ignoring case, and if text
// is left.
func cutFold(s, part string, at int) (string, bool) {
	if at < 0 || len(s) <= len(part) || !strings.EqualFold(s[at:at+len(part)], part) {
		return s, false
	}
	rest := strings.Trim(s[:at]+s[at+len(part):], " 　、,")
	return rest, rest != ""
}

// noun reports whether words in a language without spaces are written in kanji and katakana alone,
// perhaps with の and と: they name something.
func (g *grammar) noun(s said) bool {
	name := strings.Join(s.units, "")
	return !g.spaced && len(s.units) <= nameCharacters && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.In(r, unicode.Han, unicode.Katakana) && !strings.ContainsRune("ーのと", r)
	})
}
