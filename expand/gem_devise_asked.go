package expand

import (
	"strings"

	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// ofDevise answers what routes ask of Devise's own settings:
//
//	match "logout", to: "sessions#destroy", via: Devise.mappings[:user].sign_out_via
func (l *loader) ofDevise(text string) (dsl.Value, bool) {
	sure := func(v dsl.Value) (dsl.Value, bool) { return v, ruby.Undecided(v) == nil }
	if text == "OmniAuth.config.allowed_request_methods" {
		return sure(l.devise().omniauth.value("allowed_request_methods"))
	}
	question, ok := strings.CutPrefix(text, "Devise.")
	if !ok {
		return nil, false
	}
	d := l.devise()
	switch question {
	case "sign_out_via":
		return sure(d.config.value("sign_out_via"))
	case "omniauth_providers":
		return d.providerNames()
	case "default_scope":
		return sure(l.deviseWords("default_scope"))
	}
	name, ok := strings.CutPrefix(question, "mappings[:")
	if !ok {
		return nil, false
	}
	name, ok = strings.CutSuffix(name, "].sign_out_via")
	mappings, _ := l.deviseWords("mappings").(*dsl.Hash)
	v, there := mappings.Sym(name)
	if !ok || !there {
		return nil, false
	}
	if ruby.Undecided(v) != nil {
		return nil, false
	}
	v, err := l.orUnknown(v, text)
	return v, err == nil
}

// orUnknown is a value, and where conditions leave none, the expression that asks for it:
// Ruby raises there.
func (l *loader) orUnknown(v dsl.Value, text string) (dsl.Value, error) {
	side := func(v dsl.Value) func() (dsl.Value, error) {
		return func() (dsl.Value, error) { return l.orUnknown(v, text) }
	}
	if u, ok := v.(*dsl.Unknown); ok {
		if when, yes, no, ok := u.Choice(); ok {
			return l.thread.Fork(when, side(yes), side(no))
		}
		if when, v, ok := u.Guarded(); ok {
			return l.thread.Fork(when, side(v), side(dsl.NewUnknown(text, grammar.Pos{})))
		}
	}
	return v, nil
}

// providerNames are the OmniAuth providers of the initializers, if they depend
// on nothing.
func (d *deviseState) providerNames() (dsl.Value, bool) {
	names := dsl.NewArray()
	for _, p := range d.providers {
		if len(p.When) > 0 || ruby.NameText(p.Value) == "" {
			return nil, false
		}
		names.Elems = append(names.Elems, dsl.Symbol(ruby.NameText(p.Value)))
	}
	return names, true
}
