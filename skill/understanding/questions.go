package understanding

// The questions a reply can end with. The catalogues have a sentence, a reprompt and
// a help text for each, under the same name.
const (
	AskMenu    = "menu"    // what to do
	AskElse    = "else"    // whether there is anything else
	AskText    = "text"    // the text of a memo
	AskAnother = "another" // the text of one more memo
	AskNews    = "news"    // whether to read the new memos
	AskMore    = "more"    // whether to read on
	AskRest    = "rest"    // whether to read the rest of a memo
	AskOne     = "one"     // which memo to read
	AskNumber  = "number"  // which memo to delete
	AskDone    = "done"    // which memo is done
	AskAgain   = "again"   // whether to add the same memo once more
	AskSearch  = "search"  // what to look for
	AskWhich   = "which"   // which memo to change
	AskNewText = "newtext" // the new text of a memo
	AskChange  = "change"  // whether to change a memo to a text that was proposed
	AskThis    = "this"    // whether a memo that was found is the one to mark, delete or change
	AskWrite   = "write"   // whether to write down what was said to the skill
	AskAll     = "all"     // whether to delete all memos
	AskOthers  = "others"  // whether to undo what another voice did
	AskNewest  = "newest"  // whether to delete as many of the newest memos as one call can

	AskCode     = "code"     // an invite code
	AskJoin     = "join"     // whether the code was heard correctly
	AskRecovery = "recovery" // a recovery number
	AskBack     = "back"     // whether that number was heard correctly
	AskAllow    = "allow"    // whether to admit the person who asked
	AskLeave    = "leave"    // whether to leave the family
	AskMove     = "move"     // whether a linked Echo moves to its person's family
	AskName     = "name"     // what the speaker is called
	AskNamed    = "named"    // whether the name was heard correctly
	AskRoom     = "room"     // what the Echo is called
	AskRoomed   = "roomed"   // whether the room was heard correctly
)
