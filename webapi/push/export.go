package push

import (
	"context"
	"net/url"

	"voicememo/family/push"
	"voicememo/models"
)

// exportJSON is what is stored about a person. It does not have the keys of a device or the
// path of its endpoint, with which others could send to it.
type exportJSON struct {
	Settings settingsJSON         `json:"settings"`
	Devices  []exportedDeviceJSON `json:"devices"`
	Batches  []batchJSON          `json:"batches"`
}

// exportedDeviceJSON is a device in the export.
type exportedDeviceJSON struct {
	ID       push.DeviceID   `json:"id"`
	Name     string          `json:"name"`
	Kind     push.DeviceKind `json:"kind"`
	Language string          `json:"language"`
	AddedAt  string          `json:"addedAt"`
	Service  string          `json:"service"` // the host of its push service
}

// batchJSON is what the person is or was told of at one time.
type batchJSON struct {
	Due    string      `json:"due,omitempty"` // absent: it is finished
	Until  string      `json:"until"`
	Events []eventJSON `json:"events"`
}

// eventJSON is an event of a batch.
type eventJSON struct {
	Kind   models.EventKind `json:"kind"`
	At     string           `json:"at,omitempty"`
	Family models.FamilyID  `json:"familyId"`
	Actor  models.UserID    `json:"actor,omitempty"`
	Person models.UserID    `json:"person,omitempty"`
	Memo   string           `json:"memo,omitempty"`
}

// Export implements webapi.Module. A person with nothing but the settings of everyone has
// nothing stored.
func (p part) Export(ctx context.Context, person models.User) (name string, value any, err error) {
	const module = "notifications"
	r, err := p.push.Record(ctx, person)
	if err != nil || len(r.Devices) == 0 && len(r.Batches) == 0 && r.Settings == push.DefaultSettings() {
		return module, nil, err
	}
	all := exportJSON{settingsJSON(r.Settings), make([]exportedDeviceJSON, len(r.Devices)), make([]batchJSON, len(r.Batches))}
	for i, d := range r.Devices {
		all.Devices[i] = exportedDeviceJSON{d.ID, d.Name, d.Kind, d.Language, models.FormatTime(d.AddedAt), host(d.Subscription.Endpoint)}
	}
	for i, b := range r.Batches {
		all.Batches[i] = batchJSON{models.FormatTime(b.Due), models.FormatTime(b.Until), make([]eventJSON, len(b.Events))}
		for j, e := range b.Events {
			all.Batches[i].Events[j] = exportedEvent(e)
		}
	}
	return module, all, nil
}

func exportedEvent(e models.Event) eventJSON {
	out := eventJSON{Kind: e.Kind, At: models.FormatTime(e.At), Family: e.Family, Actor: e.Actor, Person: e.Person}
	if e.Memo != (models.MemoRef{}) {
		out.Memo = e.Memo.String()
	}
	return out
}

// host returns the host of an endpoint; "" for one that is not an address.
func host(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return ""
	}
	return u.Host
}
