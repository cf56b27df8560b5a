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
func checkURLText(s string) error {
	if utf8.ValidString(s) {
		return nil
	}
	return urlErrorf("ArgumentError", "invalid byte sequence in UTF-8")
}

// ---- to_param and to_query

// maxParamDepth bounds arrays and hashes within each other.
const maxParamDepth = 100

// param is Ruby's to_param: nil, true and false stay, an array is joined by
// slashes, a hash is a query, everything else becomes a string. Rails:
// core_ext/object/to_query.
func (c *urlCall) param(v dsl.Value) (dsl.Value, error) { return c.paramDeep(v, 0) }

func (c *urlCall) paramDeep(v dsl.Value, depth int) (dsl.Value, error) {
	if depth > maxParamDepth {
		return nil, tooDeep()
	}
	switch v := v.(type) {
	case nil:
		return dsl.Nil, nil
	case dsl.Bool, *dsl.String:
		return v, nil
	case *dsl.Array:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			p, err := c.paramDeep(e, depth+1)
			if err != nil {
				return nil, err
			}
			if parts[i], err = c.toS(p); err != nil {
				return nil, err
			}
		}
		return dsl.NewString(strings.Join(parts, "/")), nil
	case *dsl.Hash:
		q, err := c.query(v, nil, depth+1)
		return dsl.NewString(q), err
	case *dsl.Object:
		if c.table.Interp.RespondTo(v, "to_param") {
			return c.ruby().Call(v, "to_param")
		}
	}
	if v == dsl.Nil {
		return v, nil
	}
	s, err := c.toS(v)
	return dsl.NewString(s), err
}

func tooDeep() error {
	return urlErrorf("SystemStackError", "stack level too deep: a parameter is nested too deeply")
}

// paramText is to_param.to_s.
func (c *urlCall) paramText(v dsl.Value) (string, error) {
	p, err := c.param(v)
	if err != nil {
		return "", err
	}
	return c.toS(p)
}

// query is Hash#to_query, without a namespace when that is nil.
func (c *urlCall) query(h *dsl.Hash, namespace *string, depth int) (string, error) {
	parts := make([]string, 0, h.Len())
	for i := range h.Len() {
		key, v := h.At(i)
		if isEmptyContainer(v) {
			continue
		}
		name, err := c.toS(key)
		if err != nil {
			return "", err
		}
		if namespace != nil {
			name = *namespace + "[" + name + "]"
		}
		s, err := c.queryOf(v, name, depth+1)
		if err != nil {
			return "", err
		}
		parts = append(parts, s)
	}
	if namespace == nil || !strings.Contains(*namespace, "[]") {
		slices.Sort(parts)
	}
	return strings.Join(parts, "&"), nil
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
func (c *urlCall) queryOf(v dsl.Value, key string, depth int) (string, error) {
	if depth > maxParamDepth {
		return "", tooDeep()
	}
	switch v := v.(type) {
	case *dsl.Hash:
		return c.query(v, &key, depth)
	case *dsl.Array:
		key += "[]"
		if len(v.Elems) == 0 {
			return escaped(key, queryBytes, true), nil
		}
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			var err error
			if parts[i], err = c.queryOf(e, key, depth+1); err != nil {
				return "", err
			}
		}
		return strings.Join(parts, "&"), nil
	}
	if isNone(v) {
		return escaped(key, queryBytes, true), nil
	}
	text, err := c.paramText(v)
	return escaped(key, queryBytes, true) + "=" + escaped(text, queryBytes, true), err
}
