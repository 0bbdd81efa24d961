#!/bin/bash
# guide.sh [--here HEADING] [RELEASE] follows the guide with the files of a release for
# linux/amd64, by default those in bin/release. A version of the guide stands for theirs.
#
# Everywhere it types the three commands of the README in a new folder, and checks the units
# of the package with systemd-analyze. With --here it installs the server on this machine,
# which must be disposable and have systemd running: it types the blocks of
# docs/guide/server.md below HEADING ("Install the package" or "Install the archive") and
# about backups, restoring and upgrades. It answers `setup` as the page does, apart from
# HTTPS: "proxy", because no authority signs for memo.example.com.
set -euo pipefail

heading=
if [ "${1-}" = --here ]; then
	heading=$2
	shift 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
release=$(cd "${1-$root/bin/release}" && pwd)
page=$root/docs/guide/server.md
work=$(mktemp -d)
server=
finish() {
	[ -z "$server" ] || kill -- "-$server" 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT
cd "$work"

fail() {
	echo "guide: $*" >&2
	exit 1
}

# block PAGE HEADING N prints the Nth block of commands below a heading.
block() {
	local lines
	lines=$(awk -v heading="$2" -v wanted="$3" '
		/^```/ && fenced { fenced = inside = 0; next }
		/^```/ { fenced = 1; inside = $0 == "```sh" && here && ++n == wanted; next }
		!fenced && /^#+ / { sub(/^#+ /, ""); here = $0 == heading }
		inside' "$1")
	[ -n "$lines" ] || fail "$1 has no block $3 of commands below \"$2\""
	printf '%s\n' "$lines"
}

# seen TEXT COMMAND... runs a command that succeeds and prints TEXT.
seen() {
	local text=$1 out
	shift
	out=$("$@" 2>&1 </dev/null) || fail "$*: exit $?, $out"
	printf '%s\n' "$out"
	grep -q -- "$text" <<<"$out" || fail "$*: got no \"$text\""
}

# download puts the files of the release here, under the names that the pages use.
download() {
	mkdir archive
	tar -xzf "$release"/voicememo_*_linux_amd64.tar.gz -C archive --strip-components=1
	mv archive voicememo_1.0.0_linux_amd64
	tar -czf voicememo_1.0.0_linux_amd64.tar.gz voicememo_1.0.0_linux_amd64
	rm -r voicememo_1.0.0_linux_amd64
	for version in 1.0.0 1.1.0; do
		cp "$release"/voicememo_*_amd64.deb "voicememo_${version}_amd64.deb"
	done
	chmod -R a+rX "$work"
}

# first_memo PAGE HEADING ANSWER WORD... follows a README until a memo is added.
first_memo() {
	local commands answer=$3
	commands=$(block "$1" "$2" 1)
	shift 3
	[ "$(wc -l <<<"$commands")" = 3 ] || fail "got other than three commands: $commands"
	set -m
	bash -ec "$commands" >serve.log 2>&1 &
	server=$!
	set +m
	for _ in $(seq 600); do
		grep -q 'Voice Memo is at' serve.log && break
		kill -0 "$server" 2>/dev/null || fail "the server ended: $(cat serve.log)"
		sleep 0.1
	done
	(cd voicememo_1.0.0_linux_amd64 && seen "$answer" ./voicememo talk "$@")
	kill -- "-$server"
	wait "$server" || true
	server=
	rm -r voicememo_1.0.0_linux_amd64
}

# units FOLDER PROGRAM verifies units whose program is elsewhere.
units() {
	if ! command -v systemd-analyze >/dev/null; then
		echo "NOT VERIFIED: the units of $1, for systemd-analyze (package systemd) is not here."
		return
	fi
	mkdir verify
	for unit in "$1"/*; do
		sed "s|/usr/\(local/\)\?bin/voicememo|$2|" "$unit" >"verify/${unit##*/}"
	done
	local out
	out=$(systemd-analyze --man=no verify verify/* 2>&1) && ! grep voicememo <<<"$out" || fail "the units of $1: $out"
	rm -r verify
}

# answer runs setup at a terminal, and answers with the example in each row of its table.
answer() {
	awk -F'`' '/^\| `[^`]+` \| `[^`]+` \|/ { print $2 == "HTTPS" ? "proxy" : $4 }' "$page" |
		script -qec 'sudo voicememo setup' /dev/null
}

# install_here types the blocks of the guide.
install_here() {
	local line file
	while read -r line; do
		echo "\$ $line"
		if [ "$line" = "sudo voicememo setup" ]; then
			answer
		else
			eval "$line" </dev/null # in this shell, for its `cd`
		fi
	done < <(block "$page" "$heading" 1)
	systemd-analyze --man=no verify voicememo.service voicememo-backup.service voicememo-backup.timer
	{
		read -r line
		seen 'Voice Memo is at' bash -c "$line"
		read -r line
		seen '^ok' bash -c "$line || true" # the name leads elsewhere, which doctor reports
	} < <(block "$page" "Install the package" 2)
	seen 'voicememo-.*\.db' bash -ec "$(block "$page" Backup 1)"
	file=$(sudo ls /var/lib/voicememo-backup | tail -n1)
	seen 'You can start the server now' bash -ec "$(block "$page" Restore 1 | sed "s|/FILE|/$file|")"
	if [ "$heading" = "Install the package" ]; then
		seen 'active (running)' bash -ec "$(block "$page" Upgrade 1)"
	fi
	curl -fsS --retry 10 --retry-all-errors http://127.0.0.1:8080/readyz
}

download
first_memo "$root/README.md" "Try it" "Added: buy milk" add buy milk
first_memo "$root/README.ja.md" "試す" "牛乳を買う、ですね。メモしました" 牛乳を買う を追加
dpkg-deb -x voicememo_1.0.0_amd64.deb package
units package/usr/lib/systemd/system "$work/package/usr/bin/voicememo"
if [ -z "$heading" ]; then
	echo "NOT RUN: the installation on this machine; see --here in tools/guide.sh."
elif [ ! -d /run/systemd/system ]; then
	fail "--here needs a running systemd"
else
	install_here
fi
