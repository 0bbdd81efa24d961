package cfn

import (
	"cmp"
	"slices"
)

// Grant is one action that a role may do on one resource.
type Grant struct {
	Action   string // "dynamodb:GetItem"
	Resource string // an ARN
}

// Allowed lists what the inline policies of a role allow: one grant for each action and
// resource, sorted, each once. It does not support Deny, NotAction or conditions; the
// test of the template allows none.
func (t *Template) Allowed(roleLogicalID string) []Grant {
	var grants []Grant
	policies, _ := t.Resources[roleLogicalID].Properties["Policies"].([]any)
	for _, p := range policies {
		policy, _ := p.(map[string]any)
		document, _ := policy["PolicyDocument"].(map[string]any)
		statements, _ := document["Statement"].([]any)
		for _, s := range statements {
			statement, _ := s.(map[string]any)
			grants = append(grants, granted(statement)...)
		}
	}
	slices.SortFunc(grants, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(a.Action, b.Action), cmp.Compare(a.Resource, b.Resource))
	})
	return slices.Compact(grants)
}

func granted(statement map[string]any) []Grant {
	if statement["Effect"] != "Allow" {
		return nil
	}
	actions, _ := asTexts(statement["Action"])
	resources, _ := asTexts(statement["Resource"])
	var grants []Grant
	for _, a := range actions {
		for _, r := range resources {
			grants = append(grants, Grant{Action: a, Resource: r})
		}
	}
	return grants
}
