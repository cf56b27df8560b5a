package regex

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"unicode/utf8"
)

// A sample is what Ruby made of a random pattern; testdata/random.rb wrote it.
type sample struct {
	pattern string
	options Options
	text    string
	from    int
	match   []int
	err     string
}

func (s *sample) UnmarshalJSON(b []byte) error {
	var fields []json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return err
	}
	into := []any{&s.pattern, &s.options, &s.text, &s.from, &s.match}
	if fields[4][0] == '"' {
		into[4] = &s.err
	}
	for i := range into {
		if err := json.Unmarshal(fields[i], into[i]); err != nil {
			return err
		}
	}
	return nil
}

func samples(t testing.TB) []sample {
	path := "testdata/random.jsonl"
	if p := os.Getenv("REGEX_RANDOM"); p != "" {
		path = p
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []sample
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var s sample
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func TestRandom(t *testing.T) {
	list := samples(t)
	if len(list) < 5000 {
		t.Errorf("%d samples, want at least 5000", len(list))
	}
	bad := 0
	for _, s := range list {
		re, err := Compile(s.pattern, s.options)
		switch {
		case s.err != "":
			if err == nil || err.Error() != s.err {
				t.Errorf("%s: got error %v, want %q", Inspect(s.pattern, s.options), err, s.err)
				bad++
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", Inspect(s.pattern, s.options), err)
			bad++
			continue
		}
		for _, always := range []bool{false, true} {
			m, err := matchWith(re, s, always)
			if err != nil || !slices.Equal(m, s.match) || (m == nil) != (s.match == nil) {
				t.Errorf("%s on %q from %d, memo at once: %v: got %v, %v, want %v", re.Inspect(), s.text, s.from, always, m, err, s.match)
				bad++
			}
		}
		if bad > 50 {
			t.Fatal("many differences")
		}
	}
}

// matchWith matches with a memo from the beginning, or as usual.
func matchWith(re *Regexp, s sample, memo bool) ([]int, error) {
	search, err := re.Search(s.text)
	if err != nil {
		return nil, err
	}
	return search.machine.search(s.from, NewBudget(1<<24), func(m *machine) bool {
		if memo {
			m.alarm = m.left
		}
		return m.forward()
	})
}

// A match ends within its budget, and does not depend on when its memo begins.
func FuzzMatch(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.pattern, uint8(s.options), s.text, s.from)
	}
	f.Fuzz(func(t *testing.T, pattern string, options uint8, text string, from int) {
		re, err := Compile(pattern, Options(options))
		if err != nil || !utf8.ValidString(text) || from < 0 || from > len(text) || from < len(text) && !utf8.RuneStart(text[from]) {
			return
		}
		s := sample{text: text, from: from}
		late, lateErr := matchWith(re, s, false)
		soon, soonErr := matchWith(re, s, true)
		if lateErr == nil && soonErr == nil && !slices.Equal(late, soon) {
			t.Errorf("%s on %q from %d: got %v, and %v with a memo from the beginning", re.Inspect(), text, from, late, soon)
		}
		for i := 0; i+1 < len(late); i += 2 {
			if late[i] < -1 || late[i+1] > len(text) || (late[i] < 0) != (late[i+1] < 0) {
				t.Errorf("%s on %q: offsets %v", re.Inspect(), text, late)
			}
		}
	})
}
