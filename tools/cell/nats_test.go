package cell

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"vitrine/tools"
)

// natsServer runs a real server inside the test.
func natsServer(t *testing.T, change func(*server.Options)) *server.Server {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}
	if change != nil {
		change(o)
	}
	s, err := server.NewServer(o)
	require.NoError(t, err)
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(time.Minute))
	return s
}

// fake listens and lets serve speak to whoever connects.
func fake(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() { defer conn.Close(); serve(conn) }()
		}
	}()
	return l.Addr().String()
}

// refused is an address where nobody listens, and nobody will: a port that was free a moment ago may be taken.
const refused = "127.0.0.1:1"

// pinged pings until the state is what it should be: on a busy machine a server can take longer than ping waits.
func pinged(t *testing.T, address string, should func(NATSState) bool) (state NATSState) {
	t.Helper()
	for began := time.Now(); time.Since(began) < 20*time.Second; {
		if state = ping(context.Background(), address); should(state) {
			break
		}
	}
	return state
}

func isOpen(s NATSState) bool { return s.State == natsOpen }

func TestPingOpen(t *testing.T) {
	s := natsServer(t, nil)
	state := pinged(t, s.Addr().String(), isOpen)
	assert.Equal(t, "OPEN", state.State)
	assert.Equal(t, s.Addr().String(), state.Address)
	require.NotNil(t, state.RoundTripMS)
	assert.GreaterOrEqual(t, *state.RoundTripMS, 0.0)
	assert.Empty(t, state.Detail)
}

func TestPingServerThatWantsCredentials(t *testing.T) {
	s := natsServer(t, func(o *server.Options) { o.Username, o.Password = "u", "p" })
	state := pinged(t, s.Addr().String(), isOpen)
	assert.Equal(t, "OPEN", state.State, "it sent INFO; who may use it is another question")
	assert.NotNil(t, state.RoundTripMS)
}

func TestPingClosed(t *testing.T) {
	for address, detail := range map[string]string{
		refused: "connection refused",
		fake(t, func(c net.Conn) { io.Copy(io.Discard, c) }): "no INFO line came within",
		fake(t, func(c net.Conn) {}):                         "closed before an INFO line",
		fake(t, func(c net.Conn) { io.WriteString(c, "SSH-2.0-OpenSSH\r\n"); bufio.NewReader(c).ReadByte() }): "no NATS INFO line",
		fake(t, func(c net.Conn) { io.WriteString(c, "INFO nonsense\r\n") }):                                  "no NATS INFO line",
		fake(t, func(c net.Conn) { io.WriteString(c, "INFO {\"server_id\":") }):                               "no NATS INFO line",
		fake(t, func(c net.Conn) { io.WriteString(c, strings.Repeat("x", maxInfoLine+1)) }):                   "no NATS INFO line",
	} {
		state := pinged(t, address, func(s NATSState) bool {
			assert.Equal(t, "closed", s.State, detail)
			return strings.Contains(s.Detail, detail)
		})
		assert.Contains(t, state.Detail, detail)
		assert.Nil(t, state.RoundTripMS)
	}
}

func TestPingEndsWithTheCall(t *testing.T) {
	address := fake(t, func(c net.Conn) { io.Copy(io.Discard, c) })
	least := time.Hour // of some tries: a busy machine may hold one up for as long as ping waits
	for try := 0; try < 10 && least >= pingTime; try++ {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		began := time.Now()
		assert.Equal(t, "closed", ping(ctx, address).State)
		least = min(least, time.Since(began))
	}
	assert.Less(t, least, pingTime)
}

// request asks as the tool does: the check of the arguments first.
func request(ctx context.Context, n NATS, in natsRequestIn) (natsRequestOut, error) {
	if longest := maxRequestMS; in.TimeoutMS == nil { // the default would be too short on a busy machine
		in.TimeoutMS = &longest
	}
	if err := in.Check(); err != nil {
		return natsRequestOut{}, err
	}
	c := &cell{Options: Options{NATS: n}}
	return c.natsRequest(ctx, tools.Call{}, in)
}

func answering(t *testing.T, s *server.Server, subject string, answer func(*nats.Msg) *nats.Msg) {
	t.Helper()
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	_, err = conn.Subscribe(subject, func(m *nats.Msg) {
		if reply := answer(m); reply != nil {
			m.RespondMsg(reply)
		}
	})
	require.NoError(t, err)
	require.NoError(t, conn.Flush())
}

func TestRequest(t *testing.T) {
	s := natsServer(t, nil)
	n := NATS{Address: s.Addr().String(), Subjects: []string{"cell.*", "big"}}
	answering(t, s, "cell.echo", func(m *nats.Msg) *nats.Msg {
		return &nats.Msg{Data: append([]byte("got "), m.Data...), Header: nats.Header{"X": {"1"}}}
	})
	answering(t, s, "cell.binary", func(*nats.Msg) *nats.Msg { return &nats.Msg{Data: []byte{0, 0xff}} })
	answering(t, s, "cell.silent", func(*nats.Msg) *nats.Msg { return nil })
	answering(t, s, "big", func(*nats.Msg) *nats.Msg { return &nats.Msg{Data: []byte("a" + strings.Repeat("€", 30_000))} })

	out, err := request(context.Background(), n, natsRequestIn{Subject: "cell.echo", Payload: "hi €"})
	require.NoError(t, err)
	assert.Equal(t, "got hi €", out.Reply)
	assert.Equal(t, "utf-8", out.Encoding)
	assert.Equal(t, map[string][]string{"X": {"1"}}, out.Headers)
	assert.False(t, out.Truncated)

	out, err = request(context.Background(), n, natsRequestIn{Subject: "cell.binary"})
	require.NoError(t, err)
	assert.Equal(t, "AP8=", out.Reply)
	assert.Equal(t, "base64", out.Encoding)

	out, err = request(context.Background(), n, natsRequestIn{Subject: "big"})
	require.NoError(t, err)
	assert.True(t, out.Truncated)
	assert.Equal(t, 90_001, out.Bytes)
	assert.Equal(t, "a"+strings.Repeat("€", (maxPayload-1)/3), out.Reply, "cut at a character's boundary")

	_, err = request(context.Background(), n, natsRequestIn{Subject: "cell.nobody"})
	requireCode(t, CodeNoResponders, err)

	short := 50
	_, err = request(context.Background(), n, natsRequestIn{Subject: "cell.silent", TimeoutMS: &short})
	e := requireCode(t, CodeNATSTimeout, err)
	assert.Contains(t, e.Message, "50 ms")
	assert.Eventually(t, func() bool { return s.NumClients() == 4 }, 30*time.Second, 10*time.Millisecond, "only the four that answer stay connected")
}

func TestRequestIsOffByDefault(t *testing.T) {
	asked := make(chan struct{}, 1)
	address := fake(t, func(net.Conn) { asked <- struct{}{} })
	_, err := request(context.Background(), NATS{Address: address}, natsRequestIn{Subject: "cell.status"})
	e := requireCode(t, CodeSubjectNotAllowed, err)
	assert.Contains(t, e.Message, "off")
	_, err = request(context.Background(), NATS{Address: address, Subjects: []string{"cell.*"}}, natsRequestIn{Subject: "cell.a.b"})
	e = requireCode(t, CodeSubjectNotAllowed, err)
	assert.Equal(t, []string{"cell.*"}, e.Accepted)
	select {
	case <-asked:
		t.Fatal("a refused request reached the server")
	case <-time.After(50 * time.Millisecond):
	}
}

func TestRequestArguments(t *testing.T) {
	zero, long := 0, 10_001
	for argument, in := range map[string]natsRequestIn{
		"subject":    {Subject: "cell.>"},
		"payload":    {Subject: "a", Payload: strings.Repeat("x", maxPayload+1)},
		"timeout_ms": {Subject: "a", TimeoutMS: &zero},
	} {
		_, err := request(context.Background(), NATS{Subjects: []string{">"}}, in)
		assert.Equal(t, argument, requireCode(t, tools.CodeInvalidArgument, err).Argument)
	}
	_, err := request(context.Background(), NATS{Subjects: []string{">"}}, natsRequestIn{Subject: "a", TimeoutMS: &long})
	requireCode(t, tools.CodeInvalidArgument, err)
	for _, subject := range []string{"", "a b", "a..b", ".a", "a.", "a\r\nPUB b 1\r\nx", "*", "a.*", "a.>.b"} {
		_, err := request(context.Background(), NATS{Subjects: []string{">"}}, natsRequestIn{Subject: subject})
		assert.Equal(t, "subject", requireCode(t, tools.CodeInvalidArgument, err).Argument, "%q", subject)
	}
}

func TestRequestCredentials(t *testing.T) {
	s := natsServer(t, func(o *server.Options) { o.Username, o.Password = "u", "s3cret" })
	address := s.Addr().String()
	_, err := request(context.Background(), NATS{Address: address, Subjects: []string{"a"}}, natsRequestIn{Subject: "a"})
	requireCode(t, CodeNATSError, err)
	n := NATS{Address: address, URL: "nats://u:s3cret@" + address, Subjects: []string{"a"}}
	_, err = request(context.Background(), n, natsRequestIn{Subject: "a"})
	e := requireCode(t, CodeNoResponders, err)
	assert.NotContains(t, e.Message+e.Hint, "s3cret")
}

func TestRequestServerGone(t *testing.T) {
	_, err := request(context.Background(), NATS{Address: refused, Subjects: []string{"a"}}, natsRequestIn{Subject: "a"})
	requireCode(t, CodeNATSClosed, err)

	silent := fake(t, func(c net.Conn) { io.Copy(io.Discard, c) })
	ms := 100
	began := time.Now()
	_, err = request(context.Background(), NATS{Address: silent, Subjects: []string{"a"}}, natsRequestIn{Subject: "a", TimeoutMS: &ms})
	requireCode(t, CodeNATSTimeout, err)
	assert.Less(t, time.Since(began), 30*time.Second)
}
