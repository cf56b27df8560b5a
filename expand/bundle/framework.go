package bundle

import (
	"bytes"

	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Routes that Rails' own engines and a few gems draw by themselves. They stand
// where a booted application prints them: prepended ones in front, then the
// application's, then those of the engines, the one that was loaded last first.

// A framework holds what the application says about these engines.
type framework struct {
	bundle *Bundle
	set    *mapper.RouteSet
	loaded map[string]bool // active_storage/engine, ...
}

// engineOf are the engines whose routes parts of railties.rb are. `require "rails/all"` loads
// them.
var engineOf = map[string]string{
	"mailers": "action_mailer/railtie", "cable": "action_cable/engine", "mailbox": "action_mailbox/engine", "storage": "active_storage/engine",
}

// required finds the engines that config/application.rb loads; without that file
// all of them.
func (f *framework) required() {
	src, err := f.bundle.Files.Read("config/application.rb")
	all := err != nil || bytes.Contains(src, []byte("rails/all"))
	if all {
		for _, name := range engineOf {
			f.loaded[name] = true
		}
		return
	}
	file := f.bundle.Files.Source("config/application.rb")
	if file == nil {
		return
	}
	grammar.Walk(file, func(n grammar.Node) { // %w[active_storage/engine ...].each { require } too
		if s, ok := n.(*grammar.Str); ok {
			f.loaded[s.Value] = true
		}
	})
}

// ---- drawing: the words of railties.rb

// DrawFramework draws them around the routes of an application. What it returns draws the last
// route of all; nil if there is none.
func (b *Bundle) DrawFramework(set *mapper.RouteSet) (welcome func() error, err error) {
	for _, name := range []string{"railties", "health_check"} {
		if err := b.defineGem(gems.Named(name)); err != nil {
			return nil, err
		}
	}
	f := &framework{bundle: b, set: set, loaded: map[string]bool{}}
	f.required()
	if err := f.drawBefore(); err != nil {
		return nil, err
	}
	if err := f.draw(append(f.gems(), "mailbox", "storage")...); err != nil || b.Env != "development" {
		return nil, err
	}
	return func() error { return f.draw("welcome") }, nil
}

// drawBefore draws what is prepended.
func (f *framework) drawBefore() error {
	defer f.set.PrependEarly()()
	parts := []string{"assets", "mailers", "cable", "info"}
	if !f.rails(7) {
		parts = []string{"assets", "info", "mailers", "cable"}
	}
	return f.draw(parts...)
}

// gems are the gems with routes of their own. Of two the one that the Gemfile
// names last comes first.
func (f *framework) gems() []string {
	src, _ := f.bundle.Files.Read("Gemfile")
	turbo, health := bytes.Index(src, []byte("turbo-rails")), bytes.Index(src, []byte("health_check"))
	if turbo > health || len(src) == 0 { // Gemfile.lock is sorted, as most Gemfiles are
		return []string{"turbo", "health"}
	}
	return []string{"health", "turbo"}
}

// rails reports whether the application's Rails is of that version or later; it is the newest
// without Gemfile.lock.
func (f *framework) rails(version ...int) bool {
	name := "railties"
	if !f.bundle.Locked().Has(name) {
		name = "rails"
	}
	return f.bundle.Locked().AtLeast(name, true, version...)
}

// draws reports whether a part has routes here.
func (f *framework) draws(part string) bool {
	switch part {
	case "info":
		return f.bundle.Env == "development"
	case "health":
		return f.bundle.Locked().Has("health_check")
	}
	engine := engineOf[part]
	return engine == "" || f.loaded[engine]
}

func (f *framework) draw(parts ...string) error {
	f.bundle.framework = f
	defer func() { f.bundle.framework = nil }()
	for _, part := range parts {
		if !f.draws(part) {
			continue
		}
		m := mapper.NewMapper(f.bundle.Drawing, f.set, f.bundle.Thread)
		leave := f.bundle.inGemWord(m)
		_, err := m.Thread().Call(m.Self(), sourceWord+"framework_"+part)
		leave()
		if err != nil {
			return f.failed(err)
		}
	}
	return nil
}

// failed is an error of a route of the framework, which has no place.
func (f *framework) failed(err error) error {
	if ee, ok := err.(*dsl.EvalError); ok {
		ee.Message += " (by a route of the framework)"
		ee.Pos, ee.Stack = grammar.Pos{}, nil
		f.bundle.Drawing.RaisedBy(ee)
	}
	return err
}

// callFramework yields each value that conditions pick of a setting of an engine. nil is
// no answer where something is switched on.
func (b gemModule) callFramework(c *dsl.Call) dsl.Value {
	s := gemSetting{name: ruby.NameText(c.Args[0]), otherwise: c.Args[1], wants: route.TextShape}
	_, decides := s.otherwise.(dsl.Bool)
	if decides {
		s.wants = route.DecisionShape
	}
	s.either(b.Bundle, b.mapperOf(c), b.railsSetting(&s), func(v dsl.Value) {
		if decides && ruby.IsNil(v) {
			v = s.otherwise
		}
		c.Yield(v)
	})
	return dsl.Nil
}

// railsSetting is what the application gives a setting of Rails.
func (b *Bundle) railsSetting(s *gemSetting) dsl.Value {
	text := "Rails.application.config." + s.name
	if v, ok := b.Host.Given(text); ok {
		return v
	}
	v, at := b.Host.Configured(s.name, s.otherwise)
	return b.followed(text, v, s, at)
}

func (b gemModule) callShown(c *dsl.Call) dsl.Value {
	return b.Interp.NewObject(b.shownClass, shownAs(ruby.NameText(c.Args[0])))
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
