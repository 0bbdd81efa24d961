package understanding

// The built-in intents, and the skill's own. Their samples are in skill-package.
const (
	StopIntent     = "AMAZON.StopIntent"
	CancelIntent   = "AMAZON.CancelIntent"
	HomeIntent     = "AMAZON.NavigateHomeIntent"
	HelpIntent     = "AMAZON.HelpIntent"
	NextIntent     = "AMAZON.NextIntent"
	PreviousIntent = "AMAZON.PreviousIntent"
	RepeatIntent   = "AMAZON.RepeatIntent"
	YesIntent      = "AMAZON.YesIntent"
	NoIntent       = "AMAZON.NoIntent"
	FallbackIntent = "AMAZON.FallbackIntent" // words that fit no sample

	SpeakIntent      = "SpeakIntent" // free speech: only elicited
	AddIntent        = "AddMemoIntent"
	RemindMeIntent   = "RemindMeIntent" // a memo whose carrier was "remind me to"
	RemindIntent     = "RemindIntent"   // likewise, "remind"
	TellIntent       = "TellIntent"     // likewise, "tell"
	AddToListIntent  = "AddToListIntent"
	ChangeIntent     = "ChangeMemoIntent"
	ReadIntent       = "ReadMemosIntent"
	ReadOneIntent    = "ReadMemoIntent"
	ReadNewIntent    = "ReadNewMemosIntent"
	ReadMoreIntent   = "ReadMoreIntent"
	FindIntent       = "FindMemosIntent"
	DoneIntent       = "DoneMemoIntent"
	DoneTextIntent   = "DoneByTextIntent"
	DeleteIntent     = "DeleteMemoIntent"
	DeleteTextIntent = "DeleteByTextIntent"
	RestoreIntent    = "RestoreMemoIntent"
	DeleteAllIntent  = "DeleteAllMemosIntent"

	InviteIntent  = "CreateInviteIntent"
	JoinIntent    = "JoinFamilyIntent"
	LeaveIntent   = "LeaveFamilyIntent"
	MembersIntent = "FamilyMembersIntent"
	NameIntent    = "SetNameIntent"
	RoomIntent    = "NameRoomIntent"
	ConnectIntent = "ConnectIntent"
	LinkIntent    = "LinkAccountIntent"
	RecoverIntent = "RecoverIntent"
)

// What free speech can also mean. Alexa sends none of these.
const (
	CorrectIntent    = "Correct"    // the last memo's text is to be another
	WaitIntent       = "Wait"       // the speaker thinks or wants time
	CountIntent      = "Count"      // how many memos there are
	WhoIntent        = "Who"        // who wrote a memo
	WhoAmIIntent     = "WhoAmI"     // who the speaker is
	ForgetNameIntent = "ForgetName" // the speaker's name is to be forgotten
	SaidIntent       = "Said"       // said to the skill, and not for the list
)

// The slots.
const (
	speechSlot   = "speech"
	reminderSlot = "reminderText"
	tellSlot     = "tellText"
	listSlot     = "listText"
	changeSlot   = "changeText"
	textSlot     = "memoText"
	searchSlot   = "searchText"
	numberSlot   = "memoNumber"
	codeSlot     = "inviteCode"
	nameSlot     = "userName"
	roomSlot     = "roomName"
	recoverySlot = "number"
)

// SlotOf returns the only slot of an intent; "": it has none.
func SlotOf(intent string) string {
	return map[string]string{
		SpeakIntent: speechSlot, RemindMeIntent: reminderSlot, RemindIntent: reminderSlot, TellIntent: tellSlot, AddToListIntent: listSlot, ChangeIntent: changeSlot,
		AddIntent: textSlot, FindIntent: searchSlot, NameIntent: nameSlot, RoomIntent: roomSlot,
		DeleteTextIntent: textSlot, DoneTextIntent: textSlot,
		DeleteIntent: numberSlot, DoneIntent: numberSlot, ReadOneIntent: numberSlot,
		JoinIntent: codeSlot, RecoverIntent: recoverySlot,
	}[intent]
}
