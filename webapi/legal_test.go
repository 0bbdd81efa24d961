package webapi

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

// TestLegalPages: who may read them, in which language, and what they promise.
func TestLegalPages(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct {
		path, accept, lang string
		has                []string
	}{
		"privacy for everybody else": {"/privacy", "", "en", []string{"<h1>Privacy</h1>", "ten days", "five minutes", "Delete my account",
			"its owner sees your name, your picture, your e-mail address", "kept for 30 days", "stay with the family"}},
		"privacy in Japanese": {"/privacy", "ja", "ja", []string{"<h1>プライバシー</h1>", "10日間", "5分間", "アカウントを消す",
			"その家族の代表に、あなたの名前、写真、（ここに登録されていれば）メールアドレス", "30日間残し", "家族に残ります"}},
		"a link wins over the reader": {"/privacy?lang=ja", "en", "ja", []string{"保存するもの"}},
		"and the other way round":     {"/privacy?lang=en", "ja-JP,ja;q=0.9", "en", []string{"What is stored"}},
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
				t.Errorf("Content-Language %q", got)
			}
			if r.header.Get("Content-Security-Policy") != policy || r.header.Get("Content-Type") != "text/html; charset=UTF-8" {
				t.Errorf("headers %v", r.header)
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

// TestLegalLanguages: every language of this surface has the same sections.
func TestLegalLanguages(t *testing.T) {
	for _, c := range catalogues {
		texts, known := legalIn[c.tag]
		if !known {
			t.Errorf("no pages in %s", c.tag)
			continue
		}
		for name, pair := range map[string][2]legalText{
			"privacy": {texts.privacy, legalEnglish.privacy}, "terms": {texts.terms, legalEnglish.terms},
		} {
			got, want := pair[0], pair[1]
			if got.Title == "" || got.Intro == "" || len(got.Sections) != len(want.Sections) {
				t.Fatalf("%s %s: %d sections, want %d", name, c.tag, len(got.Sections), len(want.Sections))
			}
			for i, section := range got.Sections {
				if section.Heading == "" || len(section.Text) != len(want.Sections[i].Text) || len(section.List) != len(want.Sections[i].List) {
					t.Errorf("%s %s: %q is not like %q", name, c.tag, section.Heading, want.Sections[i].Heading)
				}
			}
		}
	}
}
