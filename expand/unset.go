package expand

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Variables of the environment that neither the settings nor the application's
// files give: they are treated as unset wherever the application asks for them.

// variableNotes are what is known of the variables that are treated as unset.
type variableNotes struct {
	l         *loader
	missing   map[string]map[grammar.Pos]bool // by their names, with where they are asked for
	collected *[]dsl.Unset                    // by collectUnset, while it runs
	idle      idlePlaces                      // of the statements that run for gems
	heard     map[string]bool                 // what statements name that say something to gems

	// What depends on them: constants by their names, the configuration by its paths,
	// and the variables that files assign by the files.
	ofConstants, ofConfig, ofFiles map[string][]dsl.Unset
}

// note remembers a variable whose absence matters.
func (vn *variableNotes) note(u dsl.Unset) {
	name, at := u.Name, u.Pos
	if vn.l.run.purpose == toAnswer || at.Line == 0 || vn.idle.holds(at) {
		return
	}
	if vn.collected != nil {
		if len(*vn.collected) < maxVariables {
			*vn.collected = append(*vn.collected, u)
		}
		return
	}
	if name != "" {
		if _, told := vn.l.settings.given(route.VariableText(name)); told {
			return
		}
	}
	places := vn.missing[name]
	if places == nil {
		if len(vn.missing) >= maxVariables {
			return
		}
		places = map[grammar.Pos]bool{}
		vn.missing[name] = places
	}
	if len(places) < maxVariables {
		places[at] = true
	}
}

// collect returns the variables whose absence matters to what run does: whether
// that matters to the table, shows later.
func (vn *variableNotes) collect(run func()) (missing []dsl.Unset) {
	outer := vn.collected
	vn.collected = &missing
	run()
	vn.collected = outer
	return missing
}

// noteAll is noteUnset of variables that were collected.
func (vn *variableNotes) noteAll(missing []dsl.Unset) {
	for _, u := range missing {
		vn.note(u)
	}
}

// missedFor remembers what the value of something depends on, by its name.
func missedFor(by *map[string][]dsl.Unset, name string, missing []dsl.Unset) {
	if len(missing) == 0 {
		return
	}
	if *by == nil {
		*by = map[string][]dsl.Unset{}
	}
	(*by)[name] = append((*by)[name], missing...)
}

// noteConstants notes what the constants depend on that the routes name, or
// methods that they call.
func (vn *variableNotes) noteConstants() {
	if len(vn.ofConstants) == 0 {
		return
	}
	names := vn.namesOfRoutes()
	for name, missing := range vn.ofConstants {
		if names[name] {
			vn.noteAll(missing)
		}
	}
}

// namesOfRoutes are the methods and constants that the routes name, and what the
// methods of such names do in the files that were read.
func (vn *variableNotes) namesOfRoutes() map[string]bool {
	names := map[string]bool{}
	maps.Copy(names, vn.heard)
	add := func(list []string) {
		for _, name := range list {
			names[name] = true
		}
	}
	var methods []*grammar.Def // that nothing names so far
	for name, file := range vn.l.files {
		switch {
		case file == nil:
		case route.IsRoutesFile(name):
			add(vn.l.namesIn(file))
		default:
			methods = append(methods, vn.l.methodsIn(file)...)
		}
	}
	for before := -1; before != len(methods); {
		before = len(methods)
		methods = slices.DeleteFunc(methods, func(d *grammar.Def) bool {
			if names[d.Name] {
				add(vn.l.namesIn(d.Body))
			}
			return names[d.Name]
		})
	}
	return names
}

// idlePlaces are calls of code that a thread runs, and that do not matter.
type idlePlaces struct {
	thread *dsl.Thread
	places map[grammar.Pos]bool
}

// holds reports whether what asks at a place is one of the calls, or called by one.
func (i idlePlaces) holds(at grammar.Pos) bool {
	return i.thread != nil && (i.places[at] || slices.ContainsFunc(i.thread.Stack(), func(f dsl.Frame) bool { return i.places[f.Pos] }))
}

// Decides returns a value that decides what the table has, without variables that are missing.
func (l *loader) Decides(v dsl.Value) dsl.Value {
	l.holds(v)
	return l.interp.WithoutUnset(v)
}

// holds is truthy of a value that decides what the table has.
func (l *loader) holds(v dsl.Value) bool {
	for _, u := range l.interp.UnsetIn(v) {
		l.variables.note(u)
	}
	return ruby.Truthy(v)
}

// all are what was noted, in order.
func (vn *variableNotes) all() []route.Variable {
	vn.noteConstants()
	all := make([]route.Variable, 0, len(vn.missing))
	for name, places := range vn.missing {
		v := route.Variable{Name: name}
		for at := range places {
			v.Places = append(v.Places, at)
		}
		slices.SortFunc(v.Places, grammar.Pos.Compare)
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b route.Variable) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// ---- text that is missing in the table

// textOptions are the options of words whose text the table shows, or redirects
// have.
var textOptions = map[string]bool{
	"path": true, "as": true, "at": true, "to": true, "controller": true, "action": true, "module": true, "param": true,
	"shallow_path": true, "shallow_prefix": true, "path_names": true, "path_prefix": true, "name_prefix": true,
}

// Unset warns where the text of a variable that is treated as unset would stand in
// what a word is given, and returns such variables. For the word the nil of one is any other.
func (l *loader) Unset(c *dsl.Call) (missing []dsl.Unset) {
	if !l.interp.MissesVariables() {
		return nil
	}
	tell := func(shown bool, v dsl.Value) {
		missing = append(missing, l.interp.UnsetIn(v)...)
		if shown {
			l.TellMissing(v, c.Pos, "what `"+c.Name+"` is given")
			return
		}
		l.holds(v)
	}
	args := slices.Clone(c.Args)
	for i, v := range args {
		tell(mapper.TakesText(c.Name), v)
		args[i] = l.interp.WithoutUnset(v)
	}
	c.Args = args
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		name, isName := key.(dsl.Symbol)
		tell(true, key)
		tell(mapper.MakesEndpoint(c.Name) && name != "status" || isName && textOptions[string(name)] || !isName && mapper.TakesText(c.Name), v)
	}
	if c.Keywords != nil {
		l.holds(c.Keywords) // options that are missing
		c.Keywords = l.interp.WithoutUnset(c.Keywords).(*dsl.Hash)
	}
	return missing
}

// TellMissing warns of the variables whose text is missing in a value, which stands
// in something that the table shows.
func (l *loader) TellMissing(v dsl.Value, at grammar.Pos, in string) {
	for _, u := range l.interp.UnsetIn(v) {
		l.variables.note(u)
		missing := route.Variable{Name: u.Name}
		expr := missing.Expr()
		given := false
		if expr != "" {
			_, given = l.settings.given(expr)
		}
		if !given {
			d := l.warning(route.UnsetVariable, at, missing.Summary()+": its text is missing in "+in+"; pass --set ENV."+cmp.Or(u.Name, "NAME")+"=VALUE or add it to "+route.SettingsFile)
			d.Source, d.Expr = expr, expr
			l.diagnose(d)
		}
	}
}
