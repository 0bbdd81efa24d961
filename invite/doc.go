// Package invite implements the rules of invitations: four digits or a link, valid for
// five minutes, redeemed once; and the limits that make four digits safe enough. The
// Service makes every decision, and a Store only keeps the data. Package invitetest
// tests an engine's Store.
package invite
