package words

// Sentences about the list of memos.
const (
	Added         Key = "added"           // {content}
	ReadNone      Key = "read.none"       //
	ReadIntro     Key = "read.intro"      //
	ReadItem      Key = "read.item"       // {number} {content}
	ReadRest      Key = "read.rest"       // {content}: the rest of a memo
	ReadItemBy    Key = "read.item.by"    // {number} {by} {content}: with the author, the time or both
	ReadGone      Key = "read.gone"       // {number}: the memo no longer exists when it is read again
	ReadDone      Key = "read.done"       // {number}: the memo has been marked as done since
	ReadFirst     Key = "read.first"      // the first page has no previous one
	ReadEnd       Key = "read.end"        //
	ReadLimit     Key = "read.limit"      // {count}: this many were read, there are more
	FindIntro     Key = "find.intro"      // {text}
	FindNone      Key = "find.none"       // {text}
	FindWhich     Key = "find.which"      // no memo has the words of what is to be deleted or is done
	FindNoneYet   Key = "find.none_yet"   // {text}: the list has not been searched to its end
	CardItem      Key = "card.item"       // {number} {who} {when} {content}
	Deleted       Key = "deleted"         // {number} {content}
	DeletedNamed  Key = "deleted.named"   // {content}: deleted without a number
	DeletedGone   Key = "deleted.gone"    // {number}
	Done          Key = "done"            // {number} {content}
	DoneNamed     Key = "done.named"      // {content}: marked as done without a number
	DoneAlready   Key = "done.already"    // {number}
	DeleteRange   Key = "delete.range"    // {number} {last}
	DeletedAll    Key = "deleted.all"     // {memos}
	UndoHint      Key = "undo.hint"       // how to take back a deletion
	AllGone       Key = "all.gone"        // none of the counted memos remains
	Unadded       Key = "unadded"         // {content}: a memo that was just added is deleted
	Undone        Key = "undone"          // {content}
	UndoneCount   Key = "undone.count"    // {memos}
	UndoBack      Key = "undo.back"       // {content}: it was already back in the list
	UndoBackCount Key = "undo.back_count" // {memos}: likewise
	UndoLost      Key = "undo.lost"       // {memos}: the trash has purged them
	UndoNone      Key = "undo.none"       // there is nothing to undo
	OneMemo       Key = "count.one"       // part of a sentence
	ManyMemos     Key = "count.many"      // {count}: likewise
)

// What is said about free speech, and about memos that are meant or changed.
const (
	NotForList Key = "not.for.list" // what was said is nothing the skill can do
	Waiting    Key = "waiting"      // the speaker wants time
	Already    Key = "already"      // {content}: it is in the list already
	ThisDone   Key = "this.done"    // {content} {who}: before the question whether this memo is done
	ThisDelete Key = "this.delete"  // {content} {who}: likewise, is to be deleted
	ThisChange Key = "this.change"  // {content} {who} {text}: likewise, is to get another text
	Changed    Key = "changed"      // {content}: the new text
	Unchanged  Key = "unchanged"    // {content}: it has its former text again
	More       Key = "more.text"    // between a memo's text and words added to it
	Counted    Key = "counted"      // {memos}: of those that were asked for
	WrittenBy  Key = "written.by"   // {who} {when} {content}
	ReadOldest Key = "read.oldest"  // before a list with the oldest memo first
	ByNone     Key = "by.none"      // {who}: there are no memos by this person
	DayNone    Key = "day.none"     // there are no memos of that day
	YouAre     Key = "you.are"      // {who}: the speaker
	DeleteWord Key = "delete.word"  // what follows the name of a memo in a request to delete it
	NoName     Key = "no.name"      // the voice has no name
)

// When a memo was made.
const (
	JustNow    Key = "when.just_now"  // less than a minute ago
	MinuteAgo  Key = "when.minute"    // {minutes}: 1
	MinutesAgo Key = "when.minutes"   // {minutes}: two or more
	HourAgo    Key = "when.hour"      // {hours}: 1, today
	HoursAgo   Key = "when.hours"     // {hours}: two or more
	Yesterday  Key = "when.yesterday" //
	DayAgo     Key = "when.day_ago"   // {days}: 1, without a time zone
	DaysAgo    Key = "when.days_ago"  // {days}: two to six, any number without a time zone
	OnDate     Key = "when.date"      // {month} {day}
	OnYear     Key = "when.year"      // {year} {month} {day}
	Months     Key = "when.months"    // twelve words
)
