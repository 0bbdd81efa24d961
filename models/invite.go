package models

import (
	"strings"
	"time"
)

// InviteLifetime is how long an invitation can be redeemed.
const InviteLifetime = 5 * time.Minute

// InviteID names one invitation to a family. Its four digits and its links share it.
type InviteID string

// LinkPrefix begins the key of a link's secret; the SHA-256 of the secret follows,
// in base64url.
const LinkPrefix = "link#"

// InviteCode is one way to redeem an invitation: its four digits, or the secret of
// one of its links. It is valid while it is live and its family still names its
// InviteID.
type InviteCode struct {
	Code      string // "0000" to "9999", or LinkPrefix and the hash of a secret
	InviteID  InviteID
	FamilyID  FamilyID
	CreatedBy UserID
	CreatedAt time.Time
	ExpiresAt time.Time // whole seconds
	Admits    bool      // digits only: they may join at once
}

// IsLink reports whether the code is the secret of a link.
func (c InviteCode) IsLink() bool { return strings.HasPrefix(c.Code, LinkPrefix) }

// Live reports whether the code has not expired.
func (c InviteCode) Live(now time.Time) bool { return c.ExpiresAt.After(now) }

// Invites reports whether the code can be redeemed now: it is live, f still names
// its invitation, and its maker is still a member of f.
func (c InviteCode) Invites(f Family, now time.Time) bool {
	return c.Live(now) && c.InviteID != "" && c.InviteID == f.InviteID && c.FamilyID == f.ID && f.Has(c.CreatedBy)
}

// Entry is the result of using a way into a family: the person is a member now, or
// the family's owner has been asked.
type Entry struct {
	UserID  UserID // who came in or asked; of recovered memos, their author
	Family  Family
	Brought int     // how many live memos come along; 0 if the owner was asked
	Request Request // the request filed with the owner; zero: the person is a member
}

// Asked reports whether the owner was asked.
func (e Entry) Asked() bool { return !e.Request.At.IsZero() }
