package models

import (
	"errors"
	"fmt"
	"time"
)

// Code says what kind of refusal an error is. Each surface has one table from
// Code to its own outcome (HTTP status, spoken sentence).
type Code string

// The codes, with the HTTP status the web API gives them.
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

// Codes lists every code, for tests that each surface has a row for each.
func Codes() []Code {
	return []Code{
		CodeInvalid, CodeUnauthenticated, CodeForbidden, CodeNotFound, CodeConflict,
		CodePreconditionFailed, CodeTooMany, CodeUnavailable, CodeInternal,
	}
}

// Reason narrows a Code to one sentence a person can act on. It is a key of the
// surfaces' message catalogues; a surface without that key says the Code's sentence.
type Reason string

// The reasons. A surface may word each in its reader's language.
const (
	ReasonEmpty            Reason = "empty"             // a text that must not be empty is
	ReasonTooLong          Reason = "too_long"          // a text is over its limit
	ReasonControlCharacter Reason = "control_character" // a text has control characters or is no UTF-8
	ReasonFormat           Reason = "format"            // a value has not the documented form
	ReasonUnknownField     Reason = "unknown_field"     // a JSON property nobody documented
	ReasonKeyReused        Reason = "key_reused"        // same idempotency key, other content
	ReasonInTrash          Reason = "in_trash"          // the memo must be restored first
	ReasonChanged          Reason = "changed"           // somebody else changed it meanwhile
	ReasonMoved            Reason = "moved"             // the person's family changed meanwhile
	ReasonInviteNotValid   Reason = "invite_not_valid"  // unknown, expired and used: never told apart
	ReasonAlreadyMember    Reason = "already_member"    // the invitation is for one's own family
	ReasonFamilyFull       Reason = "family_full"       // the family has its full number of members
	ReasonManyRequests     Reason = "many_requests"     // the family has its full number of open requests
	ReasonAlreadyAsked     Reason = "already_asked"     // the person has an open request already
	ReasonNotAdmitted      Reason = "not_admitted"      // the account was invited and no family has admitted it yet
	ReasonNotAlone         Reason = "not_alone"         // the Echo is in a family with others
	ReasonNotYet           Reason = "not_yet"           // a permanent deletion that is not allowed yet
	ReasonHandOverFirst    Reason = "hand_over_first"   // an owner with members must hand over first
	ReasonOwnerOnly        Reason = "owner_only"        // only the owner may do this
	ReasonAlone            Reason = "alone"             // there is nobody to leave
	ReasonOwnerIsEcho      Reason = "owner_is_echo"     // an Echo cannot become owner by hand-over
	ReasonWait             Reason = "wait"              // too many wrong codes of this person; RetryAfter says how long
	ReasonLinkAttempts     Reason = "link_attempts"     // too many wrong links of this person
	ReasonNumberAttempts   Reason = "number_attempts"   // too many wrong numbers of this person
	ReasonManyLinks        Reason = "many_links"        // the family has made too many links
	ReasonBusy             Reason = "busy"              // other attempts of the same person are under way
	ReasonCodesExhausted   Reason = "codes_exhausted"   // a code or number is in use
	ReasonAnswerTooLong    Reason = "answer_too_long"   // what is asked for is more than can be sent at once
	ReasonTooManyVoices    Reason = "too_many_voices"   // no more voices of this Echo can have a name
	ReasonFreshSignIn      Reason = "fresh_sign_in"     // sign in again for this
	ReasonSignUpClosed     Reason = "sign_up_closed"    // this server does not take new people
	ReasonManyWrites       Reason = "many_writes"       // the person has changed too much in a short time
	ReasonManySearches     Reason = "many_searches"     // the person has searched or exported too often
	ReasonManyStreams      Reason = "many_streams"      // too many event streams from one address
	ReasonListFull         Reason = "list_full"         // the family has its full number of memos
	ReasonStorageFull      Reason = "storage_full"      // the disk is full, and only deletions are done
	ReasonNotWritable      Reason = "not_writable"      // what is stored can be read and not changed
	ReasonDamaged          Reason = "damaged"           // what is stored is not what was written
	ReasonRemoved          Reason = "removed"           // the database's files were removed or replaced
	ReasonSessionOnly      Reason = "session_only"      // only a signed-in browser may do this
	ReasonAccess           Reason = "access"            // what was not found: an access
	ReasonMemo             Reason = "memo"              // what was not found: a memo
	ReasonPerson           Reason = "person"            // what was not found: a person
	ReasonFamily           Reason = "family"            // what was not found: a family
)

// Error is the only error that crosses a surface. Err is for the log alone.
type Error struct {
	Code       Code
	Reason     Reason
	Field      string        // the offending field, for CodeInvalid
	RetryAfter time.Duration // for CodeTooMany and CodeUnavailable; 0 if unknown
	Current    *Memo         // for CodePreconditionFailed: the memo as it is
	Done       int           // how many of several things were done before the failure
	Err        error         // the cause; never shown
}

// Error describes the refusal for a developer. It is never shown to a person.
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

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Invalid says that a field of the input breaks a rule.
func Invalid(field string, reason Reason) error {
	return &Error{Code: CodeInvalid, Reason: reason, Field: field}
}

// NotFound says that a thing does not exist, or is none of the asker's business.
func NotFound(what Reason) error { return &Error{Code: CodeNotFound, Reason: what} }

// Stale says that a memo is not in the state that a change asks for; m is the memo
// as it is.
func Stale(m Memo) error {
	return &Error{Code: CodePreconditionFailed, Reason: ReasonChanged, Current: &m}
}

// Conflict says that the state of things does not allow it.
func Conflict(reason Reason) error { return &Error{Code: CodeConflict, Reason: reason} }

// Forbidden says that this person may not do this.
func Forbidden(reason Reason) error { return &Error{Code: CodeForbidden, Reason: reason} }

// TooMany says to wait.
func TooMany(reason Reason, retryAfter time.Duration) error {
	return &Error{Code: CodeTooMany, Reason: reason, RetryAfter: retryAfter}
}

// Unavailable says that something we depend on is away for the moment.
func Unavailable(err error) error { return &Error{Code: CodeUnavailable, Err: err} }

// UnavailableFor is Unavailable with a reason.
func UnavailableFor(reason Reason, err error) error {
	return &Error{Code: CodeUnavailable, Reason: reason, Err: err}
}

// Internalf says that we broke a promise of our own.
func Internalf(format string, args ...any) error {
	return &Error{Code: CodeInternal, Err: fmt.Errorf(format, args...)}
}

// AsError gives the *Error in err's chain. An error without one is CodeInternal,
// so that nothing unknown is ever shown as something known.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: CodeInternal, Err: err}
}

// IsCode reports whether err is a refusal of this kind.
func IsCode(err error, code Code) bool { return err != nil && AsError(err).Code == code }

// IsReason reports whether err is a refusal for this reason.
func IsReason(err error, reason Reason) bool { return err != nil && AsError(err).Reason == reason }
