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

// follows reports whether a memo is stored under another family than the one in which it
// was found: it has not followed its author yet.
func follows(it item, family models.FamilyID) bool {
	return len(it) > 0 && textOf(it["familyId"]) != string(family)
}

// updateOf returns the update that does what Change.Apply does, for a change that does not
// change the content.
func updateOf(c memo.Change) string {
	set, remove := clausesOf(c)
	return set + " REMOVE #" + updatedIn + remove
}

// seenIn is updateOf for a memo that follows its author to the family of c.
func seenIn(c memo.Change) string {
	set, remove := clausesOf(c)
	if set += ", #" + updatedIn + " = :family"; remove != "" {
		set += " REMOVE " + strings.TrimPrefix(remove, ", ")
	}
	return set
}

// clausesOf returns the clauses of an update: what it sets, and what it removes besides.
func clausesOf(c memo.Change) (set, remove string) {
	set = "SET #updatedAt = :at, #updatedBy = :by, #version = if_not_exists(#version, :one) + :one"
	switch c.To {
	case memo.Open:
		return set + ", #deleted = :false", ", #deletedAt, #purgeAt, #doneAt, #doneBy"
	case memo.Done:
		return set + ", #doneAt = :at, #doneBy = :by, #purgeAt = :purge", ""
	case memo.Trashed:
		return set + ", #deleted = :true, #deletedAt = :at, #purgeAt = :purge", ""
	}
	return set, ""
}

// conditionOf returns the condition of c. With once, that of a change of any version also
// refuses a memo whose last change has the author and the time of c: c may be applicable
// to its own result.
func conditionOf(c memo.Change, once bool) string {
	only := both(memoExists, inStates(c.From))
	if !c.Since.IsZero() {
		only = both(only, "attribute_not_exists(#updatedAt) OR #updatedAt <= :since")
	}
	switch {
	case c.Version != 0:
		return both(only, hasVersion(c.Version))
	case once:
		return both(only, "NOT (#updatedBy = :by AND #updatedAt = :at)")
	}
	return only
}

// valuesOf returns the values of updateOf and conditionOf.
func valuesOf(c memo.Change) item {
	values := stateValues(c.At)
	maps.Copy(values, item{
		":by": text(c.By), ":at": instant(c.At), ":purge": seconds(c.PurgeAt), ":family": text(c.Family),
		":version": number(c.Version), ":one": number(1), ":since": instant(c.Since),
	})
	return values
}

// madeBy reports whether the last change of m has the author and the time of c.
func madeBy(m models.Memo, c memo.Change) bool {
	return m.UpdatedBy == c.By && m.UpdatedAt.Equal(c.At)
}

// hasVersion is the condition that a memo has a version, :version.
func hasVersion(version int64) string {
	if version == 1 {
		return "attribute_not_exists(#version) OR #version = :version"
	}
	return "#version = :version"
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
