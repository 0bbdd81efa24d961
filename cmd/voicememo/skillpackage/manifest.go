package skillpackage

import (
	"bytes"
	"encoding/json"
	"fmt"

	"voicememo/skill"
)

// manifestFile is the manifest's name in the package.
const manifestFile = "skill.json"

// object is a JSON object.
type object = map[string]any

// fillManifest puts an endpoint, the addresses of the two legal pages, and the parts of
// modules into a manifest. The rest does not change; numbers keep their exact form. Without
// an endpoint the manifest has no events either, because nothing would receive them.
func fillManifest(raw []byte, endpoint object, public string, parts []skill.ManifestPart) ([]byte, error) {
	var document object
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	if err := reader.Decode(&document); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestFile, err)
	}
	manifest := child(document, "manifest")
	events, custom := child(manifest, "events"), child(child(manifest, "apis"), "custom")
	for _, p := range parts {
		extend(manifest, "permissions", "name", p.Permissions)
		extend(events, "publications", "eventName", p.Publications)
		extend(events, "subscriptions", "eventName", p.Subscriptions)
	}
	if custom["endpoint"], events["endpoint"] = endpoint, endpoint; endpoint == nil {
		delete(custom, "endpoint")
		delete(manifest, "events")
	}
	locales := child(child(manifest, "privacyAndCompliance"), "locales")
	for locale := range locales {
		language := locale[:2] // as in ja-JP
		locales[locale] = object{"privacyPolicyUrl": public + "/privacy?lang=" + language, "termsOfUseUrl": public + "/terms?lang=" + language}
	}
	return indented(document)
}

// indented returns JSON for a person to read.
func indented(value any) ([]byte, error) {
	var out bytes.Buffer
	writer := json.NewEncoder(&out)
	writer.SetEscapeHTML(false)
	writer.SetIndent("", "  ")
	err := writer.Encode(value)
	return out.Bytes(), err
}

// extend adds objects with one property, one for each value, to a list of an object.
func extend(in object, list, property string, values []string) {
	if len(values) == 0 {
		return
	}
	all, _ := in[list].([]any) // absent: a new list
	for _, value := range values {
		all = append(all, object{property: value})
	}
	in[list] = all
}

// child returns a member of the embedded manifest that is an object.
func child(of object, name string) object { return of[name].(object) }
