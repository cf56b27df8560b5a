package dsl

// lazyMethods are Enumerator::Lazy's: those that give the next lazy
// enumerator, and those that end it. Everything else is Enumerable's.
var lazyMethods = methodTable{
	"each":             withBlock(fn(0, lazyEach)),
	"map":              lazily(fn(0, lazyStageOf), lazyMap),
	"collect":          lazily(fn(0, lazyStageOf), lazyMap),
	"flat_map":         lazily(fn(0, lazyStageOf), lazyFlatMap),
	"collect_concat":   lazily(fn(0, lazyStageOf), lazyFlatMap),
	"select":           lazily(fn(0, lazyStageOf), lazySelect(true)),
	"filter":           lazily(fn(0, lazyStageOf), lazySelect(true)),
	"find_all":         lazily(fn(0, lazyStageOf), lazySelect(true)),
	"reject":           lazily(fn(0, lazyStageOf), lazySelect(false)),
	"filter_map":       lazily(fn(0, lazyStageOf), lazyFilterMap),
	"take_while":       lazily(fn(0, lazyStageOf), lazyTakeWhile),
	"drop_while":       lazily(fn(0, lazyStageOf), lazyDropWhile),
	"take":             lazily(fn(1, lazyStageOf), lazyTake),
	"drop":             lazily(fn(1, lazyStageOf), lazyDrop),
	"with_index":       lazily(fnOpt(0, 1, lazyStageOf), lazyWithIndex),
	"each_with_index":  eager(lazily(fn(0, lazyStageOf), lazyWithIndex), enumEachWithIndex),
	"each_entry":       eager(lazily(fn(0, lazyStageOf), lazyEntries), enumEachEntry),
	"grep":             lazily(fn(1, lazyStageOf), lazyGrep(true)),
	"grep_v":           lazily(fn(1, lazyStageOf), lazyGrep(false)),
	"zip":              lazily(fnAny(lazyStageOf), lazyZip),
	"uniq":             lazily(fn(0, lazyStageOf), lazyUniq),
	"compact":          lazily(fn(0, lazyStageOf), lazyCompact),
	"lazy":             fn(0, arraySelf),
	"force":            fn(0, enumToA),
	"to_a":             fn(0, enumToA),
	"first":            fnOpt(0, 1, enumFirst).is(whole),
	"eager":            fn(0, lazyEager),
	"size":             fn(0, lazySize),
	"inspect":          fn(0, lazyInspect),
	"to_s":             fn(0, lazyInspect),
	"each_with_object": withBlock(fn(1, enumEachWithObject)).is(opaque),
	"with_object":      withBlock(fn(1, enumEachWithObject)),
}

// lazyStageOf stands for the function that lazily makes.
func lazyStageOf(*Call) Value { return Nil }

// A lazyStage hands an element on, changed or not, or keeps it back. It reports whether
// no further element can come.
type lazyStage func(v Value, emit func(Value) bool) bool

// lazyData is a collection, or another lazy enumerator with one more stage.
type lazyData struct {
	source Value
	parent *lazyData
	call   *Call
	stages int // before this one
	begin  lazyMaker
}

// A lazyMaker makes the stage of a lazy method for one run: made is the call that asked for
// it, run the one that goes through the elements. Nil means that nothing comes at all.
type lazyMaker func(made, run *Call) lazyStage

// lazily makes a method that adds a stage.
func lazily(b *builtin, begin lazyMaker) *builtin {
	b.fn = func(c *Call) Value {
		if c.Block == nil && len(c.Args) == 0 && needsLazyBlock[c.Name] {
			panic(c.exception("ArgumentError", "tried to call lazy %s without a block", c.Name))
		}
		lazyCount(c)
		c.t.keep(c.Block)
		parent := selfLazy(c)
		nesting(c, parent.stages)
		return newLazy(c, &lazyData{parent: parent, call: c, begin: begin, stages: parent.stages + 1})
	}
	return b
}

// eager makes a method that goes through the elements where it has a block.
func eager(b *builtin, run func(*Call) Value) *builtin {
	lazy := b.fn
	b.fn = func(c *Call) Value {
		if c.Block == nil {
			return lazy(c)
		}
		return run(c)
	}
	return b
}

var needsLazyBlock = map[string]bool{
	"map": true, "collect": true, "flat_map": true, "collect_concat": true, "select": true, "filter": true,
	"find_all": true, "reject": true, "filter_map": true, "take_while": true, "drop_while": true,
}

// lazyCount is the number given to take, drop or with_index.
func lazyCount(c *Call) int {
	switch {
	case c.arg(0) == Nil, c.Name == "zip", c.Name == "grep", c.Name == "grep_v":
		return 0
	case c.Name == "take" || c.Name == "drop":
		return c.count(0, "attempt to "+c.Name+" negative size")
	}
	return c.int(0)
}

func newLazy(c *Call, data *lazyData) *Object {
	c.t.grow(sizeEnumerator)
	return c.t.newObject(c.Interp().classes.lazy, data)
}

func enumLazy(c *Call) Value { return newLazy(c, &lazyData{source: c.Self}) }

func selfLazy(c *Call) *lazyData {
	if o, ok := c.Self.(*Object); ok {
		if l, ok := o.data.(*lazyData); ok {
			return l
		}
	}
	return &lazyData{source: &Array{}}
}

// run gives f the elements that come out of the last stage, until it returns true.
func (l *lazyData) run(c *Call, f func(Value) bool) {
	for ; l.parent != nil; l = l.parent {
		stage := l.begin(l.call, c)
		if stage == nil {
			return
		}
		next := f
		f = func(v Value) bool { return stage(v, next) }
	}
	eachIn(c, l.source, f)
}

func lazyEach(c *Call) Value {
	l := selfLazy(c)
	l.run(c, func(v Value) bool { c.yield(v); return false })
	for l.parent != nil {
		l = l.parent
	}
	return l.source
}

// lazySize is known as long as every stage hands all elements on.
func lazySize(c *Call) Value {
	l := selfLazy(c)
	for ; l.parent != nil; l = l.parent {
		switch l.call.Name {
		case "map", "collect", "with_index", "each_with_index", "zip":
		default:
			return Nil
		}
	}
	if !c.t.respondTo(l.source, "size") {
		return Nil
	}
	return c.send(l.source, "size")
}

func lazyEager(c *Call) Value {
	return c.t.newEnumerator(c.Self, "each", nil, nil)
}

func lazyInspect(c *Call) Value { return c.t.newString(selfLazy(c).inspect(c)) }

func (l *lazyData) inspect(c *Call) string {
	if l.parent == nil {
		return "#<Enumerator::Lazy: " + c.inspect(l.source) + ">"
	}
	s := l.parent.inspect(c)
	args := (&enumeratorData{args: l.call.Args}).argsText(c)
	c.t.copied(len(s) + len(args))
	c.textSize(len(s) + len(args))
	return "#<Enumerator::Lazy: " + s + ":" + l.call.Name + args + ">"
}

func lazyMap(made, run *Call) lazyStage {
	return func(v Value, emit func(Value) bool) bool { return emit(run.callProc(made.Block, v)) }
}

func lazyFlatMap(made, run *Call) lazyStage {
	return func(v Value, emit func(Value) bool) bool {
		got := run.callProc(made.Block, v)
		list, ok := got.(*Array)
		if !ok {
			return emit(got)
		}
		for _, e := range list.Elems {
			run.step()
			if emit(e) {
				return true
			}
		}
		return false
	}
}

func lazySelect(want bool) lazyMaker {
	return func(made, run *Call) lazyStage {
		return func(v Value, emit func(Value) bool) bool {
			_, _, done := run.emitIf(run.callProc(made.Block, v), want, v, emit)
			return done
		}
	}
}

// emitIf hands an element v on if the answer of a block is as wanted; where only the
// application knows it, under that condition, which it returns. sure tells an answer that
// is not as wanted, done that no further element can come.
func (c *Call) emitIf(answer Value, want bool, v Value, emit func(Value) bool) (sure bool, when *Unknown, done bool) {
	outer := c.t.undecided
	c.t.undecided = nil
	yes := c.truthy(answer)
	when, c.t.undecided = c.t.undecided, outer
	if when == nil {
		if yes != want {
			return true, nil, false
		}
		return false, nil, emit(v)
	}
	if !want {
		when = when.Not()
	}
	c.fork(when, func() Value {
		if emit(underCondition(v, when)) {
			c.t.stopsUnder(when)
		}
		return Nil
	}, func() Value { return Nil })
	return false, when, false
}

// stopsUnder makes the result of a method unknown that has enough of the elements where a
// condition holds.
func (t *Thread) stopsUnder(when *Unknown) {
	if t.undecided == nil {
		t.undecided = when
	}
}

func lazyFilterMap(made, run *Call) lazyStage {
	return func(v Value, emit func(Value) bool) bool {
		got := run.callProc(made.Block, v)
		_, _, done := run.emitIf(got, true, got, emit)
		return done
	}
}

func lazyTakeWhile(made, run *Call) lazyStage {
	return func(v Value, emit func(Value) bool) bool {
		sure, when, done := run.emitIf(run.callProc(made.Block, v), true, v, emit)
		if when != nil {
			run.t.stopsUnder(when)
		}
		return sure || done
	}
}

func lazyDropWhile(made, run *Call) lazyStage {
	dropping, began := true, len(run.t.pathCond)
	return func(v Value, emit func(Value) bool) bool {
		if !dropping {
			return emit(v)
		}
		run.t.testSince(began)
		sure, when, done := run.emitIf(run.callProc(made.Block, v), false, v, emit)
		if when != nil {
			run.t.stopsUnder(when)
		}
		dropping = sure || when != nil
		return done
	}
}

func lazyTake(made, run *Call) lazyStage {
	n := lazyCount(made)
	if n == 0 {
		return nil
	}
	began := len(run.t.pathCond)
	return func(v Value, emit func(Value) bool) bool {
		run.t.testSince(began)
		n--
		return emit(v) || n <= 0
	}
}

func lazyDrop(made, run *Call) lazyStage {
	n, began := lazyCount(made), len(run.t.pathCond)
	return func(v Value, emit func(Value) bool) bool {
		run.t.testSince(began)
		if n > 0 {
			n--
			return false
		}
		return emit(v)
	}
}

func lazyWithIndex(made, run *Call) lazyStage {
	i := run.t.counter(lazyCount(made))
	return func(v Value, emit func(Value) bool) bool {
		at := i.Get()
		must(i.next())
		if made.Block == nil {
			return emit(run.t.newArray(v, at))
		}
		run.callProc(made.Block, v, at)
		return emit(v)
	}
}

func lazyZip(made, run *Call) lazyStage {
	lists := make([]*enumeratorData, 0, len(made.Args))
	for _, arg := range made.Args {
		lists = append(lists, &enumeratorData{recv: arg, name: "each"})
	}
	began := len(run.t.pathCond)
	return func(v Value, emit func(Value) bool) bool {
		run.t.testSince(began)
		row := run.t.listOfRoom(1 + len(lists))
		row.Elems = append(row.Elems, v)
		run.t.looked(len(lists))
		for _, list := range lists {
			var e Value
			err := attempt(func() { e = list.element(run, true) })
			if isStopIteration(err) {
				e, err = Nil, nil
			}
			must(err)
			row.Elems = append(row.Elems, e)
		}
		return emit(row)
	}
}

func lazyUniq(made, run *Call) lazyStage {
	seen, began := keySet{}, len(run.t.pathCond)
	return func(v Value, emit func(Value) bool) bool {
		run.t.testSince(began)
		by := v
		if made.Block != nil {
			by = run.callProc(made.Block, v)
		}
		k := run.key(by)
		if seen[k] {
			return false
		}
		seen[k] = true
		run.room(sizeIndex * len(seen))
		return emit(v)
	}
}

func lazyCompact(_, run *Call) lazyStage {
	return func(v Value, emit func(Value) bool) bool {
		_, _, done := run.emitIf(run.send(v, "nil?"), false, v, emit)
		return done
	}
}

func lazyEntries(_, _ *Call) lazyStage {
	return func(v Value, emit func(Value) bool) bool { return emit(v) }
}

func lazyGrep(want bool) lazyMaker {
	return func(made, run *Call) lazyStage {
		return func(v Value, emit func(Value) bool) bool {
			_, _, done := run.emitIf(run.send(made.Args[0], "===", v), want, v, func(v Value) bool {
				if made.Block == nil {
					return emit(v)
				}
				return emit(run.callProc(made.Block, v))
			})
			return done
		}
	}
}
