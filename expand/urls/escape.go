package urls

import (
	"slices"
	"strings"
	"unicode/utf8"

	"signalbox/dsl"
)

// The four ways in which Rails escapes: segments, paths and fragments as in RFC
// 3986, names and values of a query as CGI.escape does.

// byteSet tells the bytes that an escape leaves alone.
type byteSet [256]bool

func newByteSet(more string) *byteSet {
	var t byteSet
	for c := range 128 {
		t[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for _, c := range []byte(more) {
		t[c] = true
	}
	return &t
}

// Rails: Journey::Router::Utils::UriEncoder.
var (
	segmentBytes  = newByteSet("-._~!$&'()*+,;=:@")
	pathBytes     = newByteSet("-._~!$&'()*+,;=:@/")
	fragmentBytes = newByteSet("-._~!$&'()*+,;=:@/?")
	queryBytes    = newByteSet("-._~") // CGI.escape
	userBytes     = newByteSet("*-._") // URI.encode_www_form_component
)

const upperHex = "0123456789ABCDEF"

// appendEscaped adds s to b, every byte that is not safe as %XX; plus makes `+`
// of a space.
func appendEscaped(b []byte, s string, safe *byteSet, plus bool) []byte {
	for i := range len(s) {
		switch c := s[i]; {
		case safe[c]:
			b = append(b, c)
		case plus && c == ' ':
			b = append(b, '+')
		default:
			b = append(b, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return b
}

func escaped(s string, safe *byteSet, plus bool) string {
	for i := range len(s) {
		if !safe[s[i]] {
			return string(appendEscaped(make([]byte, 0, len(s)+8), s, safe, plus))
		}
	}
	return s
}

// checkURLText refuses what Ruby's gsub refuses.
func checkURLText(s string) {
	if !utf8.ValidString(s) {
		panic(failure("ArgumentError", "invalid byte sequence in UTF-8"))
	}
}

// ---- to_param and to_query

// maxParamDepth bounds arrays and hashes within each other.
const maxParamDepth = 100

// param is Ruby's to_param: nil, true and false stay, an array is joined by
// slashes, a hash is a query, everything else becomes a string. Rails:
// core_ext/object/to_query.
func (c *urlCall) param(v dsl.Value) dsl.Value { return c.paramDeep(v, 0) }

func (c *urlCall) paramDeep(v dsl.Value, depth int) dsl.Value {
	if depth > maxParamDepth {
		panic(tooDeep())
	}
	switch v := v.(type) {
	case nil:
		return dsl.Nil
	case dsl.Bool, *dsl.String:
		return v
	case *dsl.Array:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = c.toS(c.paramDeep(e, depth+1))
		}
		return dsl.NewString(strings.Join(parts, "/"))
	case *dsl.Hash:
		return dsl.NewString(c.query(v, nil, depth+1))
	case *dsl.Object:
		if c.table.Interp.RespondTo(v, "to_param") {
			return dsl.Must(c.ruby().Call(v, "to_param"))
		}
	}
	if v == dsl.Nil {
		return v
	}
	return dsl.NewString(c.toS(v))
}

func tooDeep() dsl.Failure {
	return failure("SystemStackError", "stack level too deep: a parameter is nested too deeply")
}

// paramText is to_param.to_s.
func (c *urlCall) paramText(v dsl.Value) string { return c.toS(c.param(v)) }

// query is Hash#to_query, without a namespace when that is nil.
func (c *urlCall) query(h *dsl.Hash, namespace *string, depth int) string {
	parts := make([]string, 0, h.Len())
	for i := range h.Len() {
		key, v := h.At(i)
		if isEmptyContainer(v) {
			continue
		}
		name := c.toS(key)
		if namespace != nil {
			name = *namespace + "[" + name + "]"
		}
		parts = append(parts, c.queryOf(v, name, depth+1))
	}
	if namespace == nil || !strings.Contains(*namespace, "[]") {
		slices.Sort(parts)
	}
	return strings.Join(parts, "&")
}

func isEmptyContainer(v dsl.Value) bool {
	switch v := v.(type) {
	case *dsl.Array:
		return len(v.Elems) == 0
	case *dsl.Hash:
		return v.Len() == 0
	}
	return false
}

// queryOf is v.to_query(key).
func (c *urlCall) queryOf(v dsl.Value, key string, depth int) string {
	if depth > maxParamDepth {
		panic(tooDeep())
	}
	switch v := v.(type) {
	case *dsl.Hash:
		return c.query(v, &key, depth)
	case *dsl.Array:
		key += "[]"
		if len(v.Elems) == 0 {
			return escaped(key, queryBytes, true)
		}
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = c.queryOf(e, key, depth+1)
		}
		return strings.Join(parts, "&")
	}
	if isNone(v) {
		return escaped(key, queryBytes, true)
	}
	return escaped(key, queryBytes, true) + "=" + escaped(c.paramText(v), queryBytes, true)
}
