package gateway

import (
	"bufio"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // RFC 6455 section 4.2.2 uses it
	"encoding/base64"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Opcodes of frames (RFC 6455 section 5.2).
const (
	opContinuation = 0x0
	opText         = 0x1
	opBinary       = 0x2
	opClose        = 0x8
	opPing         = 0x9
	opPong         = 0xA
)

// connection is a connection of a page.
type connection struct {
	gateway *Gateway
	id      string
	since   time.Time
	active  time.Time // with the lock of the gateway
	conn    net.Conn  // nil: the handshake is in progress; with the lock of the gateway
	buffer  *bufio.ReadWriter

	writing sync.Mutex
}

func (c *connection) context(kind, route string) requestContext {
	return requestContext{
		RouteKey: route, EventType: kind, ConnectionID: c.id, ConnectedAt: c.since.UnixMilli(), RequestTime: time.Now().UnixMilli(),
		Stage: Stage, DomainName: "test.execute-api.us-east-1.amazonaws.com", APIID: "test", Direction: "IN",
	}
}

// accept is the answer to the key of a handshake (RFC 6455 section 4.2.2).
func accept(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) //nolint:gosec // see above
	return base64.StdEncoding.EncodeToString(sum[:])
}

// begin ends the handshake. The subprotocol is the one that the function's answer names,
// whether or not the page offered it. It reports false if the page has gone.
func (c *connection) begin(conn net.Conn, rw *bufio.ReadWriter, key string, headers map[string]string) bool {
	response := "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept(key) + "\r\n"
	for name, value := range headers {
		if strings.EqualFold(name, "Sec-WebSocket-Protocol") {
			response += "Sec-WebSocket-Protocol: " + value + "\r\n"
		}
	}
	_, err := rw.WriteString(response + "\r\n")
	if err == nil {
		err = rw.Flush()
	}
	c.gateway.mu.Lock()
	_, known := c.gateway.connections[c.id]
	c.conn, c.buffer = conn, rw
	c.gateway.mu.Unlock()
	switch {
	case !known:
		_ = conn.Close()
	case err != nil:
		c.close(closeGoingAway)
	}
	return known && err == nil
}

// read reads frames until the connection ends, and passes each message to the function.
func (c *connection) read() {
	for {
		message, kind, code := c.message()
		if code != 0 {
			c.close(code)
			return
		}
		e := event{Body: string(message), RequestContext: c.context("MESSAGE", "$default")}
		e.RequestContext.MessageID = rand.Text()
		if kind == opBinary || !utf8.Valid(message) {
			e.Body, e.IsBase64Encoded = base64.StdEncoding.EncodeToString(message), true
		}
		c.gateway.call(func() {
			if _, err := c.gateway.invoke(e); err != nil { // as AWS answers
				c.write(opText, []byte(`{"message":"Internal server error","connectionId":"`+c.id+`","requestId":"test"}`))
			}
		})
	}
}

// message reads the frames of a message. A code other than 0 ends the connection.
func (c *connection) message() (message []byte, kind byte, code int) {
	for {
		f, err := readFrame(c.buffer)
		if err != nil {
			return nil, 0, closeGoingAway
		}
		c.touch()
		switch {
		case f.length > MaxFrame:
			return nil, 0, closeTooBig
		case !f.masked: // RFC 6455 section 5.1
			return nil, 0, closeProtocol
		case f.opcode == opClose:
			return nil, 0, closeGoingAway
		case f.opcode == opPing:
			c.write(opPong, f.content)
			continue
		case f.opcode == opPong:
			continue
		case f.opcode != opContinuation:
			kind = f.opcode
		}
		if message = append(message, f.content...); len(message) > MaxMessage {
			return nil, 0, closeTooBig
		}
		if f.last {
			return message, kind, 0
		}
	}
}

// touch records that a frame was sent or received.
func (c *connection) touch() {
	c.gateway.mu.Lock()
	defer c.gateway.mu.Unlock()
	c.active = c.gateway.now()
}

// write sends a frame. It reports false if the connection has ended.
func (c *connection) write(opcode byte, content []byte) bool {
	c.writing.Lock()
	defer c.writing.Unlock()
	head := []byte{0x80 | opcode, byte(len(content))} //nolint:gosec // below, if it is longer
	switch {
	case len(content) > 0xFFFF:
		head = binary.BigEndian.AppendUint64([]byte{head[0], 127}, uint64(len(content)))
	case len(content) > 125:
		head = binary.BigEndian.AppendUint16([]byte{head[0], 126}, uint16(len(content))) //nolint:gosec // see above
	}
	_ = c.conn.SetWriteDeadline(time.Now().Add(time.Second))
	if _, err := c.conn.Write(append(head, content...)); err != nil {
		return false
	}
	c.touch()
	return true
}

// close ends a connection with a status, and tells the function.
func (c *connection) close(status int) {
	if !c.gateway.remove(c) {
		return
	}
	c.write(opClose, binary.BigEndian.AppendUint16(nil, uint16(status))) //nolint:gosec // four digits
	_ = c.conn.Close()
	if drop := c.gateway.options.DropDisconnect; drop != nil && drop() {
		return
	}
	e := event{RequestContext: c.context("DISCONNECT", "$disconnect")}
	e.RequestContext.StatusCode = status
	c.gateway.call(func() { _, _ = c.gateway.invoke(e) }) // AWS ignores the answer
}

// frame is a frame of a page.
type frame struct {
	last, masked bool
	opcode       byte
	length       uint64
	content      []byte // nil if it is longer than MaxFrame
}

// readFrame reads a frame (RFC 6455 section 5.2).
func readFrame(r io.Reader) (f frame, err error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	f = frame{last: head[0]&0x80 != 0, opcode: head[0] & 0x0F, masked: head[1]&0x80 != 0, length: uint64(head[1] & 0x7F)}
	if f.length >= 126 {
		long := make([]byte, map[uint64]int{126: 2, 127: 8}[f.length])
		if _, err := io.ReadFull(r, long); err != nil {
			return frame{}, err
		}
		f.length = 0
		for _, b := range long {
			f.length = f.length<<8 | uint64(b)
		}
	}
	if f.length > MaxFrame || !f.masked {
		return f, nil
	}
	var mask [4]byte
	if _, err := io.ReadFull(r, mask[:]); err != nil {
		return frame{}, err
	}
	f.content = make([]byte, f.length)
	_, err = io.ReadFull(r, f.content)
	for i := range f.content {
		f.content[i] ^= mask[i%4]
	}
	return f, err
}
