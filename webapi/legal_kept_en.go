package webapi

// Where most things are kept.
const (
	databaseEnglish = "The server’s database"
	memoryEnglish   = "The server’s memory"
	browserEnglish  = "Your browser"
)

var keptEnglish = []kept{
	{
		"account",
		"Your account: the number by which the sign-in provider, such as Google, knows you; your name, your e-mail address, the web address of your picture and the emoji that you have chosen; when the account was made, since when you have been in your family, up to when you have seen its memos, how many families you have been in, and by which invitation you came. Your password stays with the provider.",
		databaseEnglish,
		"Until you delete the account.",
	},
	{
		"access",
		"The browsers that you are signed in with, the keys that you have made for programs, and the apps and Echos that you have allowed, {browsers} at most: a name such as “Firefox, Android”, what it may do, since when, until when, when an app last renewed it, and the day of the last use. A key itself is not kept. While you connect a program with a code: a fingerprint of the code, the program’s name, and your answer.",
		databaseEnglish,
		"A session ends when you sign out, when it has not been used for {idle} days, and {session} days after the sign-in at the latest; a key ends when you end it, and after the days that you chose at the latest; the access of an app ends {app} days after it was last renewed, that of an Echo {linked} days after, and both when you end them. A code for a program ends after {device} minutes. The entry of an access is erased when you sign out or end it. The entry of one that ended by itself is no longer shown; it is erased when its place is needed, when you sign out everywhere, or with the account.",
	},
	{
		"memos",
		"Memos: the text, who wrote it, who marked it as done, who changed or deleted it last, and when; by which key for a program it was added; and of a memo that was changed, one earlier text, so that a mistake can be taken back: the text before the last changes, who wrote it, and when.",
		databaseEnglish,
		"Until they are deleted. Your own memos go with you when you change families, and are erased with your account.",
	},
	{
		"trash",
		"Deleted memos, and memos that have been done for {done} days.",
		"The trash, in the server’s database",
		"{trash} days, unless they are deleted permanently before. After that nobody can see them any more, and they are erased: from a database file within about an hour, from DynamoDB within a few days.",
	},
	{
		"family",
		"Your family: who belongs to it, who owns it, and since when; who added an Echo; and who last emptied the trash, when, and how many memos were in it.",
		databaseEnglish,
		"As long as you belong to it, except for what the next entry says.",
	},
	{
		"traces",
		"The number by which the sign-in provider knows you, without your name: on memos of other people that you marked as done or were the last to change or delete, or whose text or earlier text is yours, on Echos that you added, on the accounts of people whom you removed from your family, and with the last time the trash was emptied.",
		databaseEnglish,
		"As long as that memo or that Echo is there, until the person you removed changes families, or until another person does the same. It stays when you leave the family or delete your account.",
	},
	{
		"invitations",
		"Invitations: four digits and links. Of a link only a fingerprint is kept, from which the link cannot be read.",
		databaseEnglish,
		"Valid for {invite} minutes. After that they are erased: from a database file within about an hour, from DynamoDB within a few days.",
	},
	{
		"requests",
		"Requests to join a family: when, how, and two digits by which both sides recognise the request.",
		databaseEnglish,
		"Valid for {request} hours. A request is erased when it is decided or withdrawn. One that has run out is no longer shown; it is erased with your next request, when you change families, or with the account.",
	},
	{
		"attempts",
		"When you tried codes, links and numbers, and when your family made invitations, so that nobody can guess codes.",
		databaseEnglish,
		"{attempt} hours after the last time. After that it is erased as invitations are.",
	},
	{
		"limits",
		"How often your account has recently written and searched, and from which network addresses the page is open now, so that the server stays usable for everyone.",
		memoryEnglish,
		"Usually minutes, and until the server restarts at the latest. It is never written to a disk.",
	},
	{
		"echo",
		"If you use the skill: the identifier that Alexa gives your account for this skill alone; the identifiers of the voices that it recognises, and the names you tell for them; the rooms after which you name your Echos, each with a fingerprint from which the device’s identifier cannot be read; when each voice last heard the list; how often the skill has explained itself; and, if you have linked an Echo to your account, that it was you.",
		databaseEnglish,
		"As long as the account. If you disable the skill and Amazon reports that your data is not to be kept, everything but the account’s identifier is erased at once.",
	},
	{
		"undo",
		"What each voice last did with the skill, so that it can be undone: which memos it deleted, marked as done or took back, which name it changed and what that was before, or which family it joined; and when.",
		databaseEnglish,
		"It can be undone for {undo} minutes. After that it is erased when a voice next does such a thing, when the account changes families, when the skill is disabled as above, or with the account.",
	},
	{
		"numbers",
		"The number with which an Echo can be added to a family. Of its recovery number only a fingerprint is kept, from which the number cannot be read.",
		databaseEnglish,
		"The first is valid for {connection} minutes and is erased when the Echo gets another number or joins a family. The fingerprint stays as long as the account, or until the number has been used.",
	},
	{
		"conversation",
		"What a conversation with the skill needs: which memos were read or deleted, and a text or number that waits for your yes.",
		"With Alexa",
		"Until the conversation ends. None of it is kept here.",
	},
	{
		"lone echo",
		"The account and the memos of an Echo that was alone in its family when its skill was disabled.",
		databaseEnglish,
		"{echo} days, so that its recovery number can bring the memos back. Then they are erased.",
	},
	{
		"not admitted",
		"If this server accepts new people by invitation only: an account that no family has let in.",
		databaseEnglish,
		"Until the request is refused, otherwise about a day.",
	},
	{
		"pictures",
		"Small copies of your family members' profile pictures.",
		memoryEnglish,
		"Used for {picture} hours. They are gone when the server restarts or needs the room.",
	},
	{
		"log",
		"For each request and each turn of the skill: when, what kind it was, how it ended, and how long it took. When a person joins, leaves, is removed or becomes the owner, and for an emptied trash, for a deleted account and for the beginning and end of a sign-in: also codes that stand for the account, the family and the session, which only the operator can match with them. The log has no memo text, no invitation, no name and no e-mail address.",
		"The server’s log",
		"Where this server runs on AWS Lambda: {log} days, in a test environment {testLog}. Elsewhere the operator decides.",
	},
	{
		"erased",
		"What deleted data leaves in the files of the database.",
		"The database file and its write-ahead log",
		"Most of it is overwritten at once, and the rest is erased within about a minute; in a file of more than {compact} MB within about a day.",
	},
	{
		"copies",
		"The whole database as it was before an update that changed its format.",
		"A copy beside the database file",
		"{copy} days.",
	},
	{
		"backups",
		"Backups, with everything that was stored when they were made.",
		"Where the operator keeps them",
		"The nightly backup that comes with this program keeps its copies for {backup} days at most. The operator decides about others.",
	},
	{
		"recovery",
		"Earlier states of the tables, if this server stores its data in DynamoDB.",
		"Point-in-time recovery of DynamoDB, at Amazon",
		"{recovery} days.",
	},
	{
		"notes",
		"The number of an account that is to be erased, if this server stores its data in DynamoDB.",
		databaseEnglish,
		"Usually about two days after the account has been erased, and about {note} days at the latest.",
	},
	{
		"connections",
		"While the page is open, if this server runs on AWS: the number of its connection, the number of your account, your family, and since when, so that the page learns of changes at once.",
		databaseEnglish,
		"Until the page is closed. If the server does not notice that, it is unused after {live} hours, and erased within a few days.",
	},
	{
		"streams",
		"What memos, accounts and families were before and after each change, if this server stores its data in DynamoDB, so that open pages learn of the change.",
		"The streams of DynamoDB’s tables, at Amazon",
		"{stream} hours.",
	},
	{
		"lists",
		"A copy of the newest memos, {memos} at most, and of {trashMemos} memos in the trash, with the names in your family, which of its members you have seen, and your e-mail address, so that the page opens without a network. If you own the family, also the e-mail addresses of its members and of people who ask to join it.",
		browserEnglish,
		"Until you sign out or the page learns that the session has ended; then the copy is wiped. Signing out wipes it without a network, too. A device that stays offline, such as that of a person who was removed from the family, keeps its copy until it is online again.",
	},
	{
		"drafts",
		"What you are writing, and changes that have not been sent yet.",
		browserEnglish,
		"Until you send it. What was being written in a tab that you closed is removed when you next open the page after {draft} hours. If the session ended in another way than by signing out here, both wait for you to sign in again. Signing out wipes all of it.",
	},
	{
		"marks",
		"The page’s own files, that you have closed its hint about installing it, and, after a session has ended, when and how it ended, whether the server knows, and how many changes wait. They do not say who you are.",
		browserEnglish,
		"Until you clear the site’s data in the browser; the note about the session until somebody signs in.",
	},
	{
		"cookies",
		"A cookie that keeps you signed in; one that only says whether you are; one with the language that you chose, if you chose one; and, while you sign in, another one, which carries the invitation you came with. None of them follows you to other sites.",
		browserEnglish,
		"The first two for {idle} days after the last use, for {session} days after the sign-in at most, and until you sign out. The language for a year. The one of the sign-in for {signIn} minutes.",
	},
}
