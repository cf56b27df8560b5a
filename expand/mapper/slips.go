package mapper

import (
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/internal/spelling"
)

// Slips of the pen: names that are nearly those of words, options, verbs and
// environments. Rails refuses a word that there is not; it takes options and verbs
// of any name, so of these only what can hardly be meant is told.

// ---- options

// warnSlips warns of options that are no options, but nearly.
func (m *Mapper) warnSlips(c *dsl.Call) {
	known := words[c.Name].options
	if known == nil {
		return
	}
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		name, _ := key.(dsl.Symbol)
		if name == "" || known[string(name)] {
			continue
		}
		if near := meantOption(string(name), v, known); near != "" && !isRequirement(c, string(name), v) {
			m.drawing.warnOfSlip(route.UnknownOption, m.pos, string(name), near, fmt.Sprintf("unknown option `%s:` of `%s` becomes a default of the route; did you mean `%s:`?", name, c.Name, near))
		}
	}
}

// warnConstraintSlips warns of keys of constraints that are nearly those of a request's
// methods, or of a part of the path if there is one.
func (m *Mapper) warnConstraintSlips(constraints *dsl.Hash, path *route.Path) {
	for i := range constraints.Len() {
		key, _ := constraints.At(i)
		symbol, _ := key.(dsl.Symbol)
		name := string(symbol)
		if name == "" || requestMethods[name] || path != nil && path.Has(name) {
			continue
		}
		near := ""
		if path != nil {
			near = spelling.Nearest(name, path.Names())
		}
		if near == "" && len(name) > 4 {
			near = spelling.Nearest(name, constraintNames)
		}
		if near != "" && (path != nil || !ruby.IsPlural(name, near)) {
			m.drawing.warnOfSlip(route.UnknownOption, m.pos, name, near, fmt.Sprintf("unknown constraint `%s:`, which Rails takes and nothing asks for; did you mean `%s:`?", name, near))
		}
	}
}

// constraintNames are the methods of a request that constraints ask for most.
var constraintNames = strings.Fields("subdomain subdomains domain host host_with_port format protocol port user_agent remote_ip request_method fullpath path original_url")

// meantOption returns the option that a name is hardly anything else than a slip
// of, "" for none: one letter differs, of short ones only the order, unless the value is
// what only: and except: take.
func meantOption(name string, v dsl.Value, known optionNames) string {
	if listsActions(v) {
		if near := spelling.Nearest(name, []string{"only", "except"}); known[near] {
			return near
		}
	}
	for option := range known {
		if len(option) < 3 || len(option) == 3 && len(name) != 3 || spelling.Distance(name, option, 2) > 1 || name == option+"s" {
			continue
		}
		if len(option) <= 6 && strings.Trim(name, option) != "" {
			continue // a word of its own: `patch`, `part`
		}
		return option
	}
	return ""
}

// listsActions reports whether a value is a symbol, or a list of symbols, that are actions of
// a resource: `:index`, `%i[index show]`.
func listsActions(v dsl.Value) bool {
	names := ruby.Flatten(nil, []dsl.Value{v})
	return len(names) > 0 && !slices.ContainsFunc(names, func(v dsl.Value) bool {
		name, ok := v.(dsl.Symbol)
		return !ok || actionOf(string(name)) == 0
	})
}

// meantOption adds to the error of a route what was most likely meant: one of its
// defaults to be an option (`too: "posts#index"`), its target to be "controller#action",
// a second path to be its target.
func (m *Mapper) meantOption(err error, paths []dsl.Value, d *declaration) error {
	for i := range d.mapping.Len() {
		key, v := d.mapping.At(i)
		name, _ := key.(dsl.Symbol)
		if u, ok := key.(*dsl.Unknown); ok && u.Text() == "to" && isActionTarget(v) { // to => "posts#index"
			return ruby.Hinted(err, "did you mean `to: "+ruby.Quote(dsl.Brief(v.(*dsl.String).String()))+"`?")
		}
		low := strings.ToLower(string(name))
		for _, option := range []string{"to", "via", "controller", "action"} {
			near := spelling.Distance(low, option, 2) == 1 && (strings.Trim(low, option) == "" || isActionTarget(v))
			if near || low == option && low != string(name) {
				return ruby.Hinted(err, "did you mean `"+option+":`?")
			}
		}
	}
	for _, path := range paths {
		if isActionTarget(path) {
			return ruby.Hinted(err, "did you mean `to: "+ruby.Quote(dsl.Brief(path.(*dsl.String).String()))+"`?")
		}
	}
	if to, ok := d.to.(*dsl.String); ok && !strings.Contains(to.String(), "#") {
		text := to.String()
		if i := strings.LastIndexByte(text, '/'); i > 0 && i+1 < len(text) {
			return ruby.Hinted(err, "`to:` is \"controller#action\": did you mean `to: "+ruby.Quote(dsl.Brief(text[:i]+"#"+text[i+1:]))+"`?")
		}
		return ruby.Hinted(err, "`to:` is \"controller#action\", as "+ruby.Quote(dsl.Brief(text+"#index")))
	}
	return err
}

// isActionTarget reports whether a text is of the form "controller#action".
func isActionTarget(v dsl.Value) bool {
	s, ok := v.(*dsl.String)
	if !ok {
		return false
	}
	controller, action, ok := strings.Cut(s.String(), "#")
	return ok && controller != "" && action != "" && !strings.ContainsAny(s.String(), " :*()")
}

// isRequirement reports whether an option may be about a segment of the path.
func isRequirement(c *dsl.Call, name string, v dsl.Value) bool {
	if _, ok := v.(*dsl.Regexp); ok {
		return true
	}
	return slices.ContainsFunc(c.Args, func(a dsl.Value) bool {
		s, ok := a.(*dsl.String)
		return ok && (strings.Contains(s.String(), ":"+name) || strings.Contains(s.String(), "*"+name))
	})
}

// ---- verbs and environments

// verbNames are those that via: is given.
var verbNames = strings.Fields("get post put patch delete head options connect all")

// warnVerb warns of a verb that is none, but nearly.
func (m *Mapper) warnVerb(name string) {
	low := strings.ToLower(name)
	if slices.Contains(verbNames, low) {
		return
	}
	for _, verb := range verbNames {
		if spelling.Distance(low, verb, 2) < 2 && strings.Trim(low, verb) == "" {
			m.drawing.warnOfSlip(route.UnknownVerb, m.pos, name, verb, fmt.Sprintf("unknown verb %s in via:, which no request has; did you mean `:%s`?", strings.ToUpper(name), verb))
			return
		}
	}
}
