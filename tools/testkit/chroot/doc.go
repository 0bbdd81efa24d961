// Package chroot makes throw-away Linux machines for tests: a root directory that shares
// nothing with the machine it runs on but the kernel, with processes, a network and users
// of its own, and stand-ins for systemctl, journalctl and sudo. A test follows a guide in
// it word by word, and nothing remains afterwards.
//
// It needs Linux, root and overlay mounts; a test on another machine is skipped and says
// why.
package chroot
