package rubytext

import (
	"encoding/json"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A row is a line that testdata/gen.rb wrote: a function and its arguments.
type row struct {
	function string
	args     []any
}

func (r row) text(i int) string { return r.args[i].(string) }
func (r row) flag(i int) bool   { return r.args[i].(bool) }

func (r row) int(i int) int {
	n, _ := r.args[i].(json.Number).Int64()
	return int(n)
}

// TestAsRuby compares every function with the method of Ruby's that it is like.
func TestAsRuby(t *testing.T) {
	f, err := os.Open("testdata/ruby.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for d := json.NewDecoder(f); ; {
		d.UseNumber()
		var line []any
		if err := d.Decode(&line); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		r := row{line[0].(string), line[1].([]any)}
		call := functions[r.function]
		if call == nil {
			t.Fatalf("no function %s", r.function)
		}
		seen[r.function] = true
		if diff := cmp.Diff(line[2], asJSON(t, call(r))); diff != "" {
			t.Errorf("%s(%#v) (-Ruby +this):\n%s", r.function, r.args, diff)
		}
	}
	for name := range functions {
		if !seen[name] {
			t.Errorf("no row of %s", name)
		}
	}
}

// asJSON makes a result what the decoder makes of Ruby's.
func asJSON(t *testing.T, v any) (out any) {
	if b, ok := v.([]byte); ok {
		list := make([]int, len(b))
		for i := range b {
			list[i] = int(b[i])
		}
		v = list
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// functions call the package with the arguments of a row.
var functions = map[string]func(row) any{
	"Upcase":       func(r row) any { return Upcase(r.text(0), r.flag(1)) },
	"Downcase":     func(r row) any { return Downcase(r.text(0), r.flag(1)) },
	"Capitalize":   func(r row) any { return Capitalize(r.text(0), r.flag(1)) },
	"Swapcase":     func(r row) any { return Swapcase(r.text(0), r.flag(1)) },
	"FoldCase":     func(r row) any { return FoldCase(r.text(0)) },
	"Quote":        func(r row) any { return Quote(r.text(0)) },
	"QuoteASCII":   func(r row) any { return QuoteASCII(r.text(0)) },
	"QuoteJSON":    func(r row) any { return QuoteJSON(r.text(0)) },
	"QuoteSymbol":  func(r row) any { return QuoteSymbol(r.text(0)) },
	"EscapeHTML":   func(r row) any { return EscapeHTML(r.text(0)) },
	"UnescapeHTML": func(r row) any { return UnescapeHTML(r.text(0)) },
	"Delete":       onSet(func(s string, sets CharSets) any { return sets.Delete(s) }),
	"Squeeze":      onSet(func(s string, sets CharSets) any { return sets.Squeeze(s) }),
	"Count":        onSet(func(s string, sets CharSets) any { return sets.Count(s) }),
	"Tr":           func(r row) any { return orNil(Tr(r.text(0), r.text(1), r.text(2), r.flag(3))) },
	"ScanInt": func(r row) any {
		n, _, err := ScanInt(r.text(0), r.int(1))
		return orNil(n, err)
	},
	"ParseInt": func(r row) any { return orNil(ParseInt(r.text(0), r.int(1))) },
	"ScanFloat": func(r row) any {
		f, _ := ScanFloat(r.text(0))
		return FormatFloat(f)
	},
	"ParseFloat": func(r row) any {
		if f, ok := ParseFloat(r.text(0)); ok {
			return FormatFloat(f)
		}
		return nil
	},
	"FormatFloat": func(r row) any { return FormatFloat(float(r.args[0])) },
	"format":      func(r row) any { return directive(r.text(0), r.args[1]) },
	"Succ":        func(r row) any { return Succ(r.text(0)) },
	"Chomp":       func(r row) any { return Chomp(r.text(0)) },
	"Lines":       lines,
	"Split":       split,
	"Span": func(r row) any {
		lo, hi, ok := Span(r.text(0), r.int(1), r.int(2))
		if !ok {
			return nil
		}
		return r.text(0)[lo:hi]
	},
}

func orNil[T any](v T, err error) any {
	if err != nil {
		return nil
	}
	return v
}

func onSet(f func(string, CharSets) any) func(row) any {
	return func(r row) any {
		set, err := ParseCharSet(r.text(1))
		if err != nil {
			return nil
		}
		return f(r.text(0), CharSets{set})
	}
}

func float(v any) float64 {
	f, _ := v.(json.Number).Float64()
	return f
}

var directivePattern = regexp.MustCompile(`^%([-+ 0#]*)(\d*)(?:\.(\d))?(\w)(.*)$`)

// directive formats with a format of one directive.
func directive(format string, arg any) string {
	m := directivePattern.FindStringSubmatch(format)
	has := func(flag string) bool { return strings.Contains(m[1], flag) }
	d := &Directive{Minus: has("-"), Plus: has("+"), Space: has(" "), Zero: has("0"), Alt: has("#"), Precision: -1, Verb: m[4][0]}
	d.Width, _ = strconv.Atoi(m[2])
	if m[3] != "" {
		d.Precision, _ = strconv.Atoi(m[3])
	}
	if s, ok := arg.(string); ok {
		return d.Text(s) + m[5]
	}
	n, err := arg.(json.Number).Int64()
	switch {
	case err != nil:
		return d.Float(float(arg))
	case d.Verb == 'f':
		return d.Whole(n)
	}
	return d.Int(n)
}

func lines(r row) any {
	list := []string{}
	for rest := r.text(0); rest != ""; {
		var line string
		line, rest = CutLine(rest, r.text(1), r.flag(2))
		list = append(list, line)
	}
	return list
}

// split takes off the empty parts that Ruby does, and splits no empty text.
func split(r row) any {
	list := []string{}
	if r.text(0) == "" {
		return list
	}
	list = slices.AppendSeq(list, Split(r.text(0), r.text(1), r.int(2)))
	for r.int(2) == 0 && len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}
