// Package guide follows the guide for a server as a newcomer does: it types each command
// of the page, in order, on a fresh machine, and looks for what the page says will be
// seen. It also upgrades and rolls back an installed server. It has only tests.
package guide
