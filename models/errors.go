package models

import (
	"errors"
	"fmt"
	"time"
)

// Code is the kind of an error. Each surface has one table from Code to its own
// outcome (HTTP status, spoken sentence).
type Code string

// The codes, with the HTTP status that the web API returns for each.
const (
	CodeInvalid            Code = "invalid"             // 400
	CodeUnauthenticated    Code = "unauthenticated"     // 401
	CodeForbidden          Code = "forbidden"           // 403
	CodeNotFound           Code = "not_found"           // 404
	CodeConflict           Code = "conflict"            // 409
	CodePreconditionFailed Code = "precondition_failed" // 412
	CodeTooMany            Code = "too_many"            // 429
	CodeUnavailable        Code = "unavailable"         // 503
	CodeInternal           Code = "internal"            // 500
)

// Codes returns every code, so that a surface's test can check that it has a row for each.
func Codes() []Code {
	return []Code{
		CodeInvalid, CodeUnauthenticated, CodeForbidden, CodeNotFound, CodeConflict,
		CodePreconditionFailed, CodeTooMany, CodeUnavailable, CodeInternal,
	}
}

// Reason narrows a Code to one sentence that a person can act on. It is a key of the
// surfaces' message catalogues; a surface without that key uses the Code's sentence.
type Reason string

// The reasons. A surface may word each in its reader's language.
const (
	ReasonEmpty            Reason = "empty"             // a required text is empty
	ReasonTooLong          Reason = "too_long"          // a text is over its limit
	ReasonControlCharacter Reason = "control_character" // a text has control characters or is not UTF-8
	ReasonFormat           Reason = "format"            // a value does not have the documented form
	ReasonOneEmoji         Reason = "one_emoji"         // a text that is not exactly one emoji
	ReasonTimeZone         Reason = "time_zone"         // a text that does not name a known time zone
	ReasonUnknownField     Reason = "unknown_field"     // a JSON property that is not documented
	ReasonKeyReused        Reason = "key_reused"        // the same idempotency key with different content
	ReasonInTrash          Reason = "in_trash"          // the memo must be restored first
	ReasonNoBefore         Reason = "no_before"         // the memo has no earlier text
	ReasonNoUndo           Reason = "no_undo"           // there is nothing to undo for the memo
	ReasonChanged          Reason = "changed"           // another request changed it in the meantime
	ReasonMoved            Reason = "moved"             // the person's family changed in the meantime
	ReasonInviteNotValid   Reason = "invite_not_valid"  // unknown, expired or used; never distinguished
	ReasonAlreadyMember    Reason = "already_member"    // the invitation is for the person's own family
	ReasonFamilyFull       Reason = "family_full"       // the family has the maximum number of members
	ReasonManyRequests     Reason = "many_requests"     // the family has the maximum number of open requests
	ReasonAlreadyAsked     Reason = "already_asked"     // the person already has an open request
	ReasonNotAdmitted      Reason = "not_admitted"      // the account was invited and not admitted yet
	ReasonNotAlone         Reason = "not_alone"         // the Echo is in a family with others
	ReasonNotYet           Reason = "not_yet"           // the actor may not delete this permanently yet
	ReasonHandOverFirst    Reason = "hand_over_first"   // an owner with members must hand over first
	ReasonOwnerOnly        Reason = "owner_only"        // only the owner may do this
	ReasonAlone            Reason = "alone"             // the person is the only member of the family
	ReasonOwnerIsEcho      Reason = "owner_is_echo"     // a family cannot be handed over to an Echo
	ReasonWait             Reason = "wait"              // this person has tried too many wrong codes
	ReasonLinkAttempts     Reason = "link_attempts"     // this person has tried too many wrong links
	ReasonNumberAttempts   Reason = "number_attempts"   // this person has tried too many wrong numbers
	ReasonManyLinks        Reason = "many_links"        // the family has created too many links
	ReasonBusy             Reason = "busy"              // other attempts of the same person are in progress
	ReasonCodesExhausted   Reason = "codes_exhausted"   // the code or number drawn is in use
	ReasonAnswerTooLong    Reason = "answer_too_long"   // the answer is too long for one response
	ReasonTooManyVoices    Reason = "too_many_voices"   // this Echo has the maximum number of named voices
	ReasonTooManyRooms     Reason = "too_many_rooms"    // this account has the maximum number of named devices
	ReasonFreshSignIn      Reason = "fresh_sign_in"     // the person must repeat the sign-in for this
	ReasonSignUpClosed     Reason = "sign_up_closed"    // this server does not accept new people
	ReasonManyWrites       Reason = "many_writes"       // the person has made too many changes in a short time
	ReasonManySearches     Reason = "many_searches"     // the person has searched or exported too often
	ReasonManySignIns      Reason = "many_sign_ins"     // too many sign-ins from one address
	ReasonManyStreams      Reason = "many_streams"      // too many event streams from one address
	ReasonListFull         Reason = "list_full"         // the family has the maximum number of memos
	ReasonStorageFull      Reason = "storage_full"      // the disk is full, and only deletions are possible
	ReasonNotWritable      Reason = "not_writable"      // the stored data can be read but not changed
	ReasonDamaged          Reason = "damaged"           // the stored data is damaged
	ReasonRemoved          Reason = "removed"           // the database's files were removed or replaced
	ReasonSessionOnly      Reason = "session_only"      // only a signed-in browser may do this
	ReasonScope            Reason = "scope"             // the scope of the access does not include this
	ReasonAccess           Reason = "access"            // the thing not found is an access
	ReasonDevice           Reason = "device"            // the thing not found is the request of a device
	ReasonMemo             Reason = "memo"              // the thing not found is a memo
	ReasonPerson           Reason = "person"            // the thing not found is a person
	ReasonFamily           Reason = "family"            // the thing not found is a family
	ReasonRoom             Reason = "room"              // the thing not found is a device with a name
	ReasonWork             Reason = "work"              // the thing not found is a change of many memos
)

// Error is the only type of error that a surface reports. Err is for the log only.
type Error struct {
	Code       Code
	Reason     Reason
	Field      string        // the offending field, for CodeInvalid
	RetryAfter time.Duration // for CodeTooMany and CodeUnavailable; 0 if unknown
	Current    *Memo         // for CodePreconditionFailed and ReasonInTrash: the memo as it is
	Done       int           // how many of several changes are done despite the failure
	Err        error         // the cause; never shown
}

// Error describes the error for a developer. It is never shown to a person.
func (e *Error) Error() string {
	s := string(e.Code)
	if e.Reason != "" {
		s += "/" + string(e.Reason)
	}
	if e.Field != "" {
		s += " (" + e.Field + ")"
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Invalid returns a CodeInvalid error: a field of the input breaks a rule.
func Invalid(field string, reason Reason) error {
	return &Error{Code: CodeInvalid, Reason: reason, Field: field}
}

// NotFound returns a CodeNotFound error: a thing does not exist, or the caller may not
// know that it exists.
func NotFound(what Reason) error { return &Error{Code: CodeNotFound, Reason: what} }

// Stale returns a CodePreconditionFailed error: a memo is not in the state that a change
// requires. m is the memo as it is.
func Stale(m Memo) error {
	return &Error{Code: CodePreconditionFailed, Reason: ReasonChanged, Current: &m}
}

// Conflict returns a CodeConflict error: the current state does not allow the change.
func Conflict(reason Reason) error { return &Error{Code: CodeConflict, Reason: reason} }

// InTrash returns a CodeConflict error with ReasonInTrash: m must be restored first. Current is m.
func InTrash(m Memo) error { return &Error{Code: CodeConflict, Reason: ReasonInTrash, Current: &m} }

// Forbidden returns a CodeForbidden error: this person may not do this.
func Forbidden(reason Reason) error { return &Error{Code: CodeForbidden, Reason: reason} }

// TooMany returns a CodeTooMany error: the person must wait for retryAfter (0: unknown).
func TooMany(reason Reason, retryAfter time.Duration) error {
	return &Error{Code: CodeTooMany, Reason: reason, RetryAfter: retryAfter}
}

// Unavailable returns a CodeUnavailable error: a dependency cannot be reached at the
// moment. err is the cause.
func Unavailable(err error) error { return &Error{Code: CodeUnavailable, Err: err} }

// UnavailableFor is Unavailable with a reason.
func UnavailableFor(reason Reason, err error) error {
	return &Error{Code: CodeUnavailable, Reason: reason, Err: err}
}

// Internalf returns a CodeInternal error: the program broke one of its own rules. The
// cause is formatted as by fmt.Errorf.
func Internalf(format string, args ...any) error {
	return &Error{Code: CodeInternal, Err: fmt.Errorf(format, args...)}
}

// AsError returns the first *Error in err's chain. If there is none, it returns a
// CodeInternal error with err as its cause, so that an unknown error is never shown as
// a known one.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: CodeInternal, Err: err}
}

// IsCode reports whether err has this code. A nil error has none.
func IsCode(err error, code Code) bool { return err != nil && AsError(err).Code == code }

// IsReason reports whether err has this reason. A nil error has none.
func IsReason(err error, reason Reason) bool { return err != nil && AsError(err).Reason == reason }
