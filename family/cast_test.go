package family_test

import (
	"errors"
	"testing"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/models"
)

var errAway = models.Unavailable(errors.New("away"))

// cast holds the people of a test: member is in the owner's family, stranger and echo each
// in a family of one. The echo has a connection number.
type cast struct {
	*familytest.World
	service                       *family.Service
	owner, member, stranger, echo models.User
}

func newCast(t *testing.T) cast {
	w := familytest.NewWorld(t, sqlitetest.Fresh)
	owner := w.Person("Owner")
	c := cast{World: w, service: w.Families, member: w.Join(w.Person("Member"), owner), stranger: w.Person("Stranger"), echo: w.Echo("Echo")}
	_, err := w.Families.ConnectionNumber(w.Ctx(), c.echo)
	w.OK(err)
	c.owner = w.Again(owner)
	return c
}
