package webapi

import (
	"bytes"
	"fmt"
	"net"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"voicememo/webapi/live"
)

// benchStreams is the number of streams in the memory budget.
const benchStreams = 200

// BenchmarkStreams opens 200 streams of 20 people and reports the memory of heap and
// stacks, including the client's end of the connections in this process.
func BenchmarkStreams(b *testing.B) {
	s := newSite(b)
	server := httptest.NewServer(s.echo)
	b.Cleanup(server.Close)
	address := strings.TrimPrefix(server.URL, "http://")
	dialStream(b, address, "warm up").Close()
	var grown int64
	for b.Loop() {
		settled(s.options.Live, 0)
		before := inUse()
		conns := make([]net.Conn, benchStreams)
		for i := range conns {
			conns[i] = dialStream(b, address, fmt.Sprint("person", i/live.MaxPerPerson))
		}
		grown += inUse() - before
		settled(s.options.Live, benchStreams)
		for _, conn := range conns {
			_ = conn.Close()
		}
	}
	perRound := float64(grown) / float64(b.N)
	b.ReportMetric(perRound/1e6, "MB/200-streams")
	b.ReportMetric(perRound/benchStreams, "B/stream")
}

// dialStream opens a stream with as little memory as possible for the client's end.
func dialStream(b *testing.B, address, who string) net.Conn {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := fmt.Fprintf(conn, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n%s: %s\r\n\r\n", person, who); err != nil {
		b.Fatal(err)
	}
	var seen []byte
	for chunk := make([]byte, 2048); !bytes.Contains(seen, []byte("event: hello")); {
		n, err := conn.Read(chunk)
		if err != nil {
			b.Fatalf("%v after %s", err, seen)
		}
		seen = append(seen, chunk[:n]...)
	}
	return conn
}

// settled waits until the hub has this many streams.
func settled(h *live.Hub, streams int) {
	for h.Len() != streams {
		time.Sleep(time.Millisecond)
	}
}

// inUse returns the memory of heap and stacks after a garbage collection, in bytes.
func inUse() int64 {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// BenchmarkNotification measures the time from sending a new memo to the change notification on
// another member's open page, both over HTTP.
func BenchmarkNotification(b *testing.B) {
	s := newSite(b)
	s.together("taro", "hanako")
	server := httptest.NewServer(s.echo)
	b.Cleanup(server.Close)
	page := door{s, server.URL}.open("hanako")
	for i := 0; b.Loop(); i++ {
		s.add("taro", fmt.Sprint("memo ", i))
		page.hint()
		b.StopTimer()
		time.Sleep(notifyPause + 20*time.Millisecond)
		b.StartTimer()
	}
}
