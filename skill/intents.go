package skill

// The intents that package alexa has no constant for, and those of our own. Their
// samples stand in skill-package.
const (
	fallbackIntent = "AMAZON.FallbackIntent"
	homeIntent     = "AMAZON.NavigateHomeIntent"
	nextIntent     = "AMAZON.NextIntent"
	previousIntent = "AMAZON.PreviousIntent"
	repeatIntent   = "AMAZON.RepeatIntent"
	yesIntent      = "AMAZON.YesIntent"
	noIntent       = "AMAZON.NoIntent"

	addIntent       = "AddMemoIntent"
	readIntent      = "ReadMemosIntent"
	findIntent      = "FindMemosIntent"
	deleteIntent    = "DeleteMemoIntent"
	restoreIntent   = "RestoreMemoIntent"
	deleteAllIntent = "DeleteAllMemosIntent"

	inviteIntent  = "CreateInviteIntent"
	joinIntent    = "JoinFamilyIntent"
	leaveIntent   = "LeaveFamilyIntent"
	membersIntent = "FamilyMembersIntent"
	nameIntent    = "SetNameIntent"
	connectIntent = "ConnectIntent"
	recoverIntent = "RecoverIntent"
)

// The slots.
const (
	textSlot     = "memoText"
	searchSlot   = "searchText"
	numberSlot   = "memoNumber"
	codeSlot     = "inviteCode"
	nameSlot     = "userName"
	recoverySlot = "number"
)
