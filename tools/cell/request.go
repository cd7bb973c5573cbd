package cell

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nats-io/nats.go"

	"vitrine/tools"
	"vitrine/tools/cell/subject"
)

// The bounds of a request.
const (
	defaultRequestMS = 1000
	maxRequestMS     = 10_000
	maxPayload       = 64 << 10
)

// NATS is the server that the cell talks through.
type NATS struct {
	Address     string   // host:port, what results show
	URL         string   // with credentials, where it has some; "" means Address
	Credentials string   // path of a .creds file, or ""
	Subjects    []string // what may be asked; empty means nothing
}

type natsRequestIn struct {
	Subject   string `json:"subject" jsonschema:"the subject to ask, without wildcards, such as cell.status"`
	Payload   string `json:"payload,omitempty" jsonschema:"the request's body as text, 64 KiB at most"`
	TimeoutMS *int   `json:"timeout_ms,omitempty" jsonschema:"how long to wait for the reply" minimum:"1" maximum:"10000" default:"1000"`
}

// Check implements tools.Checker.
func (in *natsRequestIn) Check() error {
	if err := subject.Check(in.Subject); err != nil {
		return tools.BadArgument("subject", in.Subject, "a NATS subject ("+err.Error()+")", nil)
	}
	if len(in.Payload) > maxPayload {
		return tools.BadArgument("payload", fmt.Sprintf("%d bytes", len(in.Payload)), fmt.Sprintf("at most %d bytes", maxPayload), nil)
	}
	_, err := tools.ParseLimit("timeout_ms", in.TimeoutMS, defaultRequestMS, maxRequestMS)
	return err
}

type natsRequestOut struct {
	Subject   string              `json:"subject"`
	Reply     string              `json:"reply" jsonschema:"the reply's body"`
	Encoding  string              `json:"encoding" jsonschema:"utf-8, or base64 where the reply is not text"`
	Bytes     int                 `json:"bytes" jsonschema:"of the whole reply"`
	Truncated bool                `json:"truncated" jsonschema:"true where the reply is longer than 64 KiB and was cut"`
	Headers   map[string][]string `json:"headers,omitempty"`
	ElapsedMS float64             `json:"elapsed_ms"`
}

func (c *cell) natsRequest(ctx context.Context, call tools.Call, in natsRequestIn) (natsRequestOut, error) {
	if !subject.Allowed(c.NATS.Subjects, in.Subject) {
		return natsRequestOut{}, c.notAllowed(in.Subject)
	}
	ms, err := tools.ParseLimit("timeout_ms", in.TimeoutMS, defaultRequestMS, maxRequestMS)
	if err != nil {
		return natsRequestOut{}, err
	}
	timeout := time.Duration(ms) * time.Millisecond
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	began := time.Now()
	conn, err := c.NATS.connect(ctx, timeout)
	if err != nil {
		return natsRequestOut{}, c.NATS.failure(ctx, err, in.Subject, timeout, CodeNATSClosed)
	}
	defer conn.Close()
	reply, err := conn.RequestMsgWithContext(ctx, &nats.Msg{Subject: in.Subject, Data: []byte(in.Payload)})
	if err != nil {
		return natsRequestOut{}, c.NATS.failure(ctx, err, in.Subject, timeout, CodeNATSError)
	}
	out := replyOf(reply)
	out.Subject = in.Subject
	out.ElapsedMS = float64(time.Since(began).Microseconds()) / 1000
	return out, nil
}

func (c *cell) notAllowed(given string) error {
	e := &tools.Error{Code: CodeSubjectNotAllowed, Argument: "subject", Given: given, Accepted: c.NATS.Subjects}
	if len(c.NATS.Subjects) == 0 {
		e.Message = "nats_request is off: the configuration lists no subject that may be asked"
		e.Hint = "an operator can list subjects under cell.nats_subjects"
		return e
	}
	e.Message = fmt.Sprintf("subject %q is not among those that may be asked: %s", given, strings.Join(c.NATS.Subjects, ", "))
	e.Hint = "ask one of the accepted subjects; * stands for one token, > for the rest"
	return e
}

// connect opens a connection for one request: no reconnects, no other servers than the one that is configured.
func (n NATS) connect(ctx context.Context, timeout time.Duration) (*nats.Conn, error) {
	url := n.URL
	if url == "" {
		url = "nats://" + n.Address
	}
	options := []nats.Option{
		nats.Name("vitrine"), nats.NoReconnect(), nats.Timeout(timeout), nats.SetCustomDialer(dialer{ctx}),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the library's own writes on stderr
		nats.PermissionErrOnSubscribe(true),
	}
	if n.Credentials != "" {
		options = append(options, nats.UserCredentials(n.Credentials))
	}
	return nats.Connect(url, options...)
}

// dialer dials as long as the call lives.
type dialer struct{ ctx context.Context }

// Dial implements nats.CustomDialer. The connection ends with the call, also while the library still talks.
func (d dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(d.ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &boundConn{Conn: conn, stop: context.AfterFunc(d.ctx, func() { conn.Close() })}, nil
}

type boundConn struct {
	net.Conn
	stop func() bool
}

func (c *boundConn) Close() error {
	c.stop()
	return c.Conn.Close()
}

func (n NATS) failure(ctx context.Context, err error, asked string, timeout time.Duration, code string) error {
	e := &tools.Error{Code: code}
	var slow net.Error
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		e.Code, e.Argument, e.Given = CodeNoResponders, "subject", asked
		e.Message, e.Hint = fmt.Sprintf("nobody listens on subject %q", asked), "check the subject, or whether the service that answers it runs"
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrPermissionViolation), errors.Is(err, nats.ErrAuthExpired):
		e.Code, e.Message = CodeNATSError, "the NATS server does not let this connection ask the subject"
		e.Hint = "cell.nats_credentials in the configuration names the credentials"
	case errors.Is(ctx.Err(), context.Canceled):
		e.Code, e.Message = CodeNATSTimeout, "the call was cancelled before a reply came"
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.As(err, &slow) && slow.Timeout():
		e.Code, e.Argument = CodeNATSTimeout, "timeout_ms"
		e.Message = fmt.Sprintf("no reply on subject %q within %d ms", asked, timeout.Milliseconds())
		e.Hint = fmt.Sprintf("timeout_ms can be raised to %d", maxRequestMS)
	case code == CodeNATSClosed:
		e.Message, e.Hint = "no connection to the NATS server at "+n.Address, "nats_ping shows whether it runs"
	default:
		e.Message, e.Hint = "the NATS server did not take the request", "nats_ping shows whether it runs"
	}
	return e
}

// replyOf cuts a reply to 64 KiB, text at a character's boundary.
func replyOf(m *nats.Msg) natsRequestOut {
	out := natsRequestOut{Bytes: len(m.Data), Encoding: "utf-8"}
	data := m.Data
	text := utf8.Valid(data)
	if len(data) > maxPayload {
		out.Truncated = true
		data = data[:maxPayload]
		for text && !utf8.Valid(data[max(0, len(data)-utf8.UTFMax):]) && !utf8.Valid(data) {
			data = data[:len(data)-1]
		}
	}
	if text {
		out.Reply = string(data)
	} else {
		out.Encoding, out.Reply = "base64", base64.StdEncoding.EncodeToString(data)
	}
	size := 0
	for name, values := range m.Header {
		size += len(name)
		for _, v := range values {
			size += len(v)
		}
	}
	if size <= maxPayload && len(m.Header) > 0 {
		out.Headers = m.Header
	}
	return out
}
