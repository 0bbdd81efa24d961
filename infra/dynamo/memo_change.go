package dynamo

import (
	"maps"
	"strings"
	"time"

	"voicememo/memo"
	"voicememo/models"
)

// Conditions on a memo. A missing deleted means false, a missing version 1. Only memoMissing
// is false of a memo that was removed (removedItem).
const (
	memoMissing    = "attribute_not_exists(#id)"
	memoExists     = "attribute_exists(#id) AND " + memoNotRemoved
	memoNotRemoved = "attribute_not_exists(#" + removed + ")"
	memoDeleted    = "#deleted = :true"
	memoNotDeleted = "attribute_not_exists(#deleted) OR #deleted = :false"
	memoNotDone    = "attribute_not_exists(#doneAt)"
	memoIsDone     = "attribute_exists(#doneAt)"
	memoNotPurged  = "attribute_not_exists(#purgeAt) OR #purgeAt > :now"
	inFamily       = "#familyId = :family"
)

// stateIs has the condition of each state. Times in models.TimeFormat compare like the
// times themselves, so :expiry separates done memos from expired ones.
var stateIs = map[memo.State]string{
	memo.Open:    both(memoNotDeleted, memoNotDone),
	memo.Done:    both(both(memoNotDeleted, "#doneAt > :expiry"), memoNotPurged),
	memo.Trashed: both(memoDeleted+" OR #doneAt <= :expiry", memoNotPurged),
}

// inStates returns the condition that a memo is in one of the states and not purged. Its
// values are those of stateValues.
func inStates(states memo.State) string {
	var parts []string
	for _, s := range []memo.State{memo.Open, memo.Done, memo.Trashed} {
		if states&s != 0 {
			parts = append(parts, stateIs[s])
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ") OR (") + ")"
}

// stateValues returns the values of inStates at now.
func stateValues(now time.Time) item {
	return item{
		":now": seconds(now), ":expiry": instant(now.UTC().AddDate(0, 0, -models.DoneDays)),
		":true": flag(true), ":false": flag(false),
	}
}

// updatedIn is the attribute of a memo with the family in which it was last changed, if
// the memo was not stored under that family then.
const updatedIn = "updatedIn"

// changing returns the update that does what Change.Apply does, for a change that does not
// change the content. once is as in holds. seen says that the memo follows its author to the
// family of c; without it the memo must be stored under that family, if c has one.
func (s memoStore) changing(ref models.MemoRef, c memo.Change, once, seen bool) write {
	e := newEdit(s.tables.Memos, memoKey(ref))
	e.holds(c, once)
	e.set("updatedAt", instant(c.At))
	e.set("updatedBy", text(c.By))
	e.sets["#version"] = "if_not_exists(#version, :one) + :one"
	e.values[":one"] = number(1)
	switch c.To {
	case memo.Open:
		e.set("deleted", flag(false))
		e.remove("deletedAt", "purgeAt", "doneAt", "doneBy")
	case memo.Done:
		e.set("doneAt", instant(c.At))
		e.set("doneBy", text(c.By))
		e.set("purgeAt", seconds(c.PurgeAt))
	case memo.Trashed:
		e.set("deleted", flag(true))
		e.set("deletedAt", instant(c.At))
		e.set("purgeAt", seconds(c.PurgeAt))
	}
	if e.remove(updatedIn); seen {
		e.set(updatedIn, text(c.Family))
	} else if c.Family != "" {
		e.equals("familyId", text(c.Family))
	}
	return e.write()
}

// holds adds the condition of c (Change.Holds). With once, that of a change of any version
// also refuses a memo whose last change has the author and the time of c: c may be applicable
// to its own result.
func (e *edit) holds(c memo.Change, once bool) {
	maps.Copy(e.values, stateValues(c.At))
	e.when(memoExists)
	e.when(inStates(c.From))
	if !c.Since.IsZero() {
		e.when("attribute_not_exists(#updatedAt) OR #updatedAt <= " + e.value(instant(c.Since)))
	}
	if c.Version != 0 {
		e.hasVersion(c.Version)
	} else if once {
		e.when("NOT (#updatedBy = " + e.value(text(c.By)) + " AND #updatedAt = " + e.value(instant(c.At)) + ")")
	}
}

// hasVersion adds the condition that a memo has a version.
func (e *edit) hasVersion(version int64) {
	is := "#version = " + e.value(number(version))
	if version == 1 {
		is += " OR attribute_not_exists(#version)"
	}
	e.when(is)
}

// madeBy reports whether the last change of m has the author and the time of c.
func madeBy(m models.Memo, c memo.Change) bool {
	return m.UpdatedBy == c.By && m.UpdatedAt.Equal(c.At)
}

// happened reports whether m is the result of c: then an earlier try of c was done and
// its answer was lost. Without this check the retry of a deletion would look like a
// second deletion, which is permanent.
func happened(m models.Memo, c memo.Change) bool {
	return madeBy(m, c) && arrived(m, c) && (c.Version == 0 || c.Version+1 == m.Version)
}

// arrived reports whether c may have led to the state of m.
func arrived(m models.Memo, c memo.Change) bool {
	switch c.To {
	case memo.Open:
		return memo.StateOf(m, c.At) == memo.Open
	case memo.Done:
		return m.DoneAt.Equal(c.At)
	case memo.Trashed:
		return m.Deleted // an expired memo is in the trash before its deletion
	}
	return memo.StateOf(m, c.At)&c.From != 0
}
