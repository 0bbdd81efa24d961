package messages

// Sentences about connection and recovery numbers, and about what an Echo became
// between two conversations.
const (
	GroupGap Key = "number.gap" // between the groups of a number

	Connection       Key = "connection"        // before the number
	ConnectionUse    Key = "connection.use"    // where it is entered
	ConnectionTitle  Key = "connection.title"  // {number}: of the card
	ConnectionUntil  Key = "connection.until"  // {number} {time}: on the card
	ConnectElsewhere Key = "connect.elsewhere" // {who}: the Echo is in that person's family
	ConnectOthers    Key = "connect.others"    // the Echo owns a family with others

	RecoveryFormat Key = "recovery.format" //
	RecoveryCard   Key = "recovery.card"   // {number}: on the card of the first memo
	RecoveryWhy    Key = "recovery.why"    // what that number is for
	RecoveredNone  Key = "recovered.none"  // the number was right, and there were no memos
	RecoveredOne   Key = "recovered.one"   //
	RecoveredCount Key = "recovered.count" // {count}

	OwnerNow  Key = "owner.now"  // the Echo owns its family now
	OwnerNext Key = "owner.next" // until a person joins
)
