package app

import (
	"context"
	"net"
	"net/http"
	"time"

	"voicememo/internal/connlimit"
	"voicememo/internal/limit"
	"voicememo/webapi"
)

// idleTime is how long a connection is kept without a request.
const idleTime = 30 * time.Second

// http2Limits bound what one connection of HTTP/2 can hold: its requests, and what their
// bodies have in memory.
var http2Limits = http.HTTP2Config{MaxConcurrentStreams: 50, MaxReceiveBufferPerConnection: 256 << 10, MaxReceiveBufferPerStream: 128 << 10}

// listen opens a listener whose connections are within the limits of the program.
func (a *App) listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return a.connections.Listener(l), nil
}

// limitConnections decides how many connections there may be.
func (a *App) limitConnections() error {
	proxies, err := a.Config.proxies()
	if err != nil {
		return err
	}
	a.clientOf = webapi.ClientOf(proxies)
	files := maxFiles()
	limits, lower := connlimit.ForFiles(files)
	if lower {
		a.logger.Warn("the limit of open files leaves room for fewer connections than usual", "files", files, "connections", limits.All)
	}
	a.connections = connlimit.New(limits, proxies)
	return nil
}

// reportConnections logs that there were too many connections since the last call.
func (a *App) reportConnections() {
	if closed, refused := a.connections.Turnover(); closed+refused > 0 {
		a.logger.Warn("there were too many connections, of one address or in all", "closed", closed, "refused", refused)
	}
}

// named makes a connection count for the client that a trusted proxy names. One of HTTP/2
// counts for the proxy, because it has requests of many clients.
func (a *App) named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := a.clientOf(r)
		if r.ProtoMajor == 1 && !client.IsLoopback() && !a.connections.Named(r.Context(), limit.Network(client)) {
			w.Header().Set("Connection", "close")
			w.Header().Set("Retry-After", "5")
			http.Error(w, "Too many requests from your network at once.\nお使いのネットワークから、同時に多くのリクエストがありました。", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// protocols returns the protocols of the server: with --dev also HTTP/2 without TLS (RFC
// 9113 section 3.3), so that concurrent answers can be measured as with TLS. Nil:
// HTTP/1.1, and with TLS also HTTP/2.
func (c Config) protocols() *http.Protocols {
	if !c.Dev {
		return nil
	}
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(true)
	return p
}
