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

// A lazyStage hands an element on, changed or not, or keeps it back. It returns
// errStop when no further element can come.
type lazyStage func(v Value, emit func(Value) error) error

// lazyData is a collection, or another lazy enumerator with one more stage.
type lazyData struct {
	source Value
	parent *lazyData
	call   *Call
	stages int // before this one
	// begin makes the stage for one run; nil means that nothing comes at all.
	begin func(made, run *Call) (lazyStage, error)
}

// lazyMaker makes the stage of a lazy method: made is the call that asked for
// it, run the one that goes through the elements.
type lazyMaker func(made, run *Call) (lazyStage, error)

// lazily makes a method that adds a stage.
func lazily(b *builtin, begin lazyMaker) *builtin {
	b.fn = func(c *Call) (Value, error) {
		if c.Block == nil && len(c.Args) == 0 && needsLazyBlock[c.Name] {
			return nil, c.Errorf("ArgumentError", "tried to call lazy %s without a block", c.Name)
		}
		if _, err := lazyCount(c); err != nil {
			return nil, err
		}
		c.t.keep(c.Block)
		parent := selfLazy(c)
		if err := nesting(c, parent.stages); err != nil {
			return nil, err
		}
		return newLazy(c, &lazyData{parent: parent, call: c, begin: begin, stages: parent.stages + 1}), nil
	}
	return b
}

// eager makes a method that goes through the elements where it has a block.
func eager(b *builtin, run func(*Call) Value) *builtin {
	lazy, run2 := b.fn, contained(run)
	b.fn = func(c *Call) (Value, error) {
		if c.Block == nil {
			return lazy(c)
		}
		return run2(c)
	}
	return b
}

var needsLazyBlock = map[string]bool{
	"map": true, "collect": true, "flat_map": true, "collect_concat": true, "select": true, "filter": true,
	"find_all": true, "reject": true, "filter_map": true, "take_while": true, "drop_while": true,
}

// lazyCount is the number given to take, drop or with_index.
func lazyCount(c *Call) (int, error) {
	switch {
	case c.arg(0) == Nil, c.Name == "zip", c.Name == "grep", c.Name == "grep_v":
		return 0, nil
	case c.Name == "take" || c.Name == "drop":
		return countArg(c, "attempt to "+c.Name+" negative size")
	}
	return indexArg(c, 0)
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

// run gives f the elements that come out of the last stage.
func (l *lazyData) run(c *Call, f func(Value) error) error {
	for ; l.parent != nil; l = l.parent {
		stage, err := l.begin(l.call, c)
		if err != nil || stage == nil {
			return err
		}
		next := f
		f = func(v Value) error { return stage(v, next) }
	}
	return eachElementIn(c, l.source, f)
}

func lazyEach(c *Call) Value {
	l := selfLazy(c)
	must(l.run(c, func(v Value) error {
		_, err := c.Yield(v)
		return err
	}))
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
	return check(c.Send(l.source, "size"))
}

func lazyEager(c *Call) Value {
	return c.t.newEnumerator(c.Self, "each", nil, nil)
}

func lazyInspect(c *Call) Value {
	s := check(selfLazy(c).inspect(c))
	return c.t.newString(s)
}

func (l *lazyData) inspect(c *Call) (string, error) {
	if l.parent == nil {
		s, err := c.Inspect(l.source)
		return "#<Enumerator::Lazy: " + s + ">", err
	}
	s, err := l.parent.inspect(c)
	if err != nil {
		return "", err
	}
	args, err := (&enumeratorData{args: l.call.Args}).argsText(c)
	c.t.copied(len(s) + len(args))
	if err == nil {
		err = c.t.stringSize(len(s) + len(args))
	}
	return "#<Enumerator::Lazy: " + s + ":" + l.call.Name + args + ">", err
}

func lazyMap(made, run *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error {
		got, err := run.CallProc(made.Block, v)
		if err != nil {
			return err
		}
		return emit(got)
	}, nil
}

func lazyFlatMap(made, run *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error {
		got, err := run.CallProc(made.Block, v)
		if err != nil {
			return err
		}
		list, ok := got.(*Array)
		if !ok {
			return emit(got)
		}
		for _, e := range list.Elems {
			if err := run.Step(); err != nil {
				return err
			}
			if err := emit(e); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func lazySelect(want bool) lazyMaker {
	return func(made, run *Call) (lazyStage, error) {
		return func(v Value, emit func(Value) error) error {
			got, err := run.CallProc(made.Block, v)
			if err != nil {
				return err
			}
			_, _, err = run.emitIf(got, want, v, emit)
			return err
		}, nil
	}
}

// emitIf hands an element v on if the answer of a block is as wanted; where only the
// application knows it, under that condition, which it returns. sure tells an answer that
// is not as wanted.
func (c *Call) emitIf(answer Value, want bool, v Value, emit func(Value) error) (sure bool, when *Unknown, err error) {
	outer := c.t.undecided
	c.t.undecided = nil
	yes := c.truthy(answer)
	when, c.t.undecided = c.t.undecided, outer
	if when == nil {
		if yes != want {
			return true, nil, nil
		}
		return false, nil, emit(v)
	}
	if !want {
		when = when.Not()
	}
	_, err = c.t.fork(when, func() (Value, error) {
		err := emit(underCondition(v, when))
		if err == errStop {
			c.t.stopsUnder(when)
			err = nil
		}
		return Nil, err
	}, func() (Value, error) { return Nil, nil })
	return false, when, err
}

// stopsUnder makes the result of a method unknown that has enough of the elements where a
// condition holds.
func (t *Thread) stopsUnder(when *Unknown) {
	if t.undecided == nil {
		t.undecided = when
	}
}

func lazyFilterMap(made, run *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error {
		got, err := run.CallProc(made.Block, v)
		if err != nil {
			return err
		}
		_, _, err = run.emitIf(got, true, got, emit)
		return err
	}, nil
}

func lazyTakeWhile(made, run *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error {
		got, err := run.CallProc(made.Block, v)
		if err != nil {
			return err
		}
		sure, when, err := run.emitIf(got, true, v, emit)
		if sure {
			return errStop
		}
		if when != nil {
			run.t.stopsUnder(when)
		}
		return err
	}, nil
}

func lazyDropWhile(made, run *Call) (lazyStage, error) {
	dropping, began := true, len(run.t.pathCond)
	return func(v Value, emit func(Value) error) error {
		if dropping {
			run.t.testSince(began)
			got, err := run.CallProc(made.Block, v)
			if err != nil {
				return err
			}
			sure, when, err := run.emitIf(got, false, v, emit)
			if when != nil {
				run.t.stopsUnder(when)
			}
			dropping = sure || when != nil
			return err
		}
		return emit(v)
	}, nil
}

func lazyTake(made, run *Call) (lazyStage, error) {
	n, err := lazyCount(made)
	if err != nil || n == 0 {
		return nil, err
	}
	began := len(run.t.pathCond)
	return func(v Value, emit func(Value) error) error {
		run.t.testSince(began)
		n--
		if err := emit(v); err != nil {
			return err
		}
		if n <= 0 {
			return errStop
		}
		return nil
	}, nil
}

func lazyDrop(made, run *Call) (lazyStage, error) {
	n, err := lazyCount(made)
	began := len(run.t.pathCond)
	return func(v Value, emit func(Value) error) error {
		run.t.testSince(began)
		if n > 0 {
			n--
			return nil
		}
		return emit(v)
	}, err
}

func lazyWithIndex(made, run *Call) (lazyStage, error) {
	from, err := lazyCount(made)
	i := run.t.counter(from)
	return func(v Value, emit func(Value) error) error {
		at := i.Get()
		if err := i.next(); err != nil {
			return err
		}
		if made.Block == nil {
			return emit(run.t.newArray(v, at))
		}
		if _, err := run.CallProc(made.Block, v, at); err != nil {
			return err
		}
		return emit(v)
	}, err
}

func lazyZip(made, run *Call) (lazyStage, error) {
	lists := make([]*enumeratorData, 0, len(made.Args))
	for _, arg := range made.Args {
		lists = append(lists, &enumeratorData{recv: arg, name: "each"})
	}
	began := len(run.t.pathCond)
	return func(v Value, emit func(Value) error) error {
		run.t.testSince(began)
		row := run.t.listOfRoom(1 + len(lists))
		row.Elems = append(row.Elems, v)
		run.t.looked(len(lists))
		for _, list := range lists {
			e, err := list.element(run, true)
			if isStopIteration(err) {
				e, err = Nil, nil
			}
			if err != nil {
				return err
			}
			row.Elems = append(row.Elems, e)
		}
		return emit(row)
	}, nil
}

func lazyUniq(made, run *Call) (lazyStage, error) {
	seen, began := keySet{}, len(run.t.pathCond)
	return func(v Value, emit func(Value) error) error {
		run.t.testSince(began)
		by := v
		if made.Block != nil {
			var err error
			if by, err = run.CallProc(made.Block, v); err != nil {
				return err
			}
		}
		k := run.key(by)
		if seen[k] {
			return nil
		}
		seen[k] = true
		if err := run.t.room(sizeIndex * len(seen)); err != nil {
			return err
		}
		return emit(v)
	}, nil
}

func lazyCompact(_, run *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error {
		isNil, err := run.Send(v, "nil?")
		if err == nil {
			_, _, err = run.emitIf(isNil, false, v, emit)
		}
		return err
	}, nil
}

func lazyEntries(_, _ *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error { return emit(v) }, nil
}

func lazyGrep(want bool) lazyMaker {
	return func(made, run *Call) (lazyStage, error) {
		return func(v Value, emit func(Value) error) error {
			takes, err := run.Send(made.Args[0], "===", v)
			if err != nil {
				return err
			}
			_, _, err = run.emitIf(takes, want, v, func(v Value) error {
				if made.Block == nil {
					return emit(v)
				}
				got, err := run.CallProc(made.Block, v)
				if err != nil {
					return err
				}
				return emit(got)
			})
			return err
		}, nil
	}
}
