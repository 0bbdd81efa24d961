package skillpackage

import (
	"bytes"
	"encoding/json"
	"fmt"

	"voicememo/skill"
)

// manifestFile is the manifest's name in the package.
const manifestFile = "skill.json"

// fillManifest puts an endpoint, the addresses of the two legal pages, and the parts of
// modules into a manifest. The rest does not change; numbers keep their exact form. Without
// an endpoint the manifest has no events either, because nothing would receive them.
func fillManifest(raw []byte, endpoint map[string]any, public string, parts []skill.ManifestPart) ([]byte, error) {
	var document map[string]any
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	if err := reader.Decode(&document); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestFile, err)
	}
	manifest, err := child(document, "manifest")
	if err != nil {
		return nil, err
	}
	if err := addParts(manifest, parts); err != nil {
		return nil, err
	}
	if err := setEndpoint(manifest, endpoint); err != nil {
		return nil, err
	}
	if err := setLegalPages(manifest, public); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	writer := json.NewEncoder(&out)
	writer.SetEscapeHTML(false)
	writer.SetIndent("", "  ")
	if err := writer.Encode(document); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestFile, err)
	}
	return out.Bytes(), nil
}

// addParts adds the permissions and events of modules.
func addParts(manifest map[string]any, parts []skill.ManifestPart) error {
	events, err := child(manifest, "events")
	if err != nil {
		return err
	}
	for _, p := range parts {
		extend(manifest, "permissions", "name", p.Permissions)
		extend(events, "publications", "eventName", p.Publications)
		extend(events, "subscriptions", "eventName", p.Subscriptions)
	}
	return nil
}

// extend adds objects with one property, one for each value, to a list of an object.
func extend(object map[string]any, list, property string, values []string) {
	if len(values) == 0 {
		return
	}
	all, _ := object[list].([]any) // absent: a new list
	for _, value := range values {
		all = append(all, map[string]any{property: value})
	}
	object[list] = all
}

// setEndpoint sets the endpoint of requests and events; nil removes both.
func setEndpoint(manifest, endpoint map[string]any) error {
	custom, err := child(manifest, "apis", "custom")
	if err != nil {
		return err
	}
	events, err := child(manifest, "events")
	if err != nil {
		return err
	}
	if endpoint == nil {
		delete(custom, "endpoint")
		delete(manifest, "events")
		return nil
	}
	custom["endpoint"], events["endpoint"] = endpoint, endpoint
	return nil
}

// setLegalPages sets the addresses of the legal pages for each locale, in its language.
func setLegalPages(manifest map[string]any, public string) error {
	locales, err := child(manifest, "privacyAndCompliance", "locales")
	if err != nil {
		return err
	}
	for locale := range locales {
		language := locale[:2] // as in ja-JP
		locales[locale] = map[string]any{
			"privacyPolicyUrl": public + "/privacy?lang=" + language,
			"termsOfUseUrl":    public + "/terms?lang=" + language,
		}
	}
	return nil
}

// child returns the object at a path of nested objects.
func child(object map[string]any, path ...string) (map[string]any, error) {
	for _, name := range path {
		next, ok := object[name].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s: no object %q", manifestFile, name)
		}
		object = next
	}
	return object, nil
}
