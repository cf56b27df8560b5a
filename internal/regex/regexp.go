package regex

import (
	"errors"
	"math"
	"slices"
	"strings"
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

// ParseOptions returns the flags of the letters behind a literal; u, n, e, s and o change nothing here.
//
//	ParseOptions("mi") // Multiline | IgnoreCase
func ParseOptions(letters string) (o Options) {
	for i := range len(letters) {
		o = o.with(letters[i], true)
	}
	return o
}

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

// A Regexp is a compiled regular expression. It is safe for concurrent use.
//
//	/(?<year>\d+)-(\d+)/i
type Regexp struct {
	source    string
	opts      Options
	names     []string
	byName    map[string][]int
	numGroups int
	prog      *program
}

// Compile parses a pattern written as in Ruby. The error is a *[SyntaxError], *[UnsupportedError] or *[LimitError].
//
//	Regexp.new('\A\d+\z', Regexp::IGNORECASE)
func Compile(source string, opts Options) (*Regexp, error) {
	return CompileWithin(source, opts, NewBudget(math.MaxInt))
}

// The work of compiling, in steps.
const (
	stepsPerByte = 64 // of the pattern
	stepsPerInst = 128
)

// CompileWithin is [Compile] within a budget, for patterns that are computed; the error is [ErrBudget] when it is spent.
func CompileWithin(source string, opts Options, b *Budget) (*Regexp, error) {
	opts &= IgnoreCase | Extended | Multiline
	if !b.Spend(min(len(source), MaxSource) * stepsPerByte) {
		return nil, ErrBudget
	}
	p, err := parse(source, opts)
	if err != nil {
		return nil, err
	}
	prog, err := compile(p, b)
	if err != nil {
		return nil, err
	}
	return &Regexp{source: source, opts: opts, names: p.names, byName: p.byName, numGroups: p.numGroups, prog: prog}, nil
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

// GroupNames returns the names of the groups by number, "" for the whole match and for groups
// without a name; nil if none has one.
func (re *Regexp) GroupNames() []string {
	if len(re.names) == 0 {
		return nil
	}
	byGroup := make([]string, re.numGroups+1)
	for _, name := range re.names {
		for _, n := range re.byName[name] {
			byGroup[n] = name
		}
	}
	return byGroup
}

// Groups gives the numbers of the groups of a name, nil if there is none. When several matched, the last counts.
//
//	/(?<a>.)(?<a>.)/.named_captures  # {"a"=>[1, 2]}
func (re *Regexp) Groups(name string) []int { return slices.Clone(re.byName[name]) }

// Check returns the *[SyntaxError] that Ruby has for a pattern, without compiling it; nil for others that [Compile] refuses.
func Check(source string, opts Options) error {
	_, err := parse(source, opts&(IgnoreCase|Extended|Multiline))
	if e := new(SyntaxError); errors.As(err, &e) {
		return e
	}
	return nil
}
