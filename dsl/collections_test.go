package dsl_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"signalbox/dsl"
	"signalbox/grammar"
)

// TestNewerRuby holds what Ruby 3.1, which writes core/testdata, does not have
// or does differently; the values are from the documentation of Ruby 3.4.
func TestNewerRuby(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		{`P = Data.define(:x, :y); P.new(1, 2)`, `#<data P x=1, y=2>`},
		{`P = Data.define(:x, :y); P.new(x: 1, y: 2)`, `#<data P x=1, y=2>`},
		{`P = Data.define(:x, :y); P[1, 2].x`, `1`},
		{`P = Data.define(:class, :to_h); P.new(1, 2).with(to_h: 3)`, `#<data P class=1, to_h=3>`},
		{`P = Data.define(:x, :y); P.new(1)`, `ArgumentError: missing keyword: :y`},
		{`P = Data.define(:x, :y); P.new`, `ArgumentError: missing keywords: :x, :y`},
		{`P = Data.define(:x, :y); P.new(1, 2, 3)`, `ArgumentError: wrong number of arguments (given 3, expected 0..2)`},
		{`P = Data.define(:x, :y); P.new(x: 1, y: 2, z: 3)`, `ArgumentError: unknown keyword: :z`},
		{`P = Data.define(:x, :y); P.new(1, 2).with(y: 5)`, `#<data P x=1, y=5>`},
		{`P = Data.define(:x, :y); P.new(1, 2).with(1)`, `ArgumentError: wrong number of arguments (given 1, expected 0)`},
		{`P = Data.define(:x, :y); P.new(1, 2).to_h`, `{x: 1, y: 2}`},
		{`P = Data.define(:x, :y); P.members`, `[:x, :y]`},
		{`P = Data.define(:x, :y); P.new(1, 2).frozen?`, `true`},
		{`P = Data.define(:x, :y); P.new(1, 2) == P.new(1, 2)`, `true`},
		{`P = Data.define(:x, :y); P.new(1, 2).eql?(P.new(1.0, 2))`, `false`},
		{`P = Data.define(:x, :y); {P.new(1, 2) => 3}[P.new(1, 2)]`, `3`},
		{`P = Data.define(:x, :y); P.new(1, 2).x = 3`, `NoMethodError: undefined method 'x=' for an instance of P`},
		{`P = Data.define(:x) do def double = x * 2 end; P.new(4).double`, `8`},
		{`P = Data.define(:x, :y) do def initialize(x:, y: 7) = super(x: x, y: y) end; P.new(1)`, `#<data P x=1, y=7>`},
		{`class P < Data.define(:x); def to_s = "P#{x}"; end; "#{P.new(1)}"`, `"P1"`},
		{`Data.define.new`, `#<data>`},
		{`Data.define(:a=)`, `ArgumentError: invalid data member: a=`},
		{`Struct.new(:x, :y).new(x: 1, y: 2)`, `#<struct x=1, y=2>`},
		{`Struct.new(:x).new({x: 1})`, `#<struct x={x: 1}>`},
		{`Hash.new(capacity: 10)`, `{}`},
		{`Hash.new(5, capacity: 10)[:a]`, `5`},
		{`Hash.new(a: 1)`, `ArgumentError: unknown keyword: :a`},
		{`[1, 2, 3].fetch_values(0, -1)`, `[1, 3]`},
		{`[1].fetch_values(0, 5)`, `IndexError: index 5 outside of array bounds: -1...1`},
		{`[1].fetch_values(5) { |i| i * 2 }`, `[10]`},
		{`Set[1].merge([2], [3])`, `#<Set: {1, 2, 3}>`},
		{`(1..3).overlap?(1)`, `TypeError: wrong argument type Integer (expected Range)`},
		{`(1..).reverse_each { }`, `TypeError: can't iterate from NilClass`},
		{`(..3).reverse_each.first(2)`, `[3, 2]`},
		{`("a"..).include?("b")`, `TypeError: cannot determine inclusion in beginless/endless ranges`},
		{`(1.0..2.0).size`, `TypeError: can't iterate from Float`},
		{`("a".."aaa").step("a").to_a`, `["a", "aa", "aaa"]`},
		{`[1, 2].shuffle!`, `NotImplementedError: Array#shuffle! is not supported: its result is not determined by the program`},
		{`[1, 2].pack("w*")`, `NotImplementedError: pack: "w" is not supported in "w*"`},
		{`"a".unpack1("w*")`, `NotImplementedError: unpack1: "w" is not supported in "w*"`},
	} {
		if got := outcome(tt.expr); got != tt.want {
			t.Errorf("%s\n\tis   %s\n\twant %s", tt.expr, got, tt.want)
		}
	}
}

// TestCollectionLimits tries to make collections use unbounded memory or time.
func TestCollectionLimits(t *testing.T) {
	const huge = "9223372036854775807"
	for _, expr := range []string{
		`Array.new(HUGE)`, `Array.new(HUGE, 0)`, `Array.new(HUGE) { }`, `[1] * HUGE`, `[1, 2] * (HUGE / 2 + 1)`, `a = []; a[HUGE] = 1`,
		`a = []; a[HUGE - 1] = 1`, `a = []; a[HUGE, 1] = 1`, `a = []; a[HUGE, 0] = []`, `a = []; a[HUGE..] = [1]`,
		`[].insert(HUGE, 1)`, `[].fill(0, HUGE, HUGE)`, `[].fill(0, 0, HUGE)`, `[].fill(0, 0..HUGE)`, `[1].values_at(0..HUGE)`,
		`[1].in_groups_of(HUGE)`, `[1].in_groups(HUGE)`, `(1..HUGE).to_a`, `(1..).to_set`, `(1..).map { |x| x }`,
		`(0..HUGE).each_slice(HUGE).to_a`, `(1..).each_cons(HUGE) { }`, `[1, 2].cycle { }`, `loop { }`, `(1..HUGE).sum { 1 }`,
		`a = (1..1000).to_a; a.product(a, a)`, `a = (1..1000).to_a; a.product(a, a) { }`, `(1..60).to_a.permutation.to_a`,
		`(1..60).to_a.combination(30).to_a`, `[1].repeated_permutation(HUGE).to_a`, `(1..9).to_a.repeated_combination(1000).to_a`,
		`[1, 2].cycle.to_a`, `[1].cycle.lazy.map { |x| x }.to_a`, `Enumerator.new { |y| loop { y << 1 } }.to_a`,
		`Enumerator.produce(1) { |x| x }.to_a`, `Enumerator.produce(1) { |x| x }.next; (1..).each.with_index { }`,
		`a = []; a << a; a.flatten(HUGE)`, `a = []; a << a; a.deep_dup`, `h = {}; h[:a] = h; h.deep_dup`,
		`h = {}; h[:a] = h; h.to_query`, `h = {}; h[:a] = h; h.deep_symbolize_keys`, `h = {}; h[:a] = h; h.with_indifferent_access`,
		`h = {}; h[:a] = h; h.deep_merge(h)`, `a = []; a << a; a.to_param`, `h = {}; h[:a] = h; h.deep_transform_values { 1 }`,
		`a = [1]; a.each { |x| a << x }`, `a = [1]; a.map { |x| a << x; x }`, `("a"..).each { }`, `("a"..).to_set`,
		`s = "a" * 1000000; [s] * 100 * ","`, `("a" * 1000000).then { |s| Array.new(100, s).join }`,
		`(1..HUGE).step(1).to_a`, `(1.0..1e18).step(0.5).to_a`, `("a".."z" * 20).step(2).to_a`,
	} {
		expr = strings.ReplaceAll(expr, "HUGE", huge)
		start := time.Now()
		err := runLimited(expr)
		var limit *dsl.LimitError
		var raised *dsl.EvalError
		if !errors.As(err, &limit) && !errors.As(err, &raised) {
			t.Errorf("%s\n\tgives %v, want an error", expr, err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s\n\ttook %v", expr, took)
		}
	}
}

// TestCollectionOddities calls every method with arguments it does not expect.
// A panic or an endless loop fails the test; what the calls give is free.
func TestCollectionOddities(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	for _, recv := range []string{
		`[]`, `[1, nil, [2, [3]], "a", :b]`, `a = []; a << a; a`, `{}`, `{a: {b: [1]}, "c" => nil}`, `h = {}; h[:h] = h; h`,
		`{a: 1}.with_indifferent_access`, `(1..3)`, `(1..)`, `(..1)`, `("a".."c")`, `(1.5..2)`, `(nil..nil)`, `Set[1, [2]]`, `Set.new`,
		`Struct.new(:a, :b).new(1, [2])`, `Data.define(:a).new(1)`, `[1, 2].each`, `[1, 2].each_slice(2)`, `[1, 2].lazy`,
		`Enumerator.new { |y| y << 1 }`, `Enumerator.produce(1) { |x| x }`, `Struct.new(:a)`, `Set`, `Array`, `Hash`, `Struct`, `Data`, `Enumerator`, `Range`,
	} {
		in := dsl.New(dsl.Options{Limits: dsl.Limits{Steps: 20_000, Depth: 200, Elements: 20_000, StringSize: 1 << 20}})
		for i, name := range ownMethodNames(t, in, recv) {
			for j, args := range oddArguments {
				if (i+j+len(recv))%4 != 0 { // each receiver takes another quarter
					continue
				}
				_ = run(in, recv+"; ("+recv+").public_send(:\""+name+"\""+args)
			}
		}
	}
}

var oddArguments = []string{
	")", ", nil)", ", -1)", ", 9223372036854775807)", ", -9223372036854775808)", ", [], {})", ", 1.0 / 0)", ", 0.0 / 0)", ", (1..), 2)",
	", :a, :b, :c)", ", \"a\")", ", {a: 1})", ", a: 1)", ") { |x| x }", ") { |x, y| nil }", ", 2) { 1 }", ", &:to_s)", ", &->(a, b, c) { })",
	", 1, 2, 3, 4)", ", [[1, 2]]) { |*a| a }", ") { raise \"x\" }", ") { break }", ", Object.new)", ", Set[1])", ", (nil..nil))",
}

// ownMethodNames lists what v answers besides the methods of every object.
func ownMethodNames(t *testing.T, in *dsl.Interp, recv string) []string {
	t.Helper()
	file, err := grammar.Parse("odd.rb", []byte(recv))
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.NewThread().Run(file, nil)
	if err != nil {
		t.Fatalf("%s: %v", recv, err)
	}
	var names []string
	for _, name := range in.MethodNames(v) {
		if dsl.Registered["Object"].Methods[name] == nil && dsl.Registered["Kernel"].Methods[name] == nil {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatalf("%s has no methods of its own", recv)
	}
	return names
}

// runLimited runs a program with few steps.
func runLimited(expr string) error {
	return run(dsl.New(dsl.Options{Limits: dsl.Limits{Steps: 200_000, Depth: 200, Elements: 100_000, StringSize: 1 << 20}}), expr)
}

func run(in *dsl.Interp, expr string) error {
	file, err := grammar.Parse("odd.rb", []byte(expr))
	if err != nil {
		return err
	}
	_, err = in.NewThread().Run(file, nil)
	return err
}
