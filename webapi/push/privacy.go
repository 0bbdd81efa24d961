package push

import (
	"embed"
	"strconv"
	"strings"

	"voicememo/family/push"
	"voicememo/internal/texts"
	"voicememo/webapi"
)

// files say who sees notifications, and below that what is kept.
//
//go:embed privacy.en.txt privacy.ja.txt
var files embed.FS

// Privacy implements webapi.Module.
func (part) Privacy(tag string) webapi.Privacy {
	document := texts.LoadDocument(files, "privacy."+tag+".txt")
	shown := webapi.Privacy{Seen: document.Intro, Kept: webapi.KeptIn(document)}
	for i := range shown.Kept {
		shown.Kept[i].What = strings.ReplaceAll(shown.Kept[i].What, "{devices}", strconv.Itoa(push.MaxDevices))
	}
	return shown
}
