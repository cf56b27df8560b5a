package expand

import (
	"bytes"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/internal/spelling"
)

// deviseModules are the modules that models may use, of Devise, of gems and of the
// application.
type deviseModules struct {
	all    *dsl.Array // Devise::ALL: their names, in the order in which a model has them
	routes *dsl.Hash  // Devise::ROUTES: the groups of routes that they bring, by the module
}

// ownModules are Devise's own modules and those of the gems that Gemfile.lock names, as
// devise.rb lists them: [name, group of routes, insert_at].
func (l *loader) ownModules() *deviseModules {
	d := &deviseModules{dsl.NewArray(), dsl.NewHash(16)}
	if l.defineGem(gems.Named("devise")) != nil {
		return d
	}
	all, _ := l.constant(signalbox + "::DEVISE_MODULES")
	for _, v := range ruby.List(all) {
		own := ruby.List(v)
		at, _ := own[2].(dsl.Int)
		d.add(ruby.NameText(own[0]), ruby.NameText(own[1]), int(at))
	}
	return d
}

// add adds a module at a place as Array#insert has it.
func (d *deviseModules) add(name, group string, at int) {
	if n := len(d.all.Elems); at < 0 {
		at = max(0, n+1+at)
	} else {
		at = min(at, n)
	}
	d.all.Elems = slices.Insert(d.all.Elems, at, dsl.Value(dsl.Symbol(name)))
	if group != "" {
		d.routes.Set(dsl.Symbol(name), dsl.Symbol(group))
	}
}

// index gives the place of a module, -1 if it is not known.
func (d *deviseModules) index(name string) int {
	return slices.IndexFunc(d.all.Elems, func(v dsl.Value) bool {
		return slices.ContainsFunc(ruby.Possibilities(v, nil), func(p ruby.Possibility) bool { return p.Value == dsl.Symbol(name) })
	})
}

// meant asks whether a name is a slip of a module's.
func (d *deviseModules) meant(name string) string {
	var names []string
	for _, v := range d.all.Elems {
		if s, ok := v.(dsl.Symbol); ok {
			names = append(names, string(s))
		}
	}
	if near := spelling.Nearest(name, names); near != "" {
		return " Did you mean `:" + near + "`?"
	}
	return ""
}

// route gives the group that a module brings; empty for none.
func (d *deviseModules) route(name string) string {
	v, _ := d.routes.Sym(name)
	return ruby.NameText(v)
}

// keepModules keeps the modules as they are, where what files did is undone.
func (d *deviseState) keepModules() {
	d.modules = &deviseModules{dsl.NewArray(d.modules.all.Elems...), d.modules.routes.Clone()}
}

// withModules runs f for the modules that a model uses, on both sides of the conditions
// that decide on one.
func withModules(m *mapper.Mapper, model *deviseModel, f func(*deviseModules)) {
	d := loaderOf(m).devise().modules
	used := &deviseModules{dsl.NewArray(), dsl.NewHash(len(model.modules))}
	for _, v := range d.all.Elems {
		for _, p := range ruby.Possibilities(v, nil) {
			if model.has(ruby.NameText(p.Value)) {
				used.all.Elems = append(used.all.Elems, v)
				break
			}
		}
	}
	for i := range d.routes.Len() {
		if key, v := d.routes.At(i); model.has(ruby.NameText(key)) {
			used.routes.Set(key, v)
		}
	}
	eachModules(m, used, f)
}

func eachModules(m *mapper.Mapper, d *deviseModules, f func(*deviseModules)) {
	side := func(v dsl.Value) func() {
		all, _ := v.(*dsl.Array)
		return func() { eachModules(m, &deviseModules{all, d.routes}, f) }
	}
	if when, yes, no := ruby.Sides(d.all); when != nil {
		ruby.Fork(m.Thread(), when, side(yes), side(no))
		return
	}
	m.Sides(d.routes, func(routes *dsl.Hash) { f(&deviseModules{d.all, routes}) })
}

// ---- modules of the application

// addModules adds the modules that files of lib give Devise.
func (l *loader) addModules() {
	d := l.devise()
	if d.added {
		return
	}
	d.added = true
	var files []string
	add := func(f scanned) {
		if addsModule(f.src) && !strings.HasPrefix(f.name, "config/initializers/") && !slices.Contains(files, f.name) {
			files = append(files, f.name)
		}
	}
	for _, f := range l.scannedTexts() {
		add(f)
	}
	for f := range l.texts(l.lookup.files.below("lib/devise", maxListedFiles)) { // where lib is too large to be scanned
		add(f)
	}
	adding := l.newGemConfig("Devise.")
	adding.words = map[string]func(*dsl.Call){"add_module": l.addModule}
	adding.done = d.keepModules
	l.configure(map[string]*gemConfig{"Devise": adding}, files)
}

// addsModule tells a text that may add modules.
func addsModule(src []byte) bool {
	return bytes.Contains(src, []byte("add_module")) && bytes.Contains(src, []byte("Devise"))
}

// addModule is Devise.add_module.
func (l *loader) addModule(c *dsl.Call) {
	options, args := ruby.OldOptions(c.Args)
	if c.Keywords.Len() > 0 {
		options, args = c.Keywords, c.Args
	}
	if len(args) == 0 {
		return
	}
	t := c.Thread
	ruby.Either(t, args[0], nil, func(name dsl.Value) {
		if ruby.NameText(name) == "" {
			text := unknownText(name)
			l.warnSetting(text, route.TextShape, "", c.Pos, "the Devise module "+dsl.Brief(text)+" is known to the application only", "Its routes are not in the table.")
			return
		}
		eachOption(t, options, moduleOptions, func(options *dsl.Hash) {
			at := -1
			if v, _ := options.Sym("insert_at"); v != nil {
				if n, ok := v.(dsl.Int); ok {
					at = int(n)
				}
			}
			d := l.devise().modules
			t.Changing(d.all)
			t.Changing(d.routes)
			d.add(ruby.NameText(name), groupOfModule(ruby.NameText(name), options), at)
		})
	})
}

// moduleOptions are the options of add_module that routes depend on.
var moduleOptions = []gemSetting{{"route", dsl.Nil, route.TextShape, true}, {"insert_at", dsl.Nil, route.AnyShape, false}}

// groupOfModule reads route:.
func groupOfModule(module string, options *dsl.Hash) string {
	group, _ := options.Sym("route")
	switch group := group.(type) {
	case dsl.Symbol:
		return string(group)
	case *dsl.Hash:
		if group.Len() > 0 {
			key, _ := group.At(0)
			return ruby.NameText(key)
		}
	case dsl.Bool:
		if group {
			return module
		}
	}
	return ""
}

// ownModule tells a module that a file of the application defines: without
// Devise.add_module it has no routes.
func (l *loader) ownModule(name string) bool {
	v, err := l.thread.Call(dsl.NewString(name), "classify")
	class := ruby.NameText(v)
	if err != nil || !route.IsConstant(class) {
		return false
	}
	if len(l.lookup.files.named("devise/models/"+l.underscore(class)+".rb")) > 0 {
		return true
	}
	return slices.ContainsFunc(l.scannedTexts(), func(f scanned) bool {
		return bytes.Contains(f.src, []byte("Devise")) && bytes.Contains(f.src, []byte("Models")) && slices.Contains(definedNames(f.src), class)
	})
}
