package serve

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"regexp"
	"strings"
)

// defaultHeaders are those that Rails gives every answer. Rails:
// config.action_dispatch.default_headers of load_defaults 8.1.
var defaultHeaders = []struct {
	name  string
	value []string
}{
	{"X-Frame-Options", []string{"SAMEORIGIN"}},
	{"X-Xss-Protection", []string{"0"}},
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"X-Permitted-Cross-Domain-Policies", []string{"none"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
}

// complete adds what every answer has to the header of one, unless the handler set it: an
// application behind a proxy, too, sets its own.
func complete(header http.Header, r *http.Request) {
	for _, h := range defaultHeaders {
		if _, ok := header[h.name]; !ok {
			header[h.name] = h.value
		}
	}
	if _, ok := header[requestIDHeader]; !ok {
		header[requestIDHeader] = r.Header[requestIDHeader]
	}
}

// AsIs returns h with answers that get no headers from [Run] or [Handler] but those that it
// sets itself: for a proxy of an application that leaves some of them out on purpose.
func AsIs(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, d := range defaultHeaders {
			w.Header()[d.name] = nil
		}
		h.ServeHTTP(w, r)
	})
}

// The header of a request's identity, and what Rails takes out of one that a client sent.
// Rails: ActionDispatch::RequestId.
const requestIDHeader = "X-Request-Id"

var unwanted = regexp.MustCompile(`[^\w\-@]`)

const maxRequestID = 255

// identify gives a request its identity in X-Request-Id: that of the proxy in front, where it
// sent one.
func identify(r *http.Request) {
	id := requestID(r)
	if strings.TrimSpace(id) == "" {
		id = newID()
	} else if id = unwanted.ReplaceAllString(id, ""); len(id) > maxRequestID {
		id = id[:maxRequestID]
	}
	r.Header[requestIDHeader] = []string{id}
}

// requestID is the identity of a request; "" before it has one.
func requestID(r *http.Request) string {
	if ids := r.Header[requestIDHeader]; len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// newID makes a UUID of random bits. RFC 9562, section 5.4.
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	var text [36]byte
	copy(text[:], "00000000-0000-0000-0000-000000000000")
	hex.Encode(text[0:], b[:4])
	hex.Encode(text[9:], b[4:6])
	hex.Encode(text[14:], b[6:8])
	hex.Encode(text[19:], b[8:10])
	hex.Encode(text[24:], b[10:])
	return string(text[:])
}
