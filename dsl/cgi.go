package dsl

import (
	"strings"

	"signalbox/dsl/internal/rubytext"
	"signalbox/internal/uri"
)

// cgiMethods are the functions of CGI that escape and unescape parts of URLs and of HTML.
// Ruby: CGI::Escape.
var cgiMethods = func() methodTable {
	t := methodTable{"parse": fn(1, cgiParse).is(converts)}
	for names, change := range map[string]func(string) string{
		"escape":   func(s string) string { return strings.ReplaceAll(uri.Escape(s, "_.-~ "), " ", "+") },
		"unescape": func(s string) string { return uri.Unescape(s, true) },
		"escapeURIComponent escape_uri_component":     func(s string) string { return uri.Escape(s, "_.-~") },
		"unescapeURIComponent unescape_uri_component": func(s string) string { return uri.Unescape(s, false) },
		"escapeHTML escape_html h":                    rubytext.EscapeHTML,
		"unescapeHTML unescape_html":                  rubytext.UnescapeHTML,
	} {
		for name := range strings.FieldsSeq(names) {
			t[name] = fn(1, func(c *Call) Value { return cgiText(c, change) }).is(converts)
		}
	}
	return t
}()

// cgiParse is CGI.parse: the values of a query by their keys.
func cgiParse(c *Call) Value {
	query := c.text(0)
	params := c.t.newHash(0)
	params.Default = &Array{frozen: true}
	c.t.scanned(2 * len(query))
	c.room(16 * strings.Count(query, "&"))
	for _, pair := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		c.step()
		name, value, given := strings.Cut(pair, "=")
		key := c.t.newString(uri.Unescape(name, true))
		list, ok := c.t.get(params, key)
		if !ok {
			list = c.t.newArray()
			c.put(params, key, list)
		}
		if given {
			c.push(list.(*Array), c.t.newString(uri.Unescape(value, true)))
		}
	}
	return params
}

// setupCGI makes `CGI`. What else it is asked only the running application
// knows.
func (in *Interp) setupCGI() {
	cgi := in.builtin("CGI", nil, nil, cgiMethods)
	cgi.unknown, cgi.abstract = true, true
}

func cgiText(c *Call, change func(string) string) Value {
	s := c.text(0)
	c.t.scanned(len(s) + bytesPerStep*bytesPerStep*strings.Count(s, "&"))
	return newString(c, change(s))
}
