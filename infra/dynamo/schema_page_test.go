package dynamo

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/schemapage"
)

// commissioned are the attributes of the schema that the system was commissioned with.
var commissioned = map[string]string{
	"Memos":       "userId id familyId content timestamp deleted createdByName",
	"Users":       "userId familyId userName email picture isOwner createdAt updatedAt source",
	"InviteCodes": "code familyId createdBy createdAt expiresAt used",
}

// sections maps the suffixes of the tables to the sections of the page.
var sections = map[string]string{"memos": "Memos", "users": "Users", "invite-codes": "InviteCodes", "connections": "Connections"}

// TestSchemaPage: docs/schema.md has every attribute, key and index of the core's tables,
// those that were commissioned among them, and no other.
func TestSchemaPage(t *testing.T) {
	t.Parallel()
	page := schemapage.Read(t, "../../docs/schema.md")
	attributes := writtenAttributes()
	for section, names := range commissioned {
		for name := range strings.FieldsSeq(names) {
			if !attributes[section][name] {
				t.Errorf("%s: the commissioned attribute %s is not written", section, name)
			}
		}
	}
	for _, table := range CoreTables() {
		section := sections[table.Suffix]
		keys := []string{"alexa-voice-memo-${environment}-" + table.Suffix, table.Partition, table.Sort, table.TTL}
		for _, index := range table.Indexes {
			keys = append(keys, index.Name, index.Partition, index.Sort)
		}
		page.Has(t, section, keys...)
	}
	for section, names := range attributes {
		page.Has(t, section, slices.Sorted(maps.Keys(names))...)
		page.HasOnly(t, section, names)
	}
	schemapage.Same(t, page, schemapage.Read(t, "../../docs/schema.ja.md"))
}

// writtenAttributes returns the attributes that items have if nothing of a model is empty,
// and those that only updates write, by section.
func writtenAttributes() map[string]map[string]bool {
	var m models.Memo
	var u models.User
	var f models.Family
	var a models.Access
	var c models.InviteCode
	var d models.Device
	var l invite.Ledger
	schemapage.Fill(&m, &u, &f, &a, &c, &d, &l)
	u.Skill.Acts = map[models.VoiceMark]models.Act{schemapage.Filling: {
		Kind: "x", At: m.Timestamp, Named: "x", Name: "x", Family: "x", Key: "x", Undone: true,
		Refs: []models.MemoRef{{UserID: "x", ID: "1720789912345" + "0123456789ab"}},
	}}
	latest := item{}
	for n := range latestKept {
		latest[latestName(n+1)] = nil
	}
	return map[string]map[string]bool{
		"Memos": schemapage.Attributes(memoItem(m), removedItem(m.Ref(), m.PurgeAt), item{updatedIn: nil}),
		"Users": schemapage.Attributes(personItem(u), familyItem(f), accessItem("x", a), latest,
			item{memoCount: nil, settledAt: nil, updatedBy: nil, lastDeletion: nil}),
		"InviteCodes": schemapage.Attributes(codeItem(c), numberItem("x", "x", m.Timestamp), ledgerItem(l), itemOf(deviceAttributes, d),
			item{countSet: nil}, item{dueSet: nil}, item{workingSet: nil}),
	}
}
