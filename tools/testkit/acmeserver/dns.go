package acmeserver

import (
	"encoding/binary"
	"io"
	"net"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"voicememo/tools/testkit/must"
)

// serveDNS serves DNS over TCP, as the authority asks, with this machine as the answer
// for every name, and returns the server's address.
func serveDNS(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				for answerDNS(conn) == nil { //nolint:revive // until the other side has asked all it wants
				}
			}()
		}
	}()
	return listener.Addr().String()
}

// answerDNS reads one question, which its length precedes (RFC 1035, section
// 4.2.2), and answers it: an IPv4 address if one was asked for, else nothing.
func answerDNS(conn net.Conn) error {
	var length uint16
	if err := binary.Read(conn, binary.BigEndian, &length); err != nil {
		return err
	}
	question := make([]byte, length)
	if _, err := io.ReadFull(conn, question); err != nil {
		return err
	}
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil {
		return err
	}
	m.Response, m.Additionals = true, nil
	if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, TTL: 1},
			Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	answer, err := m.AppendPack([]byte{0, 0})
	if err != nil {
		return err
	}
	binary.BigEndian.PutUint16(answer, uint16(len(answer)-2)) //nolint:gosec // one question and one address
	_, err = conn.Write(answer)
	return err
}
