package words

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
