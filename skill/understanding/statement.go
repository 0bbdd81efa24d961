package understanding

import (
	"slices"
	"strings"
)

// statement is words around what runs out: "we're out of milk". If they say something
// about other things, the whole text is the memo: "we're out of town".
type statement struct {
	before, after string                  // how the words before the slot end, and those after it begin
	other         func(value string) bool // reports whether the slot's value does not run out
}

func englishStatements(l *language) []statement {
	others := l.folded(list("town|school|work|bed|hospital|jail|state|time|space|room|ideas|breath|luck|control|order|practice|reach|range|sight|touch|business|place|here|there|it|this|that|" +
		"the|my|our|your|his|her|their"))
	return []statement{{before: "out of ", other: func(value string) bool {
		first, _, _ := strings.Cut(value, " ")
		return slices.Contains(others, first)
	}}}
}

func japaneseStatements(l *language) []statement {
	expires := l.set("電話|通話|携帯|スマホ|ネット|回線|充電|バッテリー|期限|契約|保険|免許|定期|縁|息|糸|ひも|紐|パスポート")
	lacks := l.set("時間|お金|余裕|やる気|元気|場所|席|予定")
	out := []statement{{after: "がもう", other: func(value string) bool { return containsSuffix(value, lacks) }}}
	for _, after := range []string{"切れ", "が切れ"} {
		out = append(out, statement{after: after, other: func(value string) bool { return containsSuffix(strings.TrimSuffix(value, "が"), expires) }})
	}
	return out
}

// saysOther reports whether a sample with a value is a statement about something else.
func (l *language) saysOther(p *pattern, value string) bool {
	if p.of.Intent != AddIntent || value == "" {
		return false
	}
	value = l.hear(value).words
	return slices.ContainsFunc(l.statements, func(s statement) bool {
		return strings.HasSuffix(p.prefix, s.before) && strings.HasPrefix(p.suffix, s.after) && s.other(value)
	})
}
