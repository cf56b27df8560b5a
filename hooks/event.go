package hooks

import (
	"context"
	encodingjson "encoding/json"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// An Event is an incoming webhook in the JSON form of a serverless HTTP-proxy
// event, of API Gateway's formats 1.0 and 2.0 and of function URLs alike. Under
// net/http a [Receiver] makes it of the request.
type Event struct {
	Headers           map[string]string   `json:"headers"`
	MultiValueHeaders map[string][]string `json:"multiValueHeaders,omitempty"`
	// Body is the request's body, in base64 if IsBase64Encoded. Payload decodes it.
	Body            string `json:"body"`
	IsBase64Encoded bool   `json:"isBase64Encoded"`

	HTTPMethod                      string              `json:"httpMethod,omitempty"`                      // format 1.0
	Path                            string              `json:"path,omitempty"`                            // format 1.0
	QueryStringParameters           map[string]string   `json:"queryStringParameters,omitempty"`           // both
	MultiValueQueryStringParameters map[string][]string `json:"multiValueQueryStringParameters,omitempty"` // format 1.0
	RawPath                         string              `json:"rawPath,omitempty"`                         // format 2.0
	RawQueryString                  string              `json:"rawQueryString,omitempty"`                  // format 2.0
	RequestContext                  struct {
		HTTP struct {
			Method string `json:"method,omitempty"`
			Path   string `json:"path,omitempty"`
		} `json:"http,omitzero"`
	} `json:"requestContext,omitzero"` // format 2.0

	// ID is the delivery's id and Type the event's type, as far as the preset or the
	// receiver's options tell where they are. A receiver sets them; they are no part
	// of the JSON form.
	ID   string `json:"-"`
	Type string `json:"-"`
	// Claim is what the receiver holds on the delivery in a replay store, for a handler that confirms
	// it in its own transaction. It is zero without a store.
	Claim Claim `json:"-"`

	payload []byte // the body, once decoded
	decoded bool
}

// A Response is the answer to an [Event] in the JSON form of a serverless
// HTTP-proxy response. A handler that returns one as its data answers exactly
// that.
type Response struct {
	StatusCode int               `json:"statusCode"`
	Headers    map[string]string `json:"headers,omitempty"`
	Body       string            `json:"body,omitempty"`
}

// Payload is the body's raw bytes, decoded from base64 if it came so; as lenient
// with base64 as serverless runtimes' JavaScript is (either alphabet, padding
// missing, other characters ignored). Do not change them.
func (e *Event) Payload() []byte {
	if e.decoded {
		return e.payload
	}
	if e.IsBase64Encoded {
		return decodeBase64Leniently(e.Body)
	}
	return []byte(e.Body)
}

// Decode decodes the payload, which is JSON, into v, as json.Unmarshal of
// encoding/json does. Of a form it is the JSON in the field payload, or else an
// object of the fields.
func (e *Event) Decode(v any) error {
	return json.Unmarshal(document(e.Payload()), v, jsonv1.DefaultOptionsV1(), json.WithUnmarshalers(jsonNumber))
}

// jsonNumber decodes the Number of encoding/json.
var jsonNumber = json.UnmarshalFromFunc(func(d *jsontext.Decoder, n *encodingjson.Number) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	return encodingjson.Unmarshal(value, n)
})

// Header is the value of a header, whose name matches without regard to case.
// Values of a header that came several times are joined by ", ". It is empty for
// a header that is absent, and for one that is there twice, in names of
// different case and with different values: nobody can tell which one counts,
// unless one is all in lowercase, as serverless runtimes write names.
func (e *Event) Header(name string) string {
	value, _ := e.header(name)
	return value
}

func (e *Event) header(name string) (value string, found bool) {
	if value, ok := e.Headers[strings.ToLower(name)]; ok {
		return value, true
	}
	values := named(e.Headers, name)
	if values == nil {
		for _, all := range named(e.MultiValueHeaders, name) {
			if len(all) > 0 {
				values = append(values, strings.Join(all, ", "))
			}
		}
	}
	return only(values)
}

// named are the values of a name in any case.
func named[V any](header map[string]V, name string) (values []V) {
	for key, value := range header {
		if strings.EqualFold(key, name) {
			values = append(values, value)
		}
	}
	return values
}

// only returns the value of a header that has one, once or again. Several are none: nobody can
// tell which one counts.
func only(values []string) (value string, ok bool) {
	for i, v := range values {
		if i > 0 && v != value {
			return "", false
		}
		value, ok = v, true
	}
	return value, ok
}

// method is the request's method, "POST" if the event does not tell.
func (e *Event) method() string {
	switch {
	case e.HTTPMethod != "":
		return e.HTTPMethod
	case e.RequestContext.HTTP.Method != "":
		return e.RequestContext.HTTP.Method
	}
	return http.MethodPost
}

// target is the request's path and query, escaped.
func (e *Event) target() string {
	path := e.RawPath
	if path == "" {
		path = (&url.URL{Path: e.Path}).EscapedPath()
	}
	query := e.RawQueryString
	if query == "" {
		query = e.query()
	}
	if query != "" {
		return path + "?" + query
	}
	return path
}

// query makes a query of format 1.0, which has it decoded and without order.
func (e *Event) query() string {
	values := url.Values{}
	for name, all := range e.MultiValueQueryStringParameters {
		values[name] = all
	}
	for name, value := range e.QueryStringParameters {
		if !slices.Contains(values[name], value) {
			values.Add(name, value)
		}
	}
	return values.Encode()
}

// delivery is the event as signatures see it, but for the public URL, which only
// configuration knows: URL is the path and query.
func (e *Event) delivery() *Delivery {
	d := &Delivery{Method: e.method(), URL: e.target(), Header: make(http.Header, len(e.Headers)), Body: e.Payload()}
	for name := range e.MultiValueHeaders {
		d.setHeader(e, name)
	}
	for name := range e.Headers {
		d.setHeader(e, name)
	}
	return d
}

func (d *Delivery) setHeader(e *Event, name string) {
	if value, found := e.header(name); found {
		d.Header[textproto.CanonicalMIMEHeaderKey(name)] = []string{value}
	}
}

type eventKey struct{}

// EventFrom returns a handler of [On] the event behind its value: headers, id, raw
// payload. ok is false outside of a receiver.
func EventFrom(ctx context.Context) (e Event, ok bool) {
	e, ok = ctx.Value(eventKey{}).(Event)
	return e, ok
}
