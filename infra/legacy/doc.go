// Package legacy reads the tables of the earlier TypeScript system, which keeps
// the same three things under other keys, and brings every memo, person and family
// into a bulk.Store. It only reads there, and changes nothing that the store has
// already. Invitations stay behind: they live five minutes, and both their digits and
// their links have another form here.
//
// What the earlier tables have, as far as it matters:
//
//	memos  keys userId and memoId; text, timestamp, deleted (the text "true" or
//	       "false"), createdByName, updatedAt, familyId
//	users  key userId; familyId, the userId of the family's owner; userName or
//	       name, email, picture, isOwner, createdAt, updatedAt, source
//
// None of it but the keys is sure to be there, and times are texts or numbers.
//
// What the earlier system showed: a person saw the memos whose familyId was that of
// their own entry among the users, whoever had written them. A person without an
// entry was given one on the next request, with their own userId as the familyId.
// Memos of its first version have no familyId, and only their author saw them.
//
// The rule of an import: a memo stays in the list in which the earlier system showed
// it, and nobody is shown a list that the earlier system did not show to them. As a
// memo here belongs to the family of its author, the author of a memo that stays with
// a family they are not in is a former member there: the author's own account if it
// has no entry and no other memos, otherwise a stand-in with an id derived from both.
// Each exception is named in the Report.
package legacy
