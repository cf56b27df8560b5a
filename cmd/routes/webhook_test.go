package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWebhookVerifiers compares answers with those of the JavaScript package
// @redwoodjs/api 8.9.0, which hooks/testdata/verifiers.jsonl records. Where want
// is not what the package said, that stands in redwood, and the reason in why. A
// row with skip may be answered either way.
func TestWebhookVerifiers(t *testing.T) {
	recorded, err := os.ReadFile("../../hooks/testdata/verifiers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := run([]string{"webhook", "verify", "--json", "-"}, bytes.NewReader(recorded), &stdout, &stderr, func(string) string { return "" })
	if status != 0 || stderr.Len() > 0 {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
	type answer struct {
		OK    bool   `json:"ok"`
		Value any    `json:"value"`
		Error string `json:"error"`
	}
	answers := bufio.NewScanner(&stdout)
	compared := 0
	for line := range bytes.Lines(recorded) {
		var row struct {
			Name, Skip string
			Want       answer
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() {
			t.Fatalf("no answer to %s", row.Name)
		}
		var got answer
		if err := json.Unmarshal(answers.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
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
