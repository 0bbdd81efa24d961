package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// rawTime is longer than an ordinary answer takes.
const rawTime = 2 * time.Second

// conversation is the answers on one connection.
type conversation struct {
	statuses []int // of the answers, in order
	closed   bool  // by the server
}

// raw sends bytes unchanged on one connection, and reads all answers.
func (s *site) raw(bytes string) conversation {
	s.p.count()
	conn, err := net.Dial("tcp", s.address)
	s.p.must(err)
	defer func() { _ = conn.Close() }()
	s.p.must(conn.SetDeadline(time.Now().Add(rawTime)))
	_, err = io.WriteString(conn, bytes)
	if err != nil && !gone(err) {
		s.p.must(err)
	}
	return s.listen(conn)
}

// listen reads answers until the server closes the connection or sends nothing more.
func (s *site) listen(conn net.Conn) conversation {
	var c conversation
	reader := bufio.NewReader(conn)
	for {
		s.p.must(conn.SetReadDeadline(time.Now().Add(quiet(len(c.statuses)))))
		res, err := http.ReadResponse(reader, nil)
		if err != nil {
			c.closed = !errors.Is(err, os.ErrDeadlineExceeded)
			return c
		}
		_, err = io.Copy(io.Discard, res.Body)
		s.p.must(errors.Join(ignoring(err), res.Body.Close()))
		c.statuses = append(c.statuses, res.StatusCode)
	}
}

// quiet returns how long a server may be silent before it counts as finished.
func quiet(answers int) time.Duration {
	if answers > 0 {
		return rawTime / 10
	}
	return rawTime
}

// gone reports whether an error says that the other side has closed the connection.
func gone(err error) bool {
	var broken *net.OpError
	return errors.As(err, &broken)
}

// ignoring returns nil for the error of an answer that was cut off.
func ignoring(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || gone(err) {
		return nil
	}
	return err
}

// refused reports a breach unless every answer to bytes is a refusal.
func (s *site) refused(name, bytes string) {
	c := s.raw(bytes)
	for _, status := range c.statuses {
		if status < 400 || status >= 500 && status != http.StatusHTTPVersionNotSupported && status != http.StatusNotImplemented {
			s.p.breach("%s: answered %v", name, c.statuses)
		}
	}
}

// lines joins the lines of a request with HTTP's line ends.
func lines(all ...string) string { return strings.Join(all, "\r\n") + "\r\n" }
