package dsl_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

// TestTraitsAsRuby compares what the rows say with what real Ruby's methods do, as
// testdata/traits.rb found it.
func TestTraitsAsRuby(t *testing.T) {
	text, err := os.ReadFile("testdata/traits.json")
	if err != nil {
		t.Fatal(err)
	}
	var ruby map[string]map[string][]string
	if err := json.Unmarshal(text, &ruby); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, does string
		trait      dsl.Traits
		// What the program that wrote the file could not see, or left out.
		unseen map[string]bool
	}{
		{"changes", "change their receiver", trait.ChangesReceiver, dsl.Names("rehash shuffle! compare_by_identity initialize_copy")},
		{"picks", "return a part of their receiver", trait.Picks, nil},
	} {
		for name, does := range ruby[tt.name] {
			in := dsl.New(dsl.Options{})
			class, ok := in.Const(name)
			if !ok {
				t.Fatalf("no class %s", name)
			}
			var want, got []string
			for _, row := range builtinNames(in, class.(*dsl.Class)) {
				b := rowOf(in, class.(*dsl.Class), row)
				if tt.unseen[row] || tt.trait == trait.Picks && name == "Hash" && b != dsl.Registered["Hash"].Methods[row] { // of pairs
					continue
				}
				if slices.Contains(does, row) {
					want = append(want, row)
				}
				if b.Has(tt.trait) {
					got = append(got, row)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: methods that %s (-Ruby +rows)\n%s", name, tt.does, diff)
			}
		}
	}
}

// Changes answers for the rows of all classes.
func TestChangesOfAllRows(t *testing.T) {
	in := dsl.New(dsl.Options{})
	for _, v := range in.Type("Object").Constants() {
		k, _ := v.(*dsl.Class)
		for ; k != nil; k = k.Super() {
			for name, row := range k.Builtins() {
				if row.Has(trait.ChangesReceiver) && !dsl.Changes(name) {
					t.Errorf("%s#%s changes its receiver", k.Name(), name)
				}
			}
		}
	}
	for _, name := range []string{"map", "select", "reverse", "value?", "=="} {
		if dsl.Changes(name) {
			t.Errorf("%s changes nothing", name)
		}
	}
}

func rowOf(in *dsl.Interp, class *dsl.Class, name string) *dsl.Builtin {
	for c := range in.Ancestors(class) {
		if b := c.Builtins()[name]; b != nil {
			return b
		}
	}
	return nil
}

// What a call with an unknown value does to its receiver is what its class's method does: the
// last value shows the receiver, or what was divided.
func TestUnknownArgumentsAndReceivers(t *testing.T) {
	for _, tt := range []struct{ program, want string }{
		{`h = {a: 1}; h.merge(S.x); h`, `{a: 1}`},
		{`h = {a: 1}.freeze; h.merge(S.x)`, `{a: 1, **S.x => S.x}`},
		{`h = {a: 1}; h.merge!(S.x); h`, `{a: 1, **S.x => S.x}`},
		{`h = {a: 1}.freeze; h.merge!(S.x)`, `FrozenError: can't modify frozen Hash: {a: 1}`},
		{`s = "words"; s.delete(S.x); s`, `"words"`},
		{`n = 4; n << S.x; n`, `4`},
		{`l = [[1], {b: 1}]; l.push({c: 1}) if S.x; l.extract_options!.merge!(a: 1); l`, `[[1], ({b: 1} if S.x)]`},
		{`s = Set[1]; s.union(S.x); s`, `#<Set: {1}>`},
		{`s = Set[1]; s.add(S.x); s.to_a`, `[1, S.x]`},
		{`s = +"a"; s << S.x; s`, `"a:S.x"`},
		{`class Integer; def to_s = S.x; end; "a#{1}".upcase`, `"a#{S.x}".upcase`},
		{`s = +"a"; s << "#{S.x}"; s.upcase`, `"a#{S.x}".upcase`},
		{`s = +"a"; s << S.x; s.clear; s << "b"; s.upcase`, `"B"`},
		{`s = +"a"; s << S.x; s.replace("b"); s.upcase`, `"B"`},
		{`s = +"a"; s.replace(S.x); s`, `":S.x"`},
		{`a = [1]; a.insert(0, S.x); a`, `[S.x, 1]`},
		{`a = [1]; a[S.i] = 2; a`, `[(1 if 1 stays: S.i), (2 if 2 stays: S.i)]`},
		{`a = [1, 2]; a.insert(S.x, 3); a`, `[(1 if 1 stays: S.x), (2 if 2 stays: S.x), (3 if 3 stays: S.x)]`},
		{`a = [1, 2]; a.delete_at(S.x); a`, `[(1 if 1 stays: S.x), (2 if 2 stays: S.x)]`},
		{`a = [1, 2]; a.select! { |i| S.x == i }; a`, `[(1 if 1 stays: S.x == 1), (2 if 2 stays: S.x == 1)]`},
		{`a = [1, 2]; a.sort! { |i, j| S.x }; a`, `[(1 if 1 stays: S.x > 0), (2 if 2 stays: S.x > 0)]`},
		{`a = [1, 2]; a.map! { |i| S.x }; a`, `[S.x, S.x]`},
		{`[1, nil, S.x].compact_blank`, `[1, (S.x if !S.x.blank?)]`},
		{`[1, S.x].tally`, `[1, S.x].tally`},
		{`[1, 2].combination(S.x)`, `[1, 2].combination(S.x)`},
		{`Enumerator.new { |y| y << S.x }.to_a`, `[S.x]`},
		{`[1, 2].lazy.select { |i| S.x == i }.map { |i| i + 1 }.to_a`, `[(2 if S.x == 1), (3 if S.x == 2)]`},
		{`[1, 2].lazy.select { |i| S.x == i }.take(1).to_a`, `[(1 if S.x == 1), (2 if !(S.x == 1) && (S.x == 2))]`},
		{`[1, 2].lazy.take_while { |i| S.x == i }.to_a`, `[(1 if S.x == 1), (2 if (S.x == 1) && (S.x == 2))]`},
		{`[1, 2].lazy.filter_map { |i| i if S.x }.to_a`, `[(1 if S.x), (2 if S.x)]`},
		{`a, b = S.x; [a, b]`, `[S.x[0], S.x[1]]`},
		{`a, *b = S.x; b`, `[*S.x[1..-1]]`},
		{`*a, b = S.x; [a, b]`, `[[*S.x[0..-2]], S.x[-1]]`},
		{`a, (b, c) = 1, S.x; c`, `S.x[1]`},
		{`{k: S.x}.map { |k, (a, b)| b }`, `[S.x[1]]`},
		{`[S.x].map { |a, b = 2, *c| c }`, `[[*S.x[2..-1]]]`},
		{`h = {a: 1}; h["b"] = {"c" => 1} if S.x; h.symbolize_keys`, `{a: 1, b: ({"c" => 1} if S.x)}`},
		{`h = {a: 1}; h[:b] = 2 if S.x; h.to_h { |k, v| [k, v] }`, `{a: 1, b: (2 if S.x)}`},
		{`{"a" => (S.x ? 1 : 2), b: !S.x}.symbolize_keys`, `{a: (S.x ? 1 : 2), b: !S.x}`},
		{`{a: S.x}.stringify_keys`, `{"a" => S.x}`},
		{`h = {a: 1}; h["b"] = {"c" => 1} if S.x; h.deep_symbolize_keys`, `{a: 1, b: ({c: 1} if S.x)}`},
		{`h = {a: 1}; h[:b] = {c: 1} if S.x; h.deep_merge(b: {d: 2})`, `{a: 1, b: {c: (1 if S.x), d: 2}}`},
		{`{a: {b: 1, c: 2}, d: S.y}.deep_merge(a: S.x)`, `{a: S.x, d: S.y}`},
		{`{a: S.x}.to_query`, `":S.x.to_query(:a)"`},
		{`a = [1, 2]; a.reject! { |i| S.x == i }; a`, `[(1 if 1 stays: S.x == 1), (2 if 2 stays: S.x == 1)]`},
		{`a = Set[1, 2]; a.delete_if { |i| S.x == i }; a.to_a`, `[(1 if 1 stays: S.x == 1), (2 if 2 stays: S.x == 1)]`},
		{`l = [[1, 2]]; l << [3, 4] if S.x; Hash[l]`, `Hash[[[1, 2], *([[3, 4]] if S.x)]]`},
		{`a = [1, 2]; a.fill(0, S.x); a`, `[(1 if 1 stays: S.x), (2 if 2 stays: S.x)]`},
		{`CGI.unescape(S.x)`, `CGI.unescape(S.x)`},
		{`JSON.generate([S.x])`, `JSON.generate([S.x])`},
		{`suppress(ArgumentError) { S.x ? raise(ArgumentError) : 3 }`, `(S.x ? nil : 3)`},
		{`Hash(S.x)`, `Hash(S.x)`},
	} {
		if got := outcome(tt.program); got != tt.want {
			t.Errorf("%s\n\tis   %s\n\twant %s", tt.program, got, tt.want)
		}
	}
}

// A request that asks a built-in method whose result the program does not decide gets an
// unknown value, and no error.
func TestUndeterminedMethods(t *testing.T) {
	in := dsl.New(dsl.Options{})
	asked := 0
	for recv, table := range map[dsl.Value]dsl.Methods{dsl.NewArray(dsl.Int(1), dsl.Int(2)): dsl.Registered["Array"].Methods, in.NewObject(in.Type("Object"), nil): dsl.Registered["Kernel"].Methods} {
		for name, row := range table {
			if !row.Has(trait.Undetermined) || name == "inquiry" {
				continue
			}
			asked++
			th := in.NewThread()
			th.Request = true
			got, err := th.Call(recv, "send", dsl.Symbol(name))
			if err != nil || !dsl.IsUnknown(got) {
				t.Errorf("%s is %v (%v)", name, got, err)
			}
		}
	}
	if asked < 10 {
		t.Errorf("only %d methods", asked)
	}
}
