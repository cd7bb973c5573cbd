package mcp

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// A page in a browser can make the browser send requests to any address, and by rebinding its own name to 127.0.0.1
// even read the answers. Two headers tell such a request apart: Host names the page's own domain, Origin the page.

// hostAllowed accepts loopback hosts and those configured. A server that is not bound to a loopback address is reached
// by its IP address too, which no rebinding page can name.
func (h *Handler) hostAllowed(hostport string) bool {
	host := hostName(hostport)
	if host == "" {
		return false
	}
	if isLoopback(host) || slices.ContainsFunc(h.o.Hosts, func(name string) bool { return strings.EqualFold(name, host) }) {
		return true
	}
	_, err := netip.ParseAddr(host)
	return !h.o.Loopback && err == nil
}

// originAllowed accepts requests that no page sent, pages on the loopback host and those configured.
func (h *Handler) originAllowed(origins []string) bool {
	if len(origins) == 0 {
		return true
	}
	if len(origins) > 1 {
		return false
	}
	if slices.Contains(h.o.Origins, origins[0]) {
		return true
	}
	u, err := url.Parse(origins[0])
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && h.o.Loopback && isLoopback(u.Hostname())
}

// hostName takes the port and the brackets from a Host header.
func hostName(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}
