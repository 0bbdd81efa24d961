// Package invite holds the rules of invitations: four digits or a link, valid
// for five minutes, redeemed once; and the limits that make four digits safe
// enough. The Store beside it only keeps what the Service decided; invitetest
// proves an engine's Store.
package invite
