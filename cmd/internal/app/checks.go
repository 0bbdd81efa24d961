package app

import (
	"context"

	"voicememo/cmd/internal/health"
)

// checks gives what /readyz tells besides the store. What it begins in the
// background ends with ctx.
func (a *App) checks(ctx context.Context) func() map[string]string {
	watch := &health.Watch{Issuer: a.Config.OIDCIssuer, Certificate: a.certificate}
	if a.Config.Dev {
		watch.Issuer = "" // it is this program itself
	}
	return func() map[string]string { return watch.Checks(ctx) }
}
