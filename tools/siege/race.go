package siege

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"voicememo/tools/testkit/person"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// attempt is one request of an account.
type attempt struct {
	by     *person.Person
	path   string
	body   string // JSON
	status int    // expected of the answer
}

// reaction is the answer to an attempt.
type reaction struct {
	took time.Duration
	rank int // the position of the answer in its batch, from 0
	body string
}

// connected is a connection over which requests race: HTTP/2 without TLS, with prior
// knowledge (RFC 9113 section 3.3).
type connected struct {
	conn   net.Conn
	host   string
	out    bytes.Buffer // frames that are not sent yet
	framer *http2.Framer
	block  bytes.Buffer
	packer *hpack.Encoder
	stream uint32 // the next one
}

// maxWindow is the largest flow-control window (RFC 9113 section 6.9.1), more than the
// size of all answers.
const maxWindow = 1<<31 - 1

// dial opens a connection to a server.
func dial(ctx context.Context, home string) (*connected, error) {
	host := strings.TrimPrefix(home, "http://")
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	c := &connected{conn: conn, host: host, stream: 1}
	c.framer = http2.NewFramer(&c.out, conn)
	c.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	c.packer = hpack.NewEncoder(&c.block)
	c.packer.SetMaxDynamicTableSizeLimit(0) // so that all requests have the same size
	c.out.WriteString(http2.ClientPreface)
	err = errors.Join(c.framer.WriteSettings(), c.framer.WriteWindowUpdate(0, maxWindow-65535), c.flush())
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return c, nil
}

func (c *connected) close() error { return c.conn.Close() }

func (c *connected) flush() error {
	_, err := c.conn.Write(c.out.Bytes())
	c.out.Reset()
	return err
}

// race sends attempts at the same moment, in the order of lanes and in one write: first
// all headers, then all bodies.
func (c *connected) race(ctx context.Context, attempts []attempt, lanes []int) ([]reaction, error) {
	if deadline, ok := ctx.Deadline(); ok {
		if err := c.conn.SetDeadline(deadline); err != nil {
			return nil, err
		}
	}
	first := c.stream
	c.stream += 2 * uint32(len(lanes)) //nolint:gosec // a few
	for place, i := range lanes {
		if err := c.head(first+2*uint32(place), attempts[i]); err != nil {
			return nil, err
		}
	}
	for place, i := range lanes {
		if err := c.framer.WriteData(first+2*uint32(place), true, []byte(attempts[i].body)); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	if err := c.flush(); err != nil {
		return nil, err
	}
	return c.collect(attempts, lanes, first, began)
}

// head writes the headers of an attempt.
func (c *connected) head(stream uint32, a attempt) error {
	c.block.Reset()
	for _, field := range [][2]string{
		{":method", "POST"}, {":scheme", "http"}, {":authority", c.host}, {":path", a.path},
		{"content-type", "application/json"}, {"content-length", strconv.Itoa(len(a.body))}, {"cookie", a.by.CookieHeader()},
	} {
		if err := c.packer.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}); err != nil {
			return err
		}
	}
	return c.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: c.block.Bytes(), EndHeaders: true})
}

// collect reads until every attempt of a race has its whole answer. An answer's time and
// rank are those of its first frame.
func (c *connected) collect(attempts []attempt, lanes []int, first uint32, began time.Time) ([]reaction, error) {
	answers, begun, ended := make([]reaction, len(attempts)), 0, 0
	for ended < len(lanes) {
		frame, err := c.framer.ReadFrame()
		if err != nil {
			return nil, err
		}
		i := 0
		if id := frame.Header().StreamID; id >= first {
			i = lanes[(id-first)/2]
		}
		switch f := frame.(type) {
		case *http2.MetaHeadersFrame:
			if status := f.PseudoValue("status"); status != strconv.Itoa(attempts[i].status) {
				return nil, fmt.Errorf("%s: got %s, want %d", attempts[i].path, status, attempts[i].status)
			}
			answers[i].took, answers[i].rank = time.Since(began), begun
			begun++
			if f.StreamEnded() {
				ended++
			}
		case *http2.DataFrame:
			answers[i].body += string(f.Data())
			if f.StreamEnded() {
				ended++
			}
		default:
			if err := c.answer(frame); err != nil {
				return nil, err
			}
		}
	}
	return answers, nil
}

// answer replies to a frame that concerns the connection.
func (c *connected) answer(frame http2.Frame) error {
	var err error
	switch f := frame.(type) {
	case *http2.SettingsFrame:
		if !f.IsAck() {
			err = c.framer.WriteSettingsAck()
		}
	case *http2.PingFrame:
		err = c.framer.WritePing(true, f.Data)
	case *http2.RSTStreamFrame:
		return fmt.Errorf("the server has ended a stream: %s", f.ErrCode)
	case *http2.GoAwayFrame:
		return fmt.Errorf("the server has ended the connection: %s", f.ErrCode)
	}
	return errors.Join(err, c.flush())
}
