package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"voicememo/skill/words"
)

// samples fill the placeholders of the sentences.
func samples(c words.Catalogue) words.Args {
	return words.Args{
		"who": "花子さん", "owner": "太郎さん", "others": "花子さん、おばあちゃん", "name": "花子", "room": "台所",
		"content": "牛乳を買う", "text": "牛乳", "by": "花子さん、10分前", "when": "10分前", "memo": "2番",
		"number": "2", "last": "5", "count": "7", "memos": "3件",
		"minutes": "10", "hours": "4", "days": "4", "year": "2026", "month": "4", "day": "1", "time": "15時04分",
		"wait": c.Text(words.WaitCount, words.Args{"minutes": "10"}), "words": "メモを読んで",
		"digits": "4、0、7、1", "code": "4071", "check": "6、3", "a": "4", "b": "0", "c": "7", "d": "1",
	}
}

// numbered lists the sentences that are read with more than one number, because the
// reading of a counter depends on the number before it.
var numbered = []struct {
	key        words.Key
	name       string
	from, most int
}{
	{words.ReadItem, "number", 1, 20},
	{words.ManyMemos, "count", 1, 20},
	{words.Members, "count", 1, 20},
	{words.MinutesAgo, "minutes", 1, 59},
	{words.HoursAgo, "hours", 1, 23},
	{words.DaysAgo, "days", 2, 6},
	{words.OnDate, "month", 1, 12},
	{words.OnDate, "day", 1, 31},
	{words.ValidCount, "minutes", 2, 10},
	{words.WaitHours, "hours", 2, 24},
}

// sentences returns every sentence of the Japanese catalogue with its placeholders
// filled, without duplicates, in a fixed order.
func sentences() []string {
	c := words.Japanese()
	all := map[string]bool{}
	for k := range c {
		if isSentence(c, k) {
			all[c.Text(k, samples(c))] = true
		}
	}
	for _, n := range numbered {
		args := samples(c)
		for i := n.from; i <= n.most; i++ {
			args[n.name] = strconv.Itoa(i)
			all[c.Text(n.key, args)] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// isSentence reports whether k is a text that is said or shown, and not a list of words
// to recognise, a layout or only punctuation.
func isSentence(c words.Catalogue, k words.Key) bool {
	return k != words.Clock && len(c.Words(k)) == 1 && strings.ContainsFunc(c.Text(k, samples(c)), unicode.IsLetter)
}
