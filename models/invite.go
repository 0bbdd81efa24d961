package models

import "time"

// InviteLifetime is how long an invitation can be redeemed.
const InviteLifetime = 5 * time.Minute

// InviteCode is one invitation to a family. It is redeemed once, by its four
// digits or by its link.
type InviteCode struct {
	Code       string // "0000" to "9999", or a longer key for an invitation by link only
	FamilyID   FamilyID
	CreatedBy  UserID
	CreatedAt  time.Time
	ExpiresAt  time.Time // whole seconds
	Used       bool
	UsedBy     UserID
	UsedAt     time.Time
	LinkHashes []string // SHA-256 of each link token given out, base64url
}

// Live reports whether the invitation can be redeemed now.
func (c InviteCode) Live(now time.Time) bool { return !c.Used && c.ExpiresAt.After(now) }
