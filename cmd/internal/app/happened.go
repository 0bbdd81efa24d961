package app

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"voicememo/auth"
	"voicememo/cmd/internal/audit"
	"voicememo/models"
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

// Audit writes each event of the services to the log, as audit.Log does, and calls ended
// with the person if an access of theirs may have ended; nil: no call.
func (s Services) Audit(logger *slog.Logger, key []byte, ended func(models.UserID)) {
	log := audit.New(logger, key)
	happened := func(e models.Event) {
		log.Happened(e)
		if over := e.Kind == models.EventAccessEnded || e.Kind == models.EventSignedOutEverywhere; over && ended != nil {
			ended(e.Person)
		}
	}
	s.Memos.Happened, s.Families.Happened, s.Access.Happened = happened, happened, happened
}
