package messages

// Sentences about the list of memos.
const (
	Added         Key = "added"           // {content}
	ReadNone      Key = "read.none"       //
	ReadIntro     Key = "read.intro"      //
	ReadItem      Key = "read.item"       // {number} {who} {when} {content}
	ReadGone      Key = "read.gone"       // {number}: the memo no longer exists when it is read again
	ReadFirst     Key = "read.first"      // the first page has no previous one
	ReadEnd       Key = "read.end"        //
	ReadLimit     Key = "read.limit"      // {count}: this many were read, there are more
	FindIntro     Key = "find.intro"      // {text}
	FindNone      Key = "find.none"       // {text}
	FindNoneYet   Key = "find.none_yet"   // {text}: the list has not been searched to its end
	CardItem      Key = "card.item"       // {number} {who} {when} {content}
	Deleted       Key = "deleted"         // {number} {content}
	DeletedGone   Key = "deleted.gone"    // {number}
	DeleteRange   Key = "delete.range"    // {number} {last}
	DeletedAll    Key = "deleted.all"     // {memos}
	AllGone       Key = "all.gone"        // none of the counted memos remains
	Undone        Key = "undone"          // {content}
	UndoneCount   Key = "undone.count"    // {memos}
	UndoBack      Key = "undo.back"       // {content}: it was already back in the list
	UndoBackCount Key = "undo.back_count" // {memos}: likewise
	UndoLost      Key = "undo.lost"       // {memos}: the trash has purged them
	UndoNone      Key = "undo.none"       // nothing was deleted
	OneMemo       Key = "count.one"       // part of a sentence
	ManyMemos     Key = "count.many"      // {count}: likewise
)

// Phrases that Alexa may put into an awaited slot although they are commands or answers.
const (
	Agreements Key = "agreements" // mean "yes"
	Refusals   Key = "refusals"   // mean "no"
	Endings    Key = "endings"    // mean "stop"
	HelpWords  Key = "help_words" // mean "help"
	ListWords  Key = "list_words" // ask for the list
	UndoWords  Key = "undo_words" // mean "undo"
)

// When a memo was made.
const (
	Numerals   Key = "numerals"       // eleven characters, from zero to ten; any other value: digits
	JustNow    Key = "when.just_now"  // less than a minute ago
	MinuteAgo  Key = "when.minute"    // {minutes}: 1
	MinutesAgo Key = "when.minutes"   // {minutes}: two or more
	HourAgo    Key = "when.hour"      // {hours}: 1, today
	HoursAgo   Key = "when.hours"     // {hours}: two or more, today
	Yesterday  Key = "when.yesterday" //
	DaysAgo    Key = "when.days_ago"  // {days}: two to six
	OnDate     Key = "when.date"      // {month} {day}
	OnYear     Key = "when.year"      // {year} {month} {day}
	Months     Key = "when.months"    // twelve words
)
