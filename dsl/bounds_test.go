package dsl_test

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"signalbox/dsl"
)

// Whatever a program does in one go, it ends at the limit of what that takes: steps
// where work is done, memory where values are made.
func TestWorkAndValuesAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	const (
		shared  = "a = []; 100.times { a = [a, a] }; b = []; 100.times { b = [b, b] }; "
		nested  = "h = {}; 60.times { h = {a: h, b: h} }; "
		objects = "class A; def inspect = 'x'; def ==(o) = true; def <=>(o) = 0; end; a = [A.new]; b = [A.new]; 100.times { a = [a, a]; b = [b, b] }; "
	)
	limits := dsl.Limits{Steps: 1_000_000, Depth: 10_000, Elements: 1_000_000, StringSize: 16 << 20, Memory: 16 << 20}
	for _, tt := range []struct{ src, limit string }{
		// values of one array after the other
		{"([1] * 100_000).each_cons(5_000).to_a", "memory"},
		{"a = []; b = [1] * 100_000; loop { a << b.each_slice(50_000).to_a }", "memory"},
		{"([[1] * 10_000] * 10_000).transpose", "memory"},
		{"a = [1] * 10_000; a.zip(*([a] * 1_000))", "memory"},
		{"(1..60).to_a.combination(30).to_a", "memory"},
		{"(1..200).to_a.permutation(3).map { |x| x }", "memory"},
		{"a = (1..100).to_a; a.product(a, a)", "memory"},
		{"a = []; 50_000.times { |i| a << i.to_s * 200 }", "memory"},
		{"s = (1..10_000).to_set; a = []; loop { a << (s | [0]) }", "memory"},
		{"S = Struct.new(:a, :b); a = []; loop { a << S.new(1, 2) }", "memory"},
		// what a class defines, and what holds variables
		{"100_000.times { |i| Object.new.define_singleton_method(:x) { i } }", "memory"},
		{"o = Object.new; 100_000.times { |i| o.define_singleton_method(\"x#{i}\") { i } }", "memory"},
		{"100_000.times { Class.new }", "memory"},
		{"c = Class.new; 100_000.times { |i| c.attr_accessor \"m#{i}\" }", "memory"},
		{"1_000_000.times { |i| Object.const_set(\"A#{i}\", i) }", "memory"},
		{"a = []; 1_000_000.times { |i| a << -> { i } }", "memory"},
		{"a = []; loop { begin; raise 'x'; rescue => e; a << e; end }", "memory"},
		{"begin; raise 'x'; rescue; retry; end", "memory"},
		// ancestors
		{"c = Object; 20_000.times { c = Class.new(c) }", "steps"},
		{"5_000.times { Object.include(Module.new) }", "steps"},
		{"5_000.times { Object.prepend(Module.new) }", "steps"},
		{"o = Object.new; 5_000.times { o.extend(Module.new) }", "steps"},
		// values that hold others again and again
		{shared + "a.inspect", "steps"},
		{shared + "a.to_s", "steps"},
		{shared + "\"#{a}\"", "steps"},
		{shared + "a == b", "steps"},
		{shared + "a <=> b", "steps"},
		{shared + "[a, b].max", "steps"},
		{shared + "a.flatten", "steps"},
		{shared + "a.deep_dup", "steps"},
		{nested + "h.inspect", "steps"},
		{nested + "h == h.deep_dup", "steps"},
		{nested + "h.deep_merge(h)", "steps"},
		{objects + "a.inspect", "steps"},
		{objects + "a == b", "steps"},
		{objects + "a <=> b", "steps"},
		{"s = Set.new; 100.times { s = Set[s, [s]] }; s.inspect", "steps"},
		{"S = Struct.new(:a, :b); s = S.new; 100.times { s = S.new(s, s) }; s.inspect", "memory"},
		// conversions that return nil for what they cannot convert
		{"class A; def to_f = loop {}; end; Float(A.new, exception: false)", "steps"},
		{"class A; def to_i = loop {}; end; Integer(A.new, exception: false)", "steps"},
		{"class A; def to_hash = loop {}; end; Hash.try_convert(A.new)", "steps"},
		// what is there already
		{"s = (1..20_000).to_set; 500.times { s.merge(s) }", "steps"},
		{"s = (1..10_000).map(&:to_s); t = s.to_set; 500.times { t.merge(s) }", "steps"},
		{"m = /#{'(?<a>a)' * 500}#{'(?<b>a)' * 500}/.match('a' * 1000); 10_000.times { m[:a] }", "steps"},
		{"m = /#{'(?<a>a)' * 1000}/.match('a' * 1000); loop { m.named_captures }", "steps"},
		{"200.times { ('A::' * 1000 + 'B').safe_constantize }", "steps"},
		// texts
		{"s = 'a' * 1_000_000; loop { s.include?('ab') }", "steps"},
		{"s = 'é' * 100_000; loop { s[99_000] }", "steps"},
		{"s = 'a' * 1_000_000; loop { s.tr('b', 'c') }", "memory"},
	} {
		t.Run(tt.src, func(t *testing.T) {
			_, err := record(t, dsl.Options{Limits: limits}, tt.src)
			var limit *dsl.LimitError
			if !errors.As(err, &limit) || limit.Limit != tt.limit {
				t.Errorf("got %v, want the limit %q", err, tt.limit)
			}
		})
	}
}

// What a program holds no more takes no memory, as long as that is not most of what
// it does.
func TestMemoryIsWhatIsAlive(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	limits := dsl.Limits{Memory: 128 << 20} // far above what this test's process holds
	for _, tt := range []struct {
		src   string
		fails bool
	}{
		{"a = []; 6_000.times { |i| a += [i] }; a.size == 6_000 || raise", false},
		{"h = {}; 2_500.times { |i| h = h.merge(i => i) }", false},
		{"s = Set.new; 2_500.times { |i| s |= [i] }", false},
		{"200.times { 'a' * 1_000_000 }", false},
		{"a = []; 200.times { a << 'a' * 1_000_000 }", true},
		{"a = []; b = [1] * 100_000; loop { a << b.dup }", true},
		{"f = ->(n) { s = 'a' * 1_000_000; f.(n + 1); s }; f.(0)", true},
		{"loop { 'a' * 1_000_000 }", true},
	} {
		_, err := record(t, dsl.Options{Limits: limits}, tt.src)
		var limit *dsl.LimitError
		if tt.fails && (!errors.As(err, &limit) || limit.Limit != "memory") || !tt.fails && err != nil {
			t.Errorf("%s: %v", tt.src, err)
		}
	}
}

// A change of one element costs that element, whatever else the value holds.
func TestChangesCostWhatTheyChange(t *testing.T) {
	const n = 20_000
	limits := dsl.Limits{Steps: 30 * n, Memory: 16 << 20}
	for _, src := range []string{
		"a = (1..%[1]d).to_a; %[1]d.times { a.shift }",
		"a = (1..%[1]d).to_a; %[1]d.times { a.pop }",
		"a = []; %[1]d.times { |i| a.concat([i]) }",
		"a = []; %[1]d.times { |i| a.push(i) }",
		"a = []; %[1]d.times { |i| a.unshift(i) }",
		"a = (1..1_000).to_a; %[1]d.times { a.rotate! }",
		"h = {}; %[1]d.times { |i| h.merge!(i => i) }",
		"h = {}; %[1]d.times { |i| h.update(i => i) }",
		"h = {}; %[1]d.times { |i| h[i] = i; h.delete(i) }",
		"s = Set.new; %[1]d.times { |i| s.add(i) }",
		"s = Set.new; %[1]d.times { |i| s.merge([i]) }",
		"s = ''; %[1]d.times { s << 'ab' }",
		"s = ''; %[1]d.times { s += 'ab' }",
	} {
		t.Run(src, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := record(t, dsl.Options{Limits: limits}, fmt.Sprintf(src, n))
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Error(err)
			}
			if made := after.TotalAlloc - before.TotalAlloc; made > 64<<20 {
				t.Errorf("%d bytes were made", made)
			}
		})
	}
}
