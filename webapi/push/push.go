package push

import (
	"embed"
	"net/http"

	"voicememo/family/push"
	"voicememo/internal/texts"
	"voicememo/models"
	"voicememo/webapi"
)

// part implements webapi.Module.
type part struct{ push *push.Service }

// New returns the web API's part of the notifications of s.
func New(s *push.Service) webapi.Module { return part{s} }

//go:embed consent.en.txt consent.ja.txt
var consent embed.FS

// Consent implements webapi.Module.
func (part) Consent(tag string) string {
	return texts.Load[struct{ may string }](consent, "consent."+tag+".txt").may
}

// Routes implements webapi.Module. A device belongs to the sign-in in which it was added,
// so only a browser can add one.
func (p part) Routes(r webapi.Router) {
	r.Handle(models.NeedFamily, http.MethodGet, "/api/me/notifications", p.notifications)
	r.Handle(models.NeedFamily, http.MethodPut, "/api/me/notifications", p.change)
	r.Handle(models.NeedBrowser, http.MethodPost, "/api/me/devices", p.addDevice)
	r.Handle(models.NeedFamily, http.MethodGet, "/api/me/devices/key", p.key)
	r.Handle(models.NeedFamily, http.MethodDelete, "/api/me/devices/:id", p.deleteDevice)
}
