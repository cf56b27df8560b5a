package main

import (
	"slices"
	"testing"
	"time"
)

// Every router answers every request of the tables that it can hold; what is
// timed is no 404.
func TestScenarios(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	list, err := scenarios("../../dispatch/testdata/bench/github.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if len(s.text) > 100_000 {
			continue // 10,000 resources: seconds
		}
		lines, err := s.measure(1, time.Microsecond)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, l := range lines {
			for _, p := range peers {
				if _, ok := l.cells[p.name]; ok == slices.Contains(s.without, p.name) {
					t.Errorf("%s: %s: measured is %v", s.name, p.name, ok)
				}
			}
		}
	}
}
