package devissuer

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"path"

	"golang.org/x/text/language"

	"voicememo/models"
)

//go:embed page.html style.css icon.svg
var files embed.FS

var pageTemplate = template.Must(template.ParseFS(files, "page.html"))

// words are the page's texts in one language.
type words struct {
	App, Lang, Title, Warning, Pick, Samples, Type, Label, Submit, BadName string
	People                                                                 []string // offered on first use
}

// texts returns the page's texts in the reader's language, Japanese or English.
func texts(acceptLanguage string) words {
	matcher := language.NewMatcher([]language.Tag{language.English, language.Japanese})
	tag, _ := language.MatchStrings(matcher, acceptLanguage)
	if base, _ := tag.Base(); base.String() == "ja" {
		return words{
			App: "家族ボイスメモ", Lang: "ja", Title: "開発用サインイン", Warning: "このコンピューターだけで使えます。パスワードはありません。",
			Pick: "だれとしてサインインしますか？", Samples: "たとえば", Type: "ほかの人として", Label: "名前", Submit: "サインイン",
			BadName: "名前は1〜50文字で入力してください。", People: []string{"太郎", "花子"},
		}
	}
	return words{
		App: "Family Voice Memo", Lang: "en", Title: "Development sign-in", Warning: "Only on this computer. There are no passwords.",
		Pick: "Who do you want to be?", Samples: "For example", Type: "Another person", Label: "Name", Submit: "Sign in",
		BadName: "Enter a name of 1 to 50 characters.", People: []string{"Taro", "Hanako"},
	}
}

// shownPeople is how many people have a button. The names of the others are offered to a
// person who types.
const shownPeople = 5

// pageData is what the template shows.
type pageData struct {
	words
	Action, Style, Icon string
	Known               []string // the last who signed in
	Others              []string // who did before them
	Bad                 bool
	MaxName             int
}

func (p *Provider) showPage(w http.ResponseWriter, r *http.Request) {
	if a, ok := p.check(w, r); ok {
		p.page(w, r, a, http.StatusOK)
	}
}

// page shows the names to pick from; with status 400 also that the typed name is not
// valid. The forms are sent to the requested address, so they have the authorization
// request's parameters.
func (p *Provider) page(w http.ResponseWriter, r *http.Request, a authorization, status int) {
	names := p.people.list()
	last := min(len(names), shownPeople)
	data := pageData{
		words: texts(r.Header.Get("Accept-Language")), Known: names[:last], Others: names[last:],
		Bad: status != http.StatusOK, MaxName: models.MaxName,
		Action: p.path + "/authorize?" + r.URL.RawQuery, Style: p.path + "/style.css", Icon: p.path + "/icon.svg",
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, data); err != nil {
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; "+
		"form-action 'self' "+origin(a.redirect)) // browsers also apply it to the redirect after the form
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // an error means that the browser disconnected
}

// origin returns the scheme and host of a registered redirect URI.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// file serves what the page loads.
func (p *Provider) file(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, files, path.Base(r.URL.Path))
}
