package mapper

import (
	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// A rewriter draws other routes in place of those of a block.
type rewriter struct {
	on  dsl.Var // true in the block
	add func(*Declared)
}

// A Declared is a route as a routes file declares it, for what draws others in its place.
type Declared struct {
	Path   *route.Path // in full
	Name   string      // empty for none
	m      *Mapper
	target target
	action dsl.Value
}

// RewriteIn runs a block in which add draws the routes that are declared.
func (m *Mapper) RewriteIn(add func(*Declared), block func()) {
	outer := m.rewriter.add
	m.rewriter.add = add
	m.rewriter.on.Set(m.t, dsl.True)
	defer func() {
		m.rewriter.on.Set(m.t, dsl.False) // also where one stands in another
		m.rewriter.add = outer
	}()
	block()
}

// Route makes the route.
func (d *Declared) Route() *route.Route { return d.target.route(d.m, d.Path, d.action) }

// At is the same route at another path, of which a parameter has a value.
func (d *Declared) At(path *route.Path, key, value dsl.Value) *Declared {
	own := *d
	own.Path = path
	own.target.mapping = ruby.CloneOptions(d.target.mapping)
	if _, ok := own.target.mapping.Get(key); !ok {
		own.target.mapping.Set(key, value)
	}
	constraints, isHash := d.target.constraints.(*dsl.Hash)
	if isHash || !ruby.Truthy(d.target.constraints) {
		h := ruby.CloneOptions(constraints)
		h.Set(key, value)
		own.target.constraints = h
	}
	return &own
}

// Record adds a route to the set.
func (d *Declared) Record(r *route.Route, name string) { d.target.record(d.m, r, name) }

// Guard adds to a route what asks the request; text is what is written where no file has it.
func (d *Declared) Guard(r *route.Route, callable dsl.Value, text string) {
	r.Callables = append(r.Callables[:len(r.Callables):len(r.Callables)], callable)
	d.m.guardOfGem(r, callable, text)
}

// Text is Ruby's to_s.
func (d *Declared) Text(v dsl.Value) string { return d.m.Str(v) }

// Taken returns whether a route of that name was drawn. Where only the application knows, it is
// the condition.
func (d *Declared) Taken(name string) dsl.Value { return d.m.taken(name) }
