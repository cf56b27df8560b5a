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
	names []func(string) bool
	paths []func(string) bool // of keys within keys, "card.code"
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
		var (
			matches func(string) bool
			deep    bool
		)
		switch name := name.(type) {
		case string:
			part := strings.ToLower(name)
			matches, deep = func(s string) bool { return strings.Contains(strings.ToLower(s), part) }, strings.Contains(name, ".")
		case *regexp.Regexp:
			matches, deep = name.MatchString, strings.Contains(name.String(), `\.`)
		default:
			errs = append(errs, fmt.Errorf("a filter is a string or a *regexp.Regexp, not %T", name))
			continue
		}
		if deep {
			f.paths = append(f.paths, matches)
		} else {
			f.names = append(f.names, matches)
		}
	}
	return f, errors.Join(errs...)
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
	return slices.ContainsFunc(f.names, func(matches func(string) bool) bool { return matches(name) }) ||
		slices.ContainsFunc(f.paths, func(matches func(string) bool) bool { return matches(parent + name) })
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
