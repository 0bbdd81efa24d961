package skill

// The built-in intents that package alexa has no constant for, and the skill's own
// intents. Their samples are in skill-package.
const (
	fallbackIntent = "AMAZON.FallbackIntent"
	homeIntent     = "AMAZON.NavigateHomeIntent"
	nextIntent     = "AMAZON.NextIntent"
	previousIntent = "AMAZON.PreviousIntent"
	repeatIntent   = "AMAZON.RepeatIntent"
	yesIntent      = "AMAZON.YesIntent"
	noIntent       = "AMAZON.NoIntent"

	addIntent        = "AddMemoIntent"
	readIntent       = "ReadMemosIntent"
	readOneIntent    = "ReadMemoIntent"
	readNewIntent    = "ReadNewMemosIntent"
	readMoreIntent   = "ReadMoreIntent"
	findIntent       = "FindMemosIntent"
	doneIntent       = "DoneMemoIntent"
	doneTextIntent   = "DoneByTextIntent"
	deleteIntent     = "DeleteMemoIntent"
	deleteTextIntent = "DeleteByTextIntent"
	restoreIntent    = "RestoreMemoIntent"
	deleteAllIntent  = "DeleteAllMemosIntent"

	inviteIntent  = "CreateInviteIntent"
	joinIntent    = "JoinFamilyIntent"
	leaveIntent   = "LeaveFamilyIntent"
	membersIntent = "FamilyMembersIntent"
	nameIntent    = "SetNameIntent"
	roomIntent    = "NameRoomIntent"
	connectIntent = "ConnectIntent"
	linkIntent    = "LinkAccountIntent"
	recoverIntent = "RecoverIntent"
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
