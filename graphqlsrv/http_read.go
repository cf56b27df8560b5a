package graphqlsrv

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"signalbox/graphqlsrv/internal/accept"
	"signalbox/graphqlsrv/internal/jsonread"
	"signalbox/graphqlsrv/internal/language"
)

// A received request is one with what has to be cleaned up behind it.
type received struct {
	Request
	cleanup func()
}

func (r *received) close() { r.handOver()() }

// handOver leaves the cleaning up to the caller.
func (r *received) handOver() (cleanup func()) {
	cleanup, r.cleanup = r.cleanup, nil
	if cleanup == nil {
		return func() {}
	}
	return cleanup
}

// A badRequest is why a request could not be read.
type badRequest struct {
	status  int
	message string
}

func bad(status int, format string, args ...any) *badRequest {
	return &badRequest{status, language.Messagef(format, args...)}
}

// header returns the first value of a header, whose name is as package http writes it: making it so
// takes longer than finding it.
func header(r *http.Request, name string) string {
	if values := r.Header[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// read reads a request, whichever way it came. GraphQL over HTTP, section 5.
func (h *handler) read(w http.ResponseWriter, r *http.Request, b *buffer) (*received, *badRequest) {
	if r.Method == http.MethodGet {
		return readURL(r.URL.RawQuery)
	}
	media := "application/json"
	if t := r.Header["Content-Type"]; len(t) != 1 || t[0] != media {
		var parameters map[string]string
		var err error
		if media, parameters, err = mime.ParseMediaType(header(r, "Content-Type")); err != nil || len(t) != 1 {
			return nil, bad(http.StatusUnsupportedMediaType, "POST requests need one header Content-Type: application/json.")
		}
		if charset, ok := parameters["charset"]; ok && !accept.IsUTF8(charset) {
			return nil, bad(http.StatusUnsupportedMediaType, "The body must be in UTF-8, not in %q.", charset)
		}
	}
	if c := header(r, "Content-Encoding"); c != "" && !strings.EqualFold(c, "identity") {
		return nil, bad(http.StatusUnsupportedMediaType, "The body must not be encoded, here by %q.", c)
	}
	switch media {
	case "application/json":
		return h.readBody(w, r, b)
	case "multipart/form-data":
		return h.readMultipart(w, r)
	}
	return nil, bad(http.StatusUnsupportedMediaType, "The Content-Type must be application/json, or multipart/form-data for uploads, not %q.", media)
}

func (h *handler) readBody(w http.ResponseWriter, r *http.Request, b *buffer) (*received, *badRequest) {
	if r.ContentLength > h.http.maxBody {
		return nil, bad(http.StatusRequestEntityTooLarge, "The body is longer than %d bytes.", h.http.maxBody)
	}
	if r.Body == nil { // a request made by hand
		r.Body = http.NoBody
	}
	in := bytes.NewBuffer(b.in[:0])
	_, err := in.ReadFrom(http.MaxBytesReader(w, r.Body, h.http.maxBody))
	b.in = in.Bytes()
	if err != nil {
		return nil, readFailure(err)
	}
	req := &b.req
	if err := req.decode(b.in); err != nil {
		return nil, bad(http.StatusBadRequest, "%s", err)
	}
	return req, nil
}

func readFailure(err error) *badRequest {
	var long *http.MaxBytesError
	if errors.As(err, &long) {
		return bad(http.StatusRequestEntityTooLarge, "The body is longer than %d bytes.", long.Limit)
	}
	return bad(http.StatusBadRequest, "The body can't be read: %s.", err)
}

// readURL reads the parameters of a GET request.
func readURL(rawQuery string) (*received, *badRequest) {
	values, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, bad(http.StatusBadRequest, "The query string of the URL is invalid: %s.", err)
	}
	req := &received{}
	for name, value := range values {
		if _, ok := requestMembers[name]; !ok {
			continue
		}
		if len(value) > 1 {
			return nil, bad(http.StatusBadRequest, "The parameter %s is there %d times.", name, len(value))
		}
		if !utf8.ValidString(value[0]) {
			return nil, bad(http.StatusBadRequest, "The parameter %s is no UTF-8.", name)
		}
		if err := req.setParameter(name, value[0]); err != nil {
			return nil, bad(http.StatusBadRequest, "%s", err)
		}
	}
	return req, nil
}

func (r *Request) setParameter(name, value string) error {
	switch {
	case name == "query":
		r.Query, r.hasQuery = value, true
	case name == "operationName":
		r.OperationName = value
	case value != "":
		text := []byte(value)
		d := jsonread.Decoder(text)
		defer jsonread.Free(d)
		_, err := d.ReadValue()
		if err == nil {
			err = jsonread.AtEnd(d)
		}
		if err != nil {
			return jsonread.Invalid("The parameter "+name, err)
		}
		return r.set(name, bytes.TrimSpace(text))
	}
	return nil
}

// requestMembers are the members of a request, and whether each is an object.
var requestMembers = map[string]bool{"query": false, "operationName": false, "variables": true, "extensions": true}

// decode reads a request from JSON; its variables and extensions are parts of
// body. Names that are there twice and text that is no UTF-8 are errors, since
// servers and what stands before them may understand them differently: RFC 7493.
func (r *Request) decode(body []byte) error {
	d := jsonread.Decoder(body)
	defer jsonread.Free(d)
	first, err := d.ReadToken()
	if err == io.EOF {
		return messagef("The body is empty: it must be a JSON object with a query.")
	}
	if err == nil && first.Kind() == '[' {
		return messagef("The body is a list: requests are not served in batches, send each of its own.")
	}
	if err == nil && first.Kind() != '{' {
		return messagef("The body must be a JSON object with a query.")
	}
	for err == nil && d.PeekKind() != '}' {
		err = r.member(d, body)
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	if err == nil {
		err = jsonread.AtEnd(d)
	}
	if _, ok := errors.AsType[*memberError](err); ok || err == nil {
		return err
	}
	return jsonread.Invalid("The body", err)
}

// member reads a name and its value.
func (r *Request) member(d *jsontext.Decoder, body []byte) error {
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	name := ""
	if t.Kind() == '"' {
		name = t.String()
	}
	v, err := d.ReadValue()
	if err != nil {
		return err
	}
	end := int(d.InputOffset())
	return r.set(name, body[end-len(v):end])
}

// A memberError is a member of a request that is of the wrong type.
type memberError struct{ name, want string }

func (e *memberError) Error() string {
	return "The member " + e.name + " of the request must be " + e.want + "."
}

// set stores the value of a member.
func (r *Request) set(name string, value jsontext.Value) error {
	object, known := requestMembers[name]
	if !known || value.Kind() == 'n' {
		return nil
	}
	if object {
		if value.Kind() != '{' {
			return &memberError{name, "an object or null"}
		}
		if name == "variables" {
			r.Variables = []byte(value)
		} else {
			r.Extensions = []byte(value)
		}
		return nil
	}
	if value.Kind() != '"' {
		return &memberError{name, "a string"}
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return err
	}
	if name == "query" {
		r.Query, r.hasQuery = string(text), true
	} else {
		r.OperationName = string(text)
	}
	return nil
}
