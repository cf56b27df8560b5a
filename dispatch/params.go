package dispatch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"signalbox/dsl"
)

// Bounds of the parameters.
const (
	maxParamDepth = 100
	maxPairs      = 100_000
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
func (q *request) queryParams() (*dsl.Hash, error) {
	if q.query == nil {
		h := dsl.NewHash(4)
		if err := addPairs(h, q.http.URL.RawQuery); err != nil {
			return nil, badParams("query", err.Error())
		}
		q.query = h
	}
	return q.query, nil
}

// formParams reads the body: a form, a multipart form or JSON.
func (q *request) formParams() (*dsl.Hash, error) {
	if q.form != nil {
		return q.form, nil
	}
	h, err := bodyParams(q.http)
	if errors.Is(err, errBodyRead) {
		return nil, err
	}
	if err != nil {
		return nil, badParams("request", err.Error())
	}
	q.form = h
	return h, nil
}

func bodyParams(r *http.Request) (*dsl.Hash, error) {
	h := dsl.NewHash(4)
	if r.Body == nil || r.Body == http.NoBody {
		return h, nil
	}
	kind, options, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case kind == "application/x-www-form-urlencoded", kind == "" && (r.Method == http.MethodPost || replacedVerb(r) == http.MethodPost):
		body, err := peekBody(r)
		if body == nil {
			return h, err
		}
		return h, addPairs(h, string(body))
	case kind == "multipart/form-data":
		body, err := peekBody(r)
		if body == nil {
			return h, err
		}
		return h, addMultipart(h, body, options["boundary"])
	case kind == "application/json", kind == "text/x-json", kind == "application/jsonrequest", kind == "application/problem+json":
		body, err := peekBody(r)
		if len(bytes.TrimSpace(body)) == 0 {
			return h, err
		}
		return jsonParams(body)
	}
	return h, nil
}

// formFields gives what a form holds, and of one that is too long to be looked at
// as a whole, as with files to upload, what it begins with; empty for other bodies.
func formFields(r *http.Request) *dsl.Hash {
	kind, options, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/x-www-form-urlencoded", "multipart/form-data":
	default:
		return dsl.NewHash(0)
	}
	h, err := bodyParams(r)
	if err != nil {
		return dsl.NewHash(0)
	}
	if k := keepBody(r); k != nil && len(k.ahead) > maxBody && kind == "multipart/form-data" {
		_ = addMultipart(h, k.ahead, options["boundary"])
	}
	return h
}

// addPairs reads `a=1&b[c]=2`. Rails: QueryParser.each_pair.
func addPairs(h *dsl.Hash, text string) error {
	n := 0
	for part := range strings.SplitSeq(text, "&") {
		part = strings.TrimLeft(part, " ")
		if part == "" {
			continue
		}
		if n++; n > maxPairs {
			return &paramError{"too many parameters"}
		}
		name, value, given := strings.Cut(part, "=")
		if badEscape(name) || badEscape(value) {
			return &paramError{"invalid %-encoding (" + part + ")"}
		}
		var v dsl.Value = dsl.Nil
		if given {
			v = dsl.NewString(formUnescape(value))
		}
		if err := addParam(h, formUnescape(name), v); err != nil {
			return err
		}
	}
	return nil
}

func badEscape(s string) bool {
	for i := strings.IndexByte(s, '%'); i >= 0; {
		if i+2 >= len(s) || hexDigit(s[i+1]) < 0 || hexDigit(s[i+2]) < 0 {
			return true
		}
		next := strings.IndexByte(s[i+3:], '%')
		if next < 0 {
			return false
		}
		i += 3 + next
	}
	return false
}

// formUnescape is URI.decode_www_form_component.
func formUnescape(s string) string {
	text, _ := unescape(strings.ReplaceAll(s, "+", " "))
	return text
}

func addMultipart(h *dsl.Hash, body []byte, boundary string) error {
	if boundary == "" {
		return nil
	}
	reader := multipart.NewReader(bytes.NewReader(body), boundary)
	for n := 0; ; n++ {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || n > maxPairs {
			return &paramError{"bad multipart body"}
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return &paramError{"bad multipart body"}
		}
		if part.FileName() != "" || part.FormName() == "" { // files are the handler's
			continue
		}
		if err := addParam(h, part.FormName(), dsl.NewString(string(text))); err != nil {
			return err
		}
	}
}

// jsonParams reads a JSON body; what is no object is under _json. Rails:
// Http::Parameters::DEFAULT_PARSERS.
func jsonParams(body []byte) (*dsl.Hash, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.Decode(new(any)) != io.EOF {
		return nil, &paramError{"Error occurred while parsing request parameters"}
	}
	value := rubyValue(v, 0)
	if h, ok := value.(*dsl.Hash); ok {
		return h, nil
	}
	h := dsl.NewHash(1)
	h.Set(dsl.NewString("_json"), value)
	return h, nil
}

// rubyValue makes a Ruby value of a Go one.
func rubyValue(v any, depth int) dsl.Value {
	switch v := v.(type) {
	case string:
		return dsl.NewString(v)
	case bool:
		return dsl.Bool(v)
	case int:
		return dsl.Int(v)
	case int64:
		return dsl.Int(v)
	case float64:
		return dsl.Float(v)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return dsl.Int(n)
		}
		f, _ := v.Float64()
		return dsl.Float(f)
	case []any:
		list := make([]dsl.Value, 0, len(v))
		for _, e := range v {
			if depth < maxParamDepth {
				list = append(list, rubyValue(e, depth+1))
			}
		}
		return dsl.NewArray(list...)
	case map[string]any:
		h := dsl.NewHash(len(v))
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			if depth < maxParamDepth {
				h.Set(dsl.NewString(k), rubyValue(v[k], depth+1))
			}
		}
		return h
	case dsl.Value:
		return v
	}
	return dsl.Nil
}

// addParam puts one parameter where its name says. Rails:
// ParamBuilder#store_nested_param.
func addParam(h *dsl.Hash, name string, v dsl.Value) error {
	if !validText(name) {
		return &paramError{"Invalid encoding for parameter: " + strings.ToValidUTF8(name, "\ufffd")}
	}
	if s, ok := v.(*dsl.String); ok && !validText(s.String()) {
		return &paramError{"Invalid encoding for parameter: " + strings.ToValidUTF8(s.String(), "\ufffd")}
	}
	_, err := storeParam(h, name, v, 0)
	return err
}

// storeParam gives h, or for a name that ends in [] the array to put in its
// place.
func storeParam(h *dsl.Hash, name string, v dsl.Value, depth int) (dsl.Value, error) {
	if depth >= maxParamDepth {
		return nil, &paramError{"exceeded available parameter key space"}
	}
	key, after := splitName(name, depth)
	if key == "" {
		return dsl.Nil, nil
	}
	k := dsl.NewString(key)
	switch {
	case after == "" && key == "[]" && depth != 0:
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
		return h, storeInArray(h, k, after, v, depth)
	default:
		return h, storeInHash(h, k, after, v, depth)
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

func storeInArray(h *dsl.Hash, k *dsl.String, after string, v dsl.Value, depth int) error {
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
	if n := len(list.Elems); n > 0 {
		if last, ok := list.Elems[n-1].(*dsl.Hash); ok && !holdsParam(last, child) {
			_, err := storeParam(last, child, v, depth+1)
			return err
		}
	}
	made, err := storeParam(dsl.NewHash(2), child, v, depth+1)
	if err == nil {
		list.Elems = append(list.Elems, made)
	}
	return err
}

func storeInHash(h *dsl.Hash, k *dsl.String, after string, v dsl.Value, depth int) error {
	old, ok := h.Get(k)
	if !ok || old == dsl.Nil {
		old = dsl.NewHash(2)
	}
	inner, ok := old.(*dsl.Hash)
	if !ok {
		return &paramError{fmt.Sprintf("expected Hash (got %s) for param `%s'", className(old), k)}
	}
	made, err := storeParam(inner, after, v, depth+1)
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

func (q *request) queryValue(t *dsl.Thread) (dsl.Value, error) {
	h, err := q.queryParams()
	if err != nil {
		return nil, err
	}
	return t.Call(h, "with_indifferent_access")
}

func (q *request) formValue(t *dsl.Thread) (dsl.Value, error) {
	h, err := q.formParams()
	if err != nil {
		return nil, err
	}
	return t.Call(h, "with_indifferent_access")
}

// allParams is `request.params`: the form, the query over it, the path over
// both. Rails: Http::Parameters#parameters.
func (q *request) allParams(t *dsl.Thread) (dsl.Value, error) {
	if q.merged != nil {
		return q.merged, nil
	}
	h, err := q.mergeParams()
	if err != nil {
		return nil, err
	}
	q.merged, err = t.Call(h, "with_indifferent_access")
	return q.merged, err
}

func (q *request) mergeParams() (*dsl.Hash, error) {
	form, err := q.formParams()
	if err != nil {
		return nil, err
	}
	query, err := q.queryParams()
	if err != nil {
		return nil, err
	}
	path := q.pathParams()
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

func bodyWord(q *request, _ *dsl.Call) (dsl.Value, error) {
	if q.http.Body == nil || q.http.Body == http.NoBody {
		return dsl.NewString(""), nil
	}
	body, err := peekBody(q.http)
	if err != nil || !validText(string(body)) {
		return dsl.NewString(""), err
	}
	return dsl.NewString(string(body)), nil
}

// goValue makes a Go value of a Ruby one: strings, int64, float64, bool, nil,
// []any and map[string]any; symbols become strings.
func goValue(v dsl.Value) any {
	switch v := v.(type) {
	case *dsl.String:
		return v.String()
	case dsl.Symbol:
		return string(v)
	case dsl.Int:
		return int64(v)
	case dsl.Float:
		return float64(v)
	case dsl.Bool:
		return bool(v)
	case *dsl.Array:
		list := make([]any, len(v.Elems))
		for i, e := range v.Elems {
			list[i] = goValue(e)
		}
		return list
	case *dsl.Hash:
		return goParams(v)
	case *dsl.Regexp:
		return v.Inspect()
	}
	return nil
}

func goParams(h *dsl.Hash) map[string]any {
	m := make(map[string]any, h.Len())
	for i := range h.Len() {
		k, v := h.At(i)
		m[textOf(k)] = goValue(v)
	}
	return m
}

// textOf is the text of a key.
func textOf(v dsl.Value) string {
	text, _ := scalarText(v)
	return text
}
