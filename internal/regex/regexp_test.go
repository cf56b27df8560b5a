package regex

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A row is what Ruby said of one pattern; testdata/gen.rb wrote it.
type row struct {
	Ruby     string
	Pattern  string
	Options  string
	Input    *string
	From     int
	Match    []int
	Names    []string
	Inspect  string
	ToS      string `json:"to_s"`
	Error    string
	Template *string
	Sub      string
	Gsub     string
}

func rows(t testing.TB, path string) []row {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Ruby == "" { // the first line is the stamp
			out = append(out, r)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRuby(t *testing.T) {
	path := "testdata/regex.jsonl"
	if p := os.Getenv("REGEX_ROWS"); p != "" {
		path = p
	}
	all := rows(t, path)
	if len(all) < 300 {
		t.Fatalf("%d rows, want at least 300", len(all))
	}
	unsupported := 0
	for _, r := range all {
		re, err := Compile(r.Pattern, ParseOptions(r.Options))
		var refused *UnsupportedError
		if errors.As(err, &refused) {
			unsupported++
			continue
		}
		name := Inspect(r.Pattern, ParseOptions(r.Options))
		if r.Error != "" {
			if err == nil {
				t.Errorf("%s compiled, want error %q", name, r.Error)
			} else if err.Error() != r.Error {
				t.Errorf("%s\n got %s\nwant %s", name, err, r.Error)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkForms(t, re, r)
		if r.Input != nil {
			checkMatch(t, re, r)
		}
	}
	t.Logf("%d rows, %d refused as unsupported", len(all), unsupported)
	if unsupported > 3 {
		t.Errorf("%d patterns are unsupported", unsupported)
	}
}

func checkForms(t *testing.T, re *Regexp, r row) {
	t.Helper()
	if got := re.Inspect(); got != r.Inspect {
		t.Errorf("%q inspect: got %q, want %q", r.Pattern, got, r.Inspect)
	}
	if got := re.String(); got != r.ToS {
		t.Errorf("%q to_s: got %q, want %q", r.Pattern, got, r.ToS)
	}
	if !slices.Equal(re.Names(), r.Names) {
		t.Errorf("%q names: got %q, want %q", r.Pattern, re.Names(), r.Names)
	}
}

func checkMatch(t *testing.T, re *Regexp, r row) {
	t.Helper()
	m, err := re.Match(*r.Input, r.From, nil)
	if err != nil {
		t.Errorf("%s on %q: %v", re.Inspect(), *r.Input, err)
		return
	}
	if !slices.Equal(m, r.Match) || (m == nil) != (r.Match == nil) {
		t.Errorf("%s on %q from %d: got %v, want %v", re.Inspect(), *r.Input, r.From, m, r.Match)
	}
	if ok, err := re.MatchString(*r.Input); r.From == 0 && (err != nil || ok != (r.Match != nil)) {
		t.Errorf("%s MatchString %q: got %v, %v", re.Inspect(), *r.Input, ok, err)
	}
	if r.Template == nil {
		return
	}
	if got, _, err := re.Sub(*r.Input, *r.Template); err != nil || got != r.Sub {
		t.Errorf("%q.sub(%s, %q): got %q, %v, want %q", *r.Input, re.Inspect(), *r.Template, got, err, r.Sub)
	}
	if got, err := re.Gsub(*r.Input, *r.Template); err != nil || got != r.Gsub {
		t.Errorf("%q.gsub(%s, %q): got %q, %v, want %q", *r.Input, re.Inspect(), *r.Template, got, err, r.Gsub)
	}
}

func TestLimits(t *testing.T) {
	for name, src := range map[string]string{
		"long":    strings.Repeat("a", MaxSource+1),
		"deep":    strings.Repeat("(", 500) + strings.Repeat(")", 500),
		"classes": strings.Repeat("[", 500) + "a" + strings.Repeat("]", 500),
		"calls":   `(?<a>xxxxxxxxxx)(?<b>` + strings.Repeat(`\g<a>`, 300) + `)(?<c>` + strings.Repeat(`\g<b>`, 300) + `)`,
	} {
		var limit *LimitError
		if _, err := Compile(src, 0); !errors.As(err, &limit) {
			t.Errorf("%s: got %v, want a LimitError", name, err)
		}
	}
}

// A match may do so much work, and several matches together.
func TestBudget(t *testing.T) {
	for _, src := range []string{`(a*)*\1b`, `(?<n>a(?:\g<n>|a)*)b`} {
		re, text := MustCompile(src, 0), strings.Repeat("a", 40)
		if _, err := re.Match(text, 0, NewBudget(1<<16)); !errors.Is(err, ErrBudget) {
			t.Errorf("%s: got %v, want ErrBudget", re.Inspect(), err)
		}
	}
	re, b := MustCompile(`(?!x)\w+`, 0), NewBudget(1000)
	for range 1000 {
		if _, err := re.Match("some words", 0, b); err != nil {
			if !errors.Is(err, ErrBudget) || b.Left() >= 0 {
				t.Errorf("got %v with %d steps left", err, b.Left())
			}
			return
		}
	}
	t.Errorf("%d steps are left of 1000", b.Left())
}

func TestEncoding(t *testing.T) {
	if _, err := MustCompile("a", 0).Match("a\xff", 0, nil); !errors.Is(err, ErrEncoding) {
		t.Errorf("got %v, want ErrEncoding", err)
	}
}

func TestEscape(t *testing.T) {
	const want = `\ \t\n\v\f\r\[\]\{\}\(\)\|\-\*\.\\\?\+\^\$\#/&~'"é`
	if got := Escape(" \t\n\v\f\r[]{}()|-*.\\?+^$#/&~'\"é"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestConcurrentUse(t *testing.T) {
	re := MustCompile(`(?<!x)(\w+)\b`, 0)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, s := range []string{"abc", "été abc", "abc\n"} {
				if m, err := re.Match(s, 0, nil); m == nil || err != nil {
					t.Errorf("%q: %v, %v", s, m, err)
				}
			}
		})
	}
	wg.Wait()
}

func ExampleRegexp_Match() {
	re := MustCompile(`(?<id>\d+)(?!x)`, 0)
	m, err := re.Match("été 42", 0, nil)
	fmt.Println(m, err, re.Names(), re.Inspect())
	// Output: [6 8 6 8] <nil> [id] /(?<id>\d+)(?!x)/
}

func FuzzCompile(f *testing.F) {
	for _, r := range rows(f, "testdata/regex.jsonl") {
		input := ""
		if r.Input != nil {
			input = *r.Input
		}
		f.Add(r.Pattern, uint8(ParseOptions(r.Options)), input)
	}
	f.Fuzz(func(t *testing.T, src string, opts uint8, input string) {
		re, err := Compile(src, Options(opts))
		_, _ = Inspect(src, Options(opts)), ToS(src, Options(opts))
		if err != nil || len(input) > 1000 {
			return
		}
		m, err := re.Match(input, 0, NewBudget(1<<22))
		if err != nil && !errors.Is(err, ErrBudget) && !errors.Is(err, ErrEncoding) {
			t.Errorf("%s: %v", re.Inspect(), err)
		}
		for i := 0; i+1 < len(m); i += 2 {
			if m[i] < -1 || m[i+1] > len(input) || (m[i] < 0) != (m[i+1] < 0) {
				t.Errorf("%s on %q: offsets %v", re.Inspect(), input, m)
			}
		}
	})
}
