package dsl

import (
	"runtime"
	"strings"
	"testing"
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
		calls, err := record(t, Options{}, src)
		if err != nil {
			t.Errorf("%s: %v", step, err)
		}
		if got := strings.Join(calls, "|"); !strings.HasPrefix(got, "get 1 if ") || len(got) > 1<<15 {
			t.Errorf("%s: got %d bytes: %.100s", step, len(got), got)
		}
		if calls, err = record(t, Options{UnknownAs: "true"}, src); err != nil || len(calls) > 1 {
			t.Errorf("%s: with all true %v, %v", step, calls, err)
		}
	}
}

// A call on a call on a call, and so on, keeps no more of them than its text names.
func TestLongChainsOfCalls(t *testing.T) {
	for _, step := range []string{`x = x.foo`, `x = x + 1`, `x, y = x`, `x = x && S.b?`, `x = -x`} {
		var before, after runtime.MemStats
		in := New(Options{})
		file := parse(t, "x = S.a; 5_000.times { "+step+" }; x")
		runtime.ReadMemStats(&before)
		v, err := in.NewThread().Run(file, nil)
		runtime.GC()
		runtime.ReadMemStats(&after)
		u, ok := v.(*Unknown)
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
