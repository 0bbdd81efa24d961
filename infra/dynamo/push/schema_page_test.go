package push

import (
	"maps"
	"slices"
	"testing"

	"voicememo/family/push"
	"voicememo/tools/testkit/schemapage"
)

// TestSchemaPage: docs/schema.md has every attribute, key and index of the module's table,
// and no other.
func TestSchemaPage(t *testing.T) {
	t.Parallel()
	var settings push.Settings
	var device push.Device
	var batch push.Batch
	schemapage.Fill(&settings, &device, &batch)
	written := schemapage.Attributes(settingsItem("x", settings), deviceItem("x", device), batchItem(batch))
	page := schemapage.Read(t, "../../../docs/schema.md")
	page.Has(t, "Notices", slices.Sorted(maps.Keys(written))...)
	page.HasOnly(t, "Notices", written)
	d := table()
	page.Has(t, "Notices", "alexa-voice-memo-${environment}-"+d.Suffix, d.Partition, d.Sort, d.TTL, dueIndex, d.Indexes[0].Partition, d.Indexes[0].Sort)
}
