package main

import (
	_ "embed" // for index.html.tmpl
	"fmt"
	"html/template"
	"os"
	"path/filepath"

	"voicememo/tools/testkit/chromium"
)

//go:embed index.html.tmpl
var indexText string

var indexPage = template.Must(template.New("index").Parse(indexText))

// sheet is what the index shows of a screen.
type sheet struct {
	Name string
	Rows []row
}

// row are the pictures of a screen in one language and theme.
type row struct{ Files []string }

// sheetOf lists the pictures that there are of a screen.
func sheetOf(out, name string) sheet {
	s := sheet{Name: name}
	for _, language := range []string{"ja", "en"} {
		for _, theme := range themes {
			var r row
			for _, k := range kinds {
				for _, z := range k.sizes {
					if file := fileName(name, language, z, theme); exists(filepath.Join(out, file)) {
						r.Files = append(r.Files, file)
					}
				}
			}
			if len(r.Files) > 0 {
				s.Rows = append(s.Rows, r)
			}
		}
	}
	return s
}

// index writes index.html, which shows all pictures that there are.
func index(out string) error {
	var all []sheet
	for _, to := range screens {
		if s := sheetOf(out, to.name); len(s.Rows) > 0 {
			all = append(all, s)
		}
	}
	return writePage(filepath.Join(out, "index.html"), all)
}

func writePage(file string, all []sheet) error {
	f, err := os.Create(file) //nolint:gosec // the operator's directory
	if err != nil {
		return err
	}
	if err := indexPage.Execute(f, all); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// sheets writes one picture of all pictures of each screen that is wanted.
func sheets(browser *chromium.Browser, out string, f filter) error {
	dir := filepath.Join(out, "sheets")
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // public pictures
		return err
	}
	w, err := browser.Open(chromium.Settings{Width: 2260, Height: 1000})
	if err != nil {
		return err
	}
	defer w.Close()
	whole, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	page := filepath.Join(whole, fmt.Sprintf("sheet-%d.html", os.Getpid())) // beside the pictures, and another run's apart
	defer func() { _ = os.Remove(page) }()
	for _, to := range screens {
		s := sheetOf(out, to.name)
		if !f.screen(to.name) || len(s.Rows) == 0 {
			continue
		}
		if err := writePage(page, []sheet{s}); err != nil {
			return err
		}
		if err := w.Do(chromium.Resize(2260, 1000), chromium.Visit("file://"+page), loadedImages); err != nil {
			return err
		}
		height, err := chromium.Eval[int64](w, "Math.ceil(document.body.getBoundingClientRect().height)")
		if err != nil {
			return err
		}
		if err := w.Do(chromium.Resize(2260, height), loadedImages, chromium.Picture(filepath.Join(dir, to.name+".png"))); err != nil {
			return err
		}
	}
	return nil
}

var loadedImages = chromium.Until("the pictures are there",
	"Promise.all([...document.images].map((i) => i.decode())).then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true)))))")
