// Command serve runs the local DynamoDB-compatible engine until it is
// interrupted, and prints the variables that point a program at it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"voicememo/infra/dynamo/localengine"
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	endpoint, stop, err := localengine.Start(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer stop()
	for _, variable := range localengine.Environ(endpoint) {
		fmt.Println("export " + variable)
	}
	<-ctx.Done()
}
