package models

import (
	"strings"
	"time"
)

// InviteLifetime is how long an invitation can be redeemed.
const InviteLifetime = 5 * time.Minute

// InviteID identifies one invitation to a family. The four digits and the links of an
// invitation share it.
type InviteID string

// LinkPrefix is the prefix of a link's key. The SHA-256 of the link's secret follows, in
// base64url.
const LinkPrefix = "link#"

// InviteCode is one way to redeem an invitation: its four digits, or one of its links.
// Invites reports whether it is valid.
type InviteCode struct {
	Code      string // the key: "0000" to "9999", or LinkPrefix and the hash of a secret
	InviteID  InviteID
	FamilyID  FamilyID
	CreatedBy UserID
	CreatedAt time.Time
	ExpiresAt time.Time // whole seconds
	Admits    bool      // only of digits: when issued, they could admit a person without asking the owner
}

// IsLink reports whether the code is a link.
func (c InviteCode) IsLink() bool { return strings.HasPrefix(c.Code, LinkPrefix) }

// Live reports whether the code has not expired.
func (c InviteCode) Live(now time.Time) bool { return c.ExpiresAt.After(now) }

// Invites reports whether the code can be redeemed now: it is live, its invitation is
// still the family f's, and the member who created it is still a member of f.
func (c InviteCode) Invites(f Family, now time.Time) bool {
	return c.Live(now) && c.InviteID != "" && c.InviteID == f.InviteID && c.FamilyID == f.ID && f.Has(c.CreatedBy)
}

// Asks reports whether the code can be redeemed now to ask the owner of the family f: it is
// live, has no invitation, as codes had none before invitations had ids, the family has no
// invitation that replaced it, and the member who created it is still a member of f.
func (c InviteCode) Asks(f Family, now time.Time) bool {
	return c.Live(now) && c.InviteID == "" && f.InviteID == "" && c.FamilyID == f.ID && f.Has(c.CreatedBy)
}

// Entry is the result of an attempt to join a family that succeeded: the person is now
// a member, or the family's owner has been asked.
type Entry struct {
	UserID  UserID // the person who joined or asked; for recovered memos, their author
	Family  Family
	Brought int     // how many live memos come with the person; 0 if the owner was asked
	Request Request // the request filed with the family; zero: the person is a member
}

// Asked reports whether the owner was asked.
func (e Entry) Asked() bool { return !e.Request.At.IsZero() }
