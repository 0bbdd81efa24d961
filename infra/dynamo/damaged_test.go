package dynamo

import (
	"errors"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestDamaged: the error of an item that is not of its documented form is known as such
// through the services and among others, and no other error is.
func TestDamaged(t *testing.T) {
	t.Parallel()
	w, db := world(t, plain)
	u := w.Person("Taro")
	w.OK(must.Err(db.update(w.Ctx(), write{table: db.tables.Users, key: personKey(u.ID), update: "SET #createdAt = :at", values: item{":at": text("yesterday")}})))
	_, err := w.Families.ByID(w.Ctx(), u.FamilyID)
	if !IsDamaged(err) || !IsDamaged(errors.Join(nil, models.NotFound(""), err)) || !models.IsCode(err, models.CodeInternal) {
		t.Errorf("got %v, want the error of a damaged item", err)
	}
	for _, err := range []error{nil, models.NotFound(""), models.Internalf("dynamodb: AccessDenied"), models.Unavailable(errors.New("away"))} {
		if IsDamaged(err) {
			t.Errorf("%v counts as the error of a damaged item", err)
		}
	}
}
