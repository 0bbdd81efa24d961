package push

import (
	"net/http"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/webapi"
)

// settingsJSON is a person's settings as the API shows them.
type settingsJSON struct {
	What      push.What `json:"what"`
	QuietFrom int       `json:"quietFrom"`
	QuietTo   int       `json:"quietTo"`
	TimeZone  string    `json:"timeZone"`
}

// notificationsJSON is the answer of GET /api/me/notifications.
type notificationsJSON struct {
	settingsJSON
	// SignIn identifies the sign-in that sent the request. A browser whose device was added
	// in another one adds it again.
	SignIn  models.AccessID `json:"signIn,omitempty"`
	Devices []deviceJSON    `json:"devices"`
}

// deviceJSON is a device as the API shows it.
type deviceJSON struct {
	ID      push.DeviceID   `json:"id"`
	Name    string          `json:"name"`
	Kind    push.DeviceKind `json:"kind"`
	AddedAt string          `json:"addedAt"`
	Current bool            `json:"current,omitempty"` // it belongs to the sign-in that sent the request
}

// notifications: GET /api/me/notifications.
func (p part) notifications(c webapi.Call) error {
	settings, err := p.push.Settings(c.Context(), c.Person())
	if err != nil {
		return err
	}
	devices, err := p.push.Devices(c.Context(), c.Person())
	if err != nil {
		return err
	}
	shown := notificationsJSON{settingsJSON(settings), c.Access(), make([]deviceJSON, len(devices))}
	for i, d := range devices {
		shown.Devices[i] = deviceJSON{
			ID: d.ID, Name: d.Name, Kind: d.Kind, AddedAt: models.FormatTime(d.AddedAt), Current: d.Access != "" && d.Access == c.Access(),
		}
	}
	return c.Answer(http.StatusOK, shown)
}

// change: PUT /api/me/notifications.
func (p part) change(c webapi.Call) error {
	body := c.Object("what", "quietFrom", "quietTo", "timeZone")
	settings := push.Settings{
		What: push.What(body.Text("what")), QuietFrom: body.Integer("quietFrom"), QuietTo: body.Integer("quietTo"), TimeZone: body.Text("timeZone"),
	}
	if body.Err() != nil {
		return body.Err()
	}
	if err := p.push.SetSettings(c.Context(), c.Person(), settings); err != nil {
		return err
	}
	return c.Answer(http.StatusOK, settingsJSON(settings))
}
