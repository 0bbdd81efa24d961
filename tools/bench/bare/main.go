// Command bare is the program with which the web API is compared: Echo handlers over the
// same SQLite engine without sign-in, checks, log or metrics. It copies the memos of a
// database of Voice Memo into a table of its own, clustered in the order of lists, and
// writes all waiting memos in one durable transaction.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"
)

func main() {
	from := flag.String("from", "", "database of Voice Memo whose memos are copied first; none: keep those of -data")
	data := flag.String("data", "bare.db", "own database")
	flag.Parse()
	if err := run(*from, *data); err != nil {
		log.Fatal(err)
	}
}

// run serves on a free port of this machine, which it prints.
func run(from, data string) error {
	s, err := open(data, from)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it serves until it is killed
	if err != nil {
		return err
	}
	e := echo.New()
	e.GET("/memos", s.list)
	e.POST("/memos", s.add)
	server := &http.Server{Handler: e, ReadHeaderTimeout: 5 * time.Second}
	_, _ = fmt.Fprintf(os.Stdout, "http://%s\n", listener.Addr())
	return server.Serve(listener)
}
