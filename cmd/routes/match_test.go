package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A path of any length has an answer, and the requests behind it have theirs.
func TestMatchLongPaths(t *testing.T) {
	file := filepath.Join(t.TempDir(), "routes.rb")
	if err := os.WriteFile(file, []byte(`get "a/:id", to: "c#x"`), 0o666); err != nil {
		t.Fatal(err)
	}
	long := func(n int) string { return "/a/" + strings.Repeat("x", n-len("/a/")) }
	lines := "GET " + long(65_536) + "\nGET " + long(65_537) + "\nGET /a/1\n"
	var out, stderr bytes.Buffer
	status := run([]string{"match", "-f", file, "-"}, strings.NewReader(lines), &out, &stderr, func(string) string { return "" })
	text := out.String()
	if status != statusError || strings.Count(text, "status: 200 OK") != 2 || strings.Count(text, "status: 414 Request URI Too Long") != 1 ||
		!strings.Contains(text, "the path is longer than 65536 bytes") {
		t.Errorf("exit status %d, %s", status, strings.ReplaceAll(text, strings.Repeat("x", 60_000), "..."))
	}
	if got := stderr.String(); got != "routes: a request could not be routed\n" {
		t.Errorf("stderr %q", got)
	}
}
