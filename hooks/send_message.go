package hooks

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// defaultIDHeader is the header that a [Sender] writes a message's id to:
// Standard Webhooks' name.
const defaultIDHeader = "Webhook-Id"

// A Message is an outgoing webhook before it is addressed and signed.
type Message struct {
	// ID is the idempotency id. It is the same in every attempt and at every
	// endpoint, so that a receiver can tell a retry from another event. An empty one
	// is made: msg_ and 128 random bits. At most 255 printable ASCII characters without
	// spaces and full stops, which separate what Standard Webhooks signs.
	ID string
	// Type is the event's, "invoice.paid", for signers that have it in a header: a Scheme's
	// TypeHeader, GitHub's X-GitHub-Event. Where Header has that already, it stays.
	Type string
	// Payload is what JSON is made of. A json.RawMessage or []byte is JSON already, and
	// is sent byte for byte as it is.
	Payload any
	// Body is sent byte for byte instead of a Payload, and signed, as what ContentType
	// says it is:
	//
	//	hooks.Message{Body: []byte(form.Encode()), ContentType: "application/x-www-form-urlencoded"}
	Body []byte
	// ContentType is needed with a Body. Without one it may name a kind of JSON, such
	// as application/cloudevents+json; empty means application/json.
	ContentType string
	// Header holds further headers. The Sender's own (User-Agent, the id's) and the
	// signature take precedence.
	Header http.Header
}

func newMessageID() string { return "msg_" + rand.Text() }

// An Endpoint is where messages go, and how they are signed there.
type Endpoint struct {
	// URL is https, or http with SenderOptions.AllowHTTP. It may come from a customer: the Sender refuses private
	// addresses when it connects, and doesn't follow redirects.
	URL string
	// Key names the endpoint for its limits: one for all URLs of a customer, say. Empty
	// means the URL without its query.
	Key string
	// FailingSince is since when all attempts have failed, as the application knows
	// from an earlier process: see [EndpointStatus]. It counts no more when this
	// Sender has seen an accepted attempt since, or after [Sender.Resume].
	FailingSince time.Time
	// Signer is a Verifier or a Preset. It signs each attempt anew, for schemes with
	// a timestamp. Give each endpoint a secret of its own. To send without a
	// signature, say so: the verifier of skipVerifier.
	Signer Signer
	// Header holds headers for this endpoint, above those of the message and below the
	// Sender's own, Content-Type among them.
	Header http.Header
	// IDHeader is the header of the message's id; empty means the Signer's, as Svix-Id for
	// the preset Svix, or else Webhook-Id. The Signer's has the id in any case.
	IDHeader string
}

// label writes a message's id and type to the headers that they stand in: were the Signer's left
// out, it would invent another id for each attempt, or receivers would find none.
func (e *Endpoint) label(h http.Header, m Message) {
	own := ""
	if s, ok := e.Signer.(interface{ IDHeader() string }); ok {
		own = s.IDHeader()
	}
	if own != "" {
		h.Set(own, m.ID)
	}
	h.Set(cmp.Or(e.IDHeader, own, defaultIDHeader), m.ID)
	if s, ok := e.Signer.(interface{ TypeHeader() string }); ok && m.Type != "" {
		if name := s.TypeHeader(); name != "" && h.Get(name) == "" {
			h.Set(name, m.Type)
		}
	}
}

// Encode gives the message an id and a content type if it has none, and returns its
// body as it will be sent: the payload as JSON, or Body. It is for those who keep
// messages before they send them. It returns a [*ConfigError] if the message can't be
// sent.
func (m Message) Encode() (Message, []byte, error) {
	bad := func(problem string, err error) (Message, []byte, error) {
		return m, nil, &ConfigError{Setting: "message", Problem: problem, Err: err}
	}
	if m.ID == "" {
		m.ID = newMessageID()
	}
	if !messageID(m.ID) {
		return bad("the id is not 1 to 255 printable ASCII characters without spaces and full stops", nil)
	}
	if badHeader(http.Header{"Type": {m.Type}}) != "" {
		return bad("the type has characters that HTTP doesn't allow in a header", nil)
	}
	if name := badHeader(m.Header); name != "" {
		return bad("header "+name+" has a name or value that HTTP doesn't allow", nil)
	}
	if m.Body != nil {
		switch {
		case m.Payload != nil:
			return bad("it has a Payload and a Body; give one of the two", nil)
		case m.ContentType == "":
			return bad("it has a Body without a ContentType", nil)
		}
	}
	m.ContentType = cmp.Or(m.ContentType, jsonType)
	switch problem := contentTypeProblem(m.ContentType, m.Header); {
	case problem != "":
		return bad(problem, nil)
	case m.Body != nil:
		return m, m.Body, nil
	case !isJSONType(m.ContentType):
		return bad("its Payload is sent as JSON, and its ContentType is "+strconv.Quote(m.ContentType)+"; give the bytes as Body", nil)
	}
	body, err := encode(m.Payload)
	if err != nil {
		return bad("the payload can't be written as JSON: "+err.Error(), err)
	}
	return m, body, nil
}

// contentTypeProblem says what is wrong with a content type, or with a header that
// has another one.
func contentTypeProblem(contentType string, h http.Header) string {
	want, _, err := mime.ParseMediaType(contentType)
	if err != nil || !strings.Contains(want, "/") || badHeader(http.Header{"Content-Type": {contentType}}) != "" {
		return "its ContentType " + strconv.Quote(contentType) + " is not one, such as application/x-www-form-urlencoded"
	}
	for name, values := range h {
		if !strings.EqualFold(name, "Content-Type") {
			continue
		}
		for _, v := range values {
			if got, _, err := mime.ParseMediaType(v); err != nil || got != want {
				return fmt.Sprintf("a header has the Content-Type %q, and the body is sent as %s; give it as Body, with its ContentType", v, want)
			}
		}
	}
	return ""
}

// isJSONType reports whether a content type is one of JSON: RFC 8259 or RFC 6839.
func isJSONType(contentType string) bool {
	t, _, err := mime.ParseMediaType(contentType)
	return err == nil && (t == jsonType || strings.HasSuffix(t, "+json"))
}

func messageID(id string) bool {
	for i := range len(id) {
		if id[i] <= ' ' || id[i] > '~' || id[i] == '.' {
			return false
		}
	}
	return id != "" && len(id) <= 255
}

// encode makes JSON without the escapes that only HTML needs.
func encode(payload any) (body []byte, err error) {
	switch p := payload.(type) {
	case json.RawMessage:
		return rawJSON(p)
	case []byte:
		return rawJSON(p)
	case url.Values, *url.Values:
		return nil, errors.New("it is a form: give it as Body, with its ContentType")
	case io.Reader:
		return nil, errors.New("it is a reader: give what it reads")
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("MarshalJSON panicked: %v", p)
		}
	}()
	body, err = marshal(payload)
	if err == nil && string(body) == "null" {
		return nil, errors.New("it is nil; for null give json.RawMessage(\"null\")")
	}
	return body, err
}

func rawJSON(raw []byte) ([]byte, error) {
	if !json.Valid(raw) {
		return nil, errors.New("the bytes are not JSON; give them as Body, with their ContentType, or for base64 as a string")
	}
	return raw, nil
}

// checkEndpoint returns an error for an endpoint that can't be sent to.
func (s *Sender) checkEndpoint(e Endpoint) error {
	bad := func(problem string) error {
		return &ConfigError{Setting: "endpoint", Problem: problem}
	}
	target, err := url.Parse(e.URL)
	switch {
	case err != nil:
		return bad("its URL can't be read") // err would tell the URL's password
	case target.Scheme != "https" && target.Scheme != "http" || target.Hostname() == "":
		return bad("its URL " + redacted(e.URL) + " is not one of https:// or http:// with a host")
	case target.Scheme == "http" && !s.options.AllowHTTP:
		return bad("its URL " + redacted(e.URL) + " is not https: everybody on the way could read and change deliveries; SenderOptions.AllowHTTP sends nevertheless")
	case e.Signer == nil:
		return bad("it has no Signer; to send without a signature give it the verifier of skipVerifier")
	case !token(cmp.Or(e.IDHeader, defaultIDHeader)):
		return bad("its IDHeader is not the name of a header")
	}
	if usable(e.Signer) != nil {
		return bad("its Signer is nil: the constructor returned an error")
	}
	if name := badHeader(e.Header); name != "" {
		return bad("header " + name + " has a name or value that HTTP doesn't allow")
	}
	return nil
}

// badHeader is the quoted name of a header that can't be sent, or "".
func badHeader(h http.Header) string {
	for name, values := range h {
		if !token(name) {
			return strconv.Quote(name)
		}
		for _, v := range values {
			if strings.ContainsFunc(v, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
				return strconv.Quote(name)
			}
		}
	}
	return ""
}

// token tells whether s may name a header (RFC 9110, section 5.6.2).
func token(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0:
		default:
			return false
		}
	}
	return s != ""
}

// redacted is a URL for messages, logs and receipts: without what may be secret, its
// user, password and query.
func redacted(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "(a URL that can't be read)"
	}
	if u.Opaque != "" {
		return u.Scheme + ":" + masked
	}
	if u.User != nil {
		u.User = url.User(masked)
	}
	if u.RawQuery != "" {
		u.RawQuery = masked
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

// masked stands in a URL for what is left out, as url.URL.Redacted has it.
const masked = "xxxxx"
