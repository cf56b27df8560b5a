package expand

import (
	"bytes"

	"signalbox/dsl"
	"signalbox/grammar"
)

// Routes that Rails' own engines and a few gems draw by themselves. They stand
// where a booted application prints them: prepended ones in front, then the
// application's, then those of the engines, the one that was loaded last first.

// A framework holds what the application says about these engines.
type framework struct {
	l        *loader
	loaded   map[string]bool // active_storage/engine, ...
	settings map[string]*gemConfig
}

// newFramework reads what is loaded, and the settings of config/application.rb,
// config/environments and config/initializers, in the order of Rails' boot.
func newFramework(l *loader) *framework {
	f := &framework{l: l, loaded: map[string]bool{}, settings: map[string]*gemConfig{}}
	f.required()
	development := dsl.Bool(l.options.RailsEnv == "development")
	local := dsl.Bool(l.options.RailsEnv == "development" || l.options.RailsEnv == "test")
	for name, known := range map[string][]gemSetting{
		"active_storage": {{"draw_routes", dsl.True, DecisionShape, false}, {"routes_prefix", dsl.NewString("/rails/active_storage"), TextShape, false}},
		"action_cable":   {{"mount_path", dsl.NewString("/cable"), TextShape, false}},
		"action_mailer":  {{"show_previews", development, DecisionShape, false}},
		"turbo":          {{"draw_routes", dsl.True, DecisionShape, false}},
		"assets":         {{"server", local, DecisionShape, false}, {"prefix", dsl.NewString("/assets"), TextShape, false}},
	} {
		f.settings[name] = l.newGemConfig(configText+name+".", known...)
	}
	names := []string{"config/application.rb", "config/environments/" + l.options.RailsEnv + ".rb"}
	l.configure(f.settings, append(names, l.initializerFiles()...))
	return f
}

// railsEngines are what `require "rails/all"` loads, as far as it has routes.
var railsEngines = []string{"active_storage/engine", "action_mailer/railtie", "action_cable/engine", "action_mailbox/engine"}

// required finds the engines that config/application.rb loads; without that file
// all of them.
func (f *framework) required() {
	src, err := f.l.read("config/application.rb")
	all := err != nil || bytes.Contains(src, []byte("rails/all"))
	for _, name := range railsEngines {
		if all {
			f.loaded[name] = true
		}
	}
	if all {
		return
	}
	file := f.l.source("config/application.rb")
	if file == nil {
		return
	}
	grammar.Walk(file, func(n grammar.Node) { // %w[active_storage/engine ...].each { require } too
		if s, ok := n.(*grammar.Str); ok {
			f.loaded[s.Value] = true
		}
	})
}

// decide draws what a setting switches on. nil is no answer.
func (f *framework) decide(m *Mapper, part, name string, draw func()) {
	g := f.settings[part]
	g.with(m, name, func(v dsl.Value) {
		if isNil(v) {
			v = g.setting(name).otherwise
		}
		if truthy(v) {
			draw()
			return
		}
	})
}

// rails tells whether the application's Rails is of that version or later; it is
// the newest without Gemfile.lock.
func (f *framework) rails(version ...int) bool {
	name := "railties"
	if !f.l.lockedGems().Has(name) {
		name = "rails"
	}
	return f.l.lockedGems().AtLeast(name, true, version...)
}

// ---- drawing

// A frameworkRoute is one such route.
type frameworkRoute struct {
	verb         *verbs
	path, to, as string
}

// drawFramework draws them around the routes of an application; the files of an
// engine alone have none.
func (l *loader) drawFramework() error {
	if !l.options.Framework || len(l.main.routes) == 0 {
		return nil
	}
	f := newFramework(l)
	if err := f.drawBefore(); err != nil {
		return err
	}
	if err := f.drawAfter(); err != nil || l.options.RailsEnv != "development" {
		return err
	}
	l.main.welcome = func() error { return f.draw(f.welcome) }
	return nil
}

// drawBefore draws what is prepended.
func (f *framework) drawBefore() error {
	return f.draw(func(m *Mapper) error {
		before := m.set.front - m.set.early
		m.set.front, m.set.prepending = m.set.early, true
		defer func() { m.set.front, m.set.prepending = m.set.front+before, false }()
		parts := []func(*Mapper) error{f.assets, f.mailers, f.cable, f.info}
		if !f.rails(7) {
			parts = []func(*Mapper) error{f.assets, f.info, f.mailers, f.cable}
		}
		for _, part := range parts {
			if err := part(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// drawAfter draws what the files of the engines say.
func (f *framework) drawAfter() error {
	return f.draw(func(m *Mapper) error {
		for _, part := range append(f.gems(), f.mailbox, f.storage) {
			if err := part(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// gems are the gems with routes of their own. Of two the one that the Gemfile
// names last comes first.
func (f *framework) gems() []func(*Mapper) error {
	src, _ := f.l.read("Gemfile")
	turbo, health := bytes.Index(src, []byte("turbo-rails")), bytes.Index(src, []byte("health_check"))
	if turbo > health || len(src) == 0 { // Gemfile.lock is sorted, as most Gemfiles are
		return []func(*Mapper) error{f.turbo, f.health}
	}
	return []func(*Mapper) error{f.health, f.turbo}
}

// welcome is the page of an application without a root, the last route of all.
func (f *framework) welcome(m *Mapper) error {
	m.internal(frameworkRoute{verbGet, "/", "rails/welcome#index", ""})
	return nil
}

func (f *framework) draw(part func(*Mapper) error) error {
	m := newMapper(f.l, f.l.main, f.l.thread)
	err := dsl.Attempt(func() { dsl.Must(part(m)) })
	if ee, ok := err.(*dsl.EvalError); ok {
		ee.Message += " (by a route of the framework)"
		f.l.raised[ee] = true
	}
	return err
}

// listed draws routes of the table.
func (m *Mapper) listed(routes ...frameworkRoute) {
	for _, r := range routes {
		options := optionsOf("to", r.to)
		if r.as != "" {
			options.Set(dsl.Symbol("as"), dsl.NewString(r.as))
		}
		m.maps(r.verb, dsl.NewString(r.path), options)
	}
}

// internal draws routes that answer, but are not listed.
func (m *Mapper) internal(routes ...frameworkRoute) {
	for _, r := range routes {
		m.maps(r.verb, dsl.NewString(r.path), optionsOf("to", r.to, "internal", dsl.True))
	}
}

// mountOf mounts an application that only the running program has.
func (m *Mapper) mountOf(app dsl.Value, at string, options *dsl.Hash) {
	d := declaration{anchor: dsl.False, format: dsl.False}
	for i := range options.Len() {
		d.set(options.At(i))
	}
	m.mountApp(app, dsl.NewString(at), &d)
}

// info is what Rails itself adds in development. Rails: Finisher, add_internal_routes.
func (f *framework) info(m *Mapper) error {
	if f.l.options.RailsEnv != "development" {
		return nil
	}
	routes := []frameworkRoute{
		{verbGet, "/rails/info/properties", "rails/info#properties", ""},
		{verbGet, "/rails/info/routes", "rails/info#routes", ""},
	}
	if f.rails(8) {
		routes = append(routes, frameworkRoute{verbGet, "/rails/info/notes", "rails/info#notes", ""})
	}
	m.internal(append(routes, frameworkRoute{verbGet, "/rails/info", "rails/info#index", ""})...)
	return nil
}

// mailers is the preview of mails. Rails: ActionMailer::Railtie.
func (f *framework) mailers(m *Mapper) error {
	if !f.loaded["action_mailer/railtie"] {
		return nil
	}
	routes := []frameworkRoute{{verbGet, "/rails/mailers", "rails/mailers#index", ""}}
	if f.rails(7, 1) {
		routes = append(routes, frameworkRoute{verbGet, "/rails/mailers/download/*path", "rails/mailers#download", ""})
	}
	routes = append(routes, frameworkRoute{verbGet, "/rails/mailers/*path", "rails/mailers#preview", ""})
	f.decide(m, "action_mailer", "show_previews", func() { m.internal(routes...) })
	return nil
}

// cable is the mount of Action Cable. Rails: ActionCable::Engine.
func (f *framework) cable(m *Mapper) error {
	if !f.loaded["action_cable/engine"] {
		return nil
	}
	options := optionsOf("internal", dsl.True)
	if f.rails(7) {
		options.Set(dsl.Symbol("anchor"), dsl.True)
	}
	f.settings["action_cable"].with(m, "mount_path", func(path dsl.Value) {
		if !truthy(path) {
			return
		}
		m.mountOf(dsl.NewUnknown("ActionCable::Server::Base.new", grammar.Pos{}), textOfName(path), options)
	})
	return nil
}

// assets is the server of Propshaft up to 1.2; later ones, and Sprockets, are not
// listed. Propshaft: Railtie.
func (f *framework) assets(m *Mapper) error {
	gems := f.l.lockedGems()
	if !gems.Has("propshaft") || gems.AtLeast("propshaft", false, 1, 3) {
		return nil
	}
	server := f.l.interp.NewObject(f.l.shownClass, shownAs("Propshaft::Server"))
	draw := func() {
		f.settings["assets"].withText(m, "prefix", func(prefix string) { m.mountOf(server, prefix, nil) })
	}
	if !gems.AtLeast("propshaft", false, 0, 5) {
		draw()
		return nil
	}
	f.decide(m, "assets", "server", draw)
	return nil
}

// shownAs is an application of a gem that prints itself so.
type shownAs string

// Call implements dsl.Receiver.
func (s shownAs) Call(c *dsl.Call) (dsl.Value, error) {
	if c.Name == "inspect" || c.Name == "to_s" {
		return dsl.NewString(string(s)), nil
	}
	return dsl.NewUnknown(string(s)+"."+c.Name, c.Pos), nil
}

func shownWords(name string) bool { return name == "inspect" || name == "to_s" || name == "call" }
