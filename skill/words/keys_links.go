package words

// Sentences about Echos that a person has linked in the Alexa app.
const (
	LinkHow       Key = "link.how"       // where a person links the Echo
	LinkNow       Key = "link.now"       // {who}: for whom the Echo speaks
	LinkJoined    Key = "link.joined"    // the Echo joined that person's family
	LinkElsewhere Key = "link.elsewhere" // the Echo is in another family
	LinkOwns      Key = "link.owns"      // the Echo owns another family with others: how to hand it over
	LinkOwner     Key = "link.owner"     // the person is now the owner instead of the Echo
	LinkEnded     Key = "link.ended"     // the link has ended, and the Echo acts as itself
	LinkLeft      Key = "link.left"      // with it the Echo has left the person's former family
	LinkAgain     Key = "link.again"     // where a person links it again
)
