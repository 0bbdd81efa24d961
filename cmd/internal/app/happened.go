package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"voicememo/auth"
	"voicememo/models"
	"voicememo/webapi/live"
)

// auditPurpose separates the key of the audit log's hashes from other keys of the ring.
const auditPurpose = "audit"

// auditKey derives the key of the audit log's hashes from the keys that seal sessions.
func auditKey(keys *auth.KeyRing) []byte { return keys.Derive(auditPurpose) }

// ExistingAuditKey returns the key of the audit log's hashes for a data directory; nil:
// no server has run there, or its keys are kept elsewhere.
func ExistingAuditKey(data string) ([]byte, error) {
	path := filepath.Join(data, KeysFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	keys, err := auth.LoadKeyRing(path)
	if err != nil {
		return nil, keysError(err)
	}
	return auditKey(keys), nil
}

// notify returns a function that notifies the open pages of an event's family, and those of
// a person whose access may have ended.
func notify(hub *live.Hub) func(models.Event) {
	return func(e models.Event) {
		if e.Family != "" {
			hub.Changed(e.Family)
		}
		if e.Kind == models.EventAccessEnded || e.Kind == models.EventSignedOutEverywhere {
			hub.Recheck(e.Person)
		}
	}
}
