package legacy

import (
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func num(n string) types.AttributeValue { return &types.AttributeValueMemberN{Value: n} }

// TestInstants covers every form in which the earlier system may have written a time.
func TestInstants(t *testing.T) {
	for name, c := range map[string]struct {
		value types.AttributeValue
		want  string
	}{
		"ISO 8601":             {str("2025-07-14T09:30:15.123Z"), "2025-07-14T09:30:15.123Z"},
		"another zone":         {str("2025-07-14T18:30:15+09:00"), "2025-07-14T09:30:15.000Z"},
		"zone without a colon": {str("2025-07-14T18:30:15+0900"), "2025-07-14T09:30:15.000Z"},
		"no zone":              {str("2025-07-14T09:30:15.123456"), "2025-07-14T09:30:15.123Z"},
		"a space":              {str(" 2025-07-14 09:30:15 "), "2025-07-14T09:30:15.000Z"},
		"milliseconds":         {num("1752485415123"), "2025-07-14T09:30:15.123Z"},
		"seconds":              {num("1752485415"), "2025-07-14T09:30:15.000Z"},
		"parts of seconds":     {num("1752485415.5"), "2025-07-14T09:30:15.500Z"},
		"milliseconds in text": {str("1752485415123"), "2025-07-14T09:30:15.123Z"},
		"microseconds":         {num("1752485415123456"), "2025-07-14T09:30:15.123Z"},
		"nanoseconds":          {num("1752485415123456789"), "2025-07-14T09:30:15.123Z"},
		"slashes":              {str("2025/07/14 18:30:00"), "2025-07-14T18:30:00.000Z"},
		"toLocaleString of ja": {str("2025/7/14 9:30:15"), "2025-07-14T09:30:15.000Z"},
		"slashes and a zone":   {str("2025/07/14 18:30:00 +0900"), "2025-07-14T09:30:00.000Z"},
		"no seconds":           {str("2025-07-14 18:30"), "2025-07-14T18:30:00.000Z"},
		"no seconds, a zone":   {str("2025-07-14T18:30+09:00"), "2025-07-14T09:30:00.000Z"},
		"hours of a zone":      {str("2025-07-14T18:30:15+09"), "2025-07-14T09:30:15.000Z"},
		"UTC by name":          {str("2025-07-14 09:30:15 UTC"), "2025-07-14T09:30:15.000Z"},
		"a day":                {str("2025-07-14"), "2025-07-14T00:00:00.000Z"},
		"toString":             {str("Mon Jul 14 2025 18:30:15 GMT+0900 (JST)"), "2025-07-14T09:30:15.000Z"},
		"toString of ja":       {str("Mon Jul 14 2025 18:30:15 GMT+0900 (日本標準時)"), "2025-07-14T09:30:15.000Z"},
		"toUTCString":          {str("Mon, 14 Jul 2025 09:30:15 GMT"), "2025-07-14T09:30:15.000Z"},
		"toLocaleString of en": {str("7/8/2025, 9:30:15 AM"), ""}, // may be 7 August
		"a zone of letters":    {str("2025-07-14 18:30:15 JST"), ""},
		"half a day":           {str("2025-07-14 06:30:15 PM"), ""},
		"no such day":          {str("2025-02-30 18:30"), ""},
		"digits of a day":      {num("20250714"), ""},
		"words":                {str("yesterday"), ""},
		"nothing":              {str(""), ""},
		"zero":                 {num("0"), ""},
		"before 1970":          {str("1969-07-20T00:00:00Z"), ""},
		"too far":              {num("1e300"), ""},
		"no number":            {str("NaN"), ""},
		"a flag":               {&types.AttributeValueMemberBOOL{Value: true}, ""},
	} {
		check.Equal(t, models.FormatTime(instant(item{"at": c.value}, "at")), c.want, name)
	}
}

// TestNumbersAsTexts: a memo whose text or id is a number is imported like any other.
func TestNumbersAsTexts(t *testing.T) {
	m := readMemo(item{"userId": num("1"), "memoId": num("2"), "text": num("42"), "createdByName": &types.AttributeValueMemberNULL{Value: true}})
	if m.user != "1" || m.id != "2" || m.content != "42" || m.name != "" {
		t.Errorf("got %+v", m)
	}
}

// TestTimesInIDs covers ids that contain a time, and ids that only seem to.
func TestTimesInIDs(t *testing.T) {
	for id, want := range map[string]string{
		"17524854151234abc":                    "2025-07-14T09:30:15.123Z",
		"memo_1752485415123_x7f":               "2025-07-14T09:30:15.123Z",
		"1752485415-x7f":                       "2025-07-14T09:30:15.000Z",
		"2025-07-14T09:30:15.123Z#4abc":        "2025-07-14T09:30:15.123Z",
		"550e8400-e29b-41d4-a716-175248541512": "",
		"0000000000000":                        "",
		"9999999999999999999999":               "",
		"note":                                 "",
	} {
		check.Equal(t, models.FormatTime(timeInID(id)), want, id)
	}
}

// TestKeys: the same memo has the same id in every import, and no two memos share one.
func TestKeys(t *testing.T) {
	at := time.UnixMilli(1752485415123)
	m := oldMemo{user: "a", id: "1", at: at}
	if got := string(m.key()); len(got) != 25 || got[:13] != "1752485415123" || got != string((oldMemo{user: "a", id: "1", at: at}).key()) {
		t.Errorf("got %s", got)
	}
	for _, other := range []oldMemo{{user: "a", id: "2", at: at}, {user: "b", id: "1", at: at}} {
		if other.key() == m.key() {
			t.Errorf("got the same key for %+v, want another", other)
		}
	}
	if got := (oldMemo{user: "a", id: "1"}).key(); got[:13] != "0000000001000" {
		t.Errorf("got %s without a time, want the prefix 0000000001000", got)
	}
}

// TestContents: a text is found in whatever form it is stored, if its parts have an order.
func TestContents(t *testing.T) {
	list := func(v ...types.AttributeValue) types.AttributeValue { return &types.AttributeValueMemberL{Value: v} }
	object := func(fields item) types.AttributeValue { return &types.AttributeValueMemberM{Value: fields} }
	null := &types.AttributeValueMemberNULL{Value: true}
	for name, c := range map[string]struct {
		value    types.AttributeValue
		want     string
		readable bool
	}{
		"a text":                 {str("牛乳"), "牛乳", true},
		"nothing":                {nil, "", true},
		"null":                   {null, "", true},
		"spaces":                 {str(" \t\n"), "", true},
		"what does not show":     {str("\u200b\ufeff\u3164\x00"), "", true},
		"a set":                  {&types.AttributeValueMemberSS{Value: []string{"牛乳", "パン"}}, "牛乳\nパン", true},
		"a set of numbers":       {&types.AttributeValueMemberNS{Value: []string{"42"}}, "42", true},
		"a list":                 {list(str("牛乳"), num("2"), null), "牛乳\n2", true},
		"an empty list":          {list(), "", true},
		"a map of one text":      {object(item{"value": str("牛乳"), "confidence": num("0.9"), "final": &types.AttributeValueMemberBOOL{}}), "牛乳", true},
		"a map in a list":        {list(object(item{"S": str("牛乳")}), str("パン")), "牛乳\nパン", true},
		"a list in a map":        {object(item{"values": list(str("牛乳"), str("パン"))}), "牛乳\nパン", true},
		"a map of two texts":     {object(item{"a": str("牛乳"), "b": str("パン")}), "", false},
		"bytes":                  {&types.AttributeValueMemberB{Value: []byte("牛乳")}, "", false},
		"a flag":                 {&types.AttributeValueMemberBOOL{Value: true}, "", false},
		"bytes in a list":        {list(str("牛乳"), &types.AttributeValueMemberB{}), "", false},
		"an empty map":           {object(item{}), "", true},
		"a map of only a number": {object(item{"n": num("1")}), "", true},
	} {
		if got, readable := content(item{"text": c.value}, "text", "content"); got != c.want || readable != c.readable {
			t.Errorf("%s: got %q, %t, want %q, %t", name, got, readable, c.want, c.readable)
		}
	}
	if got, readable := content(item{"text": &types.AttributeValueMemberB{}, "content": str("牛乳")}, "text", "content"); got != "牛乳" || !readable {
		t.Errorf("got %q, %t", got, readable)
	}
}

// TestTrashed: a deleted memo does not return, however its deletion was stored.
func TestTrashed(t *testing.T) {
	flag := func(b bool) types.AttributeValue { return &types.AttributeValueMemberBOOL{Value: b} }
	for name, c := range map[string]struct {
		it   item
		want bool
	}{
		"nothing":                {item{}, false},
		"true":                   {item{"deleted": flag(true)}, true},
		"false":                  {item{"deleted": flag(false), "deletedAt": str("2025-07-14T09:30:15Z")}, false},
		"the text true":          {item{"deleted": str(" TRUE ")}, true},
		"the text false":         {item{"deleted": str("false")}, false},
		"1":                      {item{"deleted": num("1")}, true},
		"0":                      {item{"deleted": num("0")}, false},
		"the text 1":             {item{"deleted": str("1")}, true},
		"the text 0":             {item{"deleted": str("0")}, false},
		"only when":              {item{"deletedAt": str("2025-07-14T09:30:15Z")}, true},
		"only when, in seconds":  {item{"deletedAt": num("1752485415")}, true},
		"only when, unreadable":  {item{"deletedAt": str("yesterday")}, true},
		"when, and an odd flag":  {item{"deleted": str("perhaps"), "deletedAt": num("1752485415")}, true},
		"an odd flag":            {item{"deleted": str("perhaps")}, false},
		"an empty text for when": {item{"deletedAt": str("")}, false},
	} {
		check.Equal(t, trashed(c.it), c.want, name)
	}
}

// TestFutureTimes: no time of a memo is after the import, and its id does not depend on the
// import's time.
func TestFutureTimes(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := readMemo(item{
		"userId": str("1"), "memoId": str("2"), "text": str("x"), "timestamp": str("2031-01-01T00:00:00Z"),
		"updatedAt": str("2032-01-01T00:00:00Z"), "deletedAt": str("2033-01-01T00:00:00Z"),
	})
	got := m.memo(models.User{ID: "1"}, now)
	if !got.Timestamp.Equal(now) || !got.UpdatedAt.IsZero() || !got.DeletedAt.Equal(now) {
		t.Errorf("got %+v, want the times of %v", got, now)
	}
	if later := m.memo(models.User{ID: "1"}, now.AddDate(10, 0, 0)); later.ID != got.ID {
		t.Errorf("got %s, want %s", later.ID, got.ID)
	}
}

// TestAuthorNames: the name on a memo is cut like every name.
func TestAuthorNames(t *testing.T) {
	for name, want := range map[string]string{
		"太郎": "太郎", strings.Repeat("太", 5000): strings.Repeat("太", models.MaxName), " 太\u200b郎\n": "太郎", "\u200b \ufeff": "", "": "",
	} {
		check.Equal(t, (oldMemo{name: name}).memo(models.User{}, importDay).CreatedByName, want, "%.20q", name)
	}
	check.Equal(t, (oldMemo{}).memo(models.User{Name: "太郎", Membership: models.Membership{Gone: true}}, importDay).CreatedByName, "太郎", "for a former member")
}

// TestAccountsThatCanBeUsed: an owner is created only for these ids.
func TestAccountsThatCanBeUsed(t *testing.T) {
	for id, want := range map[string]bool{
		"102220884585798233202": true, "amzn1.ask.account.AMAUQ": true, "0a1b2c3d4e5f#subject": true, "dev#1234": true,
		"": false, "   ": false, "undefined": false, "null": false, "web-user": false, "amzn1.ask.account.": false, "amzn1.ask.device.X": false,
		uuidLike: false, "family#x": false, "access#x": false, "12\n3": false, "1 2": false,
	} {
		check.Equal(t, canSignIn(id), want, "%q", id)
	}
}

// TestShown: an id is shown as one word that can be copied, whatever its characters.
func TestShown(t *testing.T) {
	for id, want := range map[string]string{
		"memo_1-a": "memo_1-a", "": `""`, "a b": `"a b"`, "a\nb": `"a\nb"`, "\x1b[31m": `"\x1b[31m"`, "\u202eb": `"\u202eb"`, `"`: `"\""`,
	} {
		check.Equal(t, shown(id), want)
	}
}
