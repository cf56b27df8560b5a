package expand

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// A deviseModel is what the `devise` lines of a model declare, those of its
// superclasses and of the modules it includes among them. Devise: Models#devise.
type deviseModel struct {
	assumed   bool // no file shows it
	modules   []deviseUse
	providers []provider // nil: those of the initializers
	own       bool       // omniauth_providers: was given
	open      bool       // some of its modules are not known
	unlock    dsl.Value  // unlock_strategy:, nil if not given
}

// A deviseUse is a module with what its line depends on.
type deviseUse struct {
	name  string
	under []dsl.Condition
}

// A provider is one of OmniAuth, with what its line depends on.
type provider struct {
	name  string
	under []dsl.Condition
}

func (d *deviseModel) use(name string, under []dsl.Condition) {
	for i := range d.modules {
		if d.modules[i].name == name {
			if len(under) < len(d.modules[i].under) {
				d.modules[i].under = under
			}
			return
		}
	}
	d.modules = append(d.modules, deviseUse{name, under})
}

func (d *deviseModel) has(module string) bool {
	return slices.ContainsFunc(d.modules, func(u deviseUse) bool { return u.name == module })
}

// assumedModules are those of a model that no file shows, as Devise's generator
// writes them.
var assumedModules = []string{"database_authenticatable", "registerable", "recoverable", "rememberable", "validatable"}

// ---- classes and modules of the application

// A classSource is a class or module, of all files that say something about it.
type classSource struct {
	parent string
	steps  []modelStep
}

// A modelStep is a `devise` line or an `include`.
type modelStep struct {
	include string
	devise  *declared
	consts  constants
}

// modelFiles reads the application's models as far as they are asked for.
type modelFiles struct {
	l       *loader
	classes map[string]*classSource
	read    map[string]bool
	all     bool // every file that mentions devise was read
	built   map[string]*deviseModel
}

// maxModelFiles bounds the search for a model that stands in no file of its name.
const maxModelFiles = 20_000

// modelDirs are where a class may stand, below the root.
var modelDirs = []string{
	"app/models", "app/models/concerns", "app/*", "app/*/concerns", "lib", "packs/*/app/models", "packs/*/app/models/concerns",
	"components/*/app/models", "engines/*/app/models", "engines/*/app/models/concerns",
}

// find gives a class or module by its full name; nil if no file has it.
func (f *modelFiles) find(name string) *classSource {
	if c := f.classes[name]; c != nil {
		return c
	}
	file := f.l.underscore(name) + ".rb"
	for _, dir := range modelDirs {
		found, _ := fs.Glob(f.l.dir.FS(), dir+"/"+file)
		for _, name := range found {
			f.load(name)
		}
		if c := f.classes[name]; c != nil {
			return c
		}
	}
	return nil
}

// load reads a file's classes; one that cannot be read shows none.
func (f *modelFiles) load(name string) {
	if f.read[name] {
		return
	}
	f.read[name] = true
	src, err := f.l.read(name)
	if err != nil {
		return
	}
	file, _ := grammar.Parse(name, src)
	if file != nil {
		r := modelReader{files: f, consts: literalConstants(file)}
		r.stmts(file.Body, "", nil)
	}
}

// loadAll reads every file below app/models that mentions devise: a model may
// stand in a file of another name.
func (f *modelFiles) loadAll() {
	if f.all {
		return
	}
	f.all = true
	var names []string
	_ = fs.WalkDir(f.l.dir.FS(), "app/models", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if len(names) >= maxModelFiles {
			return fs.SkipAll
		}
		if d.Type().IsRegular() && path.Ext(name) == ".rb" {
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	for _, name := range names {
		if src, err := f.l.read(name); err == nil && bytes.Contains(src, []byte("devise")) {
			f.load(name)
		}
	}
}

// resolve finds a name as seen from inside another one: the full name, empty if
// no file has it.
func (f *modelFiles) resolve(name, from string) string {
	for outer := from; ; outer = outerName(outer) {
		if full := joinName(outer, name); full != from && f.find(full) != nil {
			return full
		}
		if outer == "" {
			return ""
		}
	}
}

// A modelReader collects the classes of one file.
type modelReader struct {
	files  *modelFiles
	consts constants
}

func (r *modelReader) stmts(n *grammar.Stmts, outer string, under []dsl.Condition) {
	if n != nil {
		r.node(n, outer, under)
	}
}

// node visits a part of the file; outer is the class around it.
func (r *modelReader) node(n grammar.Node, outer string, under []dsl.Condition) {
	grammar.Inspect(n, func(x grammar.Node) bool {
		switch x := x.(type) {
		case *grammar.Class:
			r.class(x.Name, x.Super, x.Body, outer, under)
			return false
		case *grammar.Module:
			r.class(x.Name, nil, x.Body, outer, under)
			return false
		case *grammar.If:
			r.branch(x, outer, under)
			return false
		case *grammar.Call:
			r.step(x, outer, under)
		}
		return true
	})
}

// branch visits both sides of a condition.
func (r *modelReader) branch(x *grammar.If, outer string, under []dsl.Condition) {
	r.node(x.Cond, outer, under)
	text := grammar.String(x.Cond)
	yes, no := text, "!("+text+")"
	if x.Unless {
		yes, no = no, yes
	}
	under = under[:len(under):len(under)]
	r.stmts(x.Then, outer, append(under, dsl.Condition{Text: yes, Pos: x.Pos}))
	r.stmts(x.Else, outer, append(under, dsl.Condition{Text: no, Pos: x.Pos}))
}

func (r *modelReader) class(name *grammar.Const, super grammar.Expr, body *grammar.Body, outer string, under []dsl.Condition) {
	short := constName(name)
	if short == "" {
		return
	}
	full := joinName(outer, short)
	c := r.files.classes[full]
	if c == nil {
		c = &classSource{}
		r.files.classes[full] = c
	}
	if c.parent == "" && super != nil {
		c.parent = constName(super)
	}
	r.node(body, full, under)
}

// step takes a `devise` line or an `include` of the class around it.
func (r *modelReader) step(x *grammar.Call, outer string, under []dsl.Condition) {
	c := r.files.classes[outer]
	if c == nil || x.Recv != nil {
		return
	}
	switch x.Name {
	case "devise":
		d := &declared{name: x.Name, args: x.Args, under: under, pos: x.Pos}
		c.steps = append(c.steps, modelStep{devise: d, consts: r.consts})
	case "include", "prepend":
		for _, a := range x.Args {
			if name := constName(a); name != "" {
				c.steps = append(c.steps, modelStep{include: name})
			}
		}
	}
}

// ---- what they declare

// model gives what a class declares; ok is false if no file shows a `devise` of it.
func (f *modelFiles) model(name string) (m *deviseModel, ok bool) {
	name = strings.TrimPrefix(name, "::")
	m = f.build(name, 0)
	if len(m.modules) == 0 && !f.all {
		f.loadAll()
		clear(f.built)
		m = f.build(name, 0)
	}
	return m, len(m.modules) > 0
}

// maxAncestors bounds the chain of superclasses and modules.
const maxAncestors = 50

func (f *modelFiles) build(name string, depth int) *deviseModel {
	if m := f.built[name]; m != nil {
		return m
	}
	m := &deviseModel{}
	c := f.find(name)
	if c != nil && c.parent != "" && depth < maxAncestors {
		if parent := f.resolve(c.parent, name); parent != "" {
			above := f.build(parent, depth+1)
			*m = *above
			m.modules = slices.Clone(above.modules)
		}
	}
	f.built[name] = m
	f.run(m, name, nil)
	return m
}

// run takes the steps of a class, or of a module that the model includes.
func (f *modelFiles) run(m *deviseModel, name string, seen []string) {
	c := f.find(name)
	if c == nil || slices.Contains(seen, name) || len(seen) > maxAncestors {
		return
	}
	seen = append(seen, name)
	for _, step := range c.steps {
		if step.devise != nil {
			f.declare(m, step.devise, step.consts)
			continue
		}
		concern := f.resolve(step.include, name+"::")
		if concern == "" {
			concern = f.resolve(step.include, name)
		}
		if concern != "" {
			f.run(m, concern, seen)
		}
	}
}

// declare is one `devise` line: its modules in Devise's order, then its options.
func (f *modelFiles) declare(m *deviseModel, d *declared, consts constants) {
	args, rest := consts.list(d.args)
	for _, x := range rest {
		if v, ok := f.l.value(consts, x); ok {
			args = slices.Insert(args, 0, v)
			continue
		}
		m.open = true
		f.l.warn(x.Start(), grammar.String(x)+" is known to the application only", "It is an argument of `devise`; the routes of its modules are not in the table.")
	}
	var options *dsl.Hash
	if n := len(args); n > 0 {
		if h, ok := args[n-1].(*dsl.Hash); ok {
			options, args = h, args[:n-1]
		}
	}
	var names []string
	for _, v := range flatten(nil, args) {
		switch v := v.(type) {
		case dsl.Symbol:
			names = append(names, string(v))
		case *dsl.String:
			names = append(names, v.String())
		}
	}
	all := f.l.deviseModules()
	slices.SortStableFunc(names, func(a, b string) int { return all.index(a) - all.index(b) })
	for _, name := range names {
		if all.index(name) < 0 {
			f.l.warn(d.pos, "the devise module :"+name+" is not Devise's own, and Gemfile.lock names no gem known here that has it", "Its routes, if it has any, are not in the table.")
		}
		m.use(name, d.under)
	}
	f.declareOptions(m, options, d, consts)
}

// declareOptions reads the options that routes depend on.
func (f *modelFiles) declareOptions(m *deviseModel, options *dsl.Hash, d *declared, consts constants) {
	for _, x := range d.args {
		if h, ok := x.(*grammar.Hash); ok {
			if options == nil {
				options = dsl.NewHash(1)
			}
			f.valueOptions(h, options, consts)
		}
	}
	if v, ok := options.Sym("unlock_strategy"); ok {
		m.unlock = v
	}
	v, ok := options.Sym("omniauth_providers")
	if !ok {
		return
	}
	m.own, m.providers = true, nil
	for _, p := range list(v) {
		switch p := p.(type) {
		case dsl.Symbol:
			m.providers = append(m.providers, provider{string(p), d.under})
		case *dsl.String:
			m.providers = append(m.providers, provider{p.String(), d.under})
		}
	}
}

// valueOptions finds the options that routes depend on and that are no literals,
// and tells of those that are not known.
func (f *modelFiles) valueOptions(h *grammar.Hash, options *dsl.Hash, consts constants) {
	_, rest := consts.hash(h)
	tell := func(x grammar.Expr) {
		f.l.warn(x.Start(), grammar.String(x)+" is known to the application only", "Routes of devise depend on it; those that are not certain are not in the table.")
	}
	for _, p := range h.Pairs {
		key, _ := p.Key.(*grammar.Sym)
		if key == nil || key.Name != "omniauth_providers" && key.Name != "unlock_strategy" {
			continue
		}
		if v, ok := f.l.value(consts, p.Value); ok {
			options.Set(dsl.Symbol(key.Name), v)
			continue
		}
		if slices.ContainsFunc(rest, func(r grammar.Pair) bool { return r.Key == p.Key }) {
			tell(p.Value)
			continue
		}
		if a, ok := p.Value.(*grammar.Array); ok {
			_, unknown := consts.list(a.Elems)
			for _, x := range unknown {
				tell(x)
			}
		}
	}
}
