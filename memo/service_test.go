package memo_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

func newWorld(t *testing.T) *familytest.World { return familytest.NewWorld(t, sqlitetest.Fresh) }

func TestContent(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	for name, c := range map[string]struct {
		content string
		want    string // "": an error
		reason  models.Reason
	}{
		"one character":        {"a", "a", ""},
		"trimmed":              {"  milk　", "milk", ""},
		"composed":             {"か\u3099", "が", ""},
		"500 characters":       {strings.Repeat("牛", 500), strings.Repeat("牛", 500), ""},
		"500 once composed":    {strings.Repeat("か\u3099", 500), strings.Repeat("が", 500), ""},
		"an emoji family":      {"👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦", ""},
		"markup is only text":  {`<script>"&'`, `<script>"&'`, ""},
		"501 characters":       {strings.Repeat("牛", 501), "", models.ReasonTooLong},
		"nothing":              {"", "", models.ReasonEmpty},
		"only space":           {" 　\u00a0", "", models.ReasonEmpty},
		"only unseen":          {"\u200b\ufeff", "", models.ReasonEmpty},
		"a line break":         {"a\nb", "a\nb", ""},
		"all line breaks":      {"a\r\nb\rc\u0085d\u2028e\u2029f", "a\nb\nc\nd\ne\nf", ""},
		"blanks before breaks": {"a \t\u3000\nb \n\n \n\nc\n", "a\nb\n\nc", ""},
		"an indented line":     {"a\n  b", "a\n  b", ""},
		"500 with breaks":      {strings.Repeat("牛\n", 249) + "牛乳", strings.Repeat("牛\n", 249) + "牛乳", ""},
		"501 with breaks":      {strings.Repeat("牛\n", 250) + "牛", "", models.ReasonTooLong},
		"only breaks":          {"\n\r\n", "", models.ReasonEmpty},
		"a tab":                {"a\tb", "", models.ReasonControlCharacter},
		"a zero":               {"a\x00b", "", models.ReasonControlCharacter},
		"no UTF-8":             {"a\xffb", "", models.ReasonControlCharacter},
	} {
		t.Run(name, func(t *testing.T) {
			m, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: c.content, Key: memo.NewKey()})
			if c.want == "" {
				w.Refused(err, models.CodeInvalid, c.reason)
				return
			}
			if err != nil || m.Content != c.want {
				t.Errorf("Add: got %q, %v, want %q", m.Content, err, c.want)
			}
		})
	}
}

var idForm = regexp.MustCompile(`^[0-9]{13}[0-9a-f]{12}$`)

// TestSameKeySameID: a repeated key leads to the same id, whatever its form and whatever
// the time.
func TestSameKeySameID(t *testing.T) {
	for name, c := range map[string]struct {
		key    memo.Key
		prefix string
	}{
		"of Alexa":       {"amzn1.echo-api.request.1", "0"},
		"UUID version 7": {"019f2f3c-5d00-7000-8000-000000000000", "1783"},
		"UUID version 4": {"9b2c1f5e-3c52-4d5e-9b36-0f8e6f1d2c3a", "0"},
		"any text":       {"retry me", "0"},
		"empty":          {"", "0"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			u := w.Person("Taro")
			first, created, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: c.key})
			if err != nil || !created || !idForm.MatchString(string(first.ID)) || !strings.HasPrefix(string(first.ID), c.prefix) {
				t.Fatalf("Add: got %s, %v, %v, want %s... and true", first.ID, created, err, c.prefix)
			}
			if got := c.key.Ref(u.ID); got != first.Ref() {
				t.Errorf("got key %v, want %v", got, first.Ref())
			}
			w.Advance(3 * time.Hour)
			again, created, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: " milk ", Key: c.key})
			if err != nil || created || again.ID != first.ID {
				t.Errorf("Add again: got %s, %v, %v, want %s and false", again.ID, created, err, first.ID)
			}
			_, _, err = w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "bread", Key: c.key})
			w.Refused(err, models.CodeConflict, models.ReasonKeyReused)
			other := w.Person("Hanako")
			if _, created, err := w.Memos.Add(w.Ctx(), other, memo.Draft{Content: "bread", Key: c.key}); err != nil || !created {
				t.Errorf("Add with the same key by another person: got %v, %v, want true", created, err)
			}
		})
	}
}

// TestReplayAfterChange: a repeated request is recognised even if the memo has been edited
// or deleted since.
func TestReplayAfterChange(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	draft := memo.Draft{Content: "milk", Key: "k"}
	m, _, err := w.Memos.Add(w.Ctx(), u, draft)
	w.OK(err)
	w.OK(must.Err(w.Memos.Edit(w.Ctx(), u, m.Ref(), "oat milk", 1)))
	edited, created, err := w.Memos.Add(w.Ctx(), u, draft)
	if err != nil || created || edited.Content != "oat milk" || edited.Deleted {
		t.Errorf("Add again: got %+v, %v, %v, want the memo as edited", edited, created, err)
	}
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), u, m.Ref())))
	got, created, err := w.Memos.Add(w.Ctx(), u, draft)
	if err != nil || created || got.Content != "oat milk" || !got.Deleted {
		t.Errorf("Add again: got %+v, %v, %v, want the memo as edited and deleted", got, created, err)
	}
}

// TestStrangers: for a memo of another family the service returns the same error as for
// one that does not exist.
func TestStrangers(t *testing.T) {
	w := newWorld(t)
	owner, stranger := w.Person("Taro"), w.Person("Goro")
	m := w.Add(owner, "secret")
	missing := models.MemoRef{UserID: owner.ID, ID: "0000000000000000000000000"}
	for _, ref := range []models.MemoRef{m.Ref(), missing} {
		w.Refused(must.Err(w.Memos.Edit(w.Ctx(), stranger, ref, "mine", 0)), models.CodeNotFound, models.ReasonMemo)
		w.Refused(must.Err(w.Memos.Delete(w.Ctx(), stranger, ref, 0)), models.CodeNotFound, models.ReasonMemo)
		w.Refused(must.Err(w.Memos.Restore(w.Ctx(), stranger, ref)), models.CodeNotFound, models.ReasonMemo)
	}
	w.Same(w.Contents(owner, false), []string{"secret"})
	member := w.Join(w.Person("Hanako"), owner)
	if _, err := w.Memos.Edit(w.Ctx(), member, m.Ref(), "ours", 0); err != nil {
		t.Errorf("Edit by a member: got %v, want nil", err)
	}
	w.OK(w.Families.Remove(w.Ctx(), owner, member.ID))
	_, err := w.Memos.Edit(w.Ctx(), member, m.Ref(), "still mine", 0) // with the member as read before
	w.Refused(err, models.CodeNotFound, models.ReasonMemo)
}

func TestCursorOfStrangers(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	for _, cursor := range []string{"x", "====", "MQ", "MQoyCjM=", "LTEKYQpi", "OTk5OTk5OTk5OTk5OTk5OTk5CmEKYg"} {
		w.Refused(must.Err(w.Memos.List(w.Ctx(), u, memo.Query{Cursor: cursor})), models.CodeInvalid, models.ReasonFormat)
	}
}

func FuzzCursor(f *testing.F) {
	f.Add("MTc3NTAzNTgwMDAwMApUYXJvLTEKMDAwMA")
	f.Fuzz(func(t *testing.T, cursor string) {
		w := newWorld(t)
		u := w.Person("Taro")
		w.Add(u, "milk")
		_, err := w.Memos.List(w.Ctx(), u, memo.Query{Cursor: cursor})
		if err != nil && !models.IsCode(err, models.CodeInvalid) {
			t.Errorf("List(%q): got %v, want nil or invalid", cursor, err)
		}
	})
}

// TestFullList: a family with MaxMemos memos, including those in the trash, can add none
// until one is removed.
func TestFullList(t *testing.T) {
	w := newWorld(t)
	u, other := w.Person("Taro"), w.Person("Hanako")
	w.Memos.MaxMemos = 3
	for i := range 5 {
		m, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: memo.Key(rune('a' + i))})
		if i < 3 && err != nil || i >= 3 && !models.IsReason(err, models.ReasonListFull) {
			t.Fatalf("memo %d: got %v, want list_full from the fourth on", i, err)
		}
		if i == 0 {
			w.OK(must.Err(w.Memos.Delete(w.Ctx(), u, m.Ref(), 0)))
		}
	}
	if _, created, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: "b"}); err != nil || created {
		t.Errorf("a repeat: got %v, %v, want the stored memo", created, err)
	}
	if _, _, err := w.Memos.Add(w.Ctx(), other, memo.Draft{Content: "bread", Key: "x"}); err != nil {
		t.Errorf("Add in another family: got %v, want nil", err)
	}
	w.OK(must.Err(w.Memos.EmptyTrash(w.Ctx(), u)))
	if _, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "eggs", Key: "y"}); err != nil {
		t.Errorf("Add after EmptyTrash: got %v, want nil", err)
	}
}

// TestKnownFullList: if the engine cannot count within Add, ListFull makes Add refuse. A
// repeat still returns the stored memo.
func TestKnownFullList(t *testing.T) {
	w := newWorld(t)
	u := w.Person("Taro")
	_, _, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: "a"})
	w.OK(err)
	u.Author.ListFull = true
	if _, created, err := w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: "a"}); err != nil || created {
		t.Errorf("a repeat: got %v, %v, want the stored memo", created, err)
	}
	_, _, err = w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "bread", Key: "b"})
	w.Refused(err, models.CodeConflict, models.ReasonListFull)
	w.Memos.MaxMemos = 0
	if _, _, err = w.Memos.Add(w.Ctx(), u, memo.Draft{Content: "bread", Key: "b"}); err != nil {
		t.Errorf("Add without a limit: got %v, want nil", err)
	}
}

// movedAway is a store in which the author has moved to another family just before each of
// the next adds.
type movedAway struct {
	memo.Store
	left *int
}

func (s movedAway) Add(ctx context.Context, m models.Memo, limit int) (models.Memo, bool, error) {
	if *s.left--; *s.left >= 0 {
		return models.Memo{}, false, models.Conflict(models.ReasonMoved)
	}
	return s.Store.Add(ctx, m, limit)
}

// TestAddFollowsMoves: an add follows an author who moves five times meanwhile, and is
// refused after the sixth.
func TestAddFollowsMoves(t *testing.T) {
	w := newWorld(t)
	u, moves := w.Person("Taro"), 5
	service := memo.NewService(movedAway{w.MemoStore, &moves}, w.Families)
	service.Now = w.Now
	_, created, err := service.Add(w.Ctx(), u, memo.Draft{Content: "milk", Key: "k1"})
	w.OK(err)
	w.Same(created, true)
	moves = 6
	_, _, err = service.Add(w.Ctx(), u, memo.Draft{Content: "eggs", Key: "k2"})
	w.Refused(err, models.CodeConflict, models.ReasonMoved)
	w.Same(w.Contents(u, false), []string{"milk"})
}
