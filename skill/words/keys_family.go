package words

// Sentences about people and families.
const (
	Welcome      Key = "welcome"       // a greeting without a name
	Hello        Key = "welcome.who"   // {who}: for a voice that has a name
	NewVoice     Key = "welcome.voice" // before a new voice is asked for its name
	Introduction Key = "introduction"  // how to leave a memo, with an example
	NoNewMemos   Key = "new.none"

	Invite         Key = "invite"           // before the digits
	InviteAgain    Key = "invite.again"     // before the digits are repeated
	InviteUse      Key = "invite.use"       // where to use them
	InviteLink     Key = "invite.link"      // {wait}: no digits are available now
	InviteAsks     Key = "invite.asks"      // the code asks the owner, who is the speaker
	InviteAsksLink Key = "invite.asks.link" // likewise, for a link without digits
	InviteOwner    Key = "invite.owner"     // {who}
	InviteTitle    Key = "invite.title"     // {code}: the title of the card
	CardUntil      Key = "card.until"       // {number} {time}: on the card of a code or number
	SlowDigits     Key = "digits.slow"      // {a} {b} {c} {d}: slow enough to write down
	ValidCount     Key = "valid.count"      // {minutes}: two or more
	ValidOne       Key = "valid.one"        // one minute
	ValidLess      Key = "valid.less"       // less than a minute
	Clock          Key = "clock"            // a layout of package time

	CodeFormat    Key = "code.format"    //
	Joined        Key = "joined"         // {who}
	JoinedEcho    Key = "joined.echo"    // the owner is an Echo without a name
	NumberNo      Key = "number.no"      // phrases before a number that corrects another, longest first
	NumberIs      Key = "number.is"      // phrases after it
	JoinedMemos   Key = "joined.memos"   // {count} memos of the speaker moved too
	JoinedMistake Key = "joined.mistake" // how to leave

	Filed        Key = "filed"         // {who} {check}: the owner was asked
	FiledEcho    Key = "filed.echo"    // {check}: the owner is an Echo without a name
	FiledNext    Key = "filed.next"    // what happens next
	Waits        Key = "waits"         // {who}: the owner has not answered yet
	WaitsEcho    Key = "waits.echo"    // likewise, for an Echo without a name
	CheckIs      Key = "check.is"      // {check}: identifies the request to the owner
	Asks         Key = "asks"          // {who} {check}: before an owner is asked about a person's request
	AsksEcho     Key = "asks.echo"     // {who} {check}: for an Echo with a name
	AsksDevice   Key = "asks.device"   // {check}: for an Echo without a name
	AsksOld      Key = "asks.old"      // {who}: the request has no check number
	AsksLike     Key = "asks.like"     // {who}: the member whose name the asker's resembles
	AsksCheck    Key = "asks.check"    // {check}: what the check number is for
	Allowed      Key = "allowed"       // {who}
	AllowedEcho  Key = "allowed.echo"  // an Echo without a name
	AllowedMemos Key = "allowed.memos" // {count} memos of the person moved too
	Refused      Key = "refused"       // {who}
	RefusedEcho  Key = "refused.echo"  // likewise
	RequestOver  Key = "request.over"  // the request is no longer open
	AskerOwns    Key = "asker.owns"    // {who} must hand over first
	NoRoom       Key = "no_room"       // {who}: the family is full

	Leaving    Key = "leaving"     // {who}: what leaving means
	Left       Key = "left"        //
	LeaveAlone Key = "leave.alone" //
	LeaveOwner Key = "leave.owner" //

	Members         Key = "members"           // {all} {owner}
	MembersEchos    Key = "members.echos"     // two Echos without names, of which the other is the owner
	MembersEchosOwn Key = "members.echos.own" // likewise, and this one is the owner
	MembersAlone    Key = "members.alone"     //
	MembersOwner    Key = "members.owner"     // {who}: on the card
	ThisDevice      Key = "this_device"       // the Echo spoken to, if it has no name
	OtherDevice     Key = "other_device"      // another Echo without a name
	NameGap         Key = "names.gap"         // between two names
	NameLast        Key = "names.last"        // between the last two

	Named         Key = "named"           // {who}
	Renamed       Key = "renamed"         // {name}: a name was taken back
	Unnamed       Key = "unnamed"         // likewise, and there was no name before
	NameOnPage    Key = "name.on.page"    // where a person who has linked the Echo changes their name
	NameFormat    Key = "name.format"     //
	NameBefore    Key = "name.before"     // phrases before a name, longest first
	NameAfter     Key = "name.after"      // phrases after it, likewise
	PoliteEndings Key = "polite.endings"  // endings of names that need no Honorific
	RoomName      Key = "room.name"       // {room}: the name of an Echo in a room
	RoomNameOwned Key = "room.name.owned" // {room}: in a room that is called after a person
	RoomNamed     Key = "room.named"      // {name}
	EchoNames     Key = "echo.names"      // parts that only the names of Echos have
	EchoCalled    Key = "echo.called"     // {name}: such a name in a sentence
	RoomBefore    Key = "room.before"     // phrases before a room, longest first
	RoomAfter     Key = "room.after"      // phrases after it, likewise
	RoomOwned     Key = "room.owned"      // marks of a room that is called after a person
	RoomEndings   Key = "room.endings"    // endings of names that are already an Echo's
)

// Tally has the keys of the sentences that state a number of memos: at least one.
type Tally struct {
	One   Key
	Count Key // {count}: two or more
	Many  Key // {count}: more than this
	Least Key // {count}: this many or more; the list may continue
}

// AllMemos states how many memos there are, for a speaker who has never heard the list;
// OldMemos states it after NoNewMemos. NewMemos states how many of them are new.
var (
	AllMemos = Tally{"memos.one", "memos.count", "memos.many", "memos.least"}
	OldMemos = Tally{"old.one", "old.count", "old.least", "old.least"}
	NewMemos = Tally{"new.one", "new.count", "new.many", "new.least"}
)

// Key returns the key for a number of memos. A count above most is stated only as
// more than most; open means that there may be more memos than were counted.
func (y Tally) Key(count, most int, open bool) Key {
	switch {
	case count > most:
		return y.Many
	case open:
		return y.Least
	case count == 1:
		return y.One
	}
	return y.Count
}

// Sentences about Echos that a person has linked in the Alexa app.
const (
	LinkHow       Key = "link.how"       // where a person links the Echo
	LinkNow       Key = "link.now"       // {who}: for whom the Echo speaks
	LinkJoined    Key = "link.joined"    // the Echo joined that person's family
	LinkElsewhere Key = "link.elsewhere" // the Echo is in another family
	LinkOwns      Key = "link.owns"      // the Echo owns another family with others: how to hand it over
	LinkOwner     Key = "link.owner"     // the person is now the owner instead of the Echo
	LinkEnded     Key = "link.ended"     // the link has ended, and the Echo acts as itself
	LinkLeft      Key = "link.left"      // with it the Echo has left the person's former family
	LinkAgain     Key = "link.again"     // where a person links it again
)

// Sentences about connection and recovery numbers, and about an Echo that became
// the owner between two conversations.
const (
	GroupGap Key = "number.gap" // between the groups of a number

	Connection       Key = "connection"        // before the number
	ConnectionUse    Key = "connection.use"    // where to enter it
	ConnectionTitle  Key = "connection.title"  // {number}: the title of the card
	ConnectElsewhere Key = "connect.elsewhere" // {who}: the Echo is in that person's family
	ConnectOthers    Key = "connect.others"    // the Echo owns a family with others

	RecoveryFormat Key = "recovery.format" //
	RecoveryCard   Key = "recovery.card"   // {number}: on the card of the first memo
	RecoveryWhy    Key = "recovery.why"    // the purpose of that number
	RecoveredNone  Key = "recovered.none"  // the number was right, but there were no memos
	RecoveredOne   Key = "recovered.one"   //
	RecoveredCount Key = "recovered.count" // {count}

	OwnerNow  Key = "owner.now"  // the Echo is now the owner
	OwnerNext Key = "owner.next" // until a person joins
)
