package postgres

import (
	"fmt"
	"net"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/query"
)

// Address is one server that a connection string names.
type Address struct {
	Host string // a name, an IP address, or the folder of a unix socket
	Port uint16
}

// String is host:port; of a socket the port alone, since errors and logs must not hold a path.
func (a Address) String() string {
	if strings.HasPrefix(a.Host, "/") {
		return fmt.Sprintf("the local socket, port %d", a.Port)
	}
	return net.JoinHostPort(a.Host, strconv.Itoa(int(a.Port)))
}

// Addresses returns the servers that a connection string and the environment name, in their order.
func Addresses(text string) ([]Address, error) {
	config, err := pgconn.ParseConfig(text)
	if err != nil {
		return nil, badAddress(err)
	}
	return addressesOf(config), nil
}

// addressesOf returns the servers of a configuration. Each may stand in it twice, with TLS and without.
func addressesOf(config *pgconn.Config) []Address {
	all := []Address{{config.Host, config.Port}}
	for _, f := range config.Fallbacks {
		if next := (Address{f.Host, f.Port}); next != all[len(all)-1] {
			all = append(all, next)
		}
	}
	return all
}

// target is which servers may be read, after libpq's target_session_attrs. Every session of this package is READ ONLY,
// so that read-write can only mean the primary, and read-only a standby.
type target string

const (
	targetAny           target = "any"
	targetPrimary       target = "primary"
	targetStandby       target = "standby"
	targetPreferStandby target = "prefer-standby"
)

// targetOf returns the target that the connection string, the service file or the environment asked for. The driver keeps
// it as the function that it would test each session with; that test would find every session of ours read-only.
func targetOf(config *pgconn.Config) target {
	for _, known := range []struct {
		validate pgconn.ValidateConnectFunc
		target   target
	}{
		{pgconn.ValidateConnectTargetSessionAttrsReadWrite, targetPrimary},
		{pgconn.ValidateConnectTargetSessionAttrsPrimary, targetPrimary},
		{pgconn.ValidateConnectTargetSessionAttrsReadOnly, targetStandby},
		{pgconn.ValidateConnectTargetSessionAttrsStandby, targetStandby},
		{pgconn.ValidateConnectTargetSessionAttrsPreferStandby, targetPreferStandby},
	} {
		if config.ValidateConnect != nil && reflect.ValueOf(config.ValidateConnect).Pointer() == reflect.ValueOf(known.validate).Pointer() {
			return known.target
		}
	}
	return targetAny
}

// connectTime is how long a session with one of several servers may take to begin, where the address does not say:
// another server can be asked meanwhile.
const connectTime = 2 * time.Second

// configs reads a connection string into one configuration for each server that it names.
func configs(text string) ([]*pgconn.Config, target, error) {
	whole, err := pgconn.ParseConfig(text)
	if err != nil {
		return nil, "", badAddress(err)
	}
	wanted := targetOf(whole)
	addresses := addressesOf(whole)
	if len(addresses) == 1 {
		whole.ValidateConnect = nil
		return []*pgconn.Config{whole}, wanted, nil
	}
	var all []*pgconn.Config
	for i, a := range addresses {
		for _, before := range addresses[:i] {
			if a == before {
				return nil, "", &query.Error{
					Code: query.CodeNotFound, Message: "the address names the server " + a.String() + " twice",
					Hint: "name each server once",
				}
			}
		}
		// Read anew for each, since the driver looks only the first host up in a password file.
		one, err := pgconn.ParseConfig(onlyHost(text, a))
		if err != nil {
			return nil, "", badAddress(err)
		}
		one.ValidateConnect = nil
		if one.ConnectTimeout == 0 {
			one.ConnectTimeout = connectTime
		}
		all = append(all, one)
	}
	return all, wanted, nil
}

// onlyHost returns the connection string with one server in the place of all.
func onlyHost(text string, a Address) string {
	rest, isURL := strings.CutPrefix(text, "postgres://")
	if !isURL {
		rest, isURL = strings.CutPrefix(text, "postgresql://")
	}
	if !isURL {
		return fmt.Sprintf("%s host='%s' port=%d", text, strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(a.Host), a.Port)
	}
	if i := strings.IndexAny(rest, "@/"); i >= 0 && rest[i] == '@' {
		rest = rest[i+1:]
	}
	sign := "?"
	switch {
	case strings.HasSuffix(rest, "?"):
		sign = ""
	case strings.Contains(rest, "?"):
		sign = "&"
	}
	host := strings.ReplaceAll(url.QueryEscape(a.Host), "+", "%20")
	return fmt.Sprintf("%s%shost=%s&port=%d", text, sign, host, a.Port)
}
