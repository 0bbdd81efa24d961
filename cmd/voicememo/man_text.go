package main

import "voicememo/cmd/internal/manpage"

// otherVariables are the environment variables that set no flag.
var otherVariables = []manpage.Block{
	{Tag: "VOICEMEMO_TOKEN", Text: "The key of the commands of the client, instead of voicememo login; --url names its server."},
	{Tag: "AWS_REGION, AWS_PROFILE, AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_DYNAMODB, ...", Text: "With --store=dynamodb and dynamodb:ENVIRONMENT, the variables and files of the AWS SDK say where the tables are and who reads them."},
	{Tag: "LC_ALL, LC_MESSAGES, LANG", Text: "Setup and the commands of the client use Japanese if the first one that is set begins with ja, otherwise in English."},
	{Tag: "NO_COLOR", Text: "If it is not empty, no output has colors. Output that is not a terminal never has."},
	{Tag: "TERM", Text: "With dumb, no output has colors, and progress is shown as lines instead of a bar."},
	{Tag: "SSL_CERT_FILE", Text: "Root certificates that are trusted instead of the system's."},
}

var manFiles = []manpage.Block{
	{Tag: "./data/voicememo.db", Text: "Every memo, person and family, with the default of --data."},
	{Tag: "./data/session-keys.json", Text: "The keys that seal sessions. They are not part of a backup: keep a copy separately."},
	{Tag: "/etc/voicememo/voicememo.env", Text: "The variables of the service, which its unit reads."},
	{Tag: "~/.config/voicememo/", Text: "The sign-in of voicememo login."},
	{Tag: "~/.cache/voicememo/", Text: "The numbers of the last list, for voicememo done."},
}

var manExamples = []manpage.Block{
	{Text: "Try everything on this machine, without any account, and speak to the skill in another terminal:"},
	{Example: true, Text: "voicememo serve --dev\nvoicememo talk add buy milk"},
	{Text: "Check the configuration of the service, from a script:"},
	{Example: true, Text: "sudo voicememo doctor --env-file " + settingsFile + " --data /var/lib/voicememo --json |\n    jq -r '.checks[] | select(.ok | not) | .advice'"},
	{Text: "Write a backup and keep only its path:"},
	{Example: true, Text: "file=$(voicememo backup --data /var/lib/voicememo --to /backups --json | jq -r .path)"},
	{Text: "Add a memo to a server from anywhere:"},
	{Example: true, Text: "voicememo login https://memo.example.com\nvoicememo add buy milk"},
	{Text: "Complete commands and flags in this shell:"},
	{Example: true, Text: "eval \"$(voicememo completion bash)\""},
}

var manSeeAlso = []manpage.Block{
	{Text: "voicememo help COMMAND shows one command, and voicememo help exit-status what the exit statuses mean. The guides are in docs/guide of the source."},
}
