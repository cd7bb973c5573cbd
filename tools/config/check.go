package config

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/guard"
	"vitrine/tools/cell/subject"
)

// The names of the sources that the cell and the record bring along.
const (
	SubstrateSource = "substrate"
	RecordSource    = "record"
)

// ShortestLag is the least that max_lag may be: servers are asked how far they are four times in it.
const ShortestLag = 100 * time.Millisecond

// check finds what each value alone does not show: what is missing, out of range, or contradicts another setting.
func (c *Config) check() []Problem {
	var found []Problem
	fail := func(key, format string, args ...any) {
		found = append(found, Problem{Key: key, Message: fmt.Sprintf(format, args...)})
	}
	c.checkSources(fail)
	if c.Cell != nil {
		c.Cell.check(fail)
	}
	if c.Record != nil {
		if c.Record.Path == "" && c.Record.Postgres == "" {
			fail("record.path", "missing: the record's database file, or its address in postgres")
		}
		checkEngine("record", "path", c.Record.Source(), fail)
		checkPolicy("record.policy", c.Record.Policy, c.Record.Source().Dialect(), fail)
		checkBudget("record.budget", c.Record.Budget, fail)
	}
	c.checkHTTP(fail)
	if c.Audit.File == "" {
		for key, given := range map[string]bool{"key": c.Audit.Key != "", "fsync": c.Audit.Fsync, "rotate": c.Audit.Rotate != 0} {
			if given {
				fail("audit."+key, "given without audit.file, which it belongs to")
			}
		}
	}
	if c.Audit.File != "" && c.Audit.File == c.Audit.Key {
		fail("audit.key", "the same file as audit.file; the key needs one of its own")
	}
	if c.Limits.Memory < 16<<20 {
		fail("limits.memory", "%d bytes given; 16MiB or more is accepted", c.Limits.Memory)
	}
	return found
}

type failer func(key, format string, args ...any)

func (c *Config) checkSources(fail failer) {
	seen := map[string]bool{}
	if c.Cell != nil {
		seen[SubstrateSource] = true
	}
	if c.Record != nil {
		seen[RecordSource] = true
	}
	for i, s := range c.Sources {
		key := fmt.Sprintf("sources[%d]", i)
		switch {
		case s.Name == "":
			fail(key+".name", "missing: what callers call the source")
		case !isSourceName(s.Name):
			fail(key+".name", "%q given; lower-case letters, digits, - and _ are accepted, 64 at most, the first a letter or digit", s.Name)
		case seen[s.Name]:
			fail(key+".name", "a second source named %q (the cell's is substrate, the record's is record); each needs a name of its own", s.Name)
		}
		seen[s.Name] = true
		if s.SQLite == "" && s.Postgres == "" {
			fail(key, "neither sqlite nor postgres given; one of them is needed")
		}
		checkEngine(key, "sqlite", s, fail)
		checkPolicy(key+".policy", s.Policy, s.Dialect(), fail)
		checkBudget(key+".budget", s.Budget, fail)
	}
}

// checkEngine holds the keys of one database against each other; file is what its path is called.
func checkEngine(key, file string, s Source, fail failer) {
	switch {
	case s.SQLite != "" && s.Postgres != "":
		fail(key+".postgres", "given beside %s; a source has one of them", file)
	case s.Postgres != "" && s.Immutable:
		fail(key+".immutable", "only a sqlite file can be immutable")
	case s.SQLite != "" && s.AllowPrivileged:
		fail(key+".allow_privileged", "only a postgres source has a role")
	case s.SQLite != "" && s.MaxLag != 0:
		fail(key+".max_lag", "only a postgres source has standbys")
	case s.MaxLag != 0 && time.Duration(s.MaxLag) < ShortestLag:
		fail(key+".max_lag", "%s given; %s or more is accepted", time.Duration(s.MaxLag), ShortestLag)
	}
}

func isSourceName(name string) bool {
	for i := range len(name) {
		c := name[i]
		word := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if !word && (i == 0 || c != '-' && c != '_') {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

func (c *Cell) check(fail failer) {
	if _, err := NATSAddress(c.NATS); err != nil {
		fail("cell.nats", "%s", err)
	}
	for i, pattern := range c.NATSSubjects {
		if err := subject.CheckPattern(pattern); err != nil {
			fail(fmt.Sprintf("cell.nats_subjects[%d]", i), "%s", err)
		}
	}
	for i, name := range c.Processes {
		if name == "" || strings.ContainsAny(name, "/\x00") {
			fail(fmt.Sprintf("cell.processes[%d]", i), "%q given; the base name of a program is accepted", name)
		} else if slices.Index(c.Processes, name) < i {
			fail(fmt.Sprintf("cell.processes[%d]", i), "%q stands twice", name)
		}
	}
	checkEngine("cell", "substrate", c.Source(), fail)
	checkPolicy("cell.policy", c.Policy, c.Source().Dialect(), fail)
	checkBudget("cell.budget", c.Budget, fail)
}

// NATSAddress returns host:port of an address or a nats:// or tls:// URL; 4222 is the port where none is given. The
// error does not repeat a password.
func NATSAddress(given string) (string, error) {
	const accepted = "host:port, nats://host:port or tls://host:port is accepted"
	host := given
	if scheme, _, isURL := strings.Cut(given, "://"); isURL {
		u, err := url.Parse(given)
		if err != nil || scheme != "nats" && scheme != "tls" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
			return "", fmt.Errorf("the address cannot be read; %s", accepted)
		}
		host = u.Host
	}
	if _, _, err := net.SplitHostPort(host); err != nil && !strings.HasSuffix(host, "]") && strings.Count(host, ":") == 0 {
		host = net.JoinHostPort(host, "4222")
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil || name == "" || strings.ContainsAny(name, "@/ ") || !isPort(port) {
		return "", fmt.Errorf("the address cannot be read; %s", accepted)
	}
	return host, nil
}

func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}

func checkPolicy(key string, p Policy, d guard.Dialect, fail failer) {
	if _, err := guard.New(p.Guard(d)); err != nil {
		fail(key, "%s", err)
	}
	for _, pair := range []struct {
		allow, deny       []string
		allowKey, denyKey string
	}{
		{p.AllowFunctions, p.DenyFunctions, "allow_functions", "deny_functions"},
		{p.AllowRelations, p.DenyRelations, "allow_relations", "deny_relations"},
		{p.MaskColumns, p.DenyColumns, "mask_columns", "deny_columns"},
	} {
		for i, rule := range pair.deny {
			if slices.Contains(pair.allow, rule) {
				fail(fmt.Sprintf("%s.%s[%d]", key, pair.denyKey, i), "%q stands in %s too; it can be in one of them", rule, pair.allowKey)
			}
		}
	}
}

func checkBudget(key string, b Budget, fail failer) {
	if b.Bytes > 0 && b.CellBytes > b.Bytes {
		fail(key+".cell_bytes", "%d bytes for one value, but only %d for the whole result (bytes)", b.CellBytes, b.Bytes)
	}
	if b.Time > 0 && b.Time < 1e6 {
		fail(key+".time", "less than a millisecond; 1ms or more is accepted")
	}
}

func (c *Config) checkHTTP(fail failer) {
	h := c.HTTP
	if (h.TLSCert == "") != (h.TLSKey == "") {
		fail("http.tls_cert", "tls_cert and tls_key belong together; one of them is missing")
	}
	if h.InsecureHTTP && h.TLSCert != "" {
		fail("http.insecure_http", "given beside tls_cert; either TLS or plain HTTP can be served")
	}
	if h.Listen == "" {
		return
	}
	host, port, err := net.SplitHostPort(h.Listen)
	if err != nil {
		fail("http.listen", "%q given; host:port is accepted, such as 127.0.0.1:8765", h.Listen)
		return
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		fail("http.listen", "%q is no port; 0 to 65535 is accepted", port)
	}
	if IsLoopback(host) {
		return
	}
	if c.Tokens == "" {
		fail("http.listen", "%q is not on loopback, and tokens is not given: others could call without one", h.Listen)
	}
	if h.TLSCert == "" && !h.InsecureHTTP {
		fail("http.listen", "%q is not on loopback: give tls_cert and tls_key, or insecure_http: true behind a proxy that has them", h.Listen)
	}
}

// IsLoopback reports whether a host name or address is this machine alone.
func IsLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
