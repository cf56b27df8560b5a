package dsl

import "strings"

// cgiMethods are the functions of CGI that escape and unescape parts of URLs.
// Ruby: CGI::Escape.
var cgiMethods = methodTable{
	"escape": fn(1, func(c *Call) (Value, error) { return cgiText(c, func(s string) string { return formEscape(s, "+") }) }).is(converts),
	"unescape": fn(1, func(c *Call) (Value, error) {
		return cgiText(c, func(s string) string { return formUnescape(s, true) })
	}).is(converts),
	"escapeURIComponent": fn(1, func(c *Call) (Value, error) { return cgiText(c, func(s string) string { return formEscape(s, "%20") }) }).is(converts),
	"unescapeURIComponent": fn(1, func(c *Call) (Value, error) {
		return cgiText(c, func(s string) string { return formUnescape(s, false) })
	}).is(converts),
	"parse": fn(1, cgiParse).is(converts),
}

// cgiParse is CGI.parse: the values of a query by their keys.
func cgiParse(c *Call) (Value, error) {
	query, err := c.strArg(0)
	if err != nil {
		return nil, err
	}
	params := c.t.newHash(0)
	params.Default = &Array{frozen: true}
	c.t.scanned(2 * len(query))
	if err := c.t.room(16 * strings.Count(query, "&")); err != nil {
		return nil, err
	}
	for _, pair := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		if err := c.Step(); err != nil {
			return nil, err
		}
		name, value, given := strings.Cut(pair, "=")
		key := c.t.newString(formUnescape(name, true))
		list, ok := c.t.get(params, key)
		if !ok {
			list = c.t.newArray()
			if err := c.t.put(params, key, list); err != nil {
				return nil, err
			}
		}
		if given {
			if err := c.t.push(list.(*Array), c.t.newString(formUnescape(value, true))); err != nil {
				return nil, err
			}
		}
	}
	return params, nil
}

// setupCGI makes `CGI`. What else it is asked only the running application
// knows.
func (in *Interp) setupCGI() {
	cgi := in.builtin("CGI", nil, nil, cgiMethods)
	cgi.unknown, cgi.abstract = true, true
}

func cgiText(c *Call, change func(string) string) (Value, error) {
	s, err := c.strArg(0)
	if err != nil {
		return nil, err
	}
	c.t.scanned(len(s))
	return newString(c, change(s))
}

// formEscape leaves letters, digits and _.-~ alone.
func formEscape(s, space string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("_.-~", c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteString(space)
		default:
			b.WriteByte('%')
			b.WriteByte("0123456789ABCDEF"[c>>4])
			b.WriteByte("0123456789ABCDEF"[c&15])
		}
	}
	return b.String()
}

// formUnescape leaves a % alone that two hexadecimal digits don't follow.
func formUnescape(s string, plus bool) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+' && plus:
			b = append(b, ' ')
		case c == '%' && i+2 < len(s) && digitValue(s[i+1]) < 16 && digitValue(s[i+2]) < 16:
			b = append(b, byte(digitValue(s[i+1])<<4|digitValue(s[i+2])))
			i += 2
		default:
			b = append(b, c)
		}
	}
	return string(b)
}
