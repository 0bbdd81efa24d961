package webapi

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
)

// TestLegalPages: access, language and contents of the pages.
func TestLegalPages(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct {
		path, accept, lang string
		has                []string
	}{
		"privacy by default": {"/privacy", "", "en", []string{"<h1>Privacy</h1>", "10 days, unless", "Valid for 5 minutes", "Delete my account",
			"its owner sees your name, your picture, your e-mail address", "30 days, so that its recovery number", "stay with the family",
			"The operator of this server is responsible for it."}},
		"privacy in Japanese": {"/privacy", "ja", "ja", []string{"<h1>プライバシー</h1>", "10日間", "5分間", "アカウントを消す",
			"その家族の代表に、あなたの名前、写真、（ここに登録されていれば）メールアドレス", "取り戻せるように30日間", "家族に残ります",
			"責任者は、このサーバーの運営者です。"}},
		"a link wins over the reader": {"/privacy?lang=ja", "en", "ja", []string{"保存するもの"}},
		"and the other way round":     {"/privacy?lang=en", "ja-JP,ja;q=0.9", "en", []string{"What is kept"}},
		"an unknown language":         {"/privacy?lang=tlh", "ja", "ja", []string{"保存するもの"}},
		"terms":                       {"/terms", "", "en", []string{"<h1>Terms of use</h1>", "no emergency service"}},
		"terms in Japanese":           {"/terms?lang=ja", "", "ja", []string{"<h1>利用規約</h1>", "緊急の連絡手段ではありません"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.ask("", "GET", c.path, "", "Accept-Language: "+c.accept).want(200)
			page := html.UnescapeString(r.body)
			for _, text := range append(c.has, `<html lang="`+c.lang+`">`) {
				if !strings.Contains(page, text) {
					t.Errorf("the page lacks %s", text)
				}
			}
			if got := r.header.Get("Content-Language"); got != c.lang {
				t.Errorf("got Content-Language %q, want %q", got, c.lang)
			}
			if r.header.Get("Content-Security-Policy") != policy("") || r.header.Get("Content-Type") != "text/html; charset=UTF-8" {
				t.Errorf("got headers %v, want the policy and HTML", r.header)
			}
			for _, foreign := range []string{"http://", "https://", "<script", "<style", "style=", "onclick"} {
				if strings.Contains(page, foreign) {
					t.Errorf("the page has %s", foreign)
				}
			}
		})
	}
}

// TestLegalLinks follows every link of both pages in both languages.
func TestLegalLinks(t *testing.T) {
	s := newSite(t)
	links := regexp.MustCompile(`<(?:a|link rel="stylesheet") href="([^"]+)"`)
	for _, start := range []string{"/privacy?lang=ja", "/privacy?lang=en", "/terms?lang=ja", "/terms?lang=en"} {
		found := map[string]bool{}
		for _, link := range links.FindAllStringSubmatch(s.ask("", "GET", start, "").want(200).body, -1) {
			found[link[1]] = true
			s.ask("", "GET", link[1], "").want(200)
		}
		for _, want := range []string{"/", "/privacy?lang=" + start[len(start)-2:], "/terms?lang=" + start[len(start)-2:], "/api/docs.css"} {
			if !found[want] {
				t.Errorf("%s does not lead to %s", start, want)
			}
		}
		other := strings.NewReplacer("lang=ja", "lang=en", "lang=en", "lang=ja").Replace(start)
		if !found[other] {
			t.Errorf("%s does not lead to %s", start, other)
		}
	}
}

// TestLegalLanguages: the table of what is kept has the same entries in both languages.
func TestLegalLanguages(t *testing.T) {
	for i, section := range legalByTag()["ja"].kept.Sections {
		if want := legalByTag()["en"].kept.Sections[i].Heading; section.Heading != want || len(section.Text) != 3 {
			t.Errorf("got entry %+v, want one for %q", section, want)
		}
	}
}

// TestLegalNumbers: every placeholder is replaced and every number is used, and the texts
// themselves have only small numbers that are not limits.
func TestLegalNumbers(t *testing.T) {
	s := newSite(t)
	all := fmt.Sprintf("%+v", legalByTag())
	for placeholder := range legalNumbers() {
		if !strings.Contains(all, placeholder) {
			t.Errorf("%s is not used", placeholder)
		}
	}
	for _, path := range []string{"/privacy?lang=ja", "/privacy?lang=en", "/terms?lang=ja", "/terms?lang=en"} {
		if page := s.ask("", "GET", path, "").want(200).body; strings.ContainsAny(page, "{}") {
			t.Errorf("%s: got %q, want nothing in braces", path, regexp.MustCompile(`\{[^{}]*\}`).FindAllString(page, -1))
		}
	}
	if typed := regexp.MustCompile(`\d+`).FindAllString(fmt.Sprintf("%+v", legalByTag()["en"]), -1); len(typed) > 0 {
		t.Errorf("got numbers %q typed into the English texts, want placeholders", typed)
	}
	words := regexp.MustCompile(`[42]桁|1つ|2つ|1時間ほど|1分ほど|2日ほど|1日`)
	if typed := regexp.MustCompile(`\d+`).FindAllString(words.ReplaceAllString(fmt.Sprintf("%+v", legalByTag()["ja"]), ""), -1); len(typed) > 0 {
		t.Errorf("got numbers %q typed into the Japanese texts, want placeholders", typed)
	}
}

// TestLegalOperator: both pages name the operator of the server, as text.
func TestLegalOperator(t *testing.T) {
	const operator = `<b>Sato & sons</b>, {trash} Example Street`
	s := newSite(t, func(o *Options) { o.Operator = operator })
	for path, want := range map[string]string{
		"/privacy?lang=en": "operated by " + operator, "/terms?lang=en": "operated by " + operator,
		"/privacy?lang=ja": "運営者（責任者）は、" + operator + "です", "/terms?lang=ja": "運営者（責任者）は、" + operator + "です",
	} {
		body := s.ask("", "GET", path, "").want(200).body
		if !strings.Contains(html.UnescapeString(body), want) || strings.Contains(body, "<b>") {
			t.Errorf("%s does not say %s", path, want)
		}
		if strings.Contains(path, "privacy") && !strings.Contains(html.UnescapeString(body), operator+"）") && !strings.Contains(html.UnescapeString(body), "Ask the operator of this server: "+operator) {
			t.Errorf("%s does not name a contact", path)
		}
	}
}
