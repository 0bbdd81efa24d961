// Command localdynamo runs the local DynamoDB-compatible engine. With a command as
// arguments, it runs that command with the variables that point it at the engine, and the
// engine ends with it; without one it prints the variables, and the engine runs until it
// is interrupted.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"voicememo/tools/testkit/localengine"
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := serve(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, command []string) error {
	endpoint, stop, err := localengine.Start(ctx)
	if err != nil {
		return err
	}
	defer stop()
	if len(command) == 0 {
		for _, variable := range localengine.Environ(endpoint) {
			fmt.Println("export " + variable)
		}
		<-ctx.Done()
		return nil
	}
	// The terminal sends its signals to the command as well; localdynamo waits for it.
	cmd := exec.Command(command[0], command[1:]...) //nolint:gosec // what the developer typed
	cmd.Env = append(os.Environ(), localengine.Environ(endpoint)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil && ctx.Err() == nil {
		return errors.Join(errors.New("the command failed"), err)
	}
	return nil
}
