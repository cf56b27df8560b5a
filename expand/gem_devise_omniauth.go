package expand

import (
	"fmt"
	"regexp"
	"slices"

	"signalbox/dsl"
)

// The routes by which OmniAuth signs people in with Devise.

var dynamicSegment = regexp.MustCompile(`:[a-zA-Z_]`)

const dynamicCallbacks = `Devise does not support scoping OmniAuth callbacks under a dynamic segment
and you have set %q. You can work around by passing
` + "`skip: :omniauth_callbacks` to the `devise_for` call and extract omniauth\noptions to another `devise_for` call outside the scope. Here is an example:" + `

    devise_for :users, only: :omniauth_callbacks, controllers: {omniauth_callbacks: 'users/omniauth_callbacks'}

    scope '/(:locale)', locale: /ru|en/ do
      devise_for :users, skip: :omniauth_callbacks
    end
`

const wrongOmniauth = "Wrong OmniAuth configuration. If you are getting this exception, it means that either:\n\n" +
	"1) You are manually setting OmniAuth.config.path_prefix and it doesn't match the Devise one\n" +
	"2) You are setting :omniauthable in more than one model\n" +
	"3) You changed your Devise routes/OmniAuth setting and haven't restarted your server"

// deviseOmniauth draws the two routes of each provider. Devise:
// Mapper#devise_omniauth_callback.
func (m *Mapper) deviseOmniauth(d *deviseMapping) error {
	if dynamicSegment.MatchString(d.fullPath) && !holdsUnknown(d.fullPath) {
		return dsl.Raise("RuntimeError", "%s", fmt.Sprintf(dynamicCallbacks, d.fullPath))
	}
	state := m.l.devise()
	return m.either(state.models.option(d.model, "omniauth_providers"), &gemSetting{}, func(own dsl.Value) error {
		return state.config.with(m, "omniauth_path_prefix", func(prefix dsl.Value) error {
			s := m.enter()
			defer m.leave()
			s.path = ""
			return m.deviseCallbacks(d, prefix, own)
		})
	})
}

// deviseCallbacks draws them below a prefix; own are the providers of the model,
// nil if it has those of the initializers.
func (m *Mapper) deviseCallbacks(d *deviseMapping, given, own dsl.Value) error {
	state := m.l.devise()
	prefix := squeezeSlashes("/" + d.fullPath + "/auth")
	if truthy(given) {
		p, err := m.str(given)
		if err != nil {
			return err
		}
		prefix = p
	}
	err := m.either(state.mapped.Get(), &gemSetting{}, func(mapped dsl.Value) error {
		if !isNil(mapped) && textOfName(mapped) != prefix {
			return dsl.Raise("RuntimeError", "%s", wrongOmniauth)
		}
		state.mapped.Set(m.t, dsl.NewFrozenString(prefix))
		return nil
	})
	if err != nil {
		return err
	}
	controller, err := d.controller(m, "omniauth_callbacks")
	if err != nil {
		return err
	}
	callbacks, err := m.str(controller)
	if err != nil {
		return err
	}
	for _, p := range m.providers(d, own) {
		if err := m.under(p.when, func() error { return m.deviseProvider(prefix, callbacks, textOfName(p.v)) }); err != nil {
			return err
		}
	}
	return nil
}

// providers are those of a model, or of the initializers; of those that are not
// known it is told.
func (m *Mapper) providers(d *deviseMapping, own dsl.Value) []possibility {
	expr := d.className + devisesProviders
	var named, known []possibility
	open := false // the model has others
	for _, p := range possibilities(own, nil) {
		if textOfName(p.v) == "" {
			open = true
			continue
		}
		named = append(named, p)
	}
	if !isNil(own) && !open {
		return named
	}
	var names []string
	all := m.l.devise().providers
	for _, p := range all {
		if u, ok := p.v.(*dsl.Unknown); ok {
			m.l.warnSetting("Devise"+devisesProviders, ListShape, "[github]", u.Pos, "config.omniauth "+dsl.Brief(u.Text())+" is known to the application only", "The routes of this provider are not in the table.")
			continue
		}
		names = append(names, textOfName(p.v))
		if open {
			p.when = append(p.when[:len(p.when):len(p.when)], dsl.NewUnknown(expr+".include?(:"+textOfName(p.v)+")", m.pos))
		}
		if !slices.ContainsFunc(named, func(n possibility) bool { return textOfName(n.v) == textOfName(p.v) }) {
			known = append(known, p)
		}
	}
	switch {
	case open:
		return append(named, known...)
	case d.model.absent && len(known) > 0:
		m.l.warnSetting(expr, ListShape, moduleExample(names), m.pos, "the OmniAuth providers of "+d.className+" are known to the application only", "The table assumes those of the initializers.")
	case len(known) == 0 && (len(all) > 0 || !m.l.saysOfDevise("omniauth")):
		m.l.warnSetting(expr, ListShape, "[github]", m.pos, "no initializer names an OmniAuth provider for "+d.className, "Routes of providers are not in the table.")
	}
	return known
}

func (m *Mapper) deviseProvider(prefix, controller, name string) error {
	methods := symbols("get", "post")
	var authorize dsl.Value = methods
	if m.deviseFive() {
		authorize = m.l.devise().omniauth.value("allowed_request_methods")
	}
	path := dsl.NewString(prefix + "/" + name)
	if err := m.maps(nil, path, optionsOf("to", controller+"#passthru", "as", name+"_omniauth_authorize", "via", authorize)); err != nil {
		return err
	}
	path = dsl.NewString(prefix + "/" + name + "/callback")
	return m.maps(nil, path, optionsOf("to", controller+"#"+name, "as", name+"_omniauth_callback", "via", methods))
}
