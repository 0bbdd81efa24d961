package push

import "voicememo/skill"

// Manifest returns what the skill's manifest needs for notifications. Source: "About
// Proactive Events", Alexa Skills Kit.
func Manifest() skill.ManifestPart {
	return skill.ManifestPart{
		Name:         "notifications",
		Permissions:  []string{permission},
		Publications: []string{message},
		Subscriptions: []string{
			"SKILL_PROACTIVE_SUBSCRIPTION_CHANGED", "SKILL_PERMISSION_ACCEPTED", "SKILL_PERMISSION_CHANGED",
		},
		Next: []string{
			"For notifications, set VOICEMEMO_PUSH_ALEXA_CLIENT_ID and VOICEMEMO_PUSH_ALEXA_CLIENT_SECRET to the",
			"values of the developer console, Build, Permissions, Alexa Skill Messaging.",
		},
	}
}
