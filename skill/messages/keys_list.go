package messages

// Sentences about the list of memos.
const (
	Added         Key = "added"           // {content}
	ReadNone      Key = "read.none"       //
	ReadIntro     Key = "read.intro"      //
	ReadItem      Key = "read.item"       // {number} {who} {when} {content}
	ReadGone      Key = "read.gone"       // {number}: read again, it is not there any more
	ReadFirst     Key = "read.first"      // there is no page before
	ReadEnd       Key = "read.end"        //
	ReadLimit     Key = "read.limit"      // {count}: this many were read, there are more
	FindIntro     Key = "find.intro"      // {text}
	FindNone      Key = "find.none"       // {text}
	FindNoneYet   Key = "find.none_yet"   // {text}: the list is long, and goes on
	CardItem      Key = "card.item"       // {number} {who} {when} {content}
	Deleted       Key = "deleted"         // {number} {content}
	DeletedGone   Key = "deleted.gone"    // {number}
	DeleteRange   Key = "delete.range"    // {number} {last}
	DeletedAll    Key = "deleted.all"     // {memos}
	AllGone       Key = "all.gone"        // none of those counted is there any more
	Undone        Key = "undone"          // {content}
	UndoneCount   Key = "undone.count"    // {memos}
	UndoBack      Key = "undo.back"       // {content}: it is in the list, without our doing
	UndoBackCount Key = "undo.back_count" // {memos}: likewise
	UndoLost      Key = "undo.lost"       // {memos}: the trash has forgotten them
	UndoNone      Key = "undo.none"       // nothing was deleted
	OneMemo       Key = "count.one"       // part of a sentence
	ManyMemos     Key = "count.many"      // {count}: likewise
)

// What is taken for the phrase that a question waits for, though it is none.
const (
	Agreements Key = "agreements" // what a bare "yes" sounds like
	Refusals   Key = "refusals"   // what a bare "no" sounds like
	Endings    Key = "endings"    // what "stop" sounds like
	HelpWords  Key = "help_words" // what "help" sounds like
	ListWords  Key = "list_words" // the list itself
	UndoWords  Key = "undo_words" // what "undo" sounds like
)

// When a memo was made.
const (
	Numerals   Key = "numerals"       // the eleven characters from zero to ten; others: digits
	JustNow    Key = "when.just_now"  // less than a minute ago
	MinuteAgo  Key = "when.minute"    // {minutes}: one
	MinutesAgo Key = "when.minutes"   // {minutes}: two or more
	HourAgo    Key = "when.hour"      // {hours}: one, today
	HoursAgo   Key = "when.hours"     // {hours}: two or more, today
	Yesterday  Key = "when.yesterday" //
	DaysAgo    Key = "when.days_ago"  // {days}: two to six
	OnDate     Key = "when.date"      // {month} {day}
	OnYear     Key = "when.year"      // {year} {month} {day}
	Months     Key = "when.months"    // twelve words
)
