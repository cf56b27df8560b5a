package regex

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// Options are a regular expression's flags, with the values of Regexp::IGNORECASE and so on.
type Options uint8

const (
	IgnoreCase Options = 1 // /a/i
	Extended   Options = 2 // /a/x: white space and comments do not count
	Multiline  Options = 4 // /a/m: the dot matches a newline; ^ and $ always match at lines
)

// String gives the letters in Ruby's order.
//
//	/a/xmi.inspect  # => "/a/mix"
func (o Options) String() string {
	var b strings.Builder
	for _, f := range optionLetters {
		if o&f.bit != 0 {
			b.WriteByte(f.letter)
		}
	}
	return b.String()
}

var optionLetters = []struct {
	letter byte
	bit    Options
}{{'m', Multiline}, {'i', IgnoreCase}, {'x', Extended}}

// with sets or clears the flag of a letter.
func (o Options) with(letter byte, on bool) Options {
	for _, f := range optionLetters {
		switch {
		case f.letter == letter && on:
			o |= f.bit
		case f.letter == letter:
			o &^= f.bit
		}
	}
	return o
}

// MatchTimeout is how long a pattern may run that needs backtracking; the others take linear time.
const MatchTimeout = 500 * time.Millisecond

// A Regexp is a compiled regular expression. It is safe for concurrent use.
//
//	/(?<year>\d+)-(\d+)/i
type Regexp struct {
	source    string
	opts      Options
	root      node
	names     []string
	byName    map[string][]int
	numGroups int

	keep       bool // has \K
	newlines   bool // a final newline in the subject matters
	contextual bool // what stands before the start of a search matters
	programs   [4]program
}

// A program is the pattern printed for one kind of subject, compiled when first needed.
type program struct {
	once sync.Once
	err  error
	caps []int // Ruby's number for each of re's groups
	re   *regexp.Regexp
	bt   *regexp2.Regexp // when re cannot do it

	inside    sync.Once // for searches that do not start at the beginning
	insideErr error
	insideRE  *regexp.Regexp
	body      string
}

// Compile parses a pattern written as in Ruby. The error is a *[SyntaxError], *[UnsupportedError] or *[LimitError].
//
//	Regexp.new('\A\d+\z', Regexp::IGNORECASE)
func Compile(source string, opts Options) (*Regexp, error) {
	opts &= IgnoreCase | Extended | Multiline
	p, err := parse(source, opts)
	if err != nil {
		return nil, err
	}
	re := &Regexp{source: source, opts: opts, root: p.root, names: p.names, byName: p.byName, numGroups: p.numGroups, keep: p.keep}
	walk(p.root, func(n node) {
		if a, ok := n.(*assertNode); ok {
			re.contextual = true
			re.newlines = re.newlines || a.kind == beginLine || a.kind == endTextNewline
		}
	})
	return re, nil
}

// MustCompile is Compile for patterns that are constants of a program; it panics on an error.
func MustCompile(source string, opts Options) *Regexp {
	re, err := Compile(source, opts)
	if err != nil {
		panic(err)
	}
	return re
}

// Source gives the pattern.
//
//	/a.b/i.source  # => "a.b"
func (re *Regexp) Source() string { return re.source }

// Options gives the flags.
//
//	/a/i.options  # => 1
func (re *Regexp) Options() Options { return re.opts }

// String is Regexp#to_s, the form that can be put into another pattern.
//
//	/ab/i.to_s  # => "(?i-mx:ab)"
func (re *Regexp) String() string { return ToS(re.source, re.opts) }

// Inspect is Regexp#inspect.
//
//	Regexp.new("a/b").inspect  # => "/a\\/b/"
func (re *Regexp) Inspect() string { return Inspect(re.source, re.opts) }

// Names gives the names of the groups in order, each once.
//
//	/(?<a>.)(?<b>.)(?<a>.)/.names  # => ["a", "b"]
func (re *Regexp) Names() []string { return slices.Clone(re.names) }

// NumGroups gives the number of groups that capture. Those without a name do not when there are groups with one.
//
//	/(?<a>.)(.)/.match("xy").captures.size  # => 1
func (re *Regexp) NumGroups() int { return re.numGroups }

// Groups gives the numbers of the groups of a name, nil if there is none. When several matched, the last counts.
//
//	/(?<a>.)(?<a>.)/.named_captures  # {"a"=>[1, 2]}
func (re *Regexp) Groups(name string) []int { return slices.Clone(re.byName[name]) }

// MatchString is Regexp#match?.
//
//	/b/.match?("abc")  # => true
func (re *Regexp) MatchString(s string) (bool, error) {
	prog, ascii, err := re.program(s)
	if err != nil {
		return false, err
	}
	if prog.re != nil {
		return prog.re.MatchString(s), nil
	}
	m, err := re.backtrack(prog, s, 0, ascii)
	return m != nil, err
}

// Match searches s from the byte offset from and gives the byte offsets of the match and of its groups: start and end of each, -1 for a
// group that did not take part. It gives nil if there is no match. What stands before from is seen by anchors and look-behind.
// The error is [ErrTimeout] or [ErrEncoding].
//
//	/b(c)?/.match("abc")  # => offsets [1 3 2 3]
func (re *Regexp) Match(s string, from int) ([]int, error) {
	if from < 0 || from > len(s) {
		return nil, nil
	}
	prog, ascii, err := re.program(s)
	if err != nil {
		return nil, err
	}
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	if prog.re != nil {
		return re.linear(prog, s, from)
	}
	return re.backtrack(prog, s, from, ascii)
}

// program gives the program for subjects like s, compiled.
func (re *Regexp) program(s string) (*program, bool, error) {
	sub := subject{ascii: isASCII(s)}
	if !sub.ascii && !utf8.ValidString(s) {
		return nil, false, ErrEncoding
	}
	sub.newline = re.newlines && strings.HasSuffix(s, "\n")
	i := 0
	if sub.ascii {
		i |= 1
	}
	if sub.newline {
		i |= 2
	}
	prog := &re.programs[i]
	prog.once.Do(func() { prog.err = re.compile(prog, sub) })
	return prog, sub.ascii, prog.err
}

func (re *Regexp) compile(prog *program, sub subject) error {
	_, fits := fitsRE2(re.root, sub)
	for _, re2 := range []bool{true, false} {
		if re2 && !fits {
			continue
		}
		p := &printer{subject: sub, re2: re2, keepNum: re.numGroups + 1}
		p.node(re.root)
		if p.tooBig {
			return &LimitError{"too large a pattern: its classes need more than 1 MiB"}
		}
		var err error
		if re2 {
			if prog.re, err = regexp.Compile(p.String()); err == nil {
				prog.caps, prog.body = p.caps, p.String()
				return nil
			}
			continue // too large for Go's regexp, which has limits of its own
		}
		if prog.bt, err = regexp2.Compile(p.String(), regexp2.None); err != nil {
			return &LimitError{"the engine does not take it: " + err.Error()}
		}
		prog.bt.MatchTimeout = MatchTimeout
	}
	return nil
}

// linear runs Go's regexp.
func (re *Regexp) linear(prog *program, s string, from int) ([]int, error) {
	if from == 0 {
		return re.arrange(prog.caps, prog.re.FindStringSubmatchIndex(s), 0), nil
	}
	if !re.contextual {
		return re.arrange(prog.caps, prog.re.FindStringSubmatchIndex(s[from:]), from), nil
	}
	// Go's regexp has no search from an offset. Anchors only look at the character before, so the search runs from there,
	// with that character skipped by the pattern.
	prog.inside.Do(func() {
		prog.insideRE, prog.insideErr = regexp.Compile(`\A(?s:.)(?s:.*?)(` + prog.body + `)`)
	})
	if prog.insideErr != nil {
		return nil, &LimitError{prog.insideErr.Error()}
	}
	_, n := utf8.DecodeLastRuneInString(s[:from])
	m := prog.insideRE.FindStringSubmatchIndex(s[from-n:])
	if m == nil {
		return nil, nil
	}
	return re.arrange(prog.caps, m[2:], from-n), nil
}

// arrange puts an engine's groups in Ruby's order, and moves the start to \K.
func (re *Regexp) arrange(caps []int, m []int, base int) []int {
	if m == nil {
		return nil
	}
	out := make([]int, 2*(re.numGroups+1))
	for i := range out {
		out[i] = -1
	}
	out[0], out[1] = m[0]+base, m[1]+base
	for i, g := range caps {
		lo, hi := m[2*i+2], m[2*i+3]
		switch {
		case lo < 0:
		case g == keepGroup:
			out[0] = max(out[0], lo+base)
		default:
			out[2*g], out[2*g+1] = lo+base, hi+base
		}
	}
	return out
}

// backtrack runs regexp2, which counts in runes.
func (re *Regexp) backtrack(prog *program, s string, from int, ascii bool) ([]int, error) {
	runes := []rune(s)
	start := from
	if !ascii {
		start = utf8.RuneCountInString(s[:from])
	}
	m, err := prog.bt.FindRunesMatchStartingAt(runes, start)
	if err != nil {
		return nil, ErrTimeout
	}
	if m == nil {
		return nil, nil
	}
	out := make([]int, 2*(re.numGroups+1))
	for g := 0; g <= re.numGroups; g++ {
		out[2*g], out[2*g+1] = -1, -1
		if c := m.GroupByNumber(g); c != nil && len(c.Captures) > 0 {
			out[2*g], out[2*g+1] = c.Index, c.Index+c.Length
		}
	}
	if re.keep {
		if c := m.GroupByNumber(re.numGroups + 1); c != nil && len(c.Captures) > 0 {
			out[0] = c.Index
		}
	}
	if !ascii {
		byteOffsets(s, out)
	}
	return out, nil
}

// byteOffsets turns rune offsets in s into byte offsets.
func byteOffsets(s string, offsets []int) {
	table := make([]int, 0, len(s)+1)
	for i := range s {
		table = append(table, i)
	}
	table = append(table, len(s))
	for i, o := range offsets {
		if o >= 0 {
			offsets[i] = table[o]
		}
	}
}
