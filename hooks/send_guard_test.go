package hooks_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"signalbox/hooks"
)

func TestAddressGuard(t *testing.T) {
	refused := strings.Fields(`
		0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
		169.254.0.1 169.254.169.254 169.254.170.2 168.63.129.16 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1
		192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1
		255.255.255.255
		:: ::1 ::2 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.1.2.3 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1
		64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::8.8.8.8 64:ff9b:0:0:1::8.8.8.8
		100::1 2001::1 2001:0:53aa:64c::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
		2002:7f00:1::1 2002:808:808::1 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fd20:ce::254 fe80::1 fe80::1%eth0
		fec0::1 ff02::1 ff0e::1`)
	passed := strings.Fields(`
		1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255
		172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255
		::ffff:8.8.8.8 64:ff9b::8.8.8.8 2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450::1`)
	var guard hooks.AddressGuard
	for _, text := range refused {
		addr := netip.MustParseAddr(text)
		var refusal *hooks.ConfigError
		if err := guard.Check(addr); !errors.As(err, &refusal) || !strings.Contains(refusal.Problem, "the address "+addr.String()+" is refused") {
			t.Errorf("%s passes (%v)", text, err)
		}
	}
	for _, text := range passed {
		if err := guard.Check(netip.MustParseAddr(text)); err != nil {
			t.Error(err)
		}
	}
	if guard.Check(netip.Addr{}) == nil {
		t.Error("no address passes")
	}
}

func TestAddressGuardAllowsPrefixes(t *testing.T) {
	prefixes := func(texts string) (out []netip.Prefix) {
		for _, text := range strings.Fields(texts) {
			out = append(out, netip.MustParsePrefix(text))
		}
		return out
	}
	tests := []struct {
		allowed, addr string
		passes        bool
	}{
		{"10.20.0.0/16", "10.20.3.4", true},
		{"10.20.0.0/16", "::ffff:10.20.3.4", true},
		{"10.20.9.9/16", "10.20.3.4", true}, // bits beyond the prefix don't count
		{"10.20.0.0/16", "10.21.0.0", false},
		{"10.20.0.0/16", "64:ff9b::10.20.3.4", false},
		{"::ffff:10.20.0.0/112", "10.20.3.4", true},
		{"::ffff:10.20.0.0/112", "10.21.3.4", false},
		{"127.0.0.0/8 ::1/128", "::1", true},
		{"fd00::/8", "fd12::1", true},
		{"fe80::/10", "fe80::1%eth0", true},
		{"10.0.0.0/8", "8.8.8.8", true},
	}
	for _, tt := range tests {
		err := (&hooks.AddressGuard{Allow: prefixes(tt.allowed)}).Check(netip.MustParseAddr(tt.addr))
		if (err == nil) != tt.passes {
			t.Errorf("%s with %s allowed: %v", tt.addr, tt.allowed, err)
		}
	}
}

func TestAddressGuardControl(t *testing.T) {
	var guard hooks.AddressGuard
	for _, tt := range []struct {
		network, address string
		passes           bool
	}{
		{"tcp4", "8.8.8.8:443", true},
		{"tcp6", "[2606:4700:4700::1111]:443", true},
		{"tcp4", "127.0.0.1:80", false},
		{"tcp6", "[::1]:80", false},
		{"unix", "/run/docker.sock", false},
		{"udp4", "8.8.8.8:53", false},
		{"tcp4", "localhost:80", false},
		{"tcp4", "", false},
	} {
		if err := guard.Control(tt.network, tt.address, nil); (err == nil) != tt.passes {
			t.Errorf("%s %s: %v", tt.network, tt.address, err)
		}
	}
}

// The names and spellings of this machine don't get past the guard, because it
// sees what is dialled.
func TestSenderRefusesPrivateAddresses(t *testing.T) {
	var reached atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer server.Close()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	s := newSender(t, hooks.SenderOptions{AllowHTTP: true})
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]", "127.1.2.3"} {
		_, err := s.Send(t.Context(), hooks.Message{Payload: 1}, hooks.Endpoint{URL: "http://" + host + ":" + u.Port(), Signer: signWith("x")})
		var refusal *hooks.ConfigError
		var failed *hooks.DeliveryError
		if !errors.As(err, &refusal) || !errors.As(err, &failed) || !failed.Final || failed.Attempts != 1 {
			t.Errorf("%s: %v", host, err)
		}
	}
	// Spellings that a resolver may know, or not: 127.0.0.1 all of them.
	for _, host := range []string{"2130706433", "0x7f000001", "127.1", "0177.0.0.1", "127.0.0.1."} {
		once := newSender(t, hooks.SenderOptions{Attempts: 1, AllowHTTP: true})
		if _, err := once.Send(t.Context(), hooks.Message{Payload: 1}, hooks.Endpoint{URL: "http://" + host + ":" + u.Port(), Signer: signWith("x")}); err == nil {
			t.Errorf("%s: no error", host)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests reached the server", n)
	}
}

// Check knows an address in every spelling, and holds it to the rule of the guard.
func TestSenderChecksEndpoints(t *testing.T) {
	signer := signWith("x")
	private := strings.Fields(`127.0.0.1 127.0.0.1. 127.1 127.0.1 2130706433 0x7f000001 0X7F.1 0177.0.0.1 017700000001 169.254.169.254 2852039166
		0 10.0.0.1 [::1] [::ffff:127.0.0.1] [::ffff:a9fe:a9fe] [64:ff9b::7f00:1] [fe80::1%25eth0] localhost LOCALHOST. api.localhost`)
	public := strings.Fields(`1.1.1.1 [2606:4700:4700::1111] 16843009 example.com 127.0.0.1.example.com 1.2.3.4.5 256.0.0.1 127.0.0.256 127.256.1 0x.1 08.1 localhost.example.com`)
	for want, hosts := range map[bool][]string{false: private, true: public} {
		for _, host := range hosts {
			e := hooks.Endpoint{URL: "https://" + host + ":8443/x", Signer: signer}
			if err := newSender(t, hooks.SenderOptions{}).Check(e); (err == nil) != want {
				t.Errorf("%s: %v", host, err)
			}
		}
	}
	for name, o := range map[string]hooks.SenderOptions{
		"allowed":   {AllowPrefixes: []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}},
		"own proxy": {Transport: http.DefaultTransport},
	} {
		for _, host := range private {
			if err := newSender(t, o).Check(hooks.Endpoint{URL: "https://" + host, Signer: signer}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	var config *hooks.ConfigError
	if err := new(hooks.Sender).Check(hooks.Endpoint{}); !errors.As(err, &config) {
		t.Error(err)
	}
	if err := newSender(t, hooks.SenderOptions{}).Check(hooks.Endpoint{URL: "http://example.com", Signer: signer}); !errors.As(err, &config) {
		t.Error(err)
	}
}

func FuzzAddressGuard(f *testing.F) {
	f.Add([]byte{127, 0, 0, 1})
	f.Add(netip.MustParseAddr("64:ff9b::7f00:1").AsSlice())
	var guard hooks.AddressGuard
	f.Fuzz(func(t *testing.T, b []byte) {
		addr, ok := netip.AddrFromSlice(b)
		if !ok {
			return
		}
		err := guard.Check(addr)
		plain := addr.Unmap()
		private := plain.IsPrivate() || plain.IsLoopback() || plain.IsLinkLocalUnicast() || plain.IsMulticast() || plain.IsUnspecified()
		if err == nil && (private || !plain.IsGlobalUnicast()) {
			t.Errorf("%s passes", addr)
		}
		if mapped := netip.AddrFrom16(addr.As16()); (guard.Check(mapped) == nil) != (err == nil) {
			t.Errorf("%s and %s differ", addr, mapped)
		}
	})
}

// A certificate that doesn't verify is no matter of trying again.
func TestSenderVerifiesCertificates(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	server.StartTLS()
	defer server.Close()
	e := hooks.Endpoint{URL: server.URL, Signer: signWith("x")}
	receipt, err := newSender(t, hooks.SenderOptions{AllowPrefixes: loopback, AllowHTTP: true}).Send(t.Context(), hooks.Message{Payload: 1}, e)
	var certificate *tls.CertificateVerificationError
	if !errors.As(err, &certificate) || receipt.Number != 1 {
		t.Errorf("%d attempts: %v", receipt.Number, err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	o := hooks.SenderOptions{AllowPrefixes: loopback, TLS: &tls.Config{RootCAs: roots}}
	if _, err := newSender(t, o).Send(t.Context(), hooks.Message{Payload: 1}, e); err != nil {
		t.Error(err)
	}
}
