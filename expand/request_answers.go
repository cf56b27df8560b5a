package expand

import (
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// requests are what the routes keep for requests, and what these may ask for.
type requests struct {
	l       *loader
	answers *answers // nil before they are collected
}

// Answers are what code that requests run may still ask for: it is all found before
// [Load] returns, so that a table is complete and several requests may ask at
// once.
type answers struct {
	consts     map[string]dsl.Value // that no file defines, by the names that code gives them
	config     map[string]dsl.Value // what the configuration says, by expression
	unassigned map[string]bool      // global variables that no code assigns
	kinds      map[string]fileKind  // of files, by the names that code gives them
	lists      map[string]fileList  // of files, by pattern
	texts      map[string]fileText  // of files, by the names that code gives them
	yaml       map[string][]byte    // files that YAML was asked to load
	files      map[string]*configFile
	provided   map[string]dsl.Provision
}

// A fileKind is what [dsl.Options].Stat says.
type fileKind struct{ file, folder, known bool }

// A fileList is what [dsl.Options].Glob says.
type fileList struct {
	names []string
	known bool
}

// A fileText is what [dsl.Options].Load says.
type fileText struct {
	src  []byte
	name string
	ok   bool
}

func newAnswers() *answers {
	return &answers{
		consts: map[string]dsl.Value{}, config: map[string]dsl.Value{}, unassigned: map[string]bool{},
		kinds: map[string]fileKind{}, lists: map[string]fileList{}, texts: map[string]fileText{}, yaml: map[string][]byte{},
		files: map[string]*configFile{}, provided: map[string]dsl.Provision{},
	}
}

// answer returns what find finds out about key, or, once the table is made, what it found
// out while the answers were collected: the zero value if nobody asked then.
func answer[V any](l *loader, known func(*answers) map[string]V, key string, find func() V) V {
	if l.run.purpose == toAnswer {
		return known(l.requests.answers)[key]
	}
	v := find()
	if l.requests.answers != nil {
		known(l.requests.answers)[key] = v
	}
	return v
}

// settled is settle for code that requests run.
func (rq *requests) settled(text string) (dsl.Value, bool) {
	if s, ok := rq.l.settings.values[text]; ok {
		return s.value, true
	}
	v, ok := rq.answers.config[text]
	return v, ok
}

// findAnswers collects the answers, in silence: what is unknown there, a request
// finds out.
func (rq *requests) findAnswers() {
	rq.answers = newAnswers()
	rq.l.during(run{audience: hearsNothing}, rq.walk)
}

func (rq *requests) walk() {
	rq.useMatches()
	if w := rq.newWalk(!rq.l.options.NoRequests || rq.l.settings.wantsUnused()); w != nil {
		w.run()
		w.readConfiguration()
		w.useSettings()
	}
}

// useMatches notes the settings that answer for such objects.
func (rq *requests) useMatches() {
	for _, set := range rq.l.sets {
		for _, r := range set.Routes {
			for _, v := range r.Callables {
				if u, ok := v.(*dsl.Unknown); ok {
					if s := rq.l.settings.values[route.Matches(u.Text())]; s != nil {
						s.used = true
					}
				}
			}
		}
	}
}

// seal ends the reading of the application: from now on the routes can't change, and
// several requests may run their code at once.
func (l *loader) seal() {
	l.run = run{purpose: toAnswer, audience: hearsNothing}
	l.definitions.Seal()
	l.drawing.Seal(drawnHost{l})
	l.interp.Freeze(func(yield func(dsl.Value) bool) {
		keep := func(v dsl.Value) { yield(v) } // all of them are asked for
		l.requests.eachKept(true, keep)
		for _, s := range l.settings.values {
			keep(s.value)
		}
		for _, v := range l.requests.answers.config {
			keep(v)
		}
		for _, v := range l.requests.answers.consts {
			keep(v)
		}
	})
}

// afterDrawing answers what a request's code asks the mapper or a route set for: the
// routes can't change any more.
func (l *loader) afterDrawing(c *dsl.Call, isWord bool) dsl.Value {
	if isWord {
		panic(dsl.Fail(dsl.Raise("FrozenError", "can't %s after the routes are drawn", c.Name)))
	}
	if l.isSlip(c.Thread, c.Name) {
		panic(dsl.Fail(dsl.ErrNoMethod))
	}
	text := ruby.CallText(c)
	for _, expr := range []string{text, c.Name} {
		if v, ok := l.requests.settled(expr); ok {
			return v
		}
	}
	return dsl.NewUnknown(text, c.Pos)
}

// eachKept visits the values that the routes keep: those that a list of them shows and,
// with requests, those that requests and helpers run.
func (rq *requests) eachKept(requests bool, visit func(dsl.Value)) {
	values := func(h *dsl.Hash) {
		for i := range h.Len() {
			_, v := h.At(i)
			visit(v)
		}
	}
	for _, set := range rq.l.sets {
		for _, r := range set.Routes {
			values(r.Defaults.Hash)
			values(r.Requirements.Hash)
			values(r.Constraints.Hash)
		}
		visit(set.URLOptions.Get())
		visit(set.PathNames.Get())
		visit(set.Scope.Get())
		visit(set.table.ControllerURLOptions)
		if requests {
			set.eachCalled(visit)
		}
	}
}

// eachCalled visits the values that requests and helpers run.
func (set *routeSet) eachCalled(visit func(dsl.Value)) {
	for _, r := range set.Routes {
		for _, v := range r.Callables {
			visit(v)
		}
		if r.Endpoint.App != nil {
			visit(r.Endpoint.App)
		}
		if d := r.Endpoint.Redirect; d != nil {
			visit(d.Block)
		}
	}
	for _, d := range set.Directs {
		visit(d.Block)
		visit(d.Options)
	}
	for _, v := range set.Resolves {
		visit(v.Block)
		visit(v.Options)
	}
}
