package words

// Sentences and parts of sentences.
const (
	Gap          Key = "gap"           // between two sentences
	DigitGap     Key = "digit_gap"     // between digits read one by one
	DeviceName   Key = "device_name"   // what an Echo is called until it has a name
	Title        Key = "title"         // the title of cards
	Cut          Key = "cut"           // {text}: the beginning of a long memo
	LineEnd      Key = "line.end"      // after a line of a memo that has more lines
	Honorific    Key = "honorific"     // {name}
	Goodbye      Key = "goodbye"       //
	AllRight     Key = "all_right"     // before another question
	OtherSpeaker Key = "other_speaker" // another person answered a question
	NotHeard     Key = "not_heard"     // before the question is asked again
	WaitOne      Key = "wait.one"      // one minute
	WaitCount    Key = "wait.count"    // {minutes}
	WaitHours    Key = "wait.hours"    // {hours}: more than one
)

// HelpMore says what else can be said, after the help for the menu.
const HelpMore Key = "help.more_words"

// Ask is the sentence that asks a question.
func Ask(question string) Key { return Key("ask." + question) }

// Reprompt is the sentence said when a question is not answered, with an example.
func Reprompt(question string) Key { return Key("reprompt." + question) }

// Help is the sentence said when the answer to a question is a call for help.
func Help(question string) Key { return Key("help." + question) }

// Error is the sentence for an error code or reason.
func Error[T ~string](code T) Key { return Key("error." + string(code)) }
