package messages

// Sentences about Echos that a person has linked in the Alexa app.
const (
	LinkHow       Key = "link.how"       // where a person links the Echo
	LinkNow       Key = "link.now"       // {who}: for whom the Echo speaks
	LinkJoined    Key = "link.joined"    // the Echo joined that person's family
	LinkElsewhere Key = "link.elsewhere" // the Echo is in another family
	LinkOwns      Key = "link.owns"      // the Echo owns another family with others: how to hand it over
	LinkOwner     Key = "link.owner"     // the person is now the owner instead of the Echo
)
