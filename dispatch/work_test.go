package dispatch

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"signalbox/dispatch/internal/match"
	"signalbox/expand"
	"signalbox/internal/regex"
)

// namespaces are requirements as GitLab has them.
const namespaces = `%r{(?!(?:admin|explore|help)/)[a-zA-Z0-9_.][a-zA-Z0-9_.-]*(?<!\.git|\.atom)(?:/(?!(?:blob|tree)/)[a-zA-Z0-9_.][a-zA-Z0-9_.-]*(?<!\.git|\.atom))*}`

// stepsOf counts the work of finding the route of a path.
func stepsOf(t *testing.T, file, path string) (steps int, err error) {
	t.Helper()
	c, err := newCore(routes(t, file), newConfig(nil).settings)
	if err != nil {
		t.Fatal(err)
	}
	const most = 1 << 30
	w := &match.Work{Budget: *regex.NewBudget(most)}
	s := &search{}
	s.Work = w
	r := NewRequest("GET", path, "www.example.com")
	if err := c.prepare(s, r); err != nil {
		t.Fatal(err)
	}
	s.Start("GET")
	if i := s.Find(0); i != match.None && s.Err == nil {
		_, err := s.Capture(c.trie.Routes[i])
		return most - w.Left(), err
	}
	return most - w.Left(), s.Err
}

// To find a route takes no more than the length of the path asks for, whatever the
// requirements are.
func TestMatchingIsLinear(t *testing.T) {
	for _, test := range []struct{ file, start, unit, end string }{
		{`get ":x/y", to: "a#x", x: /(?!admin)\w+/`, "", "/a", ""},
		{`get ":x/y", to: "a#x", x: /(?!admin)\w+/`, "/", "a", "/z"},
		{`get "*x/edit", to: "a#x", x: ` + namespaces, "", "/group", ".git/edit"},
		{`get "*x/edit", to: "a#x", x: ` + namespaces, "", "/group", "/edit"},
		{`get "*x/-/:y", to: "a#x", x: ` + namespaces, "", "/a", ""},
		{`get ":x", to: "a#x", x: /(?!q)(a+)+b/`, "/", "a", ""},
		{`get "*x", to: "a#x", x: /(?:a|aa)+\d/`, "/", "a", ""},
		{`get "*x", to: "a#x", x: /(?:a|\/)+(?<=b)/`, "", "/a", ""},
		{`get "*x/b", to: "a#x", x: /(?:(?!\/c)[a-z\/])+/`, "", "/a", ""},
		{`get "u:x-:y", to: "a#x", x: /(?!q)(a+)+/, y: /(?!z)b+/`, "/u", "a", ""},
		{`get "u/:x", to: "a#x", constraints: { path: /(?!q)(?:\/(a|u)+)+b/ }`, "/u/", "a", ""},
	} {
		path := func(n int) string { return test.start + strings.Repeat(test.unit, n/len(test.unit)) + test.end }
		few, err := stepsOf(t, test.file, path(2000))
		many, err2 := stepsOf(t, test.file, path(8000))
		if err != nil || err2 != nil || many > 5*few+100 {
			t.Errorf("%s: %d steps for 2 kB, %d for 8: %v, %v", test.file, few, many, err, err2)
		}
	}
}

// What is free stays within a million steps for the longest path, and is enough for
// requirements that look around at every edge.
func TestFreeWork(t *testing.T) {
	if most := match.DefaultSteps + match.StepsPerByte*match.MaxPath; most > 1<<20 {
		t.Errorf("a request may take %d steps", most)
	}
	for _, test := range []struct{ file, start, unit, end string }{
		{`get "*x/-/*y/-/*z", to: "a#x", x: ` + namespaces + `, y: ` + namespaces, "", "/a", "/-/b/-/c"},
		{`get "*x", to: "a#x", x: /(?:\b\w+\b\/?)+/`, "", "/a", ""},
		{`get "*x/edit", to: "a#x", x: /.*?(?=\/edit|\z).*/`, "", "/a", "/edit"},
		{`get "*x", to: "a#x", x: /(?=.*a).+(?<=a)/`, "", "/a", ""},
	} {
		path := test.start + strings.Repeat(test.unit, 60_000/len(test.unit)) + test.end
		if steps, err := stepsOf(t, test.file, path); err != nil || steps > match.StepsPerByte*len(path) {
			t.Errorf("%s: %d steps for %d bytes, %v", test.file, steps, len(path), err)
		}
	}
}

// Where it takes more, the request is answered 503.
func TestMatchingHasABound(t *testing.T) {
	file := `
		get "back/*x", to: "a#x", x: /(?:(\w+\/)\w*\1?)*[0-9]/
		get "ok/*x", to: "a#x"
		get "nested/*a/x/*b/x/*c/x/*d/y", to: "a#x", a: /[a-z\/]+/, b: /[a-z\/]+/, c: /[a-z\/]+/, d: /[a-z\/]+/, format: false
		get "nested/z", to: "a#x"`
	for _, test := range []struct {
		path   string
		steps  int
		status int
		route  string // that the log names
	}{
		{"/back/a/a/1", 1000, 200, ""},
		{"/back/" + strings.Repeat("a/", 2000) + "b", match.DefaultSteps, 503, "routes.rb:2: GET /back/*x"},
		{"/ok/" + strings.Repeat("a/", 2000) + "b", 1, 200, ""},
		{"/nested" + strings.Repeat("/x", 30_000), match.DefaultSteps, 503, "routes.rb:4: GET /nested/*a/x"},
		{"/nested" + strings.Repeat("/x", 20), 10_000, 404, ""},
		{"/nested/z", 1, 200, ""},
	} {
		var log logs
		h := router(t, file, Action("a#x", says("x")), WithMatchSteps(test.steps), WithLogger(log.logger()))
		w := get(h, "GET", test.path)
		if w.Code != test.status {
			t.Errorf("%.40s within %d steps: %d, want %d: %s", test.path, test.steps, w.Code, test.status, w.Body)
		}
		if logged := log.take(); test.status == 503 {
			for _, part := range []string{test.route, "takes too many steps", "dispatch.WithMatchSteps"} {
				if !strings.Contains(logged, part) || part != "takes too many steps" && strings.Contains(w.Body.String(), part) {
					t.Errorf("%.40s: the answer is %q, the log %q", test.path, w.Body, logged)
				}
			}
		} else if logged != "" {
			t.Errorf("%.40s logs %s", test.path, logged)
		}
	}
	m, err := NewMatcher(routes(t, file))
	if err != nil {
		t.Fatal(err)
	}
	found := m.Match(NewRequest("GET", "/back/"+strings.Repeat("a/", 2000)+"b", "h"))
	var at *RouteError
	if found.Status != http.StatusServiceUnavailable || !errors.As(found.Err, &at) || at.Route.Index != 0 {
		t.Errorf("a Matcher says %d, %v", found.Status, found.Err)
	}
}

func TestMatchStepsWantsANumber(t *testing.T) {
	if _, err := NewMatcher(routes(t, `root "a#b"`), WithMatchSteps(0)); err == nil {
		t.Error("0 steps are taken")
	}
}

// Whatever a requirement and a path are, a request is answered within its steps, and
// as the plain reference says.
func FuzzRequirements(f *testing.F) {
	for i, pattern := range append(slices.Clone(diceRequirements), `(?!q)(a+)+b`, `(\w+)\1`, `(?>a|ab)+c`, `(a)?(?(1)b|c)+`, `(?<p>a\g<p>?b)`, `(?~ab)c`, `\X+`, `(?:a{1,20}){1,20}b`,
		`[^/]+(?<!\.git|\.atom)`, `(?i:ß|k)+`, `\R|\h++`, namespaces[3:len(namespaces)-1]) {
		for _, path := range []string{"/a/ab/b", "/g/a/b.a/c", "/a/\u00e9a/b", "/g/%2Fa/c"} {
			f.Add(pattern, path, "a", uint16(i))
		}
		f.Add(pattern, "/g/", "a", uint16(65_000))
	}
	file := filepath.Join(f.TempDir(), "routes.rb")
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	f.Fuzz(func(t *testing.T, pattern, path, unit string, repeat uint16) {
		if len(pattern) > 200 {
			t.Skip("it would only take longer")
		}
		text := "q = Regexp.new('" + quote.Replace(pattern) + `')
			get "a/:x/b", to: "c#x", x: q
			get "a-:x", to: "c#x", x: q
			get "g/*x/c", to: "c#x", x: q
			get "*x", to: "c#x", x: q, format: false`
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := expand.Load(file, expand.Options{})
		if err != nil {
			t.Skip(err)
		}
		m, err := NewMatcher(table)
		if err != nil {
			t.Skip(err)
		}
		short := len(path) < 100
		if n := int(repeat); n > len(path) && unit != "" {
			path += strings.Repeat(unit, (n-len(path))/len(unit))
			short = short && n < 100
		}
		r := NewRequest("GET", "/", "www.example.com")
		r.URL.Path = path
		s := &search{}
		if err := m.core.begin(s, r); err != nil {
			return
		}
		i := s.Find(0)
		if left := s.Work.Left(); left < -len(s.Path) {
			t.Errorf("%q on %.100q: went on for %d steps behind the bound", pattern, path, -left)
		}
		var raised *panicError
		if found := m.Match(r); errors.As(found.Err, &raised) {
			t.Fatalf("%v\n%s", raised, raised.stack)
		}
		if s.Err != nil || !short {
			return
		}
		got := -1
		if i != match.None {
			got = int(i)
		}
		want := -1
		if answers := (&reference{table.Routes}).answers("GET", s.Path, ""); len(answers) > 0 {
			want = answers[0].Route
		}
		if got != want {
			t.Errorf("%q on %q: route %d, the reference says %d", pattern, path, got, want)
		}
	})
}

// Wherever the steps of a request end, what is found is what more steps find, or it is
// said that they are spent: of random tables, with few steps.
func TestSpentWorkIsSaid(t *testing.T) {
	spent := 0
	for i := range uint64(60) {
		d, text, trie := randomTrie(t, 5, i)
		if trie == nil {
			continue
		}
		for range 40 {
			path := pick(d, d.requestPath, d.hostilePath)()
			want, _ := answerWithin(trie, path, 1<<30)
			for steps := 1; steps < 1<<16; steps *= 3 {
				got, err := answerWithin(trie, path, steps)
				if errors.Is(err, match.ErrWork) {
					spent++
				} else if got != want {
					t.Fatalf("%.100s within %d steps is %s, want %s, or that they are spent: %v\n%s", path, steps, got, want, err, text)
				}
			}
		}
	}
	if spent < 1000 {
		t.Errorf("the steps were spent %d times", spent)
	}
}

// randomTrie is that of a random table, nil if it cannot be matched, and the dice that made it.
func randomTrie(t *testing.T, seed, i uint64) (d *dice, text string, trie *match.Trie) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, i))
	d = &dice{make([]byte, 1<<14)}
	for j := range d.bytes {
		d.bytes[j] = byte(random.Uint32())
	}
	text = d.table(false) + d.table(false)
	trie, unmatchable := match.Compile(routes(t, text))
	if unmatchable != nil {
		return d, text, nil
	}
	return d, text, trie
}

// answerWithin is which route answers GET of a path, and where its parameters lie.
func answerWithin(trie *match.Trie, path string, steps int) (string, error) {
	s := match.Search{Trie: trie, Work: &match.Work{Budget: *regex.NewBudget(steps)}}
	if err := s.Take(path); err != nil {
		return "", err
	}
	s.Start("GET")
	i := s.Find(0)
	if i == match.None || s.Err != nil {
		return "", s.Err
	}
	ok, err := s.Capture(trie.Routes[i])
	return fmt.Sprint(i, ok, s.Pieces), err
}

// What a route captures of a path alone, for its handler, is what was captured as it was
// found, of random tables.
func TestCapturesAlone(t *testing.T) {
	compared := 0
	for i := range uint64(60) {
		d, text, trie := randomTrie(t, 6, i)
		if trie == nil {
			continue
		}
		for range 200 {
			s := match.Search{Trie: trie}
			if s.Take(pick(d, d.requestPath, d.hostilePath)()) != nil {
				continue
			}
			s.Start(pick(d, "GET", "POST", "DELETE", "HEAD"))
			for i := s.Find(0); i != match.None; i = s.Find(i + 1) {
				ok, err := s.Capture(trie.Routes[i])
				found := fmt.Sprint(ok, err, s.Pieces)
				ok, err = s.CaptureAlone(trie.Routes[i])
				if alone := fmt.Sprint(ok, err, s.Pieces); alone != found {
					t.Fatalf("%s captures %s, alone %s of %s\n%s", trie.Routes[i].Pattern(), found, alone, s.Path, text)
				}
				compared++
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d captures were compared", compared)
	}
}
