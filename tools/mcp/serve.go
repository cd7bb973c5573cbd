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

// ServeHTTP serves the handler on the listener until ctx is done, then drains: it stops to accept, lets the requests in
// work finish for at most ten seconds, and cancels the rest. answerTimeout bounds one request from its first byte to
// the last of its answer; it must be longer than any query may take. With a nil config it speaks plain HTTP.
func ServeHTTP(ctx context.Context, l net.Listener, h *Handler, config *tls.Config, answerTimeout time.Duration, log *slog.Logger) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTimeout, WriteTimeout: answerTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, TLSConfig: config,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		// Requests outlive ctx: they are cancelled when draining took too long, not when it begins.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	l = netutil.LimitListener(l, connections)
	ended := make(chan error, 1)
	go func() {
		if config != nil {
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
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	err := server.Shutdown(drain)
	if err != nil {
		log.Warn("requests were still in work and are given up", "error", err)
		err = server.Close()
	}
	if serveErr := <-ended; !errors.Is(serveErr, http.ErrServerClosed) {
		return serveErr
	}
	return err
}
