package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// The load test, short.
func TestLoad(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-duration", "1m", "-requests", "200", "-workers", "4"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit status %d\n%s%s", code, &stdout, &stderr)
	}
	for _, want := range []string{"800 in", "lost                           0", "forged got through             0", "of 402 valid deliveries"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%q is missing:\n%s", want, &stdout)
		}
	}
}

// What must not be is told.
func TestFiguresTell(t *testing.T) {
	w := newWitness(1)
	for _, e := range []event{{Number: 1}, {Number: 3}, {Number: 3}, {Number: 4, Forged: true}} {
		_, _ = w.handle(context.Background(), e)
	}
	f := &figures{witness: w, workers: []*worker{{sent: 3, wrong: []string{"valid: answered 500"}}}, heap: []uint64{1 << 20, 1 << 20, 1 << 30}}
	err := f.check()
	if err == nil {
		t.Fatal("all is well")
	}
	for _, want := range []string{"1 valid deliveries were lost", "1 deliveries were processed twice", "1 forged", "answered 500", "memory grew"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing: %v", want, err)
		}
	}
}
