package cell

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"vitrine/tools"
)

// NATSState is whether a NATS server answers at an address.
type NATSState struct {
	State       string   `json:"state" jsonschema:"OPEN where the server sent its INFO line, closed otherwise"`
	Address     string   `json:"address"`
	RoundTripMS *float64 `json:"round_trip_ms,omitempty" jsonschema:"of a PING; of the INFO line where the server wants credentials first"`
	Detail      string   `json:"detail,omitempty" jsonschema:"why it is closed"`
}

const (
	natsOpen   = "OPEN"
	natsClosed = "closed"
	// pingTime bounds the whole look; a server on the same machine answers within a millisecond.
	pingTime = 2 * time.Second
	// maxInfoLine bounds the INFO line; real ones have about 500 bytes, those of large clusters some thousand.
	maxInfoLine = 32 << 10
)

func (c *cell) natsPing(ctx context.Context, _ tools.Call, _ struct{}) (NATSState, error) {
	return ping(ctx, c.NATS.Address), nil
}

// ping speaks the first lines of the NATS protocol by hand
// (https://docs.nats.io/reference/reference-protocols/nats-protocol): a client library would want credentials before
// it calls a server open, and an accepted connection alone proves nothing about who accepted it.
func ping(ctx context.Context, address string) NATSState {
	state := NATSState{State: natsClosed, Address: address}
	ctx, cancel := context.WithTimeout(ctx, pingTime)
	defer cancel()
	began := time.Now()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		state.Detail = dialReason(err)
		return state
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })()

	lines := bufio.NewReaderSize(conn, maxInfoLine)
	info, err := readInfo(lines)
	if err != nil {
		state.Detail = infoReason(err)
		return state
	}
	state.State = natsOpen
	trip := time.Since(began)
	if !info.AuthRequired && !info.TLSRequired {
		if t, err := pingPong(conn, lines); err == nil {
			trip = t
		}
	}
	ms := float64(trip.Microseconds()) / 1000
	state.RoundTripMS = &ms
	return state
}

type serverInfo struct {
	ServerID     string `json:"server_id"`
	AuthRequired bool   `json:"auth_required"`
	TLSRequired  bool   `json:"tls_required"`
}

var errNoInfo = errors.New("what answers there sent no NATS INFO line")

func readInfo(lines *bufio.Reader) (serverInfo, error) {
	var info serverInfo
	line, err := lines.ReadSlice('\n')
	if err != nil {
		if len(line) > 0 { // something was said, and it was no line
			return info, errNoInfo
		}
		return info, err
	}
	body, ok := bytes.CutPrefix(line, []byte("INFO "))
	if !ok || json.Unmarshal(bytes.TrimSpace(body), &info) != nil {
		return info, errNoInfo
	}
	return info, nil
}

func pingPong(conn net.Conn, lines *bufio.Reader) (time.Duration, error) {
	if _, err := io.WriteString(conn, "CONNECT {\"verbose\":false,\"pedantic\":false,\"lang\":\"go\",\"name\":\"vitrine\"}\r\n"); err != nil {
		return 0, err
	}
	began := time.Now()
	if _, err := io.WriteString(conn, "PING\r\n"); err != nil {
		return 0, err
	}
	for range 8 { // the server may say something of its own in between
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if bytes.HasPrefix(line, []byte("PONG")) {
			return time.Since(began), nil
		}
	}
	return 0, errNoInfo
}

func dialReason(err error) string {
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.As(err, &name):
		return "the host name cannot be resolved"
	case errors.Is(err, context.Canceled):
		return "the call was cancelled"
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return "no connection within " + pingTime.String()
	}
	return "the connection failed"
}

func infoReason(err error) string {
	switch {
	case errors.Is(err, errNoInfo):
		return err.Error()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "the connection was accepted, but no INFO line came within " + pingTime.String()
	}
	return "the connection was closed before an INFO line came"
}
