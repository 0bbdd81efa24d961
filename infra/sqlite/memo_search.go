package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"math"
	"sync"
	"sync/atomic"

	engine "modernc.org/sqlite"

	"voicememo/memo"
	"voicememo/models"
)

// examineFunction is the SQL name of examine.
const examineFunction = "examine_memo"

func init() {
	// The memo is not copied, because examine does not keep it.
	err := engine.RegisterFunction(examineFunction, &engine.FunctionImpl{NArgs: -1, VolatileArgs: true, Scalar: examine})
	if err != nil {
		panic(err) // the name is registered twice
	}
}

// examination is a search during a query that calls examine with its number.
type examination struct {
	search  *memo.Search
	memo    models.Memo // the last one
	damaged bool        // a content was not what was written
}

// examinations are those of the present queries, by their numbers.
var (
	examinations sync.Map // int64 -> *examination
	lastNumber   atomic.Int64
)

// beginExamination returns an examination and its number. end must be called after the query.
func beginExamination(s *memo.Search) (x *examination, number int64, end func()) {
	x, number = &examination{search: s}, lastNumber.Add(1)
	examinations.Store(number, x)
	return x, number, func() { examinations.Delete(number) }
}

// errExamination stops a query whose examination is not known or has found damage.
var errExamination = errors.New("the memo cannot be examined")

// examine implements the SQL function examine_memo(number, content, content_checksum), with
// user_id, spoken_by and created_by_name after them if the search is by author. It reports
// whether the memo is wanted. Once the search is spent every memo is, so that the
// query returns the one at which it must stop.
func examine(_ *engine.FunctionContext, row []driver.Value) (driver.Value, error) {
	number, _ := row[0].(int64)
	known, ok := examinations.Load(number)
	if !ok {
		return nil, errExamination
	}
	x := known.(*examination) //nolint:forcetypeassert // the map has no others
	content, isText := row[1].(string)
	checksum, isNumber := row[2].(int64)
	if !isText || !isNumber || sumOfText(content) != checksum {
		x.damaged = true
		return nil, errExamination
	}
	x.memo.Content = content
	if len(row) > 3 {
		author, _ := row[3].(string)
		mark, _ := row[4].(string)
		x.memo.CreatedByName, _ = row[5].(string)
		x.memo.UserID, x.memo.SpokenBy = models.UserID(author), models.VoiceMark(mark)
	}
	wanted := x.search.Examine(&x.memo)
	return wanted || x.search.Spent(), nil
}

// errSpent ends a query whose search is spent.
var errSpent = errors.New("the search has examined enough memos")

// search is List with l.Search, for a listing of one range: of two merged ranges SQLite would
// examine one further than the other. Of a memo that is not wanted it reads the content only.
func (s memoStore) search(ctx context.Context, l memo.Listing) (memo.Page, error) {
	x, number, end := beginExamination(l.Search)
	defer end()
	l.Limit = math.MaxInt32
	query, args := listQuery(l, number)
	var page memo.Page
	err := s.db.read.each(ctx, query, args, func(row scanner) error {
		m, err := scanMemo(row)
		page.Memos = append(page.Memos, m)
		if err == nil && l.Search.Spent() {
			err = errSpent
		}
		return err
	})
	switch spent := errors.Is(err, errSpent); {
	case x.damaged:
		return memo.Page{}, translate(s.db.met(changed("a memo is not what was written")))
	case err != nil && !spent:
		return memo.Page{}, translate(err)
	case spent:
		last := page.Memos[len(page.Memos)-1].Position()
		page.Next = &last
	}
	return page, nil
}
