package mcp

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"
)

// The bounds of every phase of a connection. A client that is slower loses it.
const (
	headerTimeout = 10 * time.Second
	bodyTimeout   = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	drainTimeout  = 10 * time.Second
	maxHeader     = 32 << 10
	connections   = 1024
)

// ServeOptions configure ServeHTTP.
type ServeOptions struct {
	TLS           *tls.Config   // nil for plain HTTP
	HeaderTimeout time.Duration // the headers of a request, a TLS handshake; default 10 s
	AnswerTimeout time.Duration // one request from its first byte to the last of its answer; longer than any query
	DrainTimeout  time.Duration // how long requests in work may take to finish at the end; default 10 s
	Log           *slog.Logger
}

// ServeHTTP serves the handler on the listener until ctx is done, then drains: it stops to accept, lets the requests in
// work finish, and cancels those that take too long.
func ServeHTTP(ctx context.Context, l net.Listener, h *Handler, o ServeOptions) error {
	if o.DrainTimeout <= 0 {
		o.DrainTimeout = drainTimeout
	}
	if o.HeaderTimeout <= 0 {
		o.HeaderTimeout = headerTimeout
	}
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: o.HeaderTimeout, WriteTimeout: o.AnswerTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, TLSConfig: o.TLS,
		ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
		// Requests outlive ctx: they are cancelled when draining took too long, not when it begins.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	l = netutil.LimitListener(l, connections)
	ended := make(chan error, 1)
	go func() {
		if o.TLS != nil {
			ended <- server.ServeTLS(l, "", "")
		} else {
			ended <- server.Serve(l)
		}
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	h.Drain()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.DrainTimeout)
	defer cancel()
	err := server.Shutdown(drain)
	if err != nil {
		o.Log.Warn("requests were still in work and are given up", "error", err)
		err = server.Close()
	}
	if serveErr := <-ended; !errors.Is(serveErr, http.ErrServerClosed) {
		return serveErr
	}
	return err
}
