package operator_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"voicememo/cmd/internal/operator"
	"voicememo/tools/testkit/must"
)

// TestSocketOfAnother: only the owner of the file can connect, even if all users can read
// the directory, and other users get fs.ErrPermission.
func TestSocketOfAnother(t *testing.T) {
	data, err := os.MkdirTemp("", "operator")
	must.OK(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(data) })
	path := filepath.Join(data, operator.SocketName)
	listen(t, data)
	must.OK(t, os.Chmod(data, 0o777))
	if os.Geteuid() == 0 {
		runtime.LockOSThread() // never unlocked: the thread ends with this test
		must.OK(t, syscall.Setfsuid(65534))
	} else if err := os.Chmod(path, 0); err != nil { // there is no file of another user
		t.Fatal(err)
	}
	if _, err := operator.Dial(t.Context(), path); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v, want fs.ErrPermission", err)
	}
}
