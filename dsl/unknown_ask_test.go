package dsl_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/internal/symbolic"
	"signalbox/grammar"
)

// A condition whose parts stand in it many times is asked, and told, in a
// bounded number of steps: these never ended when each part was asked wherever
// it stands, or when their texts doubled.
func TestConditionsThatHoldThemselves(t *testing.T) {
	for _, step := range []string{
		`x = (x || S.b?(i)) ? (x || S.c?(i)) : S.d?(i)`,
		`x = (x || S.b?(i) || S.c?(i)) && !x`,
		`x, y = (x || y), (x && y)`,
	} {
		src := "x, y = S.a?, S.z?; 60.times { |i| " + step + " }\nget 1 if x"
		calls, err := record(t, dsl.Options{}, src)
		if err != nil {
			t.Errorf("%s: %v", step, err)
		}
		if got := strings.Join(calls, "|"); !strings.HasPrefix(got, "get 1 if ") || len(got) > 1<<15 {
			t.Errorf("%s: got %d bytes: %.100s", step, len(got), got)
		}
		if calls, err = record(t, dsl.Options{UnknownAs: "true"}, src); err != nil || len(calls) > 1 {
			t.Errorf("%s: with all true %v, %v", step, calls, err)
		}
	}
}

// A call on a call on a call, and so on, keeps no more of them than its text names.
func TestLongChainsOfCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	for _, step := range []string{`x = x.foo`, `x = x + 1`, `x, y = x`, `x = x && S.b?`, `x = -x`} {
		var before, after runtime.MemStats
		in := dsl.New(dsl.Options{})
		file := parse(t, "x = S.a; 5_000.times { "+step+" }; x")
		runtime.ReadMemStats(&before)
		v, err := in.NewThread().Run(file, nil)
		runtime.GC()
		runtime.ReadMemStats(&after)
		u, ok := v.(*dsl.Unknown)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", step, v, err)
		}
		if n := len(u.Text()); n > 1<<15 {
			t.Errorf("%s: the text has %d bytes", step, n)
		}
		if kept := int(after.HeapAlloc) - int(before.HeapAlloc); kept > 4<<20 {
			t.Errorf("%s: %d bytes are kept", step, kept)
		}
		runtime.KeepAlive(u)
	}
}

// Conditions are equal where they mean the same in one place, and shown as one where
// their text and place are the same.
func TestConditions(t *testing.T) {
	at := grammar.Pos{Filename: "routes.rb", Line: 1}
	settings := dsl.NewUnknown("Settings", at)
	a, again := dsl.ConditionOf(settings.Call(".a?", at), false), dsl.ConditionOf(settings.Call(".a?", at), false)
	made := func() dsl.Condition {
		return dsl.ConditionOf(&dsl.Unknown{Node: symbolic.New(symbolic.Term{Text: "Settings.any? { ... }", Ambiguous: true}, at)}, false)
	}
	block, other := made(), made()
	elsewhere := a
	elsewhere.Pos.Line = 2
	for i, tt := range []struct {
		c, d         dsl.Condition
		equal, shown bool
	}{
		{a, again, true, true},
		{a, elsewhere, false, false},
		{block, block, true, true},
		{block, other, false, true},
		{dsl.Condition{Text: "api", Pos: at}, dsl.Condition{Text: "api", Pos: at}, true, true},
		{a, dsl.ConditionOf(settings.Call(".a?", at).Not(), false), false, false},
	} {
		if equal, shown := tt.c.Equal(tt.d), tt.c.Shown() == tt.d.Shown(); equal != tt.equal || shown != tt.shown {
			t.Errorf("%d: equal %v, shown as one %v", i, equal, shown)
		}
	}
	is, negated := a.Fact()
	no, negatedToo := dsl.ConditionOf(settings.Call(".a?", at).Not(), false).Fact()
	if is != no || negated || !negatedToo || is.Text != "Settings.a?" {
		t.Errorf("%v (%v) and %v (%v)", is, negated, no, negatedToo)
	}
}

// Of conditions within conditions some are too deep to be taken apart: they keep their text.
func TestConditionsOfEveryDepth(t *testing.T) {
	for n := 497; n < 504; n++ {
		calls, err := record(t, dsl.Options{}, fmt.Sprintf("u = S.a?\n%d.times { |i| u = u && S.x[i] }\nv = u && \"text\"\nget 1 if v", n))
		if err != nil || len(calls) != 1 || !strings.HasPrefix(calls[0], "get 1 if ") {
			t.Errorf("%d: %.200s, %v", n, calls, err)
		}
	}
}

// A constant that is set within two conditions is there if both hold.
func TestConstantsWithinConditions(t *testing.T) {
	calls, err := record(t, dsl.Options{}, "if S.a?\n  if S.b?\n    FOO = 1\n  end\nend\nget 1 if defined?(FOO)")
	if want := "get 1 if S.a? && S.b?"; err != nil || strings.Join(calls, "|") != want {
		t.Errorf("got %q, %v\nwant %s", calls, err, want)
	}
}
