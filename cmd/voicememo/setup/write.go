package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/permission"
)

// finish writes what has changed and says how to go on.
func (s *setup) finish() error {
	before := s.file.String()
	changed := false
	// The secret comes first: a file of settings must not name a file that is not there.
	if s.answers.secret != "" {
		if s.kept = s.secretFile(); s.ofAnother(s.kept) {
			return cli.WrongUse("--to: "+s.words.otherSecret, s.kept)
		}
	}
	if secret, needed := s.newSecret(); needed {
		wrote, err := s.write(s.kept, secret+"\n")
		if err != nil {
			return err
		}
		changed = changed || wrote
	}
	s.settle()
	text := s.file.String()
	if before == "" && !s.found {
		text = "# Settings of voicememo serve; voicememo setup changes them.\n" + text
	}
	wrote, err := s.write(s.path, text)
	if err != nil {
		return err
	}
	if !wrote && !changed {
		_, err = fmt.Fprintf(s.Out, s.words.unchanged+"\n", s.path)
		return err
	}
	return s.sayNext()
}

// newSecret returns the contents of the secret's file, and whether it must be written. A
// client without a secret has an empty file, because the systemd unit loads it.
func (s *setup) newSecret() (secret string, needed bool) {
	if s.answers.secret != "" {
		return s.answers.secret, true
	}
	return s.secret, s.hasOwnSecret()
}

// settle puts the answers into the file. It leaves a setting alone whose answer has not
// changed.
func (s *setup) settle() {
	a, was := s.answers, s.present()
	set := func(name, value, present string) {
		if value != present {
			s.file.Set("VOICEMEMO_"+name, value)
		}
	}
	switch {
	case a.address == was.address && a.https == was.https:
	case a.https == self:
		s.file.Set("VOICEMEMO_TLS_DOMAIN", a.host())
		s.file.Remove("VOICEMEMO_PUBLIC_URL")
	default:
		s.file.Set("VOICEMEMO_PUBLIC_URL", a.address)
		s.file.Remove("VOICEMEMO_TLS_DOMAIN")
	}
	set("OIDC_ISSUER", a.issuer, was.issuer)
	set("OIDC_CLIENT_ID", a.clientID, was.clientID)
	if _, ours := s.newSecret(); ours {
		s.file.Set("VOICEMEMO_OIDC_CLIENT_SECRET_FILE", filepath.ToSlash(s.kept))
		s.file.Remove("VOICEMEMO_OIDC_CLIENT_SECRET")
	}
	set("SIGNUP", a.signup, was.signup)
	set("SIGNUP_ALLOW", a.allow, was.allow)
	set("OPERATOR", a.operator, was.operator)
	set("ALEXA_SKILL_ID", a.skills, was.skills)
}

// write writes a file unless it has this content and the right permissions, and reports
// whether it did. The file is complete at any time.
func (s *setup) write(path, text string) (wrote bool, err error) {
	access := accessOf(path)
	present, readErr := os.ReadFile(path) //nolint:gosec // the operator names the file
	if readErr == nil && strings.TrimRight(string(present), "\n") == strings.TrimRight(text, "\n") && access.present {
		return false, nil
	}
	if err = makeFolder(filepath.Dir(path)); err == nil {
		err = replaceFile(path, text, access)
	}
	if err != nil {
		return false, cli.WithStatus(cli.ExitFailed, fmt.Errorf(s.words.failed, path, err))
	}
	_, err = fmt.Fprintf(s.Out, s.words.written+"\n", path)
	return true, err
}

// isFolder reports whether a path is a folder, or one that this user may not look at.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || errors.Is(err, fs.ErrPermission)
}

// makeFolder makes a folder if it is missing. Every user can enter one that root makes,
// also if root's umask is stricter, because the user of the service must.
func makeFolder(path string) error {
	_, err := os.Stat(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err = os.MkdirAll(path, 0o755) //nolint:gosec // the files in it are closed
	if err == nil && os.Geteuid() == 0 {
		err = os.Chmod(path, 0o755) //nolint:gosec // likewise
	}
	return err
}

// access says who may read a file.
type access struct {
	mode     fs.FileMode
	uid, gid int  // -1: those of the process
	present  bool // whether the file has them already
}

// serviceGroup is the group of the user as whom the systemd unit runs the server.
const serviceGroup = "voicememo"

// accessOf returns who may read a file: its owner and, if root writes it, the group of the
// service. The file of another owner, such as that of a container, stays theirs.
func accessOf(path string) access {
	a := access{mode: 0o600, uid: -1, gid: -1}
	if os.Geteuid() == 0 {
		a.uid, a.gid = 0, 0
		if group, err := user.LookupGroup(serviceGroup); err == nil {
			if gid, err := strconv.Atoi(group.Gid); err == nil {
				a.mode, a.gid = 0o640, gid
			}
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return a
	}
	uid, gid := permission.IDsOf(info)
	if uid > 0 {
		a = access{mode: info.Mode().Perm() &^ 0o007, uid: uid, gid: gid}
	}
	a.present = info.Mode().Perm() == a.mode && (a.uid < 0 || a.uid == uid && a.gid == gid)
	return a
}

// replaceFile writes a file in place of the present one. After a crash one of them is there.
func replaceFile(path, text string, access access) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // 0600
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err == nil && os.Geteuid() == 0 {
		err = f.Chown(access.uid, access.gid)
	}
	if err = errors.Join(err, f.Chmod(access.mode), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if folder, err := os.Open(filepath.Dir(path)); err == nil {
		_ = errors.Join(folder.Sync(), folder.Close()) // not every system can
	}
	return nil
}

// unitFolders are the folders in which systemd looks for the unit.
var unitFolders = []string{"/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"}

// hasUnit reports whether the systemd unit, which reads settingsFile, is installed.
func hasUnit() bool {
	for _, folder := range unitFolders {
		if _, err := os.Stat(filepath.Join(folder, "voicememo.service")); err == nil {
			return true
		}
	}
	return false
}

// sayNext prints what to register, and the commands to run next.
func (s *setup) sayNext() error {
	file, program := cli.ShellWord(s.path), cli.TypedName()
	if hasUnit() {
		program = "voicememo" // it is installed
	}
	lines := []string{fmt.Sprintf(s.words.redirect, s.answers.addresses().Redirect), "", s.words.next}
	sudo, to := "", " --to "+file
	if s.path == SettingsFile {
		sudo, to = "sudo ", ""
	}
	if s.path == SettingsFile && hasUnit() {
		lines = append(lines, "  sudo systemctl enable --now voicememo voicememo-backup.timer")
		if s.found {
			lines = append(lines, "  sudo systemctl restart voicememo   "+s.words.again)
		}
		lines = append(lines, "  sudo voicememo doctor --env-file "+file+" --data /var/lib/voicememo   "+s.words.check)
	} else {
		lines = append(lines, "  "+program+" serve --env-file "+file, "  "+program+" doctor --env-file "+file+"   "+s.words.check)
	}
	if s.answers.skills == "" {
		lines = append(lines, "  "+sudo+program+" setup"+to+" --alexa-skill-id amzn1.ask.skill.…   "+s.words.skill)
	}
	_, err := fmt.Fprintln(s.Out, strings.Join(lines, "\n"))
	return err
}
