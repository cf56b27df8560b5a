package archtest

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shellBlock is a block of commands in a page.
var shellBlock = regexp.MustCompile("(?ms)^ *```sh\n(.*?)^ *```")

// TestDocumentedStart builds the server that docs/graphql.md begins with, and sends it what the
// page has curl send.
func TestDocumentedStart(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	page, err := os.ReadFile("../../docs/graphql.md")
	if err != nil {
		t.Fatal(err)
	}
	start, _, _ := strings.Cut(string(page), "## Conventions")
	at := startServer(t, start)
	for commands, want := range map[string]string{
		shellBlock.FindStringSubmatch(start)[1]:              `{"data":{"posts":[{"id":"1","title":"Hello"}]}}` + "\n" + `{"data":{"createPost":{"id":"2"}}}`,
		find(t, page, `(?m)^curl .*GraphQL-Cost: report.*$`): `"extensions":{"operationCost":{"fieldCost":1,"typeCost":2}}}`,
		find(t, page, "(?ms)^query='.*?^curl -G[^\n]*"):      `PERSISTED_QUERY_NOT_FOUND` + "…" + `{"data":{"posts":` + "…" + `{"data":{"posts":`,
	} {
		if strings.Count(commands, "localhost:8911") != strings.Count(commands, "curl ") {
			t.Fatalf("a command asks another server:\n%s", commands)
		}
		sh := exec.CommandContext(t.Context(), "sh", "-ec", strings.ReplaceAll(strings.ReplaceAll(commands, "curl ", "curl -sS -w '\\n' "), "localhost:8911", at))
		out, err := sh.CombinedOutput()
		if err != nil || !hasParts(string(out), strings.Split(want, "…")) {
			t.Errorf("%s\nprints %s (%v)\nwant   %s", commands, out, err, want)
		}
	}
}

// hasParts reports whether a text has parts, one after the other.
func hasParts(text string, parts []string) bool {
	for _, p := range parts {
		_, rest, ok := strings.Cut(text, p)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

func find(t *testing.T, page []byte, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).Find(page)
	if found == nil {
		t.Fatalf("the page has no %s", pattern)
	}
	return string(found)
}

// startServer builds and runs the program of a page, and returns where it listens.
func startServer(t *testing.T, page string) (address string) {
	t.Helper()
	top, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	block := func(language string) []byte {
		return []byte(regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```").FindStringSubmatch(page)[1])
	}
	program, overlay := filepath.Join(dir, "program"), filepath.Join(dir, "overlay.json")
	replaced, _ := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(top, "cmd/documented/main.go"): filepath.Join(dir, "main.go")}})
	for name, text := range map[string][]byte{"main.go": block("go"), "graphql/schema.graphql": block("graphql"), "overlay.json": replaced} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", program, "./cmd/documented")
	build.Dir = top
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	server := exec.CommandContext(t.Context(), program)
	server.Dir = dir
	stdout, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	server.Stderr = server.Stdout
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Wait() }) // the context of a test ends before
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if _, where, ok := strings.Cut(lines.Text(), "Listening on http://"); ok {
			return where
		}
	}
	t.Fatal("the program ended")
	return ""
}
