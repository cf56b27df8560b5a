package rack

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/internal/uri"
)

// Bounds of the parameters, beyond which a request is answered 400: those of Rack,
// but a query may nest as deep as Rails lets it. Rack: QueryParser,
// Utils.default_query_parser, Multipart::Parser. Rails: ParamBuilder.
const (
	maxQuery      = 4 << 20 // bytes of a query or a form
	maxPairs      = 4096    // in a query or a form
	maxParts      = 4095    // of a multipart form
	maxFiles      = 127     // among the parts
	maxQueryDepth = 100     // a[b] is 2 deep
	maxFormDepth  = 32
	maxJSONDepth  = 100 // Ruby: JSON.parse
)

// badRequest is the exception for parameters that cannot be read; it is answered
// 400.
const badRequest = "ActionController::BadRequest"

func badParams(what, text string) error {
	return dsl.Raise(badRequest, "Invalid %s parameters: %s", what, text)
}

// A paramError is a parameter that contradicts another, or is no text.
type paramError struct{ text string }

func (e *paramError) Error() string { return e.text }

// queryParams reads the query string, nested as Rails nests it: a[b][]=1.
func (q *Request) queryParams() (*dsl.Hash, error) {
	if q.query == nil {
		h := dsl.NewHash(4)
		if err := addPairs(h, q.HTTP.URL.RawQuery, maxQueryDepth); err != nil {
			return nil, badParams("query", err.Error())
		}
		q.query = h
	}
	return q.query, nil
}

// formParams reads the body: a form, a multipart form or JSON.
func (q *Request) formParams() (*dsl.Hash, error) {
	if q.form != nil {
		return q.form, nil
	}
	h, err := bodyParams(q.HTTP)
	var contradiction *paramError
	if errors.As(err, &contradiction) {
		return nil, badParams("request", err.Error())
	}
	if err != nil {
		return nil, err
	}
	q.form = h
	return h, nil
}

func bodyParams(r *http.Request) (*dsl.Hash, error) {
	h := dsl.NewHash(4)
	if r.Body == nil || r.Body == http.NoBody {
		return h, nil
	}
	body, err := peekBody(r)
	if err != nil || body != nil && len(body) == 0 {
		return h, err
	}
	kind, err := contentType(r)
	if err != nil {
		return h, err
	}
	switch {
	case isJSON(kind):
		if body == nil {
			return h, nil
		}
		return jsonParams(body)
	case isForm(r, kind):
		if boundary := multipartBoundary(r); boundary != "" {
			return h, addMultipart(h, body, boundary)
		}
		if body == nil {
			return h, longForm(r)
		}
		return h, addPairs(h, strings.TrimSuffix(string(body), "\x00"), maxFormDepth)
	}
	return h, nil
}

func isJSON(kind string) bool {
	m := mimeByText[kind]
	return m != nil && m.symbol == "json"
}

// isForm reports whether a body is read as a form, as that of a POST without a type is.
// Rack: Request::Helpers#form_data?, #parseable_data?.
func isForm(r *http.Request, kind string) bool {
	switch kind {
	case "application/x-www-form-urlencoded", "multipart/form-data", "multipart/related", "multipart/mixed":
		return true
	}
	return kind == "" && (r.Method == http.MethodPost || replacedVerb(r) == http.MethodPost)
}

var boundaryPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\Amultipart/.*boundary="?([^";,]+)"?`) })

// multipartBoundary is what stands between the parts of a form; "" for other bodies, and
// where the type does not tell. Rack: Multipart::Parser.parse_boundary.
func multipartBoundary(r *http.Request) string {
	if m := boundaryPattern().FindStringSubmatch(r.Header.Get("Content-Type")); m != nil {
		return m[1]
	}
	return ""
}

// longForm is the error about a form that is too long to be read.
func longForm(r *http.Request) error {
	if k := KeepBody(r); k != nil && len(k.ahead) > maxQuery {
		return errLongQuery
	}
	return nil
}

var errLongQuery = &paramError{fmt.Sprintf("total query size exceeds limit (%d)", maxQuery)}

// addPairs reads `a=1&b[c]=2`, nested most deep. Rails: QueryParser.each_pair. Rack:
// QueryParser#each_query_pair.
func addPairs(h *dsl.Hash, text string, most int) error {
	if len(text) > maxQuery {
		return errLongQuery
	}
	if n := 1 + strings.Count(text, "&"); n > maxPairs {
		return &paramError{fmt.Sprintf("total number of query parameters (%d) exceeds limit (%d)", n, maxPairs)}
	}
	for part := range strings.SplitSeq(text, "&") {
		part = strings.TrimLeft(part, " ")
		if part == "" {
			continue
		}
		name, value, given := strings.Cut(part, "=")
		if uri.HasBadEscape(name) || uri.HasBadEscape(value) {
			return &paramError{"invalid %-encoding (" + part + ")"}
		}
		var v dsl.Value = dsl.Nil
		if given {
			v = dsl.NewString(formUnescape(value))
		}
		if err := addParam(h, formUnescape(name), v, most); err != nil {
			return err
		}
	}
	return nil
}

// formUnescape is URI.decode_www_form_component.
func formUnescape(s string) string {
	text, _ := uri.UnescapeText(strings.ReplaceAll(s, "+", " "))
	return text
}

func addMultipart(h *dsl.Hash, body []byte, boundary string) error {
	if body == nil {
		return nil
	}
	begun, ended := bytes.Contains(body, []byte("--"+boundary+"\r\n")), bytes.Contains(body, []byte("--"+boundary+"--\r\n"))
	if !begun && !ended {
		return &paramError{"EOFError"}
	}
	reader := multipart.NewReader(bytes.NewReader(body), boundary)
	files := 0
	for n := 1; ; n++ {
		part, err := reader.NextPart()
		if err == io.EOF && (n > 1 || ended) {
			return nil
		}
		if err != nil {
			return &paramError{"EOFError"}
		}
		if part.FileName() != "" {
			files++
		}
		if n > maxParts || files > maxFiles {
			return &paramError{"Maximum total multiparts in content reached"}
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return &paramError{"bad multipart body"}
		}
		if part.FileName() != "" || part.FormName() == "" { // files are the handler's
			continue
		}
		if err := addParam(h, part.FormName(), dsl.NewString(string(text)), maxFormDepth); err != nil {
			return err
		}
	}
}

// addParam puts one parameter where its name says. Rails:
// ParamBuilder#store_nested_param.
func addParam(h *dsl.Hash, name string, v dsl.Value, most int) error {
	if !uri.ValidText(name) {
		return &paramError{"Invalid encoding for parameter: " + strings.ToValidUTF8(name, "\ufffd")}
	}
	if s, ok := v.(*dsl.String); ok && !uri.ValidText(s.String()) {
		return &paramError{"Invalid encoding for parameter: " + strings.ToValidUTF8(s.String(), "\ufffd")}
	}
	_, err := nesting{most: most}.store(h, name, v)
	return err
}

// A nesting is how deep a part of a parameter's name stands.
type nesting struct{ depth, most int }

func (n nesting) inside() nesting { return nesting{n.depth + 1, n.most} }

// store gives h, or for a name that ends in [] the array to put in its place.
func (n nesting) store(h *dsl.Hash, name string, v dsl.Value) (dsl.Value, error) {
	if n.depth >= n.most {
		return nil, &paramError{fmt.Sprintf("nested deeper than %d", n.most)}
	}
	key, after := splitName(name, n.depth)
	if key == "" {
		return dsl.Nil, nil
	}
	k := dsl.NewString(key)
	switch {
	case after == "" && key == "[]" && n.depth != 0:
		if v == dsl.Nil {
			return dsl.NewArray(), nil
		}
		return dsl.NewArray(v), nil
	case after == "":
		h.Set(k, v)
	case after == "[":
		h.Set(dsl.NewString(name), v)
	case after == "[]":
		list, err := arrayAt(h, k)
		if err != nil {
			return nil, err
		}
		if v != dsl.Nil {
			list.Elems = append(list.Elems, v)
		}
	case strings.HasPrefix(after, "[]"):
		return h, n.storeInArray(h, k, after, v)
	default:
		return h, n.storeInHash(h, k, after, v)
	}
	return h, nil
}

// splitName takes the first key off a name.
func splitName(name string, depth int) (key, after string) {
	if depth == 0 {
		if len(name) > 1 {
			if i := strings.IndexByte(name[1:], '['); i >= 0 {
				return name[:i+1], name[i+1:]
			}
		}
		return name, ""
	}
	if strings.HasPrefix(name, "[]") {
		return "[]", name[2:]
	}
	if strings.HasPrefix(name, "[") {
		if i := strings.IndexByte(name[1:], ']'); i >= 0 {
			return name[1 : i+1], name[i+2:]
		}
	}
	return name, ""
}

func arrayAt(h *dsl.Hash, k *dsl.String) (*dsl.Array, error) {
	old, ok := h.Get(k)
	if !ok || old == dsl.Nil {
		list := dsl.NewArray()
		h.Set(k, list)
		return list, nil
	}
	list, ok := old.(*dsl.Array)
	if !ok {
		return nil, &paramError{fmt.Sprintf("expected Array (got %s) for param `%s'", className(old), k)}
	}
	return list, nil
}

func (n nesting) storeInArray(h *dsl.Hash, k *dsl.String, after string, v dsl.Value) error {
	child := after[2:]
	if strings.HasPrefix(child, "[") && strings.HasSuffix(after, "]") && len(after) > 4 {
		if inner := after[3 : len(after)-1]; !strings.ContainsAny(inner, "[]") {
			child = inner
		}
	}
	list, err := arrayAt(h, k)
	if err != nil {
		return err
	}
	if i := len(list.Elems) - 1; i >= 0 {
		if last, ok := list.Elems[i].(*dsl.Hash); ok && !holdsParam(last, child) {
			_, err := n.inside().store(last, child, v)
			return err
		}
	}
	made, err := n.inside().store(dsl.NewHash(2), child, v)
	if err == nil {
		list.Elems = append(list.Elems, made)
	}
	return err
}

func (n nesting) storeInHash(h *dsl.Hash, k *dsl.String, after string, v dsl.Value) error {
	old, ok := h.Get(k)
	if !ok || old == dsl.Nil {
		old = dsl.NewHash(2)
	}
	inner, ok := old.(*dsl.Hash)
	if !ok {
		return &paramError{fmt.Sprintf("expected Hash (got %s) for param `%s'", className(old), k)}
	}
	made, err := n.inside().store(inner, after, v)
	if err == nil {
		h.Set(k, made)
	}
	return err
}

// holdsParam is ParamBuilder#params_hash_has_key?.
func holdsParam(h *dsl.Hash, name string) bool {
	if strings.Contains(name, "[]") {
		return false
	}
	var at dsl.Value = h
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' }) {
		inner, ok := at.(*dsl.Hash)
		if !ok {
			return false
		}
		if at, ok = inner.Get(dsl.NewString(part)); !ok {
			return false
		}
	}
	return true
}

func className(v dsl.Value) string {
	switch v.(type) {
	case *dsl.Hash:
		return "ActiveSupport::HashWithIndifferentAccess"
	case *dsl.Array:
		return "Array"
	case *dsl.String:
		return "String"
	}
	return "NilClass"
}

// ---- as Ruby sees them

func (q *Request) queryValue(t *dsl.Thread) (dsl.Value, error) {
	h, err := q.queryParams()
	if err != nil {
		return nil, err
	}
	return t.Call(h, "with_indifferent_access")
}

func (q *Request) formValue(t *dsl.Thread) (dsl.Value, error) {
	h, err := q.formParams()
	if err != nil {
		return nil, err
	}
	return t.Call(h, "with_indifferent_access")
}

// allParams is `request.params`: the form, the query over it, the path over
// both. Rails: Http::Parameters#parameters.
func (q *Request) allParams(t *dsl.Thread) (dsl.Value, error) {
	if q.merged != nil {
		return q.merged, nil
	}
	h, err := q.MergedParams()
	if err != nil {
		return nil, err
	}
	q.merged, err = t.Call(h, "with_indifferent_access")
	return q.merged, err
}

// MergedParams are the parameters of the form, the query and the path, keyed by text.
func (q *Request) MergedParams() (*dsl.Hash, error) {
	form, err := q.formParams()
	if err != nil {
		return nil, err
	}
	query, err := q.queryParams()
	if err != nil {
		return nil, err
	}
	path := q.PathParams()
	all := dsl.NewHash(form.Len() + query.Len() + path.Len())
	for _, h := range []*dsl.Hash{form, query, path} {
		for i := range h.Len() {
			k, v := h.At(i)
			if name, ok := k.(dsl.Symbol); ok {
				k = dsl.NewString(string(name))
			}
			all.Set(k, v)
		}
	}
	return all, nil
}

func bodyWord(q *Request, _ *dsl.Call) (dsl.Value, error) {
	if q.HTTP.Body == nil || q.HTTP.Body == http.NoBody {
		return dsl.NewString(""), nil
	}
	body, err := peekBody(q.HTTP)
	if err != nil || !uri.ValidText(string(body)) {
		return dsl.NewString(""), err
	}
	return dsl.NewString(string(body)), nil
}
