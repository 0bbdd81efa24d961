package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
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
