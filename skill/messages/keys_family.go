package messages

// Sentences about people and families.
const (
	Welcome   Key = "welcome"       // a greeting for everybody
	Hello     Key = "welcome.who"   // {who}: for a voice that has a name
	NewVoice  Key = "welcome.voice" // before a new voice is asked for its name
	SomeMemos Key = "memos.some"    // how many is not known

	Invite         Key = "invite"           // before the digits
	InviteAgain    Key = "invite.again"     // before the digits are said once more
	InviteUse      Key = "invite.use"       // where to use them
	InviteLink     Key = "invite.link"      // {wait}: there are no digits now
	InviteAsks     Key = "invite.asks"      // it asks the owner, who speaks here
	InviteAsksLink Key = "invite.asks.link" // likewise, of a link without digits
	InviteOwner    Key = "invite.owner"     // {who}
	InviteTitle    Key = "invite.title"     // {code}: of the card
	InviteUntil    Key = "invite.until"     // {code} {time}: on the card
	SlowDigits     Key = "digits.slow"      // {a} {b} {c} {d}, to be written down
	ValidCount     Key = "valid.count"      // {minutes}: two or more
	ValidOne       Key = "valid.one"        // a minute
	ValidLess      Key = "valid.less"       // less than a minute
	Clock          Key = "clock"            // a layout of package time

	CodeFormat    Key = "code.format"    //
	Joined        Key = "joined"         // {who}
	JoinedEcho    Key = "joined.echo"    // the owner is an Echo without a name
	NumberNo      Key = "number.no"      // what is said before a number that corrects another, the longest first
	NumberIs      Key = "number.is"      // what is said after it
	JoinedOne     Key = "joined.one"     // one memo came along
	JoinedCount   Key = "joined.count"   // {count} memos came along
	JoinedMistake Key = "joined.mistake" // how to leave again

	Filed       Key = "filed"        // {who} {check}: the owner was asked
	FiledEcho   Key = "filed.echo"   // {check}: the owner is an Echo without a name
	FiledNext   Key = "filed.next"   // what happens next
	Waits       Key = "waits"        // {who}: the owner has not answered yet
	WaitsEcho   Key = "waits.echo"   // likewise, of an Echo without a name
	CheckIs     Key = "check.is"     // {check}: by which the owner knows the request
	Asks        Key = "asks"         // {who} {check}: before an owner is asked about a person's request
	AsksEcho    Key = "asks.echo"    // {who} {check}: of an Echo that has a name
	AsksDevice  Key = "asks.device"  // {check}: of an Echo that has none
	AsksOld     Key = "asks.old"     // {who}: there is no check number
	AsksLike    Key = "asks.like"    // {who}: the member whose name the asker's resembles
	AsksCheck   Key = "asks.check"   // {check}: what the check number is for
	Allowed     Key = "allowed"      // {who}
	AllowedEcho Key = "allowed.echo" // an Echo without a name
	Refused     Key = "refused"      // {who}
	RefusedEcho Key = "refused.echo" // likewise
	RequestOver Key = "request.over" // there is no request to decide on any more
	AskerOwns   Key = "asker.owns"   // {who} must hand over first
	NoRoom      Key = "no_room"      // {who}: the family is full

	Leaving    Key = "leaving"     // {who}: what leaving means
	Left       Key = "left"        //
	LeaveAlone Key = "leave.alone" //
	LeaveOwner Key = "leave.owner" //

	Members      Key = "members"       // {count} {owner} {others}
	MembersAlone Key = "members.alone" //
	MembersOwner Key = "members.owner" // {who}: on the card
	ThisDevice   Key = "this_device"   // the Echo that is spoken to, if it has no name
	NameGap      Key = "names.gap"     // between two names
	NameLast     Key = "names.last"    // between the last two

	Named         Key = "named"          // {who}
	NameFormat    Key = "name.format"    //
	NameBefore    Key = "name.before"    // what is said before a name, the longest first
	NameAfter     Key = "name.after"     // what is said after it, likewise
	NameRefusals  Key = "name.refusals"  // what a bare "no" sounds like while a name is awaited
	PoliteEndings Key = "polite.endings" // of names that need no Honorific
)

// Tally has the sentences that tell a number of memos.
type Tally struct {
	None, One Key
	Count     Key // {count}: two or more
	Many      Key // {count}: more than this
	Least     Key // {count}: this many or more
}

// AllMemos tells how long the list is, NewMemos how many of it are new.
var (
	AllMemos = Tally{"memos.none", "memos.one", "memos.count", "memos.many", "memos.least"}
	NewMemos = Tally{"new.none", "new.one", "new.count", "new.many", "new.least"}
)

// Key gives the sentence for a number of memos. Of more than most only that is
// told; open says that there may be more.
func (y Tally) Key(count, most int, open bool) Key {
	switch {
	case count > most:
		return y.Many
	case open && count == 0:
		return SomeMemos
	case open:
		return y.Least
	case count == 0:
		return y.None
	case count == 1:
		return y.One
	}
	return y.Count
}
