package expand

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// The default_url_options that the configuration gives:
//
//	Rails.application.routes.default_url_options[:host] = "example.org"
//	config.action_controller.default_url_options = { locale: "en" }
//
// The first are those of all helpers, the second those of helpers in controllers; those of
// mailers are followed since others are often set to them.

const urlOptionsWord = "default_url_options"

// The configuredURLOptions are those of controllers and mailers, while the start of the
// application is followed. A route set has its own.
type configuredURLOptions struct {
	controllers, mailers dsl.Var
}

// wantsURLOptions reports whether somebody may ask for what the configuration says of them:
// requests and helpers, or the routes files.
func (l *loader) wantsURLOptions(routes *grammar.File) bool {
	if !l.options.NoRequests || routes != nil && strings.Contains(routes.Source, urlOptionsWord) {
		return true
	}
	texts := l.readAll(l.layout.Below("config/routes"))
	return slices.ContainsFunc(texts, func(f files.Text) bool { return bytes.Contains(f.Src, []byte(urlOptionsWord)) })
}

// givesURLOptions reports whether a text says something of other default_url_options than
// those of mailers.
func givesURLOptions(src []byte) bool {
	return code.Mentions(src, urlOptionsWord, func(before, _ []byte) bool {
		return !bytes.HasSuffix(before, []byte(".action_mailer.")) && !bytes.HasSuffix(before, []byte("ActionMailer::Base."))
	})
}

// answerURLOptions lets Rails' classes and the configuration answer for them.
func (e *environment) answerURLOptions() {
	o := e.urlOptions
	e.bases = map[string]*dsl.Class{}
	class := func(name, hook string, v *dsl.Var) {
		e.l.interp.MarkOpen(e.r.Module(code.OuterName(name))) // files of the application may open it
		base := e.r.Module(name)
		e.l.interp.SetHost(base, e.urlOptionsOf(name, v, func() dsl.Value { return dsl.NewHash(0) }), e.l.moduleWords)
		e.bases[hook] = base
	}
	class("ActionController::Base", "action_controller_base", &o.controllers)
	class("ActionController::API", "action_controller_api", &o.controllers)
	class("ActionMailer::Base", "action_mailer", &o.mailers)
	e.bases["action_controller"] = e.bases["action_controller_base"]
	parts := e.l.interp.NewClass("ActiveSupport::OrderedOptions", nil, e.l.hostWords)
	part := func(name string, v *dsl.Var) dsl.Value {
		return e.l.interp.NewObject(parts, e.urlOptionsOf(configText+name, v, func() dsl.Value { return dsl.Nil }))
	}
	e.l.run.config["action_controller"] = part("action_controller", &o.controllers)
	e.l.run.config["action_mailer"] = part("action_mailer", &o.mailers)
}

// urlOptionsOf answers for what has the options in v, as Ruby reads it; otherwise is what
// they are before something sets them.
func (e *environment) urlOptionsOf(front string, v *dsl.Var, otherwise func() dsl.Value) ruby.Receiver {
	return func(c *dsl.Call) dsl.Value {
		if ruby.IsNil(v.Get()) && c.Name == urlOptionsWord {
			v.Set(c.Thread, otherwise())
		}
		if options, ok := urlOptionsCall(c, v); ok {
			return options
		}
		return e.l.unknownCall(c, front)
	}
}

// urlOptionsCall answers a call that reads or sets the options in v; ok is false for others.
func urlOptionsCall(c *dsl.Call, v *dsl.Var) (options dsl.Value, ok bool) {
	name, args := c.Name, c.Args
	if (name == "[]" || name == "[]=") && len(args) > 0 { // config.action_controller[:default_url_options]
		name, args = ruby.NameText(args[0])+strings.TrimPrefix(name, "[]"), args[1:]
	}
	switch name {
	case urlOptionsWord:
	case urlOptionsWord + "=":
		if len(args) == 1 {
			v.Set(c.Thread, args[0])
		}
	default:
		return nil, false
	}
	return v.Get(), true
}

// lost leaves the options unknown that a statement which failed may set.
func (o *configuredURLOptions) lost(e *environment, x grammar.Expr) {
	lose := func(v *dsl.Var) {
		v.Set(e.r.t, dsl.NewUnknown(dsl.Brief(grammar.String(x)), x.Start()))
	}
	named := false
	grammar.Walk(x, func(n grammar.Node) {
		c, ok := n.(*grammar.Call)
		if !ok || c.Name != urlOptionsWord || c.Recv == nil {
			return
		}
		named = true
		switch of := grammar.String(c.Recv); {
		case strings.HasSuffix(of, "action_mailer"), strings.HasSuffix(of, "ActionMailer::Base"):
			lose(&o.mailers)
		case strings.HasSuffix(of, "action_controller"), strings.Contains(of, "ActionController::"):
			lose(&o.controllers)
		default:
			lose(&e.l.main.URLOptions)
		}
	})
	if !named && (e.givesURLOptions(x) || code.MentionsAny(x, e.optionHolders())) { // by another name
		lose(&o.mailers)
		lose(&o.controllers)
		lose(&e.l.main.URLOptions)
	}
}

// givesURLOptions reports whether a piece of code may say something of default_url_options.
func (e *environment) givesURLOptions(n grammar.Node) bool {
	return e.urlOptions != nil && code.Any(n, func(n grammar.Node) bool {
		switch n := n.(type) {
		case *grammar.Call:
			return n.Name == urlOptionsWord || e.giving[n.Name]
		case *grammar.Const:
			return e.classes[code.ConstName(n)].givesURLOptions
		case *grammar.Sym:
			return strings.HasPrefix(n.Name, urlOptionsWord)
		case *grammar.Str:
			return strings.Contains(n.Value, urlOptionsWord)
		}
		return false
	})
}

// optionHolders returns the variables of the files that hold default_url_options, or code that says something
// of them.
func (e *environment) optionHolders() map[string]bool {
	holders := map[string]bool{}
	for name, matters := range e.files {
		if file := e.l.Source(name); matters && file != nil {
			grammar.Walk(file, func(n grammar.Node) {
				if a, ok := n.(*grammar.Assign); ok && code.NameOf(a.Target) != "" && e.givesURLOptions(a.Value) {
					holders[code.NameOf(a.Target)] = true
				}
			})
		}
	}
	return holders
}

// noteURLVariables notes the variables of the environment that were missing in a file where it
// says something of the options, and in what it calls.
func (e *environment) noteURLVariables(name string, body *grammar.Stmts, missing []dsl.Unset) {
	if places := e.places(body.List, e.givesURLOptions); len(places) > 0 {
		e.l.variables.noteAll(slices.DeleteFunc(missing, func(u dsl.Unset) bool { return u.Pos.Filename == name && !places[u.Pos] }))
	}
}

// kept returns what gives the options to where they belong once the start was followed.
func (o *configuredURLOptions) kept(l *loader) func() {
	controllers := ruby.Kept(o.controllers.Get())
	ofSets := make([]dsl.Value, len(l.sets))
	for i, set := range l.sets {
		ofSets[i] = ruby.Kept(set.URLOptions.Get())
	}
	return func() {
		l.configuration.controllerURLOptions = controllers
		for i, v := range ofSets {
			l.sets[i].URLOptions = dsl.VarOf(v)
		}
	}
}

// urlOptions returns options by their names. Those that only the application knows as a
// whole stand for a host.
func (l *loader) urlOptions(v dsl.Value) (options *dsl.Hash, whole *dsl.Unknown) {
	if v == nil {
		return nil, nil
	}
	_ = dsl.Attempt(func() {
		v = ruby.Mapped(l.thread, v, func(v dsl.Value) dsl.Value {
			if ruby.IsNil(v) {
				return dsl.NewHash(0)
			}
			return v
		})
	})
	options, _ = v.(*dsl.Hash)
	whole, _ = v.(*dsl.Unknown)
	named := dsl.NewHash(options.Len())
	for i := range options.Len() {
		if key, e := options.At(i); !dsl.IsUnknown(key) {
			named.Set(key, e)
		} else {
			whole = key.(*dsl.Unknown)
		}
	}
	if whole == nil {
		return options, nil
	}
	named.Set(dsl.Symbol("host"), whole)
	return named, whole
}

// noteHelpers tells of helpers, and options of all of them, that a condition decides
// on.
func (l *loader) noteHelpers() {
	only := func(word string, conditions []dsl.Condition, pos grammar.Pos) {
		for _, on := range conditions {
			l.diagnose(route.Diagnostic{Severity: route.Note, Pos: pos, Source: on.Text, Wants: route.DecisionShape, Summary: "this `" + word + "` exists only if " + dsl.Brief(on.Text) + " holds; set it to true or false"})
		}
	}
	for _, set := range l.sets {
		for _, d := range set.Directs {
			only("direct", d.Conditions, d.Pos)
		}
		for _, r := range set.Resolves {
			only("resolve", r.Conditions, r.Pos)
		}
		options, _ := l.urlOptions(set.URLOptions.Get())
		for i := range options.Len() {
			key, v := options.At(i)
			if on := route.Decider(v); on != nil {
				l.diagnose(route.Diagnostic{
					Severity: route.Note, Pos: on.Pos, Source: on.Text(), Wants: route.DecisionShape,
					Summary: "unknown condition " + dsl.Brief(on.Text()) + " for default_url_options[:" + ruby.NameText(key) + "], shown as a placeholder in URLs; set it to true or false",
				})
			}
		}
	}
}
