// Package legacy reads the tables of the earlier TypeScript system, which keeps
// the same three things under other keys, and imports every memo, person and family
// into a bulk.Store. It only reads those tables, and does not change what the store
// already has. Invitations are not imported: they live five minutes, and their digits
// and links have a different form here.
//
// The relevant contents of the earlier tables:
//
//	memos  keys userId and memoId; text, timestamp, deleted (the text "true" or
//	       "false"), createdByName, updatedAt, familyId
//	users  key userId; familyId, the userId of the family's owner; userName or
//	       name, email, picture, isOwner, createdAt, updatedAt, source
//
// Only the keys are certain to exist. Times are texts or numbers.
//
// What the earlier system showed: a person saw the memos whose familyId was that of
// their own entry among the users, no matter who had written them. A person without an
// entry received one on the next request, with their own userId as the familyId.
// Memos of its first version have no familyId, and only their author saw them.
//
// The rule of an import: a memo stays in the list in which the earlier system showed
// it, and no person is shown a list that the earlier system did not show them. Because
// a memo here belongs to its author's family, the author of a memo that stays with a
// family they are not in becomes a former member there: with their own account if it
// has no entry and no other memos, otherwise as a stand-in with an id derived from
// both. The Report names each exception.
package legacy
