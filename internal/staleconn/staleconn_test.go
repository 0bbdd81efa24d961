package staleconn

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/tools/testkit/check"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// network answers every request of every connection with {}, until it goes silent: from
// then on the existing connections accept bytes but never answer.
type network struct {
	t     *testing.T
	pause time.Duration // before each answer
	trail time.Duration // between an answer's head and its body

	mu      sync.Mutex
	conns   []*conn
	dials   int
	unheard int // requests on connections that are silent
}

type conn struct {
	net.Conn
	silent bool // guarded by network.mu
}

// dial is a Transport's DialContext.
func (n *network) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	c := &conn{Conn: there}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.dials++
	n.conns = append(n.conns, c)
	go n.serve(c)
	return here, nil
}

func (n *network) serve(c *conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, req.Body)
		time.Sleep(n.pause)
		if n.hears(c) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
			time.Sleep(n.trail)
			_, _ = io.WriteString(c, "{}")
		}
	}
}

func (n *network) hears(c *conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if c.silent {
		n.unheard++
	}
	return !c.silent
}

func (n *network) silence() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range n.conns {
		c.silent = true
	}
}

// counts returns the new connections and the unheard requests since the last call.
func (n *network) counts() (dials, unheard int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer func() { n.dials, n.unheard = 0, 0 }()
	return n.dials, n.unheard
}

// attempt is how long one exchange may take here.
const attempt = 2 * time.Second

func (n *network) client() *dynamodb.Client {
	http := awshttp.NewBuildableClient().WithTimeout(attempt).WithTransportOptions(func(t *http.Transport) { t.DialContext = n.dial })
	return dynamodb.New(dynamodb.Options{
		HTTPClient: http, Region: "here", BaseEndpoint: aws.String("http://there"), Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	}, Options)
}

// get sends a read, which must be answered within a time.
func get(t *testing.T, c *dynamodb.Client, within time.Duration) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	_, err := c.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String("t"), Key: map[string]types.AttributeValue{"k": &types.AttributeValueMemberS{Value: "v"}},
	})
	return err
}

// inBubble runs a test on a client with three connections in its pool.
func inBubble(t *testing.T, run func(t *testing.T, n *network, c *dynamodb.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		n := &network{t: t, pause: time.Millisecond}
		c := n.client()
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				check.Equal(t, get(t, c, time.Minute), nil)
			})
		}
		wg.Wait()
		if dials, _ := n.counts(); dials != 3 {
			t.Fatalf("got %d connections, want 3", dials)
		}
		defer func() {
			n.mu.Lock()
			defer n.mu.Unlock()
			for _, conn := range n.conns {
				_ = conn.Close()
			}
		}()
		run(t, n, c)
	})
}

// expect fails the test unless this many connections were made and requests unheard.
func (n *network) expect(dials, unheard int) {
	n.t.Helper()
	if d, u := n.counts(); d != dials || u != unheard {
		n.t.Errorf("got %d new connections and %d unheard requests, want %d and %d", d, u, dials, unheard)
	}
}

// TestRestedConnections: after a rest during which all connections went silent, a
// request is answered within a second.
func TestRestedConnections(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network, c *dynamodb.Client) {
		time.Sleep(2 * time.Second)
		n.silence()
		check.Equal(t, get(t, c, time.Second), nil)
		n.expect(1, 1)
		check.Equal(t, get(t, c, time.Second), nil)
		n.expect(0, 0)
	})
}

// TestConnectionsInUse: connections that go silent without having been idle cost one
// attempt.
func TestConnectionsInUse(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network, c *dynamodb.Client) {
		n.silence()
		check.Equal(t, get(t, c, attempt+patience), nil)
		n.expect(1, 1)
	})
}

// TestIdleConnections: a connection that was idle for a minute is not used.
func TestIdleConnections(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network, c *dynamodb.Client) {
		time.Sleep(time.Minute)
		n.silence()
		check.Equal(t, get(t, c, 10*time.Millisecond), nil)
		n.expect(1, 0)
	})
}

// TestSlowAnswers: slow answers are awaited.
func TestSlowAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		slow  func(n *network)
		dials int
	}{
		"of a connection in use": {func(n *network) { n.pause = 2 * patience }, 0},
		"of a new connection":    {func(n *network) { n.pause = 2 * patience; time.Sleep(time.Minute) }, 1},
		"after its head":         {func(n *network) { n.trail = 2 * patience; time.Sleep(2 * time.Second) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, n *network, client *dynamodb.Client) {
				c.slow(n)
				check.Equal(t, get(t, client, attempt), nil)
				n.expect(c.dials, 0)
			})
		})
	}
}

// TestSingleAttempt: a write that the SDK must not retry fails soon with errSilent; the
// next one is answered.
func TestSingleAttempt(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network, c *dynamodb.Client) {
		time.Sleep(2 * time.Second)
		n.silence()
		put := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := c.PutItem(ctx, &dynamodb.PutItemInput{
				TableName: aws.String("t"), Item: map[string]types.AttributeValue{"k": &types.AttributeValueMemberS{Value: "v"}},
			}, func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })
			return err
		}
		if err := put(); !errors.Is(err, errSilent) {
			t.Errorf("got %v, want %v", err, errSilent)
		}
		n.expect(0, 1)
		check.Equal(t, put(), nil)
		n.expect(1, 0)
	})
}

// TestCallerGone: a caller that stops waiting does not make connections count as silent.
func TestCallerGone(t *testing.T) {
	inBubble(t, func(t *testing.T, n *network, c *dynamodb.Client) {
		n.pause = time.Second
		if err := get(t, c, 10*time.Millisecond); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errSilent) {
			t.Errorf("got %v, want %v alone", err, context.DeadlineExceeded)
		}
		check.Equal(t, get(t, c, attempt), nil)
		n.expect(0, 0)
	})
}

// steady is a retryer whose pause is always the same.
type steady struct{ aws.RetryerV2 }

func (steady) RetryDelay(int, error) (time.Duration, error) { return time.Hour, nil }

// TestOtherFailures: the pause after any other failure is the SDK's.
func TestOtherFailures(t *testing.T) {
	r := retryer{steady{}}
	if d, err := r.RetryDelay(1, errors.New("throttled")); d != time.Hour || err != nil {
		t.Errorf("got %v, %v, want an hour", d, err)
	}
	if d, err := r.RetryDelay(1, errors.Join(errSilent, errors.New("timeout"))); d != 0 || err != nil {
		t.Errorf("got %v, %v, want 0", d, err)
	}
}

// TestOtherClients: an HTTP client of another kind is left alone.
func TestOtherClients(t *testing.T) {
	o := dynamodb.Options{HTTPClient: http.DefaultClient}
	Options(&o)
	if o.HTTPClient != http.DefaultClient {
		t.Errorf("got %T, want the client as it was", o.HTTPClient)
	}
}
