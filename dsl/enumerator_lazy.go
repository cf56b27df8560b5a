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
	"each_with_index":  lazily(fn(0, lazyStageOf), lazyWithIndex),
	"zip":              lazily(fnAny(lazyStageOf), lazyZip),
	"uniq":             lazily(fn(0, lazyStageOf), lazyUniq),
	"compact":          lazily(fn(0, lazyStageOf), lazyCompact),
	"lazy":             fn(0, arraySelf),
	"force":            fn(0, enumToA),
	"to_a":             fn(0, enumToA),
	"first":            fnOpt(0, 1, enumFirst),
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

var needsLazyBlock = map[string]bool{
	"map": true, "collect": true, "flat_map": true, "collect_concat": true, "select": true, "filter": true,
	"find_all": true, "reject": true, "filter_map": true, "take_while": true, "drop_while": true,
}

// lazyCount is the number given to take, drop or with_index.
func lazyCount(c *Call) (int, error) {
	switch {
	case c.arg(0) == Nil, c.Name == "zip":
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
			_, err = run.emitIf(got, want, func() error { return emit(v) })
			return err
		}, nil
	}
}

// emitIf hands an element on if the answer of a block is as wanted. Where only
// the application knows it, what follows runs under that condition, and what
// comes out is unknown. sure tells an answer that is not as wanted.
func (c *Call) emitIf(answer Value, want bool, emit func() error) (sure bool, err error) {
	outer := c.t.asked
	c.t.asked = nil
	yes := c.truthy(answer)
	u := c.t.asked
	if u == nil {
		c.t.asked = outer
		if yes != want {
			return true, nil
		}
		return false, emit()
	}
	when := u
	if !want {
		when = u.not()
	}
	_, err = c.t.fork(when, func() (Value, error) {
		err := emit()
		if err == errStop { // that the next stage has enough is as unsure
			err = nil
		}
		return Nil, err
	}, func() (Value, error) { return Nil, nil })
	c.t.asked = u
	return false, err
}

func lazyFilterMap(made, run *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error {
		got, err := run.CallProc(made.Block, v)
		if err != nil {
			return err
		}
		_, err = run.emitIf(got, true, func() error { return emit(got) })
		return err
	}, nil
}

func lazyTakeWhile(made, run *Call) (lazyStage, error) {
	return func(v Value, emit func(Value) error) error {
		got, err := run.CallProc(made.Block, v)
		if err != nil {
			return err
		}
		sure, err := run.emitIf(got, true, func() error { return emit(v) })
		if sure {
			return errStop
		}
		return err
	}, nil
}

func lazyDropWhile(made, run *Call) (lazyStage, error) {
	dropping := true
	return func(v Value, emit func(Value) error) error {
		if dropping {
			got, err := run.CallProc(made.Block, v)
			if err != nil {
				return err
			}
			sure, err := run.emitIf(got, false, func() error { return emit(v) })
			dropping = sure || run.t.asked != nil
			return err
		}
		return emit(v)
	}, nil
}

func lazyTake(made, _ *Call) (lazyStage, error) {
	n, err := lazyCount(made)
	if err != nil || n == 0 {
		return nil, err
	}
	return func(v Value, emit func(Value) error) error {
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

func lazyDrop(made, _ *Call) (lazyStage, error) {
	n, err := lazyCount(made)
	return func(v Value, emit func(Value) error) error {
		if n > 0 {
			n--
			return nil
		}
		return emit(v)
	}, err
}

func lazyWithIndex(made, run *Call) (lazyStage, error) {
	i, err := lazyCount(made)
	return func(v Value, emit func(Value) error) error {
		at := Int(i)
		i++
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
	return func(v Value, emit func(Value) error) error {
		row := run.t.listOfRoom(1 + len(lists))
		row.Elems = append(row.Elems, v)
		run.t.looked(len(lists))
		for _, list := range lists {
			e, err := list.peeked(run)
			list.pos++
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
	seen := keySet{}
	return func(v Value, emit func(Value) error) error {
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
		if IsNil(v) {
			return nil
		}
		if u, ok := v.(*Unknown); ok {
			run.t.ask(u)
		}
		return emit(v)
	}, nil
}
