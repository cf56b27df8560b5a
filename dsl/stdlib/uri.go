package stdlib

import (
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/internal/rubytext"
	"signalbox/internal/uri"
)

// uriFunctions are those of URI and CGI, and of what else escapes parts of URIs.
var uriFunctions = functions{
	"uri_split":    uriSplit,
	"uri_query":    uriQuery,
	"uri_fragment": changesText(uri.Fragment),

	"scheme?":        asksText(uri.IsScheme),
	"userinfo?":      asksText(uri.IsUserInfo),
	"host?":          asksText(uri.IsHost),
	"absolute_path?": asksText(uri.IsAbsolutePath),
	"relative_path?": asksText(uri.IsRelativePath),
	"opaque?":        asksText(uri.IsOpaque),
	"port?":          asksText(uri.IsPort),

	"escape": func(c *dsl.Call) dsl.Value {
		return c.NewString(uri.Escape(text(c, 0), text(c, 1)))
	},
	"unescape":      changesText(func(s string) string { return uri.Unescape(s, false) }),
	"unescape_form": changesText(func(s string) string { return uri.Unescape(s, true) }),
	"bad_escape?":   asksText(uri.HasBadEscape),

	"escape_html": changesText(rubytext.EscapeHTML),
	"unescape_html": func(c *dsl.Call) dsl.Value {
		s := text(c, 0)
		// Each & may begin a name, which is looked for.
		c.Work(1024 * strings.Count(s, "&"))
		return c.NewString(rubytext.UnescapeHTML(s))
	},
}

// uriSplit is uri_split(text): the nine parts as URI.split orders them, or nil.
func uriSplit(c *dsl.Call) dsl.Value {
	s := text(c, 0)
	p, ok := uri.Split(s)
	if !ok {
		return dsl.Nil
	}
	list := dsl.NewArray()
	for _, part := range []*string{p.Scheme, p.UserInfo, p.Host, p.Port, nil, p.Path, p.Opaque, p.Query, p.Fragment} {
		v := dsl.Nil
		if part != nil {
			v = c.NewString(*part)
		}
		list.Elems = append(list.Elems, v)
	}
	return list
}

// uriQuery is uri_query(text).
func uriQuery(c *dsl.Call) dsl.Value {
	s := text(c, 0)
	query, bad := uri.Query(s)
	if bad != "" {
		panic(c.Exception("URI::InvalidURIError", "invalid percent escape: %s", bad))
	}
	return c.NewString(query)
}

// changesText is a function from a text to another one.
func changesText(f func(string) string) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value { return c.NewString(f(text(c, 0))) }
}

// asksText is a question about a text.
func asksText(f func(string) bool) func(*dsl.Call) dsl.Value {
	return func(c *dsl.Call) dsl.Value { return dsl.Bool(f(text(c, 0))) }
}
