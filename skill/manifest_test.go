package skill

import (
	"encoding/json"
	"image/png"
	"io/fs"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// storeLocales are the locales that the skill is offered in.
var storeLocales = []string{"ja-JP", "en-US", "en-GB", "en-CA", "en-AU", "en-IN"}

// manifest is the part of the skill manifest that the store's rules concern; see
// Amazon's page "Skill Manifest Schema".
type manifest struct {
	PublishingInformation struct {
		Category, DistributionMode, TestingInstructions string
		IsAvailableWorldwide                            bool
		DistributionCountries                           []string
		Locales                                         map[string]storeEntry
	}
	PrivacyAndCompliance struct {
		AllowsPurchases, UsesPersonalInfo, IsChildDirected, IsExportCompliant, ContainsAds *bool
		Locales                                                                            map[string]struct{ PrivacyPolicyURL, TermsOfUseURL string }
	}
	Permissions []struct{ Name string }
	Events      struct {
		Endpoint      manifestEndpoint
		Subscriptions []struct{ EventName string }
	}
	Apis struct {
		Custom struct {
			Endpoint   manifestEndpoint
			Interfaces []struct{ Type string }
		}
	}
}

type manifestEndpoint struct{ URI, SSLCertificateType string }

type storeEntry struct {
	Name, Summary, Description string
	ExamplePhrases, Keywords   []string
	SmallIconURI, LargeIconURI string
}

func loadManifest(t *testing.T) manifest {
	t.Helper()
	raw, err := fs.ReadFile(Package(), "skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Manifest manifest }
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	return document.Manifest
}

// TestStoreEntries checks that every locale has an entry within the store's limits: name 2 to 50, summary 160, description 4000 characters, three phrases
// that begin with the wake word, 30 keywords.
func TestStoreEntries(t *testing.T) {
	m := loadManifest(t)
	if len(m.PublishingInformation.Locales) != len(storeLocales) {
		t.Errorf("%d locales", len(m.PublishingInformation.Locales))
	}
	for _, locale := range storeLocales {
		t.Run(locale, func(t *testing.T) {
			e := m.PublishingInformation.Locales[locale]
			for text, limits := range map[string][2]int{e.Name: {2, 50}, e.Summary: {1, 160}, e.Description: {1, 4000}} {
				if n := utf8.RuneCountInString(text); n < limits[0] || n > limits[1] {
					t.Errorf("%d characters: %q", n, text)
				}
			}
			if len(e.Keywords) == 0 || len(e.Keywords) > 30 {
				t.Errorf("keywords %q", e.Keywords)
			}
			checkPhrases(t, locale, e.ExamplePhrases)
		})
	}
}

func checkPhrases(t *testing.T, locale string, phrases []string) {
	t.Helper()
	wake, invocation := "Alexa, ", "family voice memo"
	if locale == "ja-JP" {
		wake, invocation = "アレクサ、", "家族ボイスメモ"
	}
	if len(phrases) != 3 {
		t.Errorf("%d example phrases", len(phrases))
	}
	for _, p := range phrases {
		if !strings.HasPrefix(p, wake) || !strings.Contains(p, invocation) {
			t.Errorf("phrase %q", p)
		}
	}
}

// TestStoreIcons checks that the named files are in the package, as PNG of the sizes
// that the store requires.
func TestStoreIcons(t *testing.T) {
	for locale, e := range loadManifest(t).PublishingInformation.Locales {
		for address, size := range map[string]int{e.SmallIconURI: 108, e.LargeIconURI: 512} {
			file, local := strings.CutPrefix(address, "file://")
			f, err := Package().Open(file)
			if err != nil || !local {
				t.Errorf("%s: %q: %v", locale, address, err)
				continue
			}
			c, err := png.DecodeConfig(f)
			if err != nil || c.Width != size || c.Height != size {
				t.Errorf("%s: %s: %d by %d, %v", locale, file, c.Width, c.Height, err)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestPrivacyAndCompliance(t *testing.T) {
	p := loadManifest(t).PrivacyAndCompliance
	for name, c := range map[string]struct {
		got  *bool
		want bool
	}{
		"allowsPurchases": {p.AllowsPurchases, false}, "usesPersonalInfo": {p.UsesPersonalInfo, true},
		"isChildDirected": {p.IsChildDirected, false}, "isExportCompliant": {p.IsExportCompliant, true},
		"containsAds": {p.ContainsAds, false},
	} {
		if c.got == nil || *c.got != c.want {
			t.Errorf("%s is not %v", name, c.want)
		}
	}
	for _, locale := range storeLocales {
		pages := p.Locales[locale]
		for path, address := range map[string]string{"/privacy": pages.PrivacyPolicyURL, "/terms": pages.TermsOfUseURL} {
			u, err := url.Parse(address)
			if err != nil || u.Scheme != "https" || u.Path != path || u.Query().Get("lang") != locale[:2] {
				t.Errorf("%s: %q, %v", locale, address, err)
			}
		}
	}
}

// TestInterfacesAndEvents checks that the manifest requests what the handlers need: the
// screen, the recognised voice, and the event for a disabled skill.
func TestInterfacesAndEvents(t *testing.T) {
	m := loadManifest(t)
	if e := m.Apis.Custom.Endpoint; e.URI == "" || e.SSLCertificateType != "Trusted" || e != m.Events.Endpoint {
		t.Errorf("endpoints %+v, %+v", e, m.Events.Endpoint)
	}
	if len(m.Permissions) != 1 || m.Permissions[0].Name != "alexa::person_id:read" {
		t.Errorf("permissions %+v", m.Permissions)
	}
	if s := m.Events.Subscriptions; len(s) != 1 || s[0].EventName != "SKILL_DISABLED" {
		t.Errorf("subscriptions %+v", s)
	}
	if i := m.Apis.Custom.Interfaces; len(i) != 1 || i[0].Type != "ALEXA_PRESENTATION_APL" {
		t.Fatalf("interfaces %+v", i)
	}
}

// TestDistribution checks that the skill is either available worldwide or has a list of
// countries: the store accepts such a list only without worldwide availability.
func TestDistribution(t *testing.T) {
	p := loadManifest(t).PublishingInformation
	if p.Category != "ORGANIZERS_AND_ASSISTANTS" || p.DistributionMode != "PUBLIC" || p.TestingInstructions == "" {
		t.Errorf("%s, %s, %q", p.Category, p.DistributionMode, p.TestingInstructions)
	}
	if p.IsAvailableWorldwide != (len(p.DistributionCountries) == 0) {
		t.Errorf("worldwide %v, countries %v", p.IsAvailableWorldwide, p.DistributionCountries)
	}
}
