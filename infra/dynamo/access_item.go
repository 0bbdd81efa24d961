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

// useAttributes describes an entry of access.
func useAttributes(c *codec, use *models.Use) {
	c.date("used", &use.LastUsed)
	c.optionalBool("ended", &use.Ended)
	if !c.writing || use.Generation != 0 {
		integer(c, "generation", &use.Generation)
		c.instant("renewed", &use.Renewed)
	}
}

// date returns the day of a time in UTC; days compare like their texts.
func date(t time.Time) types.AttributeValue { return text(models.Day(t).Format(time.DateOnly)) }

// accessAttributes describes an entry of accessEntries, without the id.
func accessAttributes(c *codec, a *models.Access) {
	required(c, "kind", &a.Kind)
	required(c, "name", &a.Name)
	required(c, "scope", &a.Scope)
	c.instant("since", &a.Since)
	c.instant("until", &a.Until)
	optional(c, "host", &a.Host)
}

// accessItem returns the item with the details of a person's accesses, at least one, and
// the attributes that are required of every item of the users table.
func accessItem(person models.UserID, details ...models.Access) item {
	all := map[models.AccessID]models.Access{}
	for _, one := range details {
		all[one.ID] = one
	}
	it, since := accessKey(person), instant(details[0].Since)
	it["familyId"] = text("")
	it["userName"] = text(sourceAccess)
	it["isOwner"] = flag(false)
	it["createdAt"] = since
	it["updatedAt"] = since
	it["source"] = text(sourceAccess)
	entries(&codec{item: it, writing: true}, accessEntries, &all, records(accessAttributes))
	return it
}

// readAccess reads an entry of accessEntries.
func readAccess(id models.AccessID, v types.AttributeValue) (models.Access, error) {
	return read(func(c *codec, a *models.Access) {
		a.ID = id
		accessAttributes(c, a)
	}, fieldsOf(v))
}
