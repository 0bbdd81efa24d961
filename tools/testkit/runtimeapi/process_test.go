package runtimeapi

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// program starts a shell script as a function.
func program(t *testing.T, script string, env ...string) *Process {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "bootstrap"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	p, err := Start(Function{Root: root, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func wait(t *testing.T, p *Process) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	code, err := p.Wait(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestProcess(t *testing.T) {
	t.Setenv("NOT_FOR_FUNCTIONS", "secret")
	p := program(t, "env; pwd; exit 3", "OWN=value")
	if code := wait(t, p); code != 3 {
		t.Errorf("got exit code %d", code)
	}
	for _, want := range []string{"AWS_LAMBDA_RUNTIME_API=" + p.Addr(), "OWN=value", "LAMBDA_TASK_ROOT=" + p.command.Dir, "\n" + p.command.Dir + "\n"} {
		if !strings.Contains(p.Output(), want) {
			t.Errorf("got output without %q:\n%s", want, p.Output())
		}
	}
	if strings.Contains(p.Output(), "NOT_FOR_FUNCTIONS") {
		t.Error("got variables of this process in the function")
	}
	if p.CPU() <= 0 {
		t.Error("got no CPU time")
	}
	if _, err := p.Invoke(t.Context(), nil); !errors.Is(err, ErrEnded) {
		t.Errorf("after its end: got %v", err)
	}
}

func TestProcessIsToldToEnd(t *testing.T) {
	p := program(t, "trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done")
	for !strings.Contains(p.Output(), "ready") {
		time.Sleep(time.Millisecond)
	}
	if peak, err := p.PeakMemory(); err != nil || peak < 64<<10 || peak > 1<<30 {
		t.Errorf("got peak memory %d, %v", peak, err)
	}
	if err := p.Terminate(); err != nil {
		t.Fatal(err)
	}
	if code := wait(t, p); code != 7 {
		t.Errorf("got exit code %d", code)
	}
	if _, err := p.PeakMemory(); err == nil {
		t.Error("PeakMemory of an ended process: got no error")
	}
}

func TestNoBootstrap(t *testing.T) {
	if _, err := Start(Function{Root: t.TempDir()}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestUnpack(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		ok   bool
	}{"a program": {"bootstrap", true}, "in a folder": {"lib/data", true}, "outside": {"../bootstrap", false}, "absolute": {"/bootstrap", false}} {
		t.Run(name, func(t *testing.T) {
			from, to := filepath.Join(t.TempDir(), "f.zip"), t.TempDir()
			pack(t, from, c.file)
			err := Unpack(from, to)
			if (err == nil) != c.ok {
				t.Fatalf("got %v", err)
			}
			if !c.ok {
				return
			}
			if info, err := os.Stat(filepath.Join(to, c.file)); err != nil || info.Mode().Perm() != 0o700 || info.Size() != 2 {
				t.Errorf("got %v, %v", info, err)
			}
		})
	}
	if err := Unpack(filepath.Join(t.TempDir(), "none.zip"), t.TempDir()); err == nil {
		t.Error("Unpack of a missing zip: got no error")
	}
}

func pack(t *testing.T, path, name string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	header := &zip.FileHeader{Name: name}
	header.SetMode(0o700)
	w, err := z.CreateHeader(header)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("hi")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}
