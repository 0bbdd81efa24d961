package dynamo

import (
	"reflect"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

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

// codeItem returns the invite-codes table's item of one way to redeem an invitation.
// expiresAt is a Number: DynamoDB's TTL ignores every other type. The documented
// attribute used stays false: joining removes the invitation from its family and leaves
// this item.
func codeItem(c models.InviteCode) item {
	it := codeKey(c.Code)
	it["familyId"] = text(c.FamilyID)
	it["createdBy"] = text(c.CreatedBy)
	it["createdAt"] = instant(c.CreatedAt)
	it["expiresAt"] = seconds(c.ExpiresAt)
	it["used"] = flag(false)
	optional(it, "inviteId", c.InviteID)
	optionalFlag(it, "admits", c.Admits)
	return it
}

// readCode reads an item of a code. One with only the commissioned attributes has no
// invitation; see models.InviteCode.Asks.
func readCode(it item) (models.InviteCode, error) {
	r := reader{item: it}
	c := models.InviteCode{
		Code: r.text("code"), InviteID: models.InviteID(r.text("inviteId")), FamilyID: models.FamilyID(r.text("familyId")),
		CreatedBy: models.UserID(r.text("createdBy")), CreatedAt: r.time("createdAt"),
		ExpiresAt: r.expiry("expiresAt"), Admits: r.flag("admits"),
	}
	return c, r.err
}

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
	if u.Connection.Number != "" {
		items = append(items, numberItem(family.NumberKey(u.Connection.Number), u.ID, u.Connection.ExpiresAt))
	}
	if u.Recovery != "" {
		items = append(items, numberItem(family.RecoveryKey(u.Recovery), u.ID, recoveryUntil(u, now)))
	}
	return items
}

func ledgerKey(name string) item { return codeKey(ledgerPrefix + name) }

func ledgerItem(l invite.Ledger) item {
	entries := make([]types.AttributeValue, len(l.Entries))
	for i, e := range l.Entries {
		entries[i] = &types.AttributeValueMemberM{Value: item{
			"id": text(e.ID), "at": instant(e.At), "amount": number(e.Amount),
		}}
	}
	it := ledgerKey(l.Name)
	it["version"] = number(l.Version)
	it["entries"] = &types.AttributeValueMemberL{Value: entries}
	it["expiresAt"] = seconds(l.ExpiresAt)
	return it
}

func readLedger(name string, it item) (invite.Ledger, error) {
	r := reader{item: it}
	l := invite.Ledger{Name: name, Version: r.number("version"), ExpiresAt: r.expiry("expiresAt")}
	for _, v := range r.list("entries") {
		m, _ := v.(*types.AttributeValueMemberM)
		if m == nil {
			continue
		}
		e := reader{item: m.Value}
		l.Entries = append(l.Entries, invite.Entry{ID: e.text("id"), At: e.time("at"), Amount: e.number("amount")})
		r.check("entries", e.err)
	}
	return l, r.err
}

// same reports whether two items are equal. If a put is refused after a try without an
// answer and the item found is equal, that try has written it.
func same(a, b item) bool { return reflect.DeepEqual(a, b) }
