package serve

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// filtered stands for a value that is nobody's business.
const filtered = "[FILTERED]"

// DefaultFilters are the names of parameters that a new Rails application keeps out of its
// logs. Rails: config/initializers/filter_parameter_logging.rb.
var DefaultFilters = []any{"passw", "email", "secret", "token", "_key", "crypt", "salt", "certificate", "otp", "ssn", "cvv", "cvc"}

// A Filter replaces the values of parameters that logs shall not show by "[FILTERED]". Rails:
// ActiveSupport::ParameterFilter.
type Filter struct {
	names patterns
	paths patterns // of keys within keys, "card.code"
}

// patterns match names.
type patterns struct {
	parts       []string // in lower case
	expressions []*regexp.Regexp
}

func (p *patterns) match(name string) bool {
	if len(p.parts) > 0 {
		lower := strings.ToLower(name)
		if slices.ContainsFunc(p.parts, func(part string) bool { return strings.Contains(lower, part) }) {
			return true
		}
	}
	return slices.ContainsFunc(p.expressions, func(e *regexp.Regexp) bool { return e.MatchString(name) })
}

// NewFilter makes a filter of names as Rails' config.filter_parameters has them: a string
// matches anywhere in a name, in upper or lower case; one with a dot matches in the names
// from the outermost on, joined by dots; a *regexp.Regexp matches as it is.
//
//	serve.NewFilter("passw", "card.code", regexp.MustCompile(`\Apin\z`))
func NewFilter(names ...any) (*Filter, error) {
	f := &Filter{}
	var errs []error
	for _, name := range names {
		switch name := name.(type) {
		case string:
			p := f.of(name, ".")
			p.parts = append(p.parts, strings.ToLower(name))
		case *regexp.Regexp:
			p := f.of(name.String(), `\.`)
			p.expressions = append(p.expressions, name)
		default:
			errs = append(errs, fmt.Errorf("a filter is a string or a *regexp.Regexp, not %T", name))
		}
	}
	return f, errors.Join(errs...)
}

// of are the patterns that one with this text belongs to.
func (f *Filter) of(text, dot string) *patterns {
	if strings.Contains(text, dot) {
		return &f.paths
	}
	return &f.names
}

// Params returns parameters with the values replaced whose names the filter matches, within
// maps and lists too.
func (f *Filter) Params(params map[string]any) map[string]any {
	return f.within(params, "")
}

func (f *Filter) within(params map[string]any, parent string) map[string]any {
	out := make(map[string]any, len(params))
	for name, value := range params {
		out[name] = f.value(name, parent, value)
	}
	return out
}

func (f *Filter) value(name, parent string, value any) any {
	if f.hides(name, parent) {
		return filtered
	}
	switch value := value.(type) {
	case map[string]any:
		return f.within(value, parent+name+".")
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			out[i] = f.value(name, parent, v)
		}
		return out
	}
	return value
}

func (f *Filter) hides(name, parent string) bool {
	return f.names.match(name) || f.paths.match(parent+name)
}

// Query returns the text of a query with the values replaced whose names the filter matches.
// Rails: Request#filtered_path.
func (f *Filter) Query(query string) string {
	if query == "" {
		return ""
	}
	var b strings.Builder
	for rest := query; ; {
		end := strings.IndexAny(rest, "&;")
		part := rest
		if end >= 0 {
			part = rest[:end]
		}
		if name, _, ok := strings.Cut(part, "="); ok && f.hidesEscaped(name) {
			part = name + "=" + filtered
		}
		b.WriteString(part)
		if end < 0 {
			return b.String()
		}
		b.WriteByte(rest[end])
		rest = rest[end+1:]
	}
}

// hidesEscaped also knows the name that an escaped one stands for, which Rails lets through.
func (f *Filter) hidesEscaped(name string) bool {
	plain, err := url.QueryUnescape(name)
	return f.hides(name, "") || err == nil && f.hides(plain, "")
}
