package push

import (
	"encoding/json"
	"strings"
	"time"

	"voicememo/family/push"
	"voicememo/infra/dynamo"
	"voicememo/models"
)

// The sort key of an item is settingsID or begins with one of the prefixes.
const (
	settingsID   = "SETTINGS"
	devicePrefix = "DEVICE#"
	batchPrefix  = "DUE#"
)

func key(person models.UserID, id string) dynamo.Item {
	return dynamo.Item{"userId": dynamo.Text(person), "itemId": dynamo.Text(id)}
}

// batchID returns the sort key of a batch. It depends on the batch's id alone, so that two
// processes that create the same batch meet, whenever they do: the "-" between time and
// rest becomes a "#".
func batchID(id push.BatchID) string {
	return batchPrefix + strings.Replace(string(id), "-", "#", 1)
}

// The attribute data has the rest of an item as JSON, in these forms.
type (
	settingsData struct {
		What      push.What `json:"what"`
		QuietFrom int       `json:"quietFrom"`
		QuietTo   int       `json:"quietTo"`
		TimeZone  string    `json:"timeZone"`
	}
	deviceData struct {
		ID       push.DeviceID   `json:"id"`
		Kind     push.DeviceKind `json:"kind"`
		Name     string          `json:"name,omitempty"`
		Language string          `json:"language,omitempty"`
		Access   models.AccessID `json:"access,omitempty"`
		Endpoint string          `json:"endpoint,omitempty"`
		P256DH   []byte          `json:"p256dh,omitempty"`
		Auth     []byte          `json:"auth,omitempty"`
		AddedAt  time.Time       `json:"addedAt"`
		Until    time.Time       `json:"until,omitzero"`
	}
	batchData struct {
		ID      push.BatchID    `json:"id"`
		Open    bool            `json:"open,omitempty"`
		Events  []eventData     `json:"events"`
		Devices []push.DeviceID `json:"devices,omitempty"`
		Tries   int             `json:"tries,omitempty"`
	}
	eventData struct {
		ID     string           `json:"id"`
		Kind   models.EventKind `json:"kind"`
		Family models.FamilyID  `json:"family"`
		Actor  models.UserID    `json:"actor,omitempty"`
		Person models.UserID    `json:"person,omitempty"`
		Access models.AccessID  `json:"access,omitempty"`
		Author models.UserID    `json:"author,omitempty"`
		Memo   models.MemoID    `json:"memo,omitempty"`
		At     time.Time        `json:"at,omitzero"`
	}
)

func settingsItem(person models.UserID, s push.Settings) dynamo.Item {
	return item(person, settingsID, settingsData(s))
}

func deviceItem(person models.UserID, d push.Device) dynamo.Item {
	return item(person, devicePrefix+string(d.ID), deviceData{
		ID: d.ID, Kind: d.Kind, Name: d.Name, Language: d.Language, Access: d.Access,
		Endpoint: d.Subscription.Endpoint, P256DH: d.Subscription.P256DH, Auth: d.Subscription.Auth, AddedAt: d.AddedAt,
		Until: d.Until,
	})
}

// batchItem returns the item of a batch. Only one that waits has the attributes of the
// index.
func batchItem(b push.Batch) dynamo.Item {
	data := batchData{ID: b.ID, Open: b.Open, Devices: b.Devices, Tries: b.Tries}
	for _, e := range b.Events {
		data.Events = append(data.Events, eventData{
			ID: e.ID, Kind: e.Kind, Family: e.Family, Actor: e.Actor, Person: e.Person, Access: e.Access,
			Author: e.Memo.UserID, Memo: e.Memo.ID, At: e.At,
		})
	}
	it := item(b.Person, batchID(b.ID), data)
	it["version"] = dynamo.Number(b.Version)
	it["ttl"] = dynamo.Number(b.Until.Unix())
	if !b.Due.IsZero() {
		it["shard"], it["dueAt"] = dynamo.Text(shardOf(b.Person)), dynamo.Text(models.FormatTime(b.Due))
	}
	return it
}

func item(person models.UserID, id string, data any) dynamo.Item {
	it := key(person, id)
	content, err := json.Marshal(data)
	if err != nil {
		panic(err) // none of the forms can fail
	}
	it["data"] = dynamo.Text(string(content))
	return it
}

// read adds what an item has to the record of a person.
func read(person models.UserID, it dynamo.Item, r *push.Record) error {
	data := []byte(dynamo.TextOf(it, "data"))
	var err error
	switch id := dynamo.TextOf(it, "itemId"); {
	case id == settingsID:
		var s settingsData
		err = json.Unmarshal(data, &s)
		r.Settings = push.Settings(s)
	case strings.HasPrefix(id, devicePrefix):
		var d deviceData
		err = json.Unmarshal(data, &d)
		r.Devices = append(r.Devices, push.Device{
			ID: d.ID, Kind: d.Kind, Name: d.Name, Language: d.Language, Access: d.Access, AddedAt: d.AddedAt, Until: d.Until,
			Subscription: push.Subscription{Endpoint: d.Endpoint, P256DH: d.P256DH, Auth: d.Auth},
		})
	case strings.HasPrefix(id, batchPrefix):
		var b push.Batch
		b, err = readBatch(person, it, data)
		r.Batches = append(r.Batches, b)
	}
	if err != nil {
		return dynamo.Damaged("data")
	}
	return nil
}

func readBatch(person models.UserID, it dynamo.Item, data []byte) (push.Batch, error) {
	var d batchData
	if err := json.Unmarshal(data, &d); err != nil {
		return push.Batch{}, err
	}
	due, err := models.ParseTime(dynamo.TextOf(it, "dueAt"))
	b := push.Batch{
		Person: person, ID: d.ID, Due: due, Until: time.Unix(dynamo.NumberOf(it, "ttl"), 0).UTC(), Open: d.Open,
		Devices: d.Devices, Tries: d.Tries, Version: dynamo.NumberOf(it, "version"),
	}
	for _, e := range d.Events {
		b.Events = append(b.Events, models.Event{
			ID: e.ID, Kind: e.Kind, Family: e.Family, Actor: e.Actor, Person: e.Person, Access: e.Access,
			Memo: models.MemoRef{UserID: e.Author, ID: e.Memo}, At: e.At,
		})
	}
	return b, err
}
