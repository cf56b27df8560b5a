package dispatch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand"
)

// TestRandomTablesAgainstRails asks real Rails about random tables; it is run by
// scripts/compare-requests, which names the command that answers requests
// against the routes file FILE in RAILS_ANSWERS.
func TestRandomTablesAgainstRails(t *testing.T) {
	command := os.Getenv("RAILS_ANSWERS")
	if command == "" {
		t.Skip("scripts/compare-requests runs it")
	}
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	asked := 0
	for i := range number("TABLES", 10) {
		random := rand.New(rand.NewPCG(uint64(number("SEED", 1)), uint64(i)))
		d := &dice{make([]byte, 1<<16)}
		for j := range d.bytes {
			d.bytes[j] = byte(random.Uint32())
		}
		asked += compareWithRails(t, command, d)
	}
	t.Logf("%d requests", asked)
}

func compareWithRails(t *testing.T, command string, d *dice) int {
	t.Helper()
	file := filepath.Join(t.TempDir(), "routes.rb")
	text := d.table(true) + d.table(true) + d.table(true)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := expand.Load(file, expand.Options{})
	if err != nil {
		return 0 // Rails refuses it too, says package expand
	}
	m, err := NewMatcher(table)
	if err != nil {
		return 0
	}
	var in bytes.Buffer
	var requests []goldenRequest
	for range 200 {
		g := goldenRequest{Method: pick(d, "GET", "GET", "POST", "HEAD", "DELETE", "OPTIONS"), Path: d.requestPath(), Host: pick(d, diceHosts...)}
		if !simpleText(g.Path) { // servers hand on bytes, the command characters
			continue
		}
		requests = append(requests, g)
		fmt.Fprintf(&in, "{\"method\":%q,\"path\":%q,\"host\":%q}\n", g.Method, g.Path, g.Host)
	}
	args := strings.Fields(strings.ReplaceAll(command, "FILE", file))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if diff := cmp.Diff(answerOfRails(t, line), answerOfMatcher(m.Match(requests[i].request()))); diff != "" {
			t.Errorf("%s http://%s%s (-Rails +signalbox)\n%s\n%s", requests[i].Method, requests[i].Host, requests[i].Path, diff, text)
			break
		}
	}
	return len(requests)
}

// An oracleAnswer is what counts of an answer.
type oracleAnswer struct {
	Status   int
	Route    int // -1 without
	Params   string
	Location string
}

func answerOfRails(t *testing.T, line string) oracleAnswer {
	t.Helper()
	var a goldenAnswer
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	got := oracleAnswer{Status: int(a.Status), Route: -1, Location: a.Location}
	if a.Route != nil && a.Error == "" {
		got.Route = *a.Route
		got.Params = fmt.Sprint(withoutFixed(a.Params))
	}
	return got
}

func answerOfMatcher(found *Match) oracleAnswer {
	got := oracleAnswer{Status: found.Status, Route: -1, Location: found.Location}
	if found.Route != nil {
		got.Route = found.Route.Index
		got.Params = fmt.Sprint(withoutFixed(jsonMap(found.Params)))
	}
	return got
}

// withoutFixed leaves controller and action out.
func withoutFixed(params map[string]any) map[string]any {
	delete(params, "controller")
	delete(params, "action")
	return params
}
