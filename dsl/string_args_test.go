package dsl

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"signalbox/grammar"
)

// oddValues are arguments that a careless method stumbles over.
func oddValues() []Value {
	self := NewArray(Int(1))
	self.Elems = append(self.Elems, self)
	h := NewHash(1)
	h.Set(Symbol("a"), h)
	return []Value{
		Nil, True, Int(0), Int(-1), Int(2), Int(math.MaxInt64), Int(math.MinInt64), Float(1.5), Float(math.NaN()), Float(math.Inf(1)),
		NewString(""), NewString("l"), NewString("%s\xff\\"), NewString("^a-"), NewFrozenString("%*9999999999d"), Symbol("ascii"),
		self, h, &Range{Lo: Int(-3), Hi: Int(math.MaxInt64)}, &Range{Lo: Nil, Hi: Nil}, &Range{Lo: NewString("a"), Hi: Nil, Exclusive: true},
		&Regexp{Source: `(l)|(?<x>o)?`}, &Regexp{Source: `[`}, NewUnknown("Foo.bar", grammar.Pos{}),
	}
}

func receivers() map[string][]Value {
	return map[string][]Value{
		"string":  {NewString(""), NewString("hello"), NewFrozenString("日本\xff #{a} -9z"), NewString("a\n\n b")},
		"symbol":  {Symbol(""), Symbol("a b"), Symbol("zz")},
		"regexp":  {&Regexp{Source: "(?<a>l)(x)?"}, &Regexp{Source: "("}, &Regexp{}},
		"match":   {&MatchData{Regexp: &Regexp{Source: "(l)|(x)"}, Text: "hello", Spans: []int{2, 3, 2, 3, -1, -1}}},
		"integer": {Int(0), Int(7), Int(-1), Int(math.MaxInt64), Int(math.MinInt64)},
		"float":   {Float(0), Float(-2.5), Float(math.NaN()), Float(math.Inf(-1)), Float(math.MaxFloat64)},
	}
}

// TestArgumentsNeverPanic calls every method of the scalar classes with odd
// arguments: each gives a value or an error, within the limits.
func TestArgumentsNeverPanic(t *testing.T) {
	tables := map[string]methodTable{
		"string": stringMethods, "symbol": symbolMethods, "regexp": regexpMethods, "match": matchDataMethods,
		"integer": integerMethods, "float": floatMethods,
	}
	for class, table := range tables {
		t.Run(class, func(t *testing.T) {
			t.Parallel()
			in := New(Options{Limits: Limits{Steps: 20_000, Depth: 100, StringSize: 4096, Elements: 500}})
			for _, name := range slices.Sorted(maps.Keys(table)) {
				for _, recv := range receivers()[class] {
					callWithOddValues(t, in, recv, name)
				}
			}
		})
	}
}

func callWithOddValues(t *testing.T, in *Interp, recv Value, name string) {
	block := testBlock(t, in)
	odd := oddValues()
	for i, a := range append([]Value{nil}, odd...) {
		for j, b := range append([]Value{nil}, odd...) {
			if b != nil && (a == nil || (i+j)%3 != 0) { // a third of the pairs is enough
				continue
			}
			var args []Value
			for _, v := range []Value{a, b} {
				if v != nil {
					args = append(args, v)
				}
			}
			callSafely(t, in, recv, name, args, nil, fmt.Sprint(i, " ", j))
			callSafely(t, in, recv, name, args, block, fmt.Sprint(i, " ", j, " with a block"))
		}
	}
}

func callSafely(t *testing.T, in *Interp, recv Value, name string, args []Value, block *Proc, what string) {
	t.Helper()
	thread := in.NewThread()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v.%s, arguments %s: %v", recv, name, what, r)
		}
	}()
	if s, ok := recv.(*String); ok {
		recv = &String{s: s.s, frozen: s.frozen}
	}
	v, err := thread.send(recv, name, slices.Clone(args), nil, block, grammar.Pos{})
	var limit *LimitError
	var evaluation *EvalError
	var unsupported *grammar.UnsupportedError
	switch {
	case err == nil && v == nil:
		t.Errorf("%v.%s, arguments %s: neither a value nor an error", recv, name, what)
	case err != nil && !errors.As(err, &limit) && !errors.As(err, &evaluation) && !errors.As(err, &unsupported):
		t.Errorf("%v.%s, arguments %s: %v (%T)", recv, name, what, err, err)
	}
	if s, ok := v.(*String); ok && len(s.s) > 3*4096 {
		t.Errorf("%v.%s, arguments %s: a string of %d bytes", recv, name, what, len(s.s))
	}
}

func testBlock(t *testing.T, in *Interp) *Proc {
	t.Helper()
	file, err := grammar.Parse("block.rb", []byte("proc { |a| a }"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.NewThread().Run(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v.(*Proc)
}
