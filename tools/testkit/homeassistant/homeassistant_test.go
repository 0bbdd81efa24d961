package homeassistant

import (
	"fmt"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct{ template, sentence, want string }{
		{"メモに{memo}を追加[して]", "メモに牛乳を買うを追加して", "map[memo:牛乳を買う]"},
		{"メモに{memo}を追加[して]", "メモに 卵 を追加。", "map[memo:卵]"},
		{"メモに{memo}を追加[して]", "メモにを追加", "map[]"},
		{"メモを(読んで|教えて)", "メモを教えて", "map[]"},
		{"add {memo} to the memos", "Add buy milk to the memos", "map[memo:buy milk]"},
		{"add {memo} to the memos", "turn on the light", "map[]"},
	} {
		if got, err := match(c.template, c.sentence); err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s: got %v, %v, want %s", c.sentence, got, err, c.want)
		}
	}
}

func TestRender(t *testing.T) {
	h := &Home{states: map[string]any{"sensor.a": "2"}, attr: map[string]map[string]any{"sensor.a": {"memos": []any{map[string]any{"content": "x"}, map[string]any{"content": "y"}}}}}
	variables := map[string]any{"memo": `a "quoted" 牛乳 {{`, "answer": map[string]any{"status": 201}, "value_json": map[string]any{"memos": []any{1, 2}}}
	for template, want := range map[string]string{
		`{{ {'content': memo} | to_json }}`:                                             `{"content":"a \"quoted\" 牛乳 {{"}`,
		`{{ value_json.memos | count }}`:                                                "2",
		`{% if answer is defined and answer.status == 201 %}yes{% else %}no{% endif %}`: "yes",
		`{% if answer is defined and answer.status == 200 %}yes{% else %}no{% endif %}`: "no",
		`{% if other is defined and other.status == 200 %}yes{% else %}no{% endif %}`:   "no",
		`{% if state_attr('sensor.b', 'memos') %}yes{% else %}no{% endif %}`:            "no",
		"{% if state_attr('sensor.a', 'memos') %}\n{{ state_attr('sensor.a', 'memos') | map(attribute='content') | join('、') }}\n{% else %}no{% endif %}": "x、y",
		`{{ states('sensor.a') }} and {{ states('sensor.b') }}`: "2 and unknown",
	} {
		if got, err := h.render(template, variables); err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", template, got, err, want)
		}
	}
	for _, template := range []string{`{{ missing }}`, `{{ memo | upper }}`, `{{ memo + 1 }}`, `{% for a in b %}`, `{{ answer.other.status }}`} {
		if got, err := h.render(template, variables); err == nil {
			t.Errorf("%s: got %q and no error", template, got)
		}
	}
}

// TestUnknownKeys: a key that the stand-in does not know is an error.
func TestUnknownKeys(t *testing.T) {
	for name, file := range map[string]string{"key": "rest_command:\n  a:\n    urls: x\n", "secret": "rest_command:\n  a:\n    url: !secret none\n"} {
		if _, err := New(file, map[string]string{}); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}
