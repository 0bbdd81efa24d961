package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
)

// lane is one keep-alive connection of HTTP/1.1. It costs much less than net/http's
// client, which would share the CPUs with the measured program.
type lane struct {
	conn net.Conn
	in   *bufio.Reader
}

func dial(address string) (*lane, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &lane{conn, bufio.NewReaderSize(conn, 64<<10)}, nil
}

// reply is what a lane keeps of an answer.
type reply struct {
	status int
	tag    []byte // the ETag; valid until the next request
	length int64  // of the body
}

// do sends a complete request and reads its answer to the end.
func (l *lane) do(request, tag []byte) (r reply, err error) {
	if _, err := l.conn.Write(request); err != nil {
		return reply{}, err
	}
	line, err := l.line()
	if err != nil {
		return reply{}, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return reply{}, fmt.Errorf("the answer begins with %q", line)
	}
	if r.status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return reply{}, err
	}
	r.tag = tag[:0]
	chunked := false
	for {
		if line, err = l.line(); err != nil {
			return reply{}, err
		}
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch string(name) {
		case "":
			return l.body(r, chunked)
		case "Content-Length":
			r.length, err = strconv.ParseInt(string(value), 10, 64)
		case "Etag":
			r.tag = append(r.tag, value...)
		case "Transfer-Encoding":
			chunked = true
		}
		if err != nil {
			return reply{}, err
		}
	}
}

// line returns the next line without its end.
func (l *lane) line() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}

func (l *lane) body(r reply, chunked bool) (reply, error) {
	if !chunked {
		_, err := io.CopyN(io.Discard, l.in, r.length)
		return r, err
	}
	for {
		line, err := l.line()
		if err != nil {
			return reply{}, err
		}
		n, err := strconv.ParseInt(string(line), 16, 64)
		if err != nil {
			return reply{}, err
		}
		if _, err := l.in.Discard(int(n) + 2); err != nil {
			return reply{}, err
		}
		if r.length += n; n == 0 {
			return r, nil
		}
	}
}

// raw returns a request as it is sent.
func raw(method, target, host, body string, headers ...string) []byte {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench\r\nAccept: application/json\r\nSec-Fetch-Site: same-origin\r\n", method, target, host)
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	if body != "" {
		_, _ = fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return []byte(b.String())
}

// TestLane checks what a lane reads of an answer.
func TestLane(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		want   reply
	}{
		"length":  {"HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello", reply{status: 201, length: 5}},
		"chunks":  {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", reply{status: 200, length: 6}},
		"no body": {"HTTP/1.1 304 Not Modified\r\nEtag: W/\"a\"\r\n\r\n", reply{status: 304, tag: []byte(`W/"a"`)}},
	} {
		t.Run(name, func(t *testing.T) {
			here, there := net.Pipe()
			go func() {
				_, err := io.ReadFull(there, make([]byte, 3))
				_, wrote := there.Write([]byte(c.answer))
				if err := errors.Join(err, wrote, there.Close()); err != nil {
					t.Error(err)
				}
			}()
			l := lane{here, bufio.NewReader(here)}
			got, err := l.do([]byte("GET"), nil)
			if err != nil || got.status != c.want.status || got.length != c.want.length || string(got.tag) != string(c.want.tag) {
				t.Errorf("got %+v and %v, want %+v", got, err, c.want)
			}
		})
	}
}
