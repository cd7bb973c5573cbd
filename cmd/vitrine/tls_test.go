package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// certificate writes a certificate for 127.0.0.1 and its key as PEM files, and returns their paths and who trusts it.
func certificate(t *testing.T) (certFile, keyFile string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "vitrine's tests"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	folder := t.TempDir()
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	require.NoError(t, os.WriteFile(certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600))
	require.NoError(t, os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	parsed, err := x509.ParseCertificate(raw)
	require.NoError(t, err)
	pool = x509.NewCertPool()
	pool.AddCert(parsed)
	return certFile, keyFile, pool
}

// With a certificate the endpoint speaks TLS 1.2 or newer and nothing else, also on every address of the machine.
func TestTLS(t *testing.T) {
	cert, key, pool := certificate(t)
	for _, address := range []string{"127.0.0.1:0", "0.0.0.0:0"} {
		t.Run(address, func(t *testing.T) {
			s := serve(t, "--tls-cert", cert, "--tls-key", key, "--http", address)
			require.True(t, strings.HasPrefix(s.url, "https://"), s.url)
			_, port, err := net.SplitHostPort(strings.TrimSuffix(strings.TrimPrefix(s.url, "https://"), "/mcp"))
			require.NoError(t, err)
			s.url = "https://127.0.0.1:" + port + "/mcp"
			client := func(trusted *x509.CertPool, oldest, newest uint16) *http.Client {
				transport := &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: oldest, MaxVersion: newest}}
				return &http.Client{Transport: transport}
			}
			for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
				status, code, err := s.ask(context.Background(), client(pool, version, version), 7, "SELECT 7")
				require.NoError(t, err)
				assert.Equal(t, http.StatusOK, status)
				assert.Empty(t, code)
			}
			_, _, err = s.ask(context.Background(), client(pool, tls.VersionTLS10, tls.VersionTLS11), 7, "SELECT 7")
			require.Error(t, err, "TLS 1.1")
			assert.Contains(t, err.Error(), "protocol version")
			_, _, err = s.ask(context.Background(), client(nil, tls.VersionTLS12, tls.VersionTLS13), 7, "SELECT 7")
			var unknown x509.UnknownAuthorityError
			require.ErrorAs(t, err, &unknown, "the certificate is the one that was given")
			s.url = "http://127.0.0.1:" + port + "/mcp"
			status, _, err := s.ask(context.Background(), http.DefaultClient, 7, "SELECT 7")
			require.NoError(t, err)
			assert.Equal(t, http.StatusBadRequest, status, "plain HTTP to the port")
		})
	}
}

// A certificate that cannot be served, and addresses that others reach, end the start with the reason.
func TestWhatIsNotServed(t *testing.T) {
	cert, key, _ := certificate(t)
	_, otherKey, _ := certificate(t)
	s := serve(t)
	tokens := filepath.Join(s.folder, "tokens.json")
	for _, c := range []struct {
		flags string
		code  int
		says  string
	}{
		{"--http 0.0.0.0:0 --tokens " + tokens, exitUsage, "is not on loopback, and tokens would travel in the clear"},
		{"--http :0 --tokens " + tokens, exitUsage, "is not on loopback"},
		{"--http [::]:0 --tokens " + tokens, exitUsage, "is not on loopback"},
		{"--http localhost.example:0 --tokens " + tokens, exitUsage, "is not on loopback"},
		{"--http 0.0.0.0:0 --insecure-http", exitUsage, "HTTP callers need tokens"},
		{"--http 0.0.0.0:0 --tls-cert " + cert + " --tls-key " + key, exitUsage, "HTTP callers need tokens"},
		{"--http 0.0.0.0:0 --allow-anonymous --tls-cert " + cert + " --tls-key " + key, exitUsage, "--allow-anonymous on 0.0.0.0:0"},
		{"--http 0.0.0.0:0 --allow-anonymous --insecure-http --tokens " + tokens, exitUsage, "--allow-anonymous on 0.0.0.0:0"},
		{"--http 127.0.0.1:0 --insecure-http --tls-cert " + cert + " --tls-key " + key + " --tokens " + tokens, exitUsage, "both --tls-cert and --insecure-http"},
		{"--http 127.0.0.1:0 --tls-key " + key + " --tokens " + tokens, exitUsage, "--tls-cert and --tls-key belong together"},
		{"--http 127.0.0.1:0 --tls-cert " + cert + " --tls-key " + otherKey + " --tokens " + tokens, exitFailed, "the certificate cannot be read"},
		{"--http 127.0.0.1:0 --tls-cert missing.pem --tls-key " + key + " --tokens " + tokens, exitFailed, "the certificate cannot be read"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		out, err := exec.CommandContext(ctx, "vitrine", append(s.flags(), strings.Fields(c.flags)...)...).CombinedOutput()
		cancel()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, c.flags)
		assert.Equal(t, c.code, exit.ExitCode(), "%s: %s", c.flags, out)
		assert.Contains(t, string(out), c.says, c.flags)
	}

	// Behind a proxy that has TLS, where the operator says so.
	s.start(t, append(s.flags(), "--http", "0.0.0.0:0", "--insecure-http", "--tokens", tokens)...)
	s.url = strings.Replace(s.url, "[::]", "127.0.0.1", 1)
	status, code, err := s.ask(context.Background(), http.DefaultClient, 7, "SELECT 7")
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, status)
	assert.Empty(t, code)
}
