package push

import (
	"context"
	"encoding/base64"
	"net/http"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/webapi"
)

// key: GET /api/me/devices/key.
func (p part) key(c webapi.Call) error {
	return c.Answer(http.StatusOK, map[string]string{"publicKey": base64.RawURLEncoding.EncodeToString(p.push.Key())})
}

// addDevice: POST /api/me/devices.
func (p part) addDevice(c webapi.Call) error {
	body := c.Object("name", "subscription")
	name, subscription := body.Text("name"), readSubscription(body)
	if body.Err() != nil {
		return body.Err()
	}
	d, err := p.push.Add(c.Context(), c.Person(), push.SignIn{Access: c.Access(), Until: c.Until()}, name, c.Language(), subscription)
	if err != nil {
		return err
	}
	return c.Answer(http.StatusCreated, map[string]push.DeviceID{"id": d.ID})
}

// readSubscription reads a PushSubscriptionJSON (Push API, section 8). When the
// subscription expires is of no use: the push service says when it has.
func readSubscription(body webapi.Object) push.Subscription {
	given := body.Object("subscription", "endpoint", "expirationTime", "keys")
	if !given.Null("expirationTime") {
		_ = given.Integer("expirationTime")
	}
	endpoint, keys := given.Text("endpoint"), given.Object("keys", "p256dh", "auth")
	return push.Subscription{Endpoint: endpoint, P256DH: keys.Bytes("p256dh"), Auth: keys.Bytes("auth")}
}

// deleteDevice: DELETE /api/me/devices/{id}.
func (p part) deleteDevice(c webapi.Call) error {
	return c.Act(func(ctx context.Context, person models.User) error {
		return p.push.Delete(ctx, person, push.DeviceID(c.Param("id")))
	})
}
