package dynamo

import (
	"reflect"
	"strings"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/models"
)

// ledgerPrefix begins the key of a ledger. Ledgers share the table of the codes because
// both expire by the same TTL attribute.
const ledgerPrefix = "limit#"

func codeKey(key string) item { return item{"code": text(key)} }

// isCode reports whether a key can be an invitation's: four digits, or a link's.
func isCode(key string) bool {
	hash, link := strings.CutPrefix(key, models.LinkPrefix)
	return link && hash != "" || len(key) == 4 && strings.Trim(key, "0123456789") == ""
}

// isNumber reports whether a key can be that of a connection or recovery number, as
// family.NumberKey makes them. The same table has other kinds of items.
func isNumber(key string) bool {
	return key != "" && !isCode(key) && !strings.HasPrefix(key, ledgerPrefix) && !isDevice(key)
}

// codeAttributes describes the invite-codes table's item of one way to redeem an invitation.
// expiresAt is a Number: DynamoDB's TTL ignores every other type. The documented
// attribute used stays false: joining removes the invitation from its family and leaves
// this item. One with only the commissioned attributes has no invitation; see
// models.InviteCode.Asks.
func codeAttributes(c *codec, i *models.InviteCode) {
	required(c, "code", &i.Code)
	required(c, "familyId", &i.FamilyID)
	required(c, "createdBy", &i.CreatedBy)
	c.instant("createdAt", &i.CreatedAt)
	c.seconds("expiresAt", &i.ExpiresAt)
	c.fixed("used", flag(false))
	optional(c, "inviteId", &i.InviteID)
	c.optionalBool("admits", &i.Admits)
}

func codeItem(c models.InviteCode) item { return itemOf(codeAttributes, c) }

func readCode(it item) (models.InviteCode, error) { return read(codeAttributes, it) }

// numberItem returns the item that leads from the hash of a number to the account that
// has it. Whether the number is valid is decided by the account alone.
func numberItem(key string, holder models.UserID, expiresAt time.Time) item {
	it := codeKey(key)
	it["userId"], it["expiresAt"] = text(holder), seconds(expiresAt)
	return it
}

// recoveryKept is how long the item of a recovery number is kept while the account is not
// suspended: so long no other Echo gets the number. The number can be used only while the
// account is suspended, and Suspend puts the item again.
const recoveryKept = 400 * day

// recoveryUntil returns when the item of u's recovery number expires.
func recoveryUntil(u models.User, now time.Time) time.Time {
	if u.EraseAt.IsZero() {
		return now.Add(recoveryKept)
	}
	return u.EraseAt.Add(day)
}

// numberItems returns the items of all numbers of a person, as written now.
func numberItems(u models.User, now time.Time) (items []item) {
	if u.Echo.Connection.Number != "" {
		items = append(items, numberItem(family.NumberKey(u.Echo.Connection.Number), u.ID, u.Echo.Connection.ExpiresAt))
	}
	if u.Echo.Recovery != "" {
		items = append(items, numberItem(family.RecoveryKey(u.Echo.Recovery), u.ID, recoveryUntil(u, now)))
	}
	return items
}

func ledgerKey(name string) item { return codeKey(ledgerPrefix + name) }

// ledgerAttributes describes the item of a ledger, without the name.
func ledgerAttributes(c *codec, l *invite.Ledger) {
	c.fixed("code", text(ledgerPrefix+l.Name))
	integer(c, "version", &l.Version)
	list(c, "entries", &l.Entries, records(entryAttributes))
	c.seconds("expiresAt", &l.ExpiresAt)
}

func entryAttributes(c *codec, e *invite.Entry) {
	required(c, "id", &e.ID)
	c.instant("at", &e.At)
	integer(c, "amount", &e.Amount)
}

func ledgerItem(l invite.Ledger) item { return itemOf(ledgerAttributes, l) }

func readLedger(name string, it item) (invite.Ledger, error) {
	return read(func(c *codec, l *invite.Ledger) {
		l.Name = name
		ledgerAttributes(c, l)
	}, it)
}

// same reports whether two items are equal. If a put is refused after a try without an
// answer and the item found is equal, that try has written it.
func same(a, b item) bool { return reflect.DeepEqual(a, b) }
