package expand

import (
	"strings"

	"signalbox/dsl"
)

// ofDevise answers what routes ask of Devise's own settings:
//
//	match "logout", to: "sessions#destroy", via: Devise.mappings[:user].sign_out_via
func (l *loader) ofDevise(text string) (dsl.Value, bool) {
	sure := func(v dsl.Value) (dsl.Value, bool) { return v, dsl.UnknownIn(v) == nil }
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
	}
	name, ok := strings.CutPrefix(question, "mappings[:")
	if !ok {
		return nil, false
	}
	name, ok = strings.CutSuffix(name, "].sign_out_via")
	if m := d.mappings[name]; ok && m != nil {
		return sure(m.signOutVia)
	}
	return nil, false
}

// providerNames are the OmniAuth providers of the initializers, if they depend
// on nothing.
func (d *deviseState) providerNames() (dsl.Value, bool) {
	names := dsl.NewArray()
	for _, p := range d.providers {
		if len(p.when) > 0 || textOfName(p.v) == "" {
			return nil, false
		}
		names.Elems = append(names.Elems, dsl.Symbol(textOfName(p.v)))
	}
	return names, true
}
