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

	AddIntent        = "AddMemoIntent"
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

// The slots.
const (
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
		AddIntent: textSlot, FindIntent: searchSlot, NameIntent: nameSlot, RoomIntent: roomSlot,
		DeleteTextIntent: textSlot, DoneTextIntent: textSlot,
		DeleteIntent: numberSlot, DoneIntent: numberSlot, ReadOneIntent: numberSlot,
		JoinIntent: codeSlot, RecoverIntent: recoverySlot,
	}[intent]
}

// builtIns is the beginning of the names of Amazon's intents.
const builtIns = "AMAZON."
