// Package homeassistant does what Home Assistant does with the configuration of the guide
// for programs: it matches a sentence, renders the templates, sends the requests and
// answers. It knows only the keys, actions and forms of templates that the guide uses, and
// refuses all others.
package homeassistant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

// Home is a running Home Assistant.
type Home struct {
	config   config
	http     *http.Client
	states   map[string]any            // by entity id
	attr     map[string]map[string]any // by entity id
	commands map[string]command        // by action
}

// config is a package file (https://www.home-assistant.io/docs/configuration/packages).
type config struct {
	Rest        []resource         `yaml:"rest"`
	RestCommand map[string]command `yaml:"rest_command"`
	Automation  []automation       `yaml:"automation"`
}

type resource struct {
	Resource     string            `yaml:"resource"`
	Headers      map[string]string `yaml:"headers"`
	ScanInterval int               `yaml:"scan_interval"`
	Sensor       []struct {
		Name          string   `yaml:"name"`
		UniqueID      string   `yaml:"unique_id"`
		Icon          string   `yaml:"icon"`
		ValueTemplate string   `yaml:"value_template"`
		Attributes    []string `yaml:"json_attributes"`
	} `yaml:"sensor"`
}

type command struct {
	URL         string            `yaml:"url"`
	Method      string            `yaml:"method"`
	Headers     map[string]string `yaml:"headers"`
	ContentType string            `yaml:"content_type"`
	Payload     string            `yaml:"payload"`
}

type automation struct {
	ID       string `yaml:"id"`
	Alias    string `yaml:"alias"`
	Mode     string `yaml:"mode"`
	Triggers []struct {
		Trigger string   `yaml:"trigger"`
		Command []string `yaml:"command"`
	} `yaml:"triggers"`
	Actions []action `yaml:"actions"`
}

type action struct {
	Action   string            `yaml:"action"`
	Data     map[string]string `yaml:"data"`
	Target   map[string]string `yaml:"target"`
	Answer   string            `yaml:"response_variable"`
	Continue bool              `yaml:"continue_on_error"`
	Response string            `yaml:"set_conversation_response"`
}

// New starts Home Assistant with a package file and the values of secrets.yaml.
func New(file string, secrets map[string]string) (*Home, error) {
	var tree yaml.Node
	if err := yaml.Unmarshal([]byte(file), &tree); err != nil {
		return nil, err
	}
	if err := reveal(&tree, secrets); err != nil {
		return nil, err
	}
	plain, err := yaml.Marshal(&tree)
	if err != nil {
		return nil, err
	}
	h := &Home{http: &http.Client{}, states: map[string]any{}, attr: map[string]map[string]any{}, commands: map[string]command{}}
	decoder := yaml.NewDecoder(bytes.NewReader(plain))
	decoder.KnownFields(true)
	if err := decoder.Decode(&h.config); err != nil {
		return nil, err
	}
	for name, c := range h.config.RestCommand {
		h.commands["rest_command."+name] = c
	}
	return h, nil
}

// reveal puts the values of secrets in the place of their names.
func reveal(n *yaml.Node, secrets map[string]string) error {
	if n.Tag == "!secret" {
		value, ok := secrets[n.Value]
		if !ok {
			return fmt.Errorf("there is no secret %s", n.Value)
		}
		n.Tag, n.Value = "!!str", value
	}
	for _, child := range n.Content {
		if err := reveal(child, secrets); err != nil {
			return err
		}
	}
	return nil
}

// Say says a sentence and returns the answer. The error of a sentence that no automation
// knows is ErrUnknown.
func (h *Home) Say(ctx context.Context, sentence string) (string, error) {
	for _, a := range h.config.Automation {
		for _, t := range a.Triggers {
			if t.Trigger != "conversation" {
				return "", fmt.Errorf("the trigger %q is not known", t.Trigger)
			}
			for _, template := range t.Command {
				slots, err := match(template, sentence)
				if err != nil {
					return "", err
				}
				if slots != nil {
					return h.run(ctx, a.Actions, slots)
				}
			}
		}
	}
	return "", ErrUnknown
}

// ErrUnknown means that no automation knows a sentence.
var ErrUnknown = errors.New("no automation knows the sentence")

// match returns the slots of a sentence; nil if it does not match. A template has words,
// {slots}, [optional words] and (one|another).
func match(template, sentence string) (map[string]any, error) {
	pattern := regexp.QuoteMeta(template)
	for from, to := range map[string]string{`\{`: "(?P<", `\}`: ">.+?)", `\[`: "(?:", `\]`: ")?", `\(`: "(?:", `\)`: ")", `\|`: "|"} {
		pattern = strings.ReplaceAll(pattern, from, to)
	}
	p, err := regexp.Compile("(?i)^" + pattern + "[。．.!?]*$")
	if err != nil {
		return nil, fmt.Errorf("the sentence template %q: %w", template, err)
	}
	found := p.FindStringSubmatch(strings.TrimSpace(sentence))
	if found == nil {
		return nil, nil
	}
	slots := map[string]any{}
	for i, name := range p.SubexpNames() {
		if name != "" {
			slots[name] = strings.TrimSpace(found[i])
		}
	}
	return slots, nil
}

// run runs the actions of an automation and returns what the last response says.
func (h *Home) run(ctx context.Context, actions []action, slots map[string]any) (said string, err error) {
	variables := map[string]any{"trigger": map[string]any{"slots": slots}}
	for _, a := range actions {
		switch {
		case a.Response != "":
			if said, err = h.render(a.Response, variables); err != nil {
				return "", err
			}
		case a.Action == "homeassistant.update_entity":
			err = h.Update(ctx, a.Target["entity_id"])
		default:
			var answer map[string]any
			if answer, err = h.call(ctx, a, variables); err == nil && a.Answer != "" {
				variables[a.Answer] = answer
			}
		}
		if err != nil && !a.Continue {
			return "", err
		}
	}
	return said, nil
}

// call runs a rest_command.
func (h *Home) call(ctx context.Context, a action, variables map[string]any) (map[string]any, error) {
	c, ok := h.commands[a.Action]
	if !ok {
		return nil, fmt.Errorf("the action %q is not known", a.Action)
	}
	data := map[string]any{}
	for name, template := range a.Data {
		value, err := h.render(template, variables)
		if err != nil {
			return nil, err
		}
		data[name] = value
	}
	payload, err := h.render(c.Payload, data)
	if err != nil {
		return nil, err
	}
	headers := map[string]string{"Content-Type": c.ContentType}
	for name, value := range c.Headers {
		headers[name] = value
	}
	status, content, err := h.send(ctx, c.Method, c.URL, headers, payload)
	if err != nil {
		return nil, err
	}
	return map[string]any{"status": status, "content": content}, nil
}

// send sends a request and decodes the answer, if it is JSON.
func (h *Home) send(ctx context.Context, method, url string, headers map[string]string, body string) (int, any, error) {
	req, err := http.NewRequestWithContext(ctx, strings.ToUpper(method), url, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	res, err := h.http.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, nil, err
	}
	var content any
	if json.Unmarshal(raw, &content) != nil {
		content = string(raw)
	}
	return res.StatusCode, content, nil
}

// Update reads the resource of a sensor, as Home Assistant also does at each
// scan_interval. While the server refuses, the sensor has no state and no attributes.
func (h *Home) Update(ctx context.Context, entity string) error {
	for _, r := range h.config.Rest {
		for _, s := range r.Sensor {
			if EntityID(s.Name) != entity {
				continue
			}
			delete(h.states, entity)
			delete(h.attr, entity)
			status, content, err := h.send(ctx, http.MethodGet, r.Resource, r.Headers, "")
			if err != nil || status != http.StatusOK {
				return err
			}
			state, err := h.render(s.ValueTemplate, map[string]any{"value_json": content})
			if err != nil {
				return err
			}
			all, _ := content.(map[string]any)
			h.states[entity], h.attr[entity] = state, map[string]any{}
			for _, name := range s.Attributes {
				h.attr[entity][name] = all[name]
			}
			return nil
		}
	}
	return fmt.Errorf("there is no sensor %q", entity)
}

// State returns the state of a sensor; "unknown" if it has none.
func (h *Home) State(entity string) string {
	if state, ok := h.states[entity].(string); ok {
		return state
	}
	return "unknown"
}

// EntityID returns the entity id of a sensor that has this name.
func EntityID(name string) string {
	return "sensor." + strings.ReplaceAll(strings.ToLower(name), " ", "_")
}
