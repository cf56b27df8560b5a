package hooks

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
)

// An AddressGuard refuses connections to addresses that only the sender's own
// network should reach, so that nobody can register http://169.254.169.254/ as
// an endpoint and have the sender fetch it (server-side request forgery).
//
// It looks at the address that is dialled, after name resolution: a name that
// first resolves to a public address and then to a private one, or an unusual
// spelling of 127.0.0.1, doesn't get past it. Every [Sender] has one; give its
// Control to a net.Dialer to guard a transport of your own:
//
//	guard := &hooks.AddressGuard{Allow: []netip.Prefix{netip.MustParsePrefix("10.20.0.0/16")}}
//	dialer := &net.Dialer{Control: guard.Control}
//	transport := &http.Transport{DialContext: dialer.DialContext}
//
// The zero value is ready and allows public addresses only.
type AddressGuard struct {
	Allow []netip.Prefix // what may be reached beside public addresses
}

// unmapPrefix turns ::ffff:10.0.0.0/104 into 10.0.0.0/8: addresses are compared unmapped.
func unmapPrefix(p netip.Prefix) netip.Prefix {
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		return netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96).Masked()
	}
	return p.Masked()
}

// refusedAddress is the refusal of an address, which is of a kind.
func refusedAddress(address, kind string) error {
	return &ConfigError{Setting: "endpoint", Problem: fmt.Sprintf("the address %s is refused: it is %s; allow its prefix in SenderOptions.AllowPrefixes if deliveries may go there", address, kind)}
}

// Control is the Control function of a net.Dialer: it refuses the connection
// with a [*ConfigError] before it is made.
func (g *AddressGuard) Control(network, address string, _ syscall.RawConn) error {
	if network != "tcp4" && network != "tcp6" {
		return refusedAddress(address, "not of TCP but of "+network)
	}
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return refusedAddress(address, "no IP address with a port")
	}
	return g.Check(ap.Addr())
}

// Check returns nil if the guard lets a connection to the address pass, else a [*ConfigError].
func (g *AddressGuard) Check(addr netip.Addr) error {
	plain := addr.Unmap().WithZone("")
	for _, p := range g.Allow {
		if unmapPrefix(p).Contains(plain) {
			return nil
		}
	}
	if reason := unreachable(plain); reason != "" {
		return refusedAddress(addr.String(), reason)
	}
	return nil
}

// checkHost is Check of a URL's host, if that is an address and no name.
func (g *AddressGuard) checkHost(host string) error {
	if addr, ok := hostAddr(strings.ToLower(host)); ok {
		return g.Check(addr)
	}
	return nil
}

// hostAddr returns the address that a host in lower case is in every spelling that resolvers and
// browsers know: 127.0.0.1, 127.1, 2130706433, 0x7f000001, 0177.0.0.1, [::1], localhost.
func hostAddr(host string) (addr netip.Addr, ok bool) {
	host = strings.TrimSuffix(host, ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") { // RFC 6761
		return netip.AddrFrom4([4]byte{127, 0, 0, 1}), true
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr, true
	}
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return addr, false
	}
	number := uint64(0)
	for i, part := range parts {
		width := 8
		if i == len(parts)-1 { // the last one fills the rest
			width = 8 * (4 - i)
		}
		n, err := strconv.ParseUint(part, 0, width)
		if err != nil {
			return addr, false
		}
		number = number<<width | n
	}
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, uint32(number)))), true
}

// unreachable tells why an address isn't one of the public internet, or "".
func unreachable(addr netip.Addr) string {
	if !addr.IsValid() {
		return "not valid"
	}
	if nat64.Contains(addr) {
		b := addr.As16()
		if reason := unreachable(netip.AddrFrom4([4]byte(b[12:]))); reason != "" {
			return "NAT64 of one that is " + reason
		}
		return ""
	}
	for _, r := range reserved {
		if r.prefix.Contains(addr) {
			return r.reason
		}
	}
	if addr.Is6() && !globalUnicast.Contains(addr) {
		return "outside the global unicast addresses"
	}
	return ""
}

var (
	nat64         = netip.MustParsePrefix("64:ff9b::/96") // RFC 6052: the last 32 bits are an IPv4 address
	globalUnicast = netip.MustParsePrefix("2000::/3")     // RFC 4291: all of IPv6 that is given out
)

type reservation struct {
	prefix netip.Prefix
	reason string
}

// reserved are the addresses that aren't of the public internet, or lead to such:
// IANA's special-purpose registries (RFC 6890), and what clouds added.
var reserved = []reservation{
	{netip.MustParsePrefix("0.0.0.0/8"), "unspecified (this host)"},
	{netip.MustParsePrefix("10.0.0.0/8"), "private"},
	{netip.MustParsePrefix("100.64.0.0/10"), "shared by carriers (CGNAT)"},
	{netip.MustParsePrefix("127.0.0.0/8"), "loopback"},
	{netip.MustParsePrefix("169.254.0.0/16"), "link-local (cloud metadata)"},
	{netip.MustParsePrefix("168.63.129.16/32"), "cloud metadata (Azure's host)"},
	{netip.MustParsePrefix("172.16.0.0/12"), "private"},
	{netip.MustParsePrefix("192.0.0.0/24"), "for protocols (cloud metadata)"},
	{netip.MustParsePrefix("192.0.2.0/24"), "for documentation"},
	{netip.MustParsePrefix("192.88.99.0/24"), "a 6to4 relay"},
	{netip.MustParsePrefix("192.168.0.0/16"), "private"},
	{netip.MustParsePrefix("198.18.0.0/15"), "for benchmarks"},
	{netip.MustParsePrefix("198.51.100.0/24"), "for documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "for documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), "multicast"},
	{netip.MustParsePrefix("240.0.0.0/4"), "reserved (or broadcast)"},
	{netip.MustParsePrefix("::/128"), "unspecified"},
	{netip.MustParsePrefix("::1/128"), "loopback"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "NAT64 of a local network"},
	{netip.MustParsePrefix("2001::/32"), "a Teredo tunnel"},
	{netip.MustParsePrefix("2001::/23"), "for protocols"},
	{netip.MustParsePrefix("2001:db8::/32"), "for documentation"},
	{netip.MustParsePrefix("2002::/16"), "a 6to4 tunnel"},
	{netip.MustParsePrefix("3fff::/20"), "for documentation"},
	{netip.MustParsePrefix("fc00::/7"), "private (unique local)"},
	{netip.MustParsePrefix("fe80::/10"), "link-local"},
	{netip.MustParsePrefix("fec0::/10"), "private (site-local)"},
	{netip.MustParsePrefix("ff00::/8"), "multicast"},
}
