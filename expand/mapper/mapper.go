package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// A Mapper answers the routing methods of one `draw` block: it is the self of the
// block. Rails: ActionDispatch::Routing::Mapper.
type Mapper struct {
	drawing *Drawing
	set     *RouteSet
	t       *dsl.Thread
	self    *dsl.Object
	scope   *scope
	free    *scope // scopes to be used again

	concerns *dsl.Hash
	pos      grammar.Pos  // of the word that runs
	recorded grammar.Pos  // where Rails records the routes that the word draws
	call     *dsl.Call    // of the word that runs
	user     *grammar.Pos // the word that uses the concern which runs; nil for none
	rewriter rewriter     // of the block

	assuming      bool         // of the routes drawn now no file tells whether they exist
	actionGuard   *dsl.Unknown // whether the action that is drawn now is there
	guardedRoutes []guardedRoute

	// What the last routes used; neighbours share most of it.
	buf        []byte
	lastText   []byte // the path before it was normalized
	lastFormat formatKind
	lastPath   *route.Path
	lastConds  []dsl.Condition
	lastCtl    controllerName

	lastGuarded *guarded
}

// NewMapper returns a mapper that draws into a set.
func NewMapper(d *Drawing, set *RouteSet, t *dsl.Thread) *Mapper {
	m := &Mapper{drawing: d, set: set, t: t, concerns: dsl.NewHash(4)}
	pathNames, _ := set.PathNames.Get().(*dsl.Hash)
	m.scope = &scope{pathNames: pathNames}
	m.self = d.Interp.NewObject(d.class.mapper, m)
	for name, v := range map[string]dsl.Value{
		"@scope": d.Interp.NewObject(d.class.scope, &scopeObject{m}), "@set": set.Object, "@concerns": m.concerns,
	} {
		// The setter cannot fail: the object is new and the names are fine.
		_, _ = t.Call(m.self, "instance_variable_set", dsl.Symbol(name), v)
	}
	return m
}

// MapperAt returns a mapper for what a call asks, which draws nothing.
func (d *Drawing) MapperAt(c *dsl.Call) *Mapper {
	return &Mapper{drawing: d, t: c.Thread, pos: d.Host.Place(c), call: c}
}

// Host returns the application.
func (m *Mapper) Host() Host { return m.drawing.Host }

// Thread returns the thread that runs the word.
func (m *Mapper) Thread() *dsl.Thread { return m.t }

// Pos returns the place of the word that runs.
func (m *Mapper) Pos() grammar.Pos { return m.pos }

// Self returns the mapper as routes files see it.
func (m *Mapper) Self() *dsl.Object { return m.self }

// Assuming notes of the routes drawn until the function it returns is called whether no file
// tells that they exist.
func (m *Mapper) Assuming(assumed bool) (end func()) {
	before := m.assuming
	m.assuming = assumed
	return func() { m.assuming = before }
}

// Call implements dsl.Receiver: it runs one routing method.
func (m *Mapper) Call(c *dsl.Call) (dsl.Value, error) {
	missing := m.drawing.Host.Unset(c)
	if w, ok := m.drawing.words[c.Name]; ok {
		return m.Run(w.run, c, missing)
	}
	return m.drawing.Host.OtherWord(m, c, missing)
}

// Run runs a word; missing are the variables that its arguments lack.
func (m *Mapper) Run(run WordFunc, c *dsl.Call, missing []dsl.Unset) (dsl.Value, error) {
	if c.Block != nil && c.Block.Code() != nil {
		m.drawing.handedBlock(c.Block.Code())
	}
	m.drawing.plainHashes(c)
	var v dsl.Value
	err := m.As(c, func() { v = m.runWord(run, c) })
	if err != nil {
		if ee, ok := err.(*dsl.EvalError); ok && ee.Hint == "" && ee.Pos == c.Pos {
			ee.Hint = dsl.UnsetHint(missing)
		}
	}
	return v, err
}

// As runs f as the word that a call is, and returns how it fails.
func (m *Mapper) As(c *dsl.Call, f func()) error {
	err := dsl.Attempt(func() {
		defer m.enterWord(c)()
		f()
	})
	if err != nil {
		m.drawing.locate(err, c)
	}
	return err
}

// enterWord makes c the word that runs, until the function it gives is called.
func (m *Mapper) enterWord(c *dsl.Call) (leave func()) {
	for _, v := range c.Args {
		keepOptions(c, v)
	}
	if c.Keywords.Len() > 0 {
		keepConstraints(c, c.Keywords)
	}
	pos, recorded, call, t := m.pos, m.recorded, m.call, m.t
	m.pos, m.recorded, m.call, m.t = c.Pos, m.drawing.Host.Place(c), c, c.Thread
	switch {
	case pos.Line > 0 && strings.HasPrefix(m.pos.Filename, WordSource): // the word that led there
		m.pos = pos
	case IsText(m.pos):
		m.pos = m.recorded
	}
	own, before := m.pos, len(m.drawing.warnings[m.pos])
	return func() {
		m.drawing.forgetWarnings(own, before)
		m.pos, m.recorded, m.call, m.t = pos, recorded, call, t
	}
}

// keepOptions has the other branch of a condition see a hash in braces as it is before a word:
// Rails' words delete from it.
func keepOptions(c *dsl.Call, v dsl.Value) {
	if h, ok := v.(*dsl.Hash); ok {
		c.Changing(h)
		keepConstraints(c, h)
	}
}

// keepConstraints is [keepOptions] of the hash of constraints:, into which resources writes.
func keepConstraints(c *dsl.Call, options *dsl.Hash) {
	if v, ok := options.Sym("constraints"); ok {
		if h, ok := v.(*dsl.Hash); ok {
			c.Changing(h)
		}
	}
}

// WordSource is how the names of texts begin in which words are defined: what they draw has
// the place of the word.
const WordSource = "(eval gem "

// locate sets the place of an error that the word itself raised: its call.
func (d *Drawing) locate(err error, c *dsl.Call) {
	if ee, ok := err.(*dsl.EvalError); ok && ee.Pos.Line == 0 {
		ee.Pos, ee.Stack = c.Pos, c.Thread.Stack()
		d.routingErrors[ee] = true // which keeps the error
		c.Thread.ChargeMemory(raisedSize + len(ee.Message))
		c.Thread.ChargeSteps(raisedSteps)
	}
}

func (m *Mapper) isShallow(*dsl.Call) dsl.Value {
	if m.scope.resource == nil {
		panic(dsl.Fail(m.drawing.noMethod("singleton?", nil)))
	}
	return dsl.Bool(m.scope.isShallow())
}

func (m *Mapper) hasNamedRoute(c *dsl.Call) dsl.Value {
	if len(c.Args) != 1 {
		panic(dsl.Fail(ruby.WrongArguments(len(c.Args), "1")))
	}
	if !ruby.Truthy(c.Args[0]) {
		return dsl.Nil
	}
	if u := dsl.UnknownIn(c.Args[0]); u != nil {
		return dsl.NewUnknown(c.Name+"("+u.Text()+")", c.Pos)
	}
	return m.taken(m.drawing.SymbolName(c.Args[0]))
}

func (m *Mapper) defaultURLOptions(c *dsl.Call) dsl.Value {
	if h := m.HashOf(ruby.OneHash(c)); h != nil {
		m.set.URLOptions.Set(m.t, h)
	}
	return m.set.URLOptions.Get()
}

func (m *Mapper) withDefaultScope(c *dsl.Call) dsl.Value {
	m.InScope(ruby.CloneOptions(m.HashOf(ruby.OneHash(c))), func() { c.Exec(m.self, c.Block) })
	return m.self
}

// conditions returns what the route drawn now depends on; neighbours share the
// list.
func (m *Mapper) conditions() []dsl.Condition {
	var now []dsl.Condition
	if m.call != nil {
		now = m.call.Conditions()
	}
	if len(now) == 0 {
		return nil
	}
	if !slices.EqualFunc(now, m.lastConds, dsl.Condition.Equal) {
		m.lastConds = slices.Clone(now)
	}
	return m.lastConds
}

// What an error of a word takes, with its stack and the object that rescue clauses
// are given.
const (
	raisedSize  = 1024
	raisedSteps = 20
)

// IsText reports whether a place is in a text that no file holds.
func IsText(pos grammar.Pos) bool { return strings.HasPrefix(pos.Filename, "(eval") }
