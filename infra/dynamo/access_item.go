package dynamo

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

const (
	// accessPrefix begins the userId of the item with the details of a person's accesses,
	// sourceAccess is its source.
	accessPrefix = "access#"
	sourceAccess = "access"

	// access is the attribute of a person's item with the part of their accesses that
	// every request needs: a map from an id to a map of used and ended.
	access = "access"
	// accessEntries is the attribute of the details' item with the rest: a map from an id
	// to a map of kind, name, scope, since, until and host.
	accessEntries = "entries"

	// maxAccessID is the maximum length of an id in bytes. DynamoDB would refuse longer
	// ones, which this program never makes, as names of attributes.
	maxAccessID = 64
)

func accessKey(person models.UserID) item { return item{"userId": text(accessPrefix + person)} }

// isAccess reports whether an id can be an access's.
func isAccess(id models.AccessID) bool { return id != "" && len(id) <= maxAccessID }

// accessUses returns the attribute access of a person's item.
func accessUses(uses map[models.AccessID]models.Use) types.AttributeValue {
	m := item{}
	for id, use := range uses {
		m[string(id)] = accessUse(use)
	}
	return &types.AttributeValueMemberM{Value: m}
}

func accessUse(use models.Use) types.AttributeValue {
	m := item{"used": date(use.LastUsed)}
	optionalFlag(m, "ended", use.Ended)
	if use.Generation != 0 {
		m["generation"], m["renewed"] = number(use.Generation), instant(use.Renewed)
	}
	return &types.AttributeValueMemberM{Value: m}
}

// date returns the day of a time in UTC; days compare like their texts.
func date(t time.Time) types.AttributeValue { return text(models.Day(t).Format(time.DateOnly)) }

// readAccess reads what accessUses wrote. It returns nil for none.
func readAccess(r *reader) (uses map[models.AccessID]models.Use) {
	for id, v := range r.fields(access) {
		if uses == nil {
			uses = map[models.AccessID]models.Use{}
		}
		in := reader{item: fieldsOf(v)}
		day, err := time.Parse(time.DateOnly, in.text("used"))
		r.check(access, err)
		uses[models.AccessID(id)] = models.Use{
			LastUsed: day, Ended: in.flag("ended"), Generation: in.number("generation"), Renewed: in.time("renewed"),
		}
		r.check(access, in.err)
	}
	return uses
}

// accessItem returns the item with the details of a person's accesses, at least one, and
// the attributes that are required of every item of the users table.
func accessItem(person models.UserID, details ...models.Access) item {
	it, entries, a := accessKey(person), item{}, details[0]
	for _, one := range details {
		entries[string(one.ID)] = accessEntry(one)
	}
	it["familyId"] = text("")
	it["userName"] = text(sourceAccess)
	it["isOwner"] = flag(false)
	it["createdAt"] = instant(a.Since)
	it["updatedAt"] = instant(a.Since)
	it["source"] = text(sourceAccess)
	it[accessEntries] = &types.AttributeValueMemberM{Value: entries}
	return it
}

func accessEntry(a models.Access) types.AttributeValue {
	m := item{
		"kind": text(a.Kind), "name": text(a.Name), "scope": text(a.Scope), "since": instant(a.Since), "until": instant(a.Until),
	}
	optional(m, "host", a.Host)
	return &types.AttributeValueMemberM{Value: m}
}

// readAccessEntry reads what accessEntry wrote.
func readAccessEntry(id models.AccessID, v types.AttributeValue) (models.Access, error) {
	r := reader{item: fieldsOf(v)}
	a := models.Access{
		ID: id, Kind: models.AccessKind(r.text("kind")), Name: r.text("name"), Host: r.text("host"), Scope: models.Scope(r.text("scope")),
		Since: r.time("since"), Until: r.time("until"),
	}
	return a, r.err
}
