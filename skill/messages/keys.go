package messages

// Sentences and parts of sentences.
const (
	Gap          Key = "gap"           // between two sentences
	DigitGap     Key = "digit_gap"     // between digits read one by one
	DeviceName   Key = "device_name"   // what an Echo is called until it has a name
	Title        Key = "title"         // of cards
	Refusals     Key = "refusals"      // what a bare "no" sounds like while text is awaited
	Cut          Key = "cut"           // {text}: the beginning of a long memo
	Honorific    Key = "honorific"     // {name}
	Goodbye      Key = "goodbye"       //
	All          Key = "all_right"     // before going on to another question
	NotHeard     Key = "not_heard"     // before the question is asked again
	WelcomeNone  Key = "welcome.none"  //
	WelcomeOne   Key = "welcome.one"   //
	WelcomeCount Key = "welcome.count" // {count}: two to five
	WelcomeMany  Key = "welcome.many"  // {count}: more than this
	WelcomeSome  Key = "welcome.some"  // the number is not known
	Added        Key = "added"         // {content}
	ReadNone     Key = "read.none"     //
	ReadIntro    Key = "read.intro"    //
	ReadItem     Key = "read.item"     // {number} {who} {when} {content}
	ReadEnd      Key = "read.end"      //
	ReadLimit    Key = "read.limit"    // {count}: this many were read, there are more
	CardItem     Key = "card.item"     // {number} {who} {when} {content}
	Deleted      Key = "deleted"       // {number} {content} {days}
	DeletedGone  Key = "deleted.gone"  // {number}
	DeleteRange  Key = "delete.range"  // {number} {last}
	CodeFormat   Key = "code.format"   //
	Joined       Key = "joined"        // {who}
	JoinedOne    Key = "joined.one"    // one memo came along
	JoinedCount  Key = "joined.count"  // {count} memos came along
	WaitOne      Key = "wait.one"      // a minute
	WaitCount    Key = "wait.count"    // {minutes}
)

// When a memo was made.
const (
	Today     Key = "when.today"
	Yesterday Key = "when.yesterday"
	DaysAgo   Key = "when.days_ago" // {days}: two to six
	OnDate    Key = "when.date"     // {month} {day}
	OnYear    Key = "when.year"     // {year} {month} {day}
	Months    Key = "when.months"   // twelve words
)

// Ask is the sentence that asks a question.
func Ask(question string) Key { return Key("ask." + question) }

// Reprompt is what is said when nobody answers a question: shorter, with an example.
func Reprompt(question string) Key { return Key("reprompt." + question) }

// Help is what is said when the answer to a question is a call for help.
func Help(question string) Key { return Key("help." + question) }

// Error is the sentence for an error code or reason.
func Error[T ~string](code T) Key { return Key("error." + string(code)) }
