package dynamo

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// eraseBatch is the number of memos that one transaction deletes, besides the person, two
// numbers and the details of accesses.
const eraseBatch = memosPerMove - 3

// Erase deletes a closing account's memos, in transactions that hold only while it is
// closing. Nothing can be added meanwhile, because a closing person is in no family; so
// the transaction with the last of the memos also deletes the person.
func (s memoStore) Erase(ctx context.Context, author models.UserID, limit int) (bool, error) {
	it, err := s.get(ctx, s.tables.Users, personKey(author))
	if err != nil {
		return false, err
	}
	u, err := readPerson(it)
	if err != nil || !u.Closing {
		return err == nil, err
	}
	limit = max(min(limit, eraseBatch), 1)
	out, err := s.query(ctx, query{
		key: byAuthor, limit: int32(limit), //nolint:gosec // at most eraseBatch
		values: item{":author": text(author)},
	})
	if err != nil {
		return false, err
	}
	person := write{
		table: s.tables.Users, key: personKey(author), only: "#closing = :true", values: item{":true": flag(true)},
	}
	last := out.LastEvaluatedKey == nil
	steps := []types.TransactWriteItem{person.asCheck()}
	if last {
		steps = s.farewell(u, person)
	}
	for _, it := range out.Items {
		key := item{"userId": it["userId"], "id": it["id"]}
		steps = append(steps, write{table: s.tables.Memos, key: key}.asDelete())
	}
	refused, err := s.transact(ctx, steps...)
	if err != nil {
		return false, err
	}
	return last || refused != nil, nil
}

// farewell returns the steps that delete a closing person, the details of their accesses
// and the items of their numbers.
func (s memoStore) farewell(u models.User, person write) []types.TransactWriteItem {
	steps := []types.TransactWriteItem{person.asDelete(), write{table: s.tables.Users, key: accessKey(u.ID)}.asDelete()}
	for _, it := range numberItems(u, time.Time{}) {
		steps = append(steps, write{table: s.tables.InviteCodes, key: codeOf(it)}.asDelete())
	}
	return steps
}
