package dispatch

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"signalbox/dispatch/internal/match"
	"signalbox/dispatch/internal/rack"
	"signalbox/expand"
	"signalbox/internal/testservice"
)

// TestRandomTablesAgainstRails asks real Rails about random tables; it is run by
// scripts/judge/run rails requests.
func TestRandomTablesAgainstRails(t *testing.T) {
	rails := testservice.NewRails(t, "rails requests")
	asked, bounded, slow := 0, 0, 0
	for _, random := range rails.Tables() {
		d := &dice{make([]byte, 1<<16)}
		for j := range d.bytes {
			d.bytes[j] = byte(random.Uint32())
		}
		n, over, long := compareWithRails(t, rails, d)
		asked, bounded, slow = asked+n, bounded+over, slow+long
	}
	t.Logf("%d requests, %d of them beyond the bounds of matching, %d for which Rails takes too long", asked, bounded, slow)
}

func compareWithRails(t *testing.T, rails testservice.Rails, d *dice) (asked, bounded, slow int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "routes.rb")
	text := d.table(true) + d.table(true) + d.table(true)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := expand.Load(file, expand.Options{})
	if err != nil {
		return 0, 0, 0 // Rails refuses it too, says package expand
	}
	m, err := NewMatcher(table)
	if err != nil {
		return 0, 0, 0
	}
	var met served
	router := recordingRouter(t, table, nil, false, &met)
	var lines [][]byte
	var requests []goldenRequest
	for range 200 {
		g := d.request()
		if strings.ContainsFunc(g.Path, func(r rune) bool { return r == '\n' || r >= utf8.RuneSelf }) { // servers hand on bytes, the command characters
			continue
		}
		requests = append(requests, g)
		line, err := json.Marshal(map[string]any{"method": g.Method, "path": g.Path, "host": g.Host, "headers": g.Headers})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	answers, err := rails.Answers(file, lines)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, line := range answers {
		found, want := m.Match(requests[i].request()), answerOfRails(t, line)
		if malformed := slices.Contains(malformedHosts, requests[i].Headers["X-Forwarded-Host"]); malformed && (errors.Is(found.Err, rack.ErrBadHost) || want.Status == 500) {
			continue // 400 on purpose; Rails also asks the routes behind the answer
		}
		if want.Status == 500 && strings.HasPrefix(found.Location, "http") && strings.Contains(found.Location, "//[") {
			continue // the URI of Ruby 3.1 refuses //[::1]/, that of later ones takes it
		}
		if want.Status == 0 {
			slow++
			continue
		}
		if errors.Is(found.Err, match.ErrWork) {
			bounded++ // 503 on purpose; Rails goes on for as long as it takes
			continue
		}
		if diff := cmp.Diff(want, answerOfMatcher(found)); diff != "" {
			t.Errorf("%s http://%s%.300s %v (-Rails +signalbox)\n%s\n%v\n%s", requests[i].Method, requests[i].Host, requests[i].Path, requests[i].Headers, diff, found.Err, text)
			break
		}
		met = served{}
		w := httptest.NewRecorder()
		router.ServeHTTP(w, requests[i].request())
		if diff := cmp.Diff(want, answerOfRouter(w, &met, found)); diff != "" {
			t.Errorf("served: %s http://%s%.300s %v (-Rails +signalbox)\n%s\n%s", requests[i].Method, requests[i].Host, requests[i].Path, requests[i].Headers, diff, text)
			break
		}
	}
	return len(requests), bounded, slow
}

// malformedHosts are answered 400 where the host counts; Rails has several answers.
var malformedHosts = []string{"a b", "evil.example/x", "[::1", "a@b", "a.example:port", ","}

// request is a request with all that clients choose.
func (d *dice) request() goldenRequest {
	g := goldenRequest{Method: pick(d, "GET", "GET", "POST", "HEAD", "HEAD", "DELETE", "OPTIONS"), Path: d.requestPath(), Host: pick(d, diceHosts...)}
	if d.roll(4) == 0 {
		g.Path = d.hostilePath()
	}
	if query := d.query(); query != "" {
		g.Path += "?" + query
	}
	g.Headers = map[string]string{}
	if d.roll(6) == 0 {
		g.Headers["X-Forwarded-Host"] = pick(d, append([]string{"app.example", "app.example:8080", "a.example, api.example.com", "[::1]:80"}, malformedHosts...)...)
	}
	if d.roll(8) == 0 {
		g.Headers["X-Forwarded-Proto"] = pick(d, "https", "http", "https, http", "ftp", "")
	}
	return g
}

// An oracleAnswer is what counts of an answer.
type oracleAnswer struct {
	Status   int
	Route    int // -1 without
	Params   string
	Location string
}

func answerOfRails(t *testing.T, line []byte) oracleAnswer {
	t.Helper()
	var a goldenAnswer
	if err := json.Unmarshal(line, &a); err != nil {
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

// answerOfRouter is what a router has answered. Only handlers are told the route and the
// parameters: of redirects and inline endpoints the matcher's count.
func answerOfRouter(w *httptest.ResponseRecorder, met *served, found *Match) oracleAnswer {
	got := answerOfMatcher(found)
	got.Status, got.Location = w.Code, w.Header().Get("Location")
	if met.route != nil {
		got.Route, got.Params = met.route.Index, fmt.Sprint(withoutFixed(jsonOf(met.params)))
	}
	return got
}

// withoutFixed leaves controller and action out.
func withoutFixed(params map[string]any) map[string]any {
	delete(params, "controller")
	delete(params, "action")
	return params
}
