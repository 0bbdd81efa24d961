//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// superviseVerb is what the supervisor of a service runs.
const superviseVerb = "stand-in-supervise"

// startSupervisor starts a supervisor, and waits until the service has started or its
// first start has failed.
func (u *unit) startSupervisor() error {
	if err := u.setState(unitState{Active: "activating"}); err != nil {
		return err
	}
	log, err := os.OpenFile(u.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o640) //nolint:gosec // as the journal
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	supervisor := exec.Command("/proc/self/exe", superviseVerb, u.name) //nolint:gosec // this program
	supervisor.Args[0] = "systemctl"
	supervisor.Stdout, supervisor.Stderr = log, log
	supervisor.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := supervisor.Start(); err != nil {
		return err
	}
	for {
		switch u.state().Active {
		case "active":
			return nil
		case "failed", "auto-restart", "inactive":
			return fmt.Errorf("Job for %s failed because the control process exited with error code.\nSee \"systemctl status %s\" and \"journalctl -xeu %s\" for details.", u.name, u.name, u.name) //nolint:revive,staticcheck // systemctl's words
		}
		time.Sleep(pause)
	}
}

func signalTo(pid int) error {
	if err := syscall.Kill(pid, syscall.SIGTERM); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// supervise keeps a service running until it is told to stop, or the service ends in a way
// after which it is not restarted.
func supervise(u *unit) error {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM)
	fmt.Printf("Starting %s - %s...\n", u.name, u.get("Unit", "Description"))
	for {
		code, stopped, err := u.runOnce(told)
		switch {
		case err != nil:
			fmt.Println(err)
			return u.end("failed")
		case stopped:
			fmt.Printf("Stopped %s.\n", u.name)
			return u.end("inactive")
		case !u.startsAgain(code):
			fmt.Printf("%s: Main process exited, code=exited, status=%d\n", u.name, code)
			if code != 0 {
				return u.end("failed")
			}
			return u.end("inactive")
		}
		fmt.Printf("%s: Main process exited, code=exited, status=%d; scheduled restart job.\n", u.name, code)
		if err := u.setState(unitState{Active: "auto-restart", Supervisor: os.Getpid()}); err != nil {
			return err
		}
		select {
		case <-told:
			return u.end("inactive")
		case <-time.After(u.seconds("RestartSec", 100*time.Millisecond)):
		}
	}
}

// end writes the last state, and starts the units of OnFailure after a failure.
func (u *unit) end(state string) error {
	err := u.setState(unitState{Active: state})
	if state == "failed" {
		for _, name := range u.all("Unit", "OnFailure") {
			next, problem := load(u.expand(name))
			if problem == nil {
				problem = startUnit(next)
			}
			err = errors.Join(err, problem)
		}
	}
	return err
}

// seconds returns a setting that is a time.
func (u *unit) seconds(name string, otherwise time.Duration) time.Duration {
	text := u.service(name)
	if d, err := time.ParseDuration(text + "s"); err == nil {
		return d
	}
	for _, unit := range []string{"ms", "s", "min", "h"} {
		var n int
		if got, err := fmt.Sscanf(text, "%d"+unit, &n); err == nil && got == 1 {
			return time.Duration(n) * map[string]time.Duration{"ms": time.Millisecond, "s": time.Second, "min": time.Minute, "h": time.Hour}[unit]
		}
	}
	return otherwise
}

// runOnce runs the service until it ends, or until it is told to stop.
func (u *unit) runOnce(told <-chan os.Signal) (code int, stopped bool, err error) {
	listener, err := u.listen()
	if err != nil {
		return 0, false, err
	}
	defer listener.close()
	service, err := u.command(u.service("ExecStart"))
	if err != nil {
		return 0, false, err
	}
	service.Stdout, service.Stderr = os.Stdout, os.Stderr
	if err := service.Start(); err != nil {
		return 0, false, err
	}
	ended := make(chan struct{})
	go func() { _ = service.Wait(); close(ended) }()
	r := running{u: u, state: unitState{Active: "activating", Main: service.Process.Pid, Supervisor: os.Getpid()}, ended: ended, told: told}
	if t := u.service("Type"); t != "notify" && t != "notify-reload" {
		r.state.Active = "active"
	}
	stopped, err = r.watch(listener.notes)
	return service.ProcessState.Sys().(syscall.WaitStatus).ExitStatus() & 0xff, stopped, err //nolint:forcetypeassert // on Linux; 255 for a signal
}

// running is a service that runs.
type running struct {
	u     *unit
	state unitState
	ended <-chan struct{}
	told  <-chan os.Signal
}

// watch follows the notifications of a service until it has ended.
func (r *running) watch(notes <-chan note) (stopped bool, err error) {
	allowed := r.u.seconds("WatchdogSec", 0)
	late := time.NewTimer(r.u.seconds("TimeoutStartSec", 90*time.Second))
	defer late.Stop()
	if r.state.Active == "active" {
		late.Stop()
	}
	for {
		if err := r.u.setState(r.state); err != nil {
			return false, err
		}
		select {
		case n := <-notes:
			if n["STATUS"] != "" {
				r.state.Status = n["STATUS"]
			}
			if n["READY"] == "1" {
				r.state.Active = "active"
				fmt.Printf("Started %s - %s.\n", r.u.name, r.u.get("Unit", "Description"))
				late.Stop()
			}
			if allowed > 0 && (n["READY"] == "1" || n["WATCHDOG"] == "1") {
				late.Reset(allowed)
			}
		case <-late.C:
			fmt.Printf("%s: start operation or watchdog timed out. Terminating.\n", r.u.name)
			_ = syscall.Kill(r.state.Main, syscall.SIGABRT)
		case <-r.told:
			stopped = true
			late.Stop()
			if err := r.stop(); err != nil {
				return true, err
			}
		case <-r.ended:
			return stopped, nil
		}
	}
}

// stop tells a service to stop, and ends it if it does not.
func (r *running) stop() error {
	r.state.Active = "deactivating"
	fmt.Printf("Stopping %s - %s...\n", r.u.name, r.u.get("Unit", "Description"))
	if err := signalTo(r.state.Main); err != nil {
		return err
	}
	go func() {
		select {
		case <-r.ended:
		case <-time.After(r.u.seconds("TimeoutStopSec", 90*time.Second)):
			fmt.Printf("%s: State 'stop-sigterm' timed out. Killing.\n", r.u.name)
			_ = syscall.Kill(r.state.Main, syscall.SIGKILL)
		}
	}()
	return nil
}

// startOnce runs a service of the type oneshot to its end.
func (u *unit) startOnce() error {
	log, err := os.OpenFile(u.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o640) //nolint:gosec // as the journal
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	for _, line := range u.all("Service", "ExecStart") {
		c, err := u.command(line)
		if err != nil {
			return err
		}
		c.Stdout, c.Stderr = log, log
		if err := c.Run(); err != nil {
			_ = u.end("failed")
			return fmt.Errorf("Job for %s failed: %w", u.name, err) //nolint:revive,staticcheck // systemctl's words
		}
	}
	return u.setState(unitState{Active: "inactive"})
}

// newNamespaces returns the namespaces that the unit's settings ask for.
func (u *unit) newNamespaces() (flags uintptr) {
	flags = unix.CLONE_NEWNS
	if u.service("PrivateNetwork") == "yes" {
		flags |= unix.CLONE_NEWNET
	}
	return flags
}
