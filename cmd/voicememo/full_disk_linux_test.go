package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/sizes"
)

// smallDisk returns a server with its data on a file system of a few megabytes, and an
// exact model of what it has acknowledged.
type smallDisk struct {
	*devsignin.Browser
	rand   *rand.Rand
	dir    string
	server *program.Server
	added  int
	memos  map[string]bool // by path: whether it is in the trash
}

func newSmallDisk(t *testing.T, seed uint64) *smallDisk {
	t.Helper()
	d := &smallDisk{rand: rand.New(rand.NewPCG(seed, 2)), dir: t.TempDir(), memos: map[string]bool{}}
	err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "size=3m,mode=0700")
	if errors.Is(err, syscall.EPERM) && os.Getuid() != 0 {
		t.Skip("only root can mount a small file system")
	}
	must.OK(t, err)
	t.Cleanup(func() {
		if err := syscall.Unmount(d.dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	d.Browser = &devsignin.Browser{T: t}
	d.start()
	t.Cleanup(func() { _ = d.server.Kill() })
	d.Browser = devsignin.ForTest(t, http.DefaultTransport, d.server.URL, "太郎")
	return d
}

func (d *smallDisk) start() {
	d.T.Helper()
	server, err := program.Start(d.T.Context(), binary, filepath.Join(d.dir, "data"), "--rate-writes=0")
	must.OK(d.T, err)
	if d.server = server; d.Person != nil {
		d.Home = server.URL
	}
}

// add adds a memo, and reports whether that was acknowledged. It may be refused only because
// the disk is full.
func (d *smallDisk) add() bool {
	d.T.Helper()
	d.added++
	body := fmt.Sprintf(`{"content":"%d %s"}`, d.added, strings.Repeat("牛乳", 150+d.rand.IntN(95)))
	r := d.Ask(http.MethodPost, "/api/memos", body).Want(http.StatusCreated, http.StatusServiceUnavailable)
	if r.Status != http.StatusCreated {
		if !strings.Contains(r.Body, "storage_full") {
			d.T.Fatalf("got %s, want storage_full", r.Body)
		}
		return false
	}
	d.memos["/api/memos/"+r.Value().(map[string]any)["id"].(string)] = false
	return true
}

// fill adds memos until the disk is full, and returns how many.
func (d *smallDisk) fill() (n int) {
	d.T.Helper()
	for d.add() {
		n++
	}
	return n
}

// fillBeside takes the rest of the disk, as another program may.
func (d *smallDisk) fillBeside() {
	d.T.Helper()
	f, err := os.Create(filepath.Join(d.dir, "other"))
	must.OK(d.T, err)
	if _, err := io.Copy(f, zeros{}); !errors.Is(err, syscall.ENOSPC) {
		d.T.Fatalf("got %v, want a full disk", err)
	}
	must.OK(d.T, f.Close())
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// trash puts up to n memos into the trash, one by one.
func (d *smallDisk) trash(n int) {
	d.T.Helper()
	for m, deleted := range d.memos {
		if n == 0 {
			return
		}
		if !deleted {
			d.Ask(http.MethodDelete, m, "").Want(http.StatusOK)
			d.memos[m] = true
			n--
		}
	}
}

// deleteAll deletes many memos as a client does: while the server says that some are left, because
// a slow disk has taken all the time of a request, it asks again.
func (d *smallDisk) deleteAll(path string) {
	d.T.Helper()
	for {
		a := d.Send(d.T.Context(), http.MethodDelete, path, "")
		must.OK(d.T, a.Err)
		if a.Status == http.StatusAccepted {
			continue
		}
		if a.Status != http.StatusOK {
			d.T.Fatalf("DELETE %s: got status %d: %s", path, a.Status, a.Body)
		}
		return
	}
}

func (d *smallDisk) trashAll() {
	d.T.Helper()
	d.deleteAll("/api/memos")
	for m := range d.memos {
		d.memos[m] = true
	}
}

func (d *smallDisk) emptyTrash() {
	d.T.Helper()
	d.deleteAll("/api/memos?deleted=true")
	for m, deleted := range d.memos {
		if deleted {
			delete(d.memos, m)
		}
	}
}

// makeRoom removes every memo, and then there must be room for others.
func (d *smallDisk) makeRoom() {
	d.T.Helper()
	d.trashAll()
	d.emptyTrash()
	if !d.add() {
		d.T.Fatal("the disk is full after the trash was emptied")
	}
}

// compare fails the test unless the server has exactly what it has acknowledged. unsure is a
// memo whose addition was not answered.
func (d *smallDisk) compare(unsure string) {
	d.T.Helper()
	found := 0
	for _, deleted := range []bool{false, true} {
		for next := ""; ; {
			var page struct {
				Memos      []struct{ ID, Content string }
				NextCursor string
			}
			must.OK(d.T, d.Ask(http.MethodGet, fmt.Sprintf("/api/memos?limit=100&deleted=%t&cursor=%s", deleted, next), "").Want(http.StatusOK).Into(&page))
			for _, m := range page.Memos {
				path := "/api/memos/" + m.ID
				if _, known := d.memos[path]; !known && unsure != "" && strings.HasPrefix(m.Content, unsure+" ") {
					d.memos[path] = deleted
				}
				if was, known := d.memos[path]; !known || was != deleted {
					d.T.Fatalf("got %s in the trash %t, want it known %t and in the trash %t", path, deleted, known, was)
				}
				found++
			}
			if next = page.NextCursor; next == "" {
				break
			}
		}
	}
	if found != len(d.memos) {
		d.T.Fatalf("got %d memos, want %d", found, len(d.memos))
	}
}

// TestSmallDisk: on a full disk everything is read, also after a start, and every memo can be
// deleted. When the trash is emptied there is room again, at once.
func TestSmallDisk(t *testing.T) {
	program.Needed(t)
	for name, again := range map[string]func(*program.Server) error{"stopped": (*program.Server).Stop, "killed": (*program.Server).Kill} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newSmallDisk(t, 1)
			if n := d.fill(); n < 150 {
				t.Errorf("got %d memos on the disk, want at least 150", n)
			}
			d.Ask(http.MethodGet, "/readyz", "").Want(http.StatusServiceUnavailable)
			d.fillBeside()
			d.trash(5)
			must.OK(t, again(d.server))
			d.start()
			d.compare("")
			d.trash(20)
			d.trashAll()
			d.compare("")
			must.OK(t, again(d.server))
			d.start()
			d.compare("")
			d.emptyTrash()
			if !d.add() {
				t.Error("the disk is full after the trash was emptied")
			}
			d.Ask(http.MethodGet, "/readyz", "").Want(http.StatusOK)
			if n := d.fill(); n < 100 {
				t.Errorf("got %d more memos on the disk, want at least 100", n)
			}
			d.compare("")
		})
	}
}

// TestFullDisks fills disks, deletes on them, stops and kills the server, also while it
// writes, and compares it with the model each time.
func TestFullDisks(t *testing.T) {
	program.Needed(t)
	rounds := sizes.Of(t, 2, 100)
	d := newSmallDisk(t, 7)
	full, killed, emptied := 0, 0, 0
	for range rounds {
		d.fill()
		full++
		switch d.rand.IntN(5) {
		case 0:
			d.trash(d.rand.IntN(50))
		case 1:
			d.trashAll()
		case 2:
			d.fillBeside()
			d.trash(1000)
		case 3:
			d.makeRoom()
		}
		d.compare("")
		unsure := ""
		if d.rand.IntN(3) > 0 {
			killed++
			unsure = d.killWriting()
		} else if err := d.server.Stop(); err != nil {
			t.Fatal(err)
		}
		d.start()
		d.compare(unsure)
		_ = os.Remove(filepath.Join(d.dir, "other"))
		if d.rand.IntN(2) == 0 || !d.add() {
			emptied++
			d.makeRoom()
		}
		d.compare("")
	}
	t.Logf("%d full disks, %d kills, %d times emptied after the start, %d memos asked for, %d left: every one as acknowledged", full, killed, emptied, d.added, len(d.memos))
}

// killWriting kills the server while a memo is added, and returns the beginning of the
// memo's text if there was no answer.
func (d *smallDisk) killWriting() (unsure string) {
	d.T.Helper()
	d.added++
	killed := make(chan error)
	pause := time.Duration(d.rand.IntN(3000)) * time.Microsecond
	go func() {
		time.Sleep(pause)
		killed <- d.server.Kill()
	}()
	a := d.Send(d.T.Context(), http.MethodPost, "/api/memos", fmt.Sprintf(`{"content":"%d milk"}`, d.added))
	must.OK(d.T, <-killed)
	if a.Err != nil {
		return fmt.Sprint(d.added)
	}
	if a.Status == http.StatusCreated {
		d.memos["/api/memos/"+a.Value().(map[string]any)["id"].(string)] = false
	}
	return ""
}
