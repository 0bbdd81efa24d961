// Systemctl stands in for systemd's command in a machine that no systemd runs: it reads
// the installed units and starts, supervises and stops what they describe, with their
// user, environment, credentials, directories, capabilities and read-only file system,
// and it waits for their notifications. Under the names journalctl and sudo it stands in
// for these commands.
//
// It knows what the units of this repository and common drop-ins use. What it does not
// know it ignores, except verbs.
package main
