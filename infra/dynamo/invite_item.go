package dynamo

import (
	"reflect"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/invite"
	"voicememo/models"
)

// ledgerPrefix begins the key of a ledger. Ledgers share the table of the codes
// because both are forgotten by the same TTL attribute.
const ledgerPrefix = "limit#"

func codeKey(key string) item { return item{"code": text(key)} }

// isCode reports whether a key can be an invitation's. Keys come from links that
// anybody can write, so that a ledger must not be found by its key.
func isCode(key string) bool { return key != "" && !strings.HasPrefix(key, ledgerPrefix) }

// codeItem is an invitation as the invite-codes table has it. expiresAt is a
// Number: DynamoDB's TTL ignores every other type.
func codeItem(c models.InviteCode) item {
	it := codeKey(c.Code)
	it["familyId"] = text(c.FamilyID)
	it["createdBy"] = text(c.CreatedBy)
	it["createdAt"] = instant(c.CreatedAt)
	it["expiresAt"] = seconds(c.ExpiresAt)
	it["used"] = flag(c.Used)
	optional(it, "usedBy", c.UsedBy)
	optionalTime(it, "usedAt", c.UsedAt)
	if len(c.LinkHashes) > 0 {
		it["linkHashes"] = set(c.LinkHashes...)
	}
	return it
}

func readCode(it item) (models.InviteCode, error) {
	r := reader{item: it}
	c := models.InviteCode{
		Code: r.text("code"), FamilyID: models.FamilyID(r.text("familyId")),
		CreatedBy: models.UserID(r.text("createdBy")), CreatedAt: r.time("createdAt"),
		ExpiresAt: r.expiry("expiresAt"), Used: r.flag("used"),
		UsedBy: models.UserID(r.text("usedBy")), UsedAt: r.time("usedAt"), LinkHashes: r.set("linkHashes"),
	}
	return c, r.err
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

// same reports whether two items are equal. A put that is refused by an equal
// item, after a try without an answer, was done by that try.
func same(a, b item) bool { return reflect.DeepEqual(a, b) }
