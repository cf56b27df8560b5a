package dsl_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/internal/trait"
)

// TestBuiltinsNeverDecideTheUnknown calls every built-in method with a value
// that only the application knows in its receiver, as its argument or as what
// its block gives. Wherever the result is another one for another value of it,
// the result must hold the unknown value: no method may answer for the
// application, or refuse what it might accept.
func TestBuiltinsNeverDecideTheUnknown(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	for _, tt := range audits {
		in := dsl.New(dsl.Options{})
		class, ok := in.Const(tt.class)
		if !ok {
			t.Fatalf("no class %s", tt.class)
		}
		for _, name := range builtinNames(in, class.(*dsl.Class)) {
			if outside[name] || tt.class == "Module" && defines[name] {
				continue
			}
			changing := rowOf(in, class.(*dsl.Class), name).Has(trait.ChangesReceiver)
			for _, call := range tt.calls {
				src := strings.Replace(call, "METHOD", fmt.Sprintf("public_send(:%q", name), 1)
				if said := decidesUnknown(t, src, changing); said != "" {
					t.Errorf("%s: %s", src, said)
				}
			}
		}
	}
}

// audits are the ways in which a value reaches a method.
var audits = []struct {
	class string
	calls []string // r is the receiver
}{
	{"Array", []string{
		`r = [1, S.x, 3]; r.METHOD)`, `r = [1, S.x, 1]; r.METHOD, 1)`, `r = [1, 2]; r.METHOD, S.x)`, `r = [1, 2]; r.METHOD) { S.x }`,
		`r = [1, 2]; r.METHOD, 1) { S.x }`, `r = [[1, 2], [3, 4]]; r.METHOD) { |a, b| S.x }`, `r = [S.x]; r.METHOD, [1])`, `r = [[S.x], 2]; r.METHOD, [1])`,
		`r = [1, 2]; r.METHOD, [S.x])`, `r = [S.x, "a"]; r.METHOD, "a")`, `r = [1, *([2] if S.x), 3, 4]; r.METHOD) { |v| v }`,
	}},
	{"Hash", []string{
		`r = {a: S.x}; r.METHOD)`, `r = {S.x => 1, a: 2}; r.METHOD)`, `r = {S.x => 1}; r.METHOD, 1)`, `r = {a: 1}; r.METHOD, S.x)`, `r = {a: 1, b: 2}; r.METHOD) { S.x }`,
		`r = {a: S.x}; r.METHOD, {a: 1})`, `r = {a: S.x}; r.METHOD, 1)`, `r = {a: 1}; r.METHOD, {S.x => 2})`,
	}},
	{"String", []string{
		`r = "a#{S.x}b"; r.METHOD)`, `r = "ab".dup; r.METHOD, S.x)`, `r = "a#{S.x}b"; r.METHOD, "a")`, `r = "ab".dup; r.METHOD, "a#{S.x}")`, `r = "ab".dup; r.METHOD, "a") { S.x }`,
		`r = "ab".dup; r.METHOD) { S.x }`, `r = "ab".dup; r.METHOD, /a/, S.x)`, `r = "a#{S.x}"; r.METHOD, /a/, "b")`, `r = "a#{S.x}"; r.METHOD, 1)`,
	}},
	{"Symbol", []string{`r = :ab; r.METHOD, S.x)`}},
	{"Integer", []string{`r = 3; r.METHOD, S.x)`, `r = 3; r.METHOD) { S.x }`}},
	{"Float", []string{`r = 3.5; r.METHOD, S.x)`}},
	{"Range", []string{`r = (1..S.x); r.METHOD)`, `r = (S.x..3); r.METHOD, 2)`, `r = (1..3); r.METHOD, S.x)`, `r = (1..3); r.METHOD) { S.x }`}},
	{"Regexp", []string{`r = /a/; r.METHOD, S.x)`, `r = /a/; r.METHOD, "a#{S.x}")`}},
	{"Set", []string{`r = Set[1, S.x]; r.METHOD)`, `r = Set[1, S.x]; r.METHOD, 1)`, `r = Set[1, 2]; r.METHOD, S.x)`, `r = Set[1, 2]; r.METHOD) { S.x }`, `r = Set[1, S.x]; r.METHOD, [1])`}},
	{"Set", []string{`r = Set[1]; r.METHOD, Set[S.x])`, `r = Set[1]; r.METHOD, [S.x, 1])`}},
	{"Struct", []string{
		`r = Struct.new(:a, :b).new(1, S.x); r.METHOD)`, `r = Struct.new(:a).new(1); r.METHOD, S.x)`, `r = Struct.new(:a, :b).new(1, S.x); r.METHOD, :b)`,
		`r = Struct.new(:a, :b).new(1, S.x); r.METHOD, 1)`, `r = Struct.new(:a).new(1); r.METHOD) { S.x }`, `r = Struct.new(:a, keyword_init: true).new(a: S.x); r.METHOD)`,
		`r = (k = Struct.new(:a)).new(1); r.METHOD, k.new(S.x))`,
	}},
	{"Module", []string{`r = String; r.METHOD, S.x)`, `r = Comparable; r.METHOD, S.x)`}},
	{"Enumerator::Lazy", []string{
		`r = [1, 2].lazy; (x = r.METHOD) { S.x }; x.is_a?(Enumerator::Lazy) ? x.to_a : x)`, `r = [1, S.x].lazy; (x = r.METHOD); x.is_a?(Enumerator::Lazy) ? x.to_a : x)`,
		`r = [1, S.x].lazy; (x = r.METHOD, 1); x.is_a?(Enumerator::Lazy) ? x.to_a : x)`, `r = [1, 2].lazy; (x = r.METHOD, S.x); x.is_a?(Enumerator::Lazy) ? x.to_a : x)`,
	}},
	{"NilClass", []string{`r = nil; r.METHOD, S.x)`}},
	{"TrueClass", []string{`r = true; r.METHOD, S.x)`}},
}

// outside are the methods that concern the object, not what it holds, and those
// whose result is no value of the program's: hash codes, identities, the code
// of a block.
var outside = dsl.Names(`hash object_id __id__ cycle lazy each_entry to_enum enum_for each_slice each_cons eql? inspect to_s to_fs to_formatted_s
	default= compare_by_identity instance_variable_set chunk_while slice_when slice_before slice_after`)

// defines are the methods of modules that take names of what they define or run:
// an unknown one is refused where it stands.
var defines = dsl.Names(`attr attr_accessor attr_reader attr_writer cattr_accessor cattr_reader class_attribute class_eval const_missing mattr_accessor mattr_reader
	module_eval module_function private private_class_method protected public public_class_method remove_method thread_mattr_accessor undef_method`)

func builtinNames(in *dsl.Interp, class *dsl.Class) []string {
	all := map[string]bool{}
	for c := range in.Ancestors(class) {
		if c == in.Type("Object") || c == in.Type("Kernel") || c == in.Type("BasicObject") {
			continue
		}
		for name := range c.Builtins() {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// answers are what S.x might be.
var answers = []string{`nil`, `false`, `true`, `1`, `2`, `"a"`, `"x"`, `:a`, `[]`, `[1]`, `{}`, `{a: 1}`, `/a/`, `(0..1)`, `1.5`}

// decidesUnknown runs a call and says what is wrong with its result and with
// what it leaves of the receiver, which the method may change or not.
func decidesUnknown(t *testing.T, src string, changing bool) string {
	receiver, _, _ := strings.Cut(src, "; ")
	var results [2][]string // what the call gives, what the receiver is then
	for _, value := range answers {
		got, ok := auditRun(t, strings.ReplaceAll(src, "S.x", value)+"\n")
		for i := range results {
			if ok {
				results[i] = append(results[i], got[i].text)
			}
		}
	}
	got, ok := auditRun(t, src)
	switch {
	case !ok && len(results[0]) > 0:
		return "is refused, although it works with some values"
	case !ok:
		return ""
	}
	for i, what := range []string{"the result", "the receiver"} {
		if len(slices.Compact(slices.Sorted(slices.Values(results[i])))) > 1 && !got[i].open {
			return fmt.Sprintf("%s is %s, although it may be one of %s", what, got[i].text, strings.Join(results[i], ", "))
		}
	}
	if before, _ := auditRun(t, receiver+"; nil"); !changing && got[1] != before[1] {
		return fmt.Sprintf("the receiver is %s, although it stays %s", got[1].text, before[1].text)
	}
	return ""
}

type auditResult struct {
	text string
	open bool
}

var (
	auditNoted  bool
	auditInterp = sync.OnceValue(func() *dsl.Interp {
		return dsl.New(dsl.Options{
			Limits: dsl.Limits{Steps: 50_000, Elements: 1000, StringSize: 1 << 12},
			Note:   func(dsl.Notice) { auditNoted = true },
			Fails:  func(*dsl.Unknown, bool, *dsl.EvalError) { auditNoted = true },
		})
	})
)

// auditRun gives the result of a call and the receiver; ok is false if the call
// is refused.
func auditRun(t *testing.T, src string) (got [2]auditResult, ok bool) {
	auditNoted = false
	thread := auditInterp().NewThread()
	receiver, call, _ := strings.Cut(src, "; ")
	v, err := thread.Run(parse(t, receiver+"; v = ("+call+"); [v, r]"), nil)
	if err != nil {
		return got, false
	}
	for i, part := range v.(*dsl.Array).Elems {
		if elems, ok := dsl.SetElems(part); ok {
			part = elems
		}
		text, err := thread.Inspect(part)
		if err != nil {
			return got, false
		}
		got[i] = auditResult{text, dsl.UnknownIn(part) != nil || auditNoted || strings.Contains(text, "S.x")}
	}
	return got, true
}

func TestBrief(t *testing.T) {
	long := strings.Repeat("ä", 121)
	for text, want := range map[string]string{
		"":                             "",
		"a  b":                         "a  b",
		"\n a\n\t b ":                  "a b",
		long:                           long[:2*77] + "..." + long[2*81:],
		long[:240]:                     long[:240],
		"x \n\t" + long + " \n y ":     "x " + long[:2*75] + "..." + long[2*83:] + " y",
		strings.Repeat("a ", 60) + "b": strings.Repeat("a ", 39)[:77] + "... " + strings.Repeat("a ", 19) + "b",
	} {
		if got := dsl.Brief(text); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
}
