package dsl_test

import (
	"sync"
	"testing"

	"signalbox/dsl"
	"signalbox/dsl/stdlib"
	"signalbox/grammar"
)

// Requests run side by side: one that evaluates the text of a file writes nothing down.
func TestEvaluatingInRequests(t *testing.T) {
	in := dsl.New(dsl.Options{
		Library: stdlib.Library,
		Load:    func(name string) ([]byte, string, bool) { return []byte("1 + 1"), name, true },
	})
	file, err := grammar.Parse("routes.rb", []byte(`text = File.read("sum.rb")
->(_) { instance_eval(text) }`))
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.NewThread().Run(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	in.Freeze(func(yield func(dsl.Value) bool) { yield(v) })
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got, err := in.NewThread().CallProc(v.(*dsl.Proc), dsl.Nil); err != nil || got != dsl.Value(dsl.Int(2)) {
				t.Error(got, err)
			}
		})
	}
	all.Wait()
	if in.Evaluated("sum.rb") {
		t.Error("a request has written down that the text was evaluated")
	}
}
