package main

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"vitrine/cmd/vitrine/sandbox"
	"vitrine/query"
	"vitrine/tools"
	"vitrine/tools/audit"
	"vitrine/tools/config"
	"vitrine/tools/gateway"
	"vitrine/tools/mcp"
	"vitrine/tools/token"
)

// httpFlags are the flags of `vitrine mcp` that concern HTTP.
type httpFlags struct {
	listen, tokens, cert, key string
	insecure, anonymous       bool
	hosts, origins            []string
}

func (f *httpFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.listen, "http", "", "serve HTTP at this `address`, such as 127.0.0.1:8765")
	flags.StringVar(&f.tokens, "tokens", "", "the `file` of the tokens that HTTP callers need")
	flags.StringVar(&f.cert, "tls-cert", "", "serve TLS with the certificate in this `file`")
	flags.StringVar(&f.key, "tls-key", "", "the `file` of the certificate's key")
	flags.BoolVar(&f.insecure, "insecure-http", false, "serve plain HTTP on an address that is not on loopback: only behind a proxy that has TLS")
	flags.BoolVar(&f.anonymous, "allow-anonymous", false, "answer callers without a token, on loopback only: every program and user of this machine may then read everything served")
	flags.StringArrayVar(&f.hosts, "allow-host", nil, "a host `name` that the server is reached by; may be given more than once")
	flags.StringArrayVar(&f.origins, "allow-origin", nil, "an `origin` whose web pages may call; may be given more than once")
}

// settle puts the flags into the configuration and refuses what would let in the wrong callers.
func (f *httpFlags) settle(c *config.Config, stdio bool) error {
	h := &c.HTTP
	if stdio {
		if f.listen != "" {
			return usagef("give one of them", "both --stdio and --http")
		}
		h.Listen = ""
		return nil
	}
	if f.listen != "" {
		h.Listen = f.listen
	}
	h.InsecureHTTP = h.InsecureHTTP || f.insecure
	h.AllowedHosts = append(slices.Clone(h.AllowedHosts), f.hosts...)
	h.AllowedOrigins = append(slices.Clone(h.AllowedOrigins), f.origins...)
	if h.Listen == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(h.Listen)
	if err != nil {
		return usagef("give host:port, such as 127.0.0.1:8765", "--http %q is no address", h.Listen)
	}
	loopback := config.IsLoopback(host)
	switch {
	case (h.TLSCert == "") != (h.TLSKey == ""):
		return usagef("give both or none", "--tls-cert and --tls-key belong together")
	case h.TLSCert != "" && h.InsecureHTTP:
		return usagef("give one of them", "both --tls-cert and --insecure-http")
	case f.anonymous && !loopback:
		return usagef("make tokens with `vitrine token new` and give --tokens", "--allow-anonymous on %s, which others than this machine reach", h.Listen)
	case c.Tokens == "" && !f.anonymous:
		return usagef("make one with `vitrine token new --tokens FILE` and give --tokens FILE", "HTTP callers need tokens, and no tokens file is given")
	case !loopback && h.TLSCert == "" && !h.InsecureHTTP:
		return usagef("give --tls-cert and --tls-key, or --insecure-http behind a proxy that has them", "%s is not on loopback, and tokens would travel in the clear", h.Listen)
	}
	return nil
}

// serveHTTP serves until ctx is done, then drains.
func serveHTTP(ctx context.Context, a *app, c *config.Config, anonymous bool, server *mcp.Server, r *gateway.Reloader, book *audit.Log, log *slog.Logger, mode sandbox.Mode, plan sandbox.Plan) error {
	host, _, _ := net.SplitHostPort(c.HTTP.Listen)
	fence := c.HTTP.Fence == nil || *c.HTTP.Fence
	o := mcp.HTTPOptions{
		Hosts: c.HTTP.AllowedHosts, Origins: c.HTTP.AllowedOrigins, Loopback: config.IsLoopback(host), MaxBody: int64(c.HTTP.MaxBody),
		Limits: mcp.Limits{PerSecond: float64(c.HTTP.RatePerSecond), Burst: 2 * c.HTTP.RatePerSecond, Concurrent: c.HTTP.CallsPerToken},
	}
	if c.Tokens != "" {
		store, err := token.Open(string(c.Tokens), fence, log)
		if err != nil {
			return failf("make one with `vitrine token new --tokens FILE`", "the tokens cannot be read: %v", err)
		}
		o.Tokens = store
	}
	if anonymous {
		o.Anonymous = &tools.Caller{Name: "anonymous", Classes: tools.Classes(), Sources: r.Gateway().Sources(), Redact: true, Fence: fence}
	}
	if book != nil {
		o.Head = book.Head
	}
	o.Sources = func() map[string]string {
		codes := map[string]string{}
		for name, err := range r.Gateway().States() {
			codes[name] = ""
			if err != nil {
				codes[name] = codeOf(err)
			}
		}
		return codes
	}
	handler, err := mcp.NewHandler(server, o)
	if err != nil {
		return err
	}
	serve := mcp.ServeOptions{AnswerTimeout: answerTimeout(c), DrainTimeout: time.Duration(c.HTTP.ShutdownTimeout), Log: log}
	if c.HTTP.TLSCert != "" {
		pair, err := tls.LoadX509KeyPair(string(c.HTTP.TLSCert), string(c.HTTP.TLSKey))
		if err != nil {
			return failf("give the certificate's chain and its key as PEM files", "the certificate cannot be read: %v", err)
		}
		serve.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", c.HTTP.Listen)
	if err != nil {
		return failf("another program may use the port", "cannot listen: %v", err)
	}
	defer l.Close()
	if _, port, err := net.SplitHostPort(l.Addr().String()); err == nil {
		if number, err := strconv.ParseUint(port, 10, 16); err == nil {
			plan.Listen = append(plan.Listen, uint16(number))
		}
	}
	report, err := a.enterSandbox(mode, plan)
	if err != nil {
		return err
	}
	scheme := "http"
	if serve.TLS != nil {
		scheme = "https"
	}
	log.Info("serving MCP", "url", scheme+"://"+l.Addr().String()+mcp.Path, "tokens", c.Tokens != "", "sandbox", report.String())
	return mcp.ServeHTTP(ctx, l, handler, serve)
}

// answerTimeout is longer than any query may take, by what writing its answer may take.
func answerTimeout(c *config.Config) time.Duration {
	longest := query.DefaultTime
	for _, s := range c.Sources {
		longest = max(longest, time.Duration(s.Budget.Time))
	}
	if c.Cell != nil {
		longest = max(longest, time.Duration(c.Cell.Budget.Time))
	}
	if c.Record != nil {
		longest = max(longest, time.Duration(c.Record.Budget.Time))
	}
	return longest + time.Minute
}
