package rack

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/internal/uri"
)

// remoteAddr is the address of the peer.
func (q *Request) remoteAddr() string {
	if host, _, err := net.SplitHostPort(q.HTTP.RemoteAddr); err == nil {
		return host
	}
	return q.HTTP.RemoteAddr
}

// privateProxies are the proxies that Rails trusts. Rails:
// RemoteIp::TRUSTED_PROXIES.
var privateProxies = func() (all []netip.Prefix) {
	for _, s := range []string{
		"127.0.0.0/8", "::1/128", "fc00::/7", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fe80::/10",
	} {
		all = append(all, netip.MustParsePrefix(s))
	}
	return all
}()

// trusts reports whether an address is that of a proxy.
func (s *Settings) trusts(addr string) bool {
	proxies := s.Proxies
	if proxies == nil {
		proxies = privateProxies
	}
	network, ok := ParseNetwork(addr)
	return ok && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return Contains(p, network) })
}

// Contains is IPAddr#include?.
func Contains(outer, inner netip.Prefix) bool {
	return outer.Bits() <= inner.Bits() && outer.Contains(inner.Addr())
}

// ParseNetwork reads what IPAddr.new takes: an address, with brackets, zone and netmask
// or without; ok is false for other text. The zone does not count.
func ParseNetwork(text string) (_ netip.Prefix, ok bool) {
	if len(text) > maxAddress {
		return netip.Prefix{}, false
	}
	text, mask, masked := strings.Cut(text, "/")
	inner, bracketed := strings.CutPrefix(text, "[")
	if bracketed {
		if inner, bracketed = strings.CutSuffix(inner, "]"); !bracketed {
			return netip.Prefix{}, false
		}
	}
	addr, err := netip.ParseAddr(inner)
	if err != nil || bracketed && addr.Is4() || strings.ContainsFunc(addr.Zone(), func(r rune) bool { return r > 0x7f || !uri.WordByte(byte(r)) }) {
		return netip.Prefix{}, false
	}
	bits := addr.BitLen()
	if masked {
		if bits, ok = maskBits(mask, bits); !ok {
			return netip.Prefix{}, false
		}
	}
	network, err := addr.WithZone("").Prefix(bits)
	return network, err == nil
}

// maskBits is the length of a netmask: 24, or 255.255.255.0. Rails: IPAddr#mask!.
func maskBits(mask string, most int) (bits int, ok bool) {
	if mask != "" && strings.Trim(mask, "0123456789") == "" {
		n, err := strconv.Atoi(mask)
		return n, err == nil && n <= most && (mask == "0" || mask[0] != '0')
	}
	network, ok := ParseNetwork(mask)
	if !ok || network.Addr().BitLen() != most {
		return 0, false
	}
	ones := true // so far
	for _, b := range network.Addr().AsSlice() {
		for bit := byte(0x80); bit > 0; bit >>= 1 {
			switch {
			case b&bit == 0:
				ones = false
			case !ones:
				return 0, false
			default:
				bits++
			}
		}
	}
	return bits, network.IsSingleIP() || bits == network.Bits()
}

// isAddress reports whether a field of a header is one address. Rails:
// RemoteIp::GetIp#sanitize_ips.
func isAddress(field string) bool {
	network, ok := ParseNetwork(field)
	return ok && network.IsSingleIP()
}

// spoofed is Rails' exception for a client that two headers name differently.
const spoofed = "ActionDispatch::RemoteIp::IpSpoofAttackError"

// RemoteIP is the client's address: the last one that is no trusted proxy. An error
// says that X-Forwarded-For and Client-Ip contradict each other. Rails:
// RemoteIp::GetIp#calculate_ip.
func (q *Request) RemoteIP() (string, error) {
	forwardedFor, err := q.forwardedFor()
	if err != nil {
		return "", err
	}
	clientIP, err := q.listOf("Client-Ip")
	if err != nil {
		return "", err
	}
	forwarded, client := addresses(forwardedFor), addresses(clientIP)
	if len(client) > 0 && len(forwarded) > 0 && !slices.Contains(forwarded, client[len(client)-1]) {
		return "", dsl.Raise(spoofed, "IP spoofing attack?! HTTP_CLIENT_IP=%q HTTP_X_FORWARDED_FOR=%q HTTP_FORWARDED=%q",
			q.forwarded("Client-Ip"), q.forwarded("X-Forwarded-For"), "for="+strings.Join(forwardedFor, ", for="))
	}
	all, remote := slices.Concat(forwarded, client), q.remoteAddr()
	for _, ip := range all {
		if !q.Settings.trusts(ip) {
			return ip, nil
		}
	}
	if n := len(all); n > 0 && (!isAddress(remote) || q.Settings.trusts(remote)) {
		return all[n-1], nil
	}
	return remote, nil
}

// addresses are the fields of a header that are one, the last one first.
func addresses(fields []string) (list []string) {
	for _, field := range slices.Backward(fields) {
		if isAddress(field) {
			list = append(list, field)
		}
	}
	return list
}

// rackIP is `request.ip`: Rack's guess, which believes every private address and
// does not check what it finds. Rack: Request::Helpers#ip.
func (q *Request) rackIP() (string, error) {
	remote := q.remoteAddr()
	forwarded, err := q.forwardedFor()
	if err != nil || !rackTrusts(remote) || len(forwarded) == 0 {
		return remote, err
	}
	for _, field := range slices.Backward(forwarded) {
		if !rackTrusts(field) {
			return field, nil
		}
	}
	return forwarded[0], nil
}

// rackProxies are the addresses that Rack takes for proxies'. Rack: Request.ip_filter.
var rackProxies = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\A127\.0\.0\.1\z|\A(10|172\.(1[6-9]|2[0-9]|30|31)|192\.168)\.|\A::1\z|\Afd[0-9a-f]{2}:.+|\Alocalhost\z|\Aunix\z|\Aunix:`)
})

func rackTrusts(addr string) bool { return rackProxies().MatchString(addr) }

// Bounds of what is read of addresses: the bytes of one, and of a header.
const (
	maxAddress   = 256
	MaxAddresses = 64 << 10
)

var errLongList = &StatusError{http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf("a header of addresses is longer than %d bytes", MaxAddresses)}

// listOf gives the fields of a header. Rack: Request::Helpers#split_header.
func (q *Request) listOf(name string) ([]string, error) {
	header := strings.Trim(q.forwarded(name), asciiSpace)
	if len(header) > MaxAddresses {
		return nil, errLongList
	}
	list := strings.FieldsFunc(header, func(r rune) bool { return r == ',' || strings.ContainsRune(asciiSpace, r) })
	if strings.HasPrefix(header, ",") && len(list) > 0 {
		list = slices.Insert(list, 0, "")
	}
	return list, nil
}

const asciiSpace = " \t\n\v\f\r"

// forwardedFor are the hosts of X-Forwarded-For, without ports. Rack:
// Request::Helpers#forwarded_for.
func (q *Request) forwardedFor() ([]string, error) {
	list, err := q.listOf("X-Forwarded-For")
	for i, field := range list {
		list[i] = forwardedHost(field)
	}
	return list, err
}

// forwardedHost takes port and brackets off a host; what is none stays as it is. Rack:
// Request::Helpers#wrap_ipv6, #split_authority.
func forwardedHost(field string) string {
	if !strings.HasPrefix(field, "[") && strings.Count(field, ":") > 1 {
		return field
	}
	host := NewAuthority(field).Host()
	inner, opened := strings.CutPrefix(host, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	named := host != "" && !strings.ContainsFunc(host, func(r rune) bool { return r > 0x7f || !uri.WordByte(byte(r)) && r != '.' && r != '-' })
	switch {
	case opened && closed:
		return inner
	case named:
		return host
	}
	return field
}

var thisHost = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|0:0:0:0:0:0:0:1(?:%.*)?)$`)
})

// local reports whether the request comes from this machine. Rails: Request#local?.
func (q *Request) local() (bool, error) {
	if !thisHost().MatchString(q.remoteAddr()) {
		return false, nil
	}
	ip, err := q.RemoteIP()
	return err == nil && thisHost().MatchString(ip), err
}
