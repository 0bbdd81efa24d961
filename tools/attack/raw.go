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

// rawTime is more than an ordinary answer takes.
const rawTime = 2 * time.Second

// conversation is what came back on one connection.
type conversation struct {
	statuses []int // of the answers, in order
	closed   bool  // by the server
}

// raw sends bytes on one connection as they are, and reads all answers.
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

// listen reads answers until the server closes the connection or says nothing more.
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

// quiet is how long a server may say nothing until it has nothing more to say.
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

// ignoring drops the error of an answer that was cut off.
func ignoring(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || gone(err) {
		return nil
	}
	return err
}

// refused reports a breach unless every answer to bytes refuses them.
func (s *site) refused(name, bytes string) {
	c := s.raw(bytes)
	for _, status := range c.statuses {
		if status < 400 || status >= 500 && status != http.StatusHTTPVersionNotSupported && status != http.StatusNotImplemented {
			s.p.breach("%s: answered %v", name, c.statuses)
		}
	}
}

// lines are those of a request, with the line ends of HTTP.
func lines(all ...string) string { return strings.Join(all, "\r\n") + "\r\n" }
