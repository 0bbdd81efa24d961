// Package legacy reads the tables of the earlier TypeScript system, which keeps
// the same three things under other keys, and brings all of it into a
// bulk.Store: every memo, person and family. It only reads there, and changes
// nothing that the store has already. Invitations stay behind: they live five
// minutes, and both their digits and their links have another form here.
//
// What the earlier tables have, as far as it matters:
//
//	memos  keys userId and memoId; text, timestamp, deleted (the text "true" or
//	       "false"), createdByName, updatedAt, familyId
//	users  key userId; familyId, the userId of the family's owner; userName or
//	       name, email, picture, isOwner, createdAt, updatedAt, source
//
// None of it but the keys is sure to be there, and times are texts or numbers.
package legacy
