#!/bin/sh
# run.sh [DIRECTORY] starts Voice Memo with the options that Home Assistant has written into
# options.json of the directory, /data by default. The options have the names of the flags.
set -eu
data=${1:-/data}

# option prints an option; the values of a list are separated by commas.
option() {
	jq -r --arg name "$1" '.[$name] // "" | if type == "array" then join(",") else . end' "$data/options.json"
}

for name in oidc_client_id oidc_client_secret signup signup_allow operator alexa_skill_id; do
	value=$(option "$name")
	[ -z "$value" ] || export "VOICEMEMO_$(echo "$name" | tr a-z A-Z)=$value"
done
address=$(option address)
if [ "$(option https)" = proxy ]; then
	# Other add-ons, such as proxies and tunnels, have addresses of this network.
	export VOICEMEMO_PUBLIC_URL="https://$address" VOICEMEMO_TRUSTED_PROXIES=172.30.32.0/23
else
	export VOICEMEMO_TLS_DOMAIN="$address" VOICEMEMO_TLS_HTTP_ADDR=:8081
fi
export VOICEMEMO_ADDR=:8080 VOICEMEMO_DATA="$data/voicememo"
# Home Assistant has no limit for the memory of an add-on.
export GOMEMLIMIT=400MiB

umask 077
mkdir -p "$VOICEMEMO_DATA"
# Home Assistant makes the backups, which the program does not see.
: >"$VOICEMEMO_DATA/voicememo.backup-elsewhere"
chown -R 65532:65532 "$VOICEMEMO_DATA"
exec su-exec 65532:65532 voicememo serve
