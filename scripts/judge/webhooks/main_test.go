package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVerifiers compares answers with those of the JavaScript package
// @redwoodjs/api 8.9.0, which hooks/testdata/verifiers.jsonl records. Where want
// is not what the package said, that stands in redwood, and the reason in why. A
// row with skip may be answered either way.
func TestVerifiers(t *testing.T) {
	recorded, err := os.ReadFile("../../../hooks/testdata/verifiers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := answerLines(bytes.NewReader(recorded), &out); err != nil {
		t.Fatal(err)
	}
	answers := json.NewDecoder(&out)
	compared := 0
	for line := range bytes.Lines(recorded) {
		var row struct {
			Name, Skip string
			Want       answer
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		var got answer
		if err := answers.Decode(&got); err != nil {
			t.Fatalf("%s: %v", row.Name, err)
		}
		got.Message = ""
		if row.Want.OK && row.Want.Value == nil {
			row.Want.Value = true
		}
		if row.Skip != "" {
			continue
		}
		compared++
		if diff := cmp.Diff(row.Want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.Name, diff)
		}
	}
	if compared < 390 {
		t.Errorf("%d rows compared", compared)
	}
}
