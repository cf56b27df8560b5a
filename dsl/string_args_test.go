package dsl_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"signalbox/dsl"
	"signalbox/grammar"
)

// oddValues are arguments that a careless method stumbles over.
func oddValues() []dsl.Value {
	self := dsl.NewArray(dsl.Int(1))
	self.Elems = append(self.Elems, self)
	h := dsl.NewHash(1)
	h.Set(dsl.Symbol("a"), h)
	return []dsl.Value{
		dsl.Nil, dsl.True, dsl.Int(0), dsl.Int(-1), dsl.Int(2), dsl.Int(math.MaxInt64), dsl.Int(math.MinInt64), dsl.Float(1.5), dsl.Float(math.NaN()), dsl.Float(math.Inf(1)),
		dsl.NewString(""), dsl.NewString("l"), dsl.NewString("%s\xff\\"), dsl.NewString("^a-"), dsl.NewFrozenString("%*9999999999d"), dsl.Symbol("ascii"),
		self, h, &dsl.Range{Lo: dsl.Int(-3), Hi: dsl.Int(math.MaxInt64)}, &dsl.Range{Lo: dsl.Nil, Hi: dsl.Nil}, &dsl.Range{Lo: dsl.NewString("a"), Hi: dsl.Nil, Exclusive: true},
		dsl.NewRegexp(`(l)|(?<x>o)?`, 0), dsl.NewRegexp(`[`, 0), dsl.NewUnknown("Foo.bar", grammar.Pos{}),
	}
}

func receivers() map[string][]dsl.Value {
	return map[string][]dsl.Value{
		"string":  {dsl.NewString(""), dsl.NewString("hello"), dsl.NewFrozenString("日本\xff #{a} -9z"), dsl.NewString("a\n\n b")},
		"symbol":  {dsl.Symbol(""), dsl.Symbol("a b"), dsl.Symbol("zz")},
		"regexp":  {dsl.NewRegexp("(?<a>l)(x)?", 0), dsl.NewRegexp("(", 0), dsl.NewRegexp("", 0)},
		"match":   {&dsl.MatchData{Regexp: dsl.NewRegexp("(l)|(x)", 0), Text: "hello", Spans: []int{2, 3, 2, 3, -1, -1}}},
		"integer": {dsl.Int(0), dsl.Int(7), dsl.Int(-1), dsl.Int(math.MaxInt64), dsl.Int(math.MinInt64)},
		"float":   {dsl.Float(0), dsl.Float(-2.5), dsl.Float(math.NaN()), dsl.Float(math.Inf(-1)), dsl.Float(math.MaxFloat64)},
	}
}

// TestArgumentsNeverPanic calls every method of the scalar classes with odd
// arguments: each gives a value or an error, within the limits.
func TestArgumentsNeverPanic(t *testing.T) {
	types := map[string]string{
		"string": "String", "symbol": "Symbol", "regexp": "Regexp", "match": "MatchData", "integer": "Integer", "float": "Float",
	}
	for class, name := range types {
		table := dsl.Registered[name].Methods
		t.Run(class, func(t *testing.T) {
			t.Parallel()
			in := dsl.New(dsl.Options{Limits: dsl.Limits{Steps: 20_000, Depth: 100, StringSize: 4096, Elements: 500}})
			for _, name := range slices.Sorted(maps.Keys(table)) {
				for _, recv := range receivers()[class] {
					callWithOddValues(t, in, recv, name)
				}
			}
		})
	}
}

func callWithOddValues(t *testing.T, in *dsl.Interp, recv dsl.Value, name string) {
	block := testBlock(t, in)
	odd := oddValues()
	for i, a := range append([]dsl.Value{nil}, odd...) {
		for j, b := range append([]dsl.Value{nil}, odd...) {
			if b != nil && (a == nil || (i+j)%3 != 0) { // a third of the pairs is enough
				continue
			}
			var args []dsl.Value
			for _, v := range []dsl.Value{a, b} {
				if v != nil {
					args = append(args, v)
				}
			}
			callSafely(t, in, recv, name, args, nil, fmt.Sprint(i, " ", j))
			callSafely(t, in, recv, name, args, block, fmt.Sprint(i, " ", j, " with a block"))
		}
	}
}

func callSafely(t *testing.T, in *dsl.Interp, recv dsl.Value, name string, args []dsl.Value, block *dsl.Proc, what string) {
	t.Helper()
	thread := in.NewThread()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v.%s, arguments %s: %v", recv, name, what, r)
		}
	}()
	if s, ok := recv.(*dsl.String); ok {
		recv = s.Twin()
	}
	v, err := thread.Send(recv, name, slices.Clone(args), nil, block, grammar.Pos{})
	var limit *dsl.LimitError
	var evaluation *dsl.EvalError
	var unsupported *grammar.UnsupportedError
	switch {
	case err == nil && v == nil:
		t.Errorf("%v.%s, arguments %s: neither a value nor an error", recv, name, what)
	case err != nil && !errors.As(err, &limit) && !errors.As(err, &evaluation) && !errors.As(err, &unsupported):
		t.Errorf("%v.%s, arguments %s: %v (%T)", recv, name, what, err, err)
	}
	if s, ok := v.(*dsl.String); ok && len(s.String()) > 3*4096 {
		t.Errorf("%v.%s, arguments %s: a string of %d bytes", recv, name, what, len(s.String()))
	}
}

func testBlock(t *testing.T, in *dsl.Interp) *dsl.Proc {
	t.Helper()
	file, err := grammar.Parse("block.rb", []byte("proc { |a| a }"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.NewThread().Run(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v.(*dsl.Proc)
}
