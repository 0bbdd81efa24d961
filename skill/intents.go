package skill

// The intents that alexa-go has no constant for, and those of our own. Their
// samples stand in skill-package.
const (
	fallbackIntent = "AMAZON.FallbackIntent"
	homeIntent     = "AMAZON.NavigateHomeIntent"
	nextIntent     = "AMAZON.NextIntent"
	yesIntent      = "AMAZON.YesIntent"
	noIntent       = "AMAZON.NoIntent"

	addIntent    = "AddMemoIntent"
	readIntent   = "ReadMemosIntent"
	deleteIntent = "DeleteMemoIntent"
	joinIntent   = "JoinFamilyIntent"
)

// The slots.
const (
	textSlot   = "memoText"
	numberSlot = "memoNumber"
	codeSlot   = "inviteCode"
)
