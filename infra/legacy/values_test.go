package legacy

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func num(n string) types.AttributeValue { return &types.AttributeValueMemberN{Value: n} }

// TestInstants: every form in which the earlier system may have written a time.
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
		"words":                {str("yesterday"), ""},
		"nothing":              {str(""), ""},
		"zero":                 {num("0"), ""},
		"before 1970":          {str("1969-07-20T00:00:00Z"), ""},
		"too far":              {num("1e300"), ""},
		"no number":            {str("NaN"), ""},
		"a flag":               {&types.AttributeValueMemberBOOL{Value: true}, ""},
	} {
		if got := models.FormatTime(instant(item{"at": c.value}, "at")); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestNumbersAsTexts: a memo whose text or id is a number is as good as any other.
func TestNumbersAsTexts(t *testing.T) {
	m := readMemo(item{"userId": num("1"), "memoId": num("2"), "text": num("42"), "createdByName": &types.AttributeValueMemberNULL{Value: true}})
	if m.user != "1" || m.id != "2" || m.content != "42" || m.name != "" {
		t.Errorf("got %+v", m)
	}
}

// TestTimesInIDs: ids that carry a time, and those that only look so.
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
		if got := models.FormatTime(timeInID(id)); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// TestKeys: the same memo has the same id in every import, and no two share one.
func TestKeys(t *testing.T) {
	at := time.UnixMilli(1752485415123)
	m := oldMemo{user: "a", id: "1", at: at}
	if got := string(m.key()); len(got) != 25 || got[:13] != "1752485415123" || got != string((oldMemo{user: "a", id: "1", at: at}).key()) {
		t.Errorf("got %s", got)
	}
	for _, other := range []oldMemo{{user: "a", id: "2", at: at}, {user: "b", id: "1", at: at}} {
		if other.key() == m.key() {
			t.Errorf("%+v has the same key", other)
		}
	}
	if got := (oldMemo{user: "a", id: "1"}).key(); got[:13] != "0000000001000" {
		t.Errorf("without a time it is %s", got)
	}
}
