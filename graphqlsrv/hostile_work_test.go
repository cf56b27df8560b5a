package graphqlsrv_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"signalbox/graphqlsrv"
)

// TestHostileWork: the statements that run while a request is answered grow as it does, whatever
// its shape, also where the server bounds nothing. Go counts them, as for coverage, in a process
// for each request.
func TestHostileWork(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests again")
	}
	program := filepath.Join(t.TempDir(), "hostile")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-covermode=atomic", "-coverpkg=signalbox/graphqlsrv/...,github.com/vektah/gqlparser/...,github.com/go-json-experiment/json/...,github.com/coder/websocket", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	started := statements(t, program, "bounded POST 0 deep selection")
	for _, way := range []string{"unbounded POST", "bounded WebSocket"} {
		for name := range payloads {
			if way == "unbounded POST" && (name == "deep lists" || name == "fragments twice") {
				continue // ask for much more than they say
			}
			t.Run(way+"/"+name, func(t *testing.T) {
				t.Parallel()
				quarter := statements(t, program, way+" 100000 "+name) - started
				whole := statements(t, program, way+" 400000 "+name) - started
				if whole > 21*max(quarter, 0)/5+20_000 {
					t.Errorf("100 kB take %d statements, 400 kB %d", quarter, whole)
				}
			})
		}
	}
}

// TestHostileRequest is what TestHostileWork has a process do: to answer a request.
func TestHostileRequest(t *testing.T) {
	words := strings.SplitN(os.Getenv("HOSTILE_REQUEST"), " ", 4)
	if len(words) < 4 {
		t.Skip("TestHostileWork runs it")
	}
	options := map[string][]graphqlsrv.Option{"unbounded": bare}[words[0]]
	size, _ := strconv.Atoi(words[2])
	protocols[words[1]](t, newMarket(t, options...), payloads[words[3]](size))()
}

// statements returns how many statements run while a process answers a request.
func statements(t *testing.T, program, request string) (n int) {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	one := exec.CommandContext(t.Context(), program, "-test.run=^TestHostileRequest$", "-test.coverprofile="+profile)
	one.Env = append(os.Environ(), "HOSTILE_REQUEST="+request)
	if out, err := one.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) { // file.go:1.2,3.4 statements times
		if words := strings.Fields(line); len(words) == 3 {
			of, _ := strconv.Atoi(words[1])
			times, _ := strconv.Atoi(words[2])
			n += of * times
		}
	}
	return n
}
