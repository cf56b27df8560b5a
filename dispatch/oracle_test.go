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

	"signalbox/expand"
)

// TestRandomTablesAgainstRails asks real Rails about random tables. It needs a
// command that takes a routes file and answers requests, one JSON object a line
// with status, route and params, and Ruby with Rails 8.1 behind it:
//
//	RAILS_RECOGNIZE='ruby dump.rb FILE --recognize' TABLES=50 SEED=1 go test -run AgainstRails ./dispatch
func TestRandomTablesAgainstRails(t *testing.T) {
	command := os.Getenv("RAILS_RECOGNIZE")
	if command == "" {
		t.Skip("RAILS_RECOGNIZE names no command")
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
	text := d.table() + d.table() + d.table()
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
		g := goldenRequest{Method: pick(d, "GET", "GET", "POST", "HEAD", "DELETE", "OPTIONS"), Path: d.requestPath()}
		if !simpleText(g.Path) { // servers hand on bytes, dump.rb characters
			continue
		}
		requests = append(requests, g)
		fmt.Fprintf(&in, "{\"method\":%q,\"path\":%q}\n", g.Method, g.Path)
	}
	args := strings.Fields(strings.ReplaceAll(command, "FILE", file))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var want struct {
			Route  *int
			Error  string
			Params map[string]any
		}
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		found := m.Match(requests[i].request())
		got := -1
		if found.Route != nil {
			got = found.Route.Index
		}
		wanted := -1
		if want.Route != nil {
			wanted = *want.Route
		}
		same := got == wanted && (want.Error != "") == (found.Err != nil)
		if same && got >= 0 {
			same = fmt.Sprint(want.Params) == fmt.Sprint(jsonMap(found.Params))
		}
		if !same {
			t.Errorf("%s %s: Rails %s\nsignalbox %d %v %v\n%s", requests[i].Method, requests[i].Path, line, got, found.Params, found.Err, text)
			break
		}
	}
	return len(requests)
}
