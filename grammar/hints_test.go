package grammar

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Slips have one error, at the place that they were made at, and following its hint
// mends the file.
func TestHintsAreFollowed(t *testing.T) {
	const y = "\n  get 'y', to: 'a#b'\nend\n"
	for _, tt := range []struct{ src, want string }{
		{"  resources :posts, only: [:index, :show" + y, "2:41: missing `]` to close `[`"},
		{"  resources(:posts, only: [:index]" + y, "2:35: missing `)` to close `(`"},
		{"  root(to: 'a#b'\nend\n", "2:17: missing `)` to close `(`"},
		{"  resources(:posts, only: [:index, :show," + y, "2:42: missing `]` to close `[`; 2:42: missing `)` to close `(`"},
		{"  get 'x', defaults: { a: 1, to: 'a#b' # why" + y, "2:39: missing `}` to close `{`"},
		{"  get 'x', defaults: {\n    a: 1\n  get 'y'\nend\n", "3:9: missing `}` to close `{`"},
		{"  get 'x', to: redirect { |p, r| '/z'" + y, "2:38: missing `}` to close `{`"},
		{"  get('x', to: ->(e) { [200, {}, []] }" + y, "2:39: missing `)` to close `(`"},
		{"  get 'x', constraints: ->(r) { r.ssl?" + y, "2:39: missing `}` to close `{`"},
		{"  resources :posts do |x\n    get :a\n  end" + y, "2:25: missing `|` to close `|`"},
		{"  constraints(->(r) { r.ssl? } do\n    get 'x'\n  end" + y, "2:31: missing `)` to close `(`"},
		{"  constraints ->(r) { r.ssl? do\n    get 'x'\n  end" + y, "2:29: missing `}` to close `{`"},
		{"  get \"a/#{x\", to: \"b#c\"" + y, "2:13: missing `}` to close `#{`"},
		{"  get \"a/#{x \", to: :c" + y, "2:14: missing `}` to close `#{`"},
		{"  get(\"a/#{x\"" + y, "2:13: missing `}` to close `#{`; 2:14: missing `)` to close `(`"},
		{"  scope(path: 'a') {\n    get 'x'\n  end" + y, "4:3: expected `}` to close `{` opened at line 2, found `end`"},
		{"  resources :posts, only: [\n    :index\n  end" + y, "4:3: expected `]` to close `[` opened at line 2, found `end`"},
		{"  scope 'a' do\n    get 'x'\n  }" + y, "4:3: expected `end` to close `do` opened at line 2, found `}`"},
		{"  scope('a') {\n    resources :x do\n      get 'x'\n    }\n  }" + y, "5:5: expected `end` to close `do` opened at line 3, found `}`"},
		{"  resources :posts do do\n    get :x\n  end" + y, "2:23: one `do` too many"},
		{"  get 'a', to: 'b#c'\n    as: :x" + y, "3:5: expected a statement, found `as:`"},
		{"  resources :a, only: :b\n            path: 'x' do\n    get 'z'\n  end" + y, "3:13: expected a statement, found `path:`"},
		{"  get 'a', to: 'b#c' as :x" + y, "2:22: expected an operator or end of line, found `as`"},
		{"  get 'a', to: 'b#c', 'as' :x" + y, "2:28: expected `,` or `=>`, found `:`"},
		{"  get 'a', 'to' : 'b#c'" + y, "2:17: expected `,` or end of line, found `:`"},
		{"  get 'a', only: [:index :show]" + y, "2:26: expected `,` or `]`, found `:`"},
	} {
		src := "Rails.application.routes.draw do\n" + tt.src
		_, err := Parse("", []byte(src))
		if got := errorsOf(err); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", src, got, tt.want)
			continue
		}
		mended := src
		for range 4 {
			if _, err = Parse("", []byte(mended)); err == nil {
				break
			}
			mended = follow(mended, err)
		}
		if err != nil {
			t.Errorf("%s\nits hints lead to\n%s\n%s", src, mended, Frame([]byte(mended), err))
		}
	}
}

// errorsOf lists errors with their places.
func errorsOf(err error) string {
	var all []string
	var list Errors
	errors.As(err, &list)
	for _, e := range list {
		se := asSyntaxError(e)
		all = append(all, fmt.Sprintf("%d:%d: %s", se.Pos.Line, se.Pos.Column, se.Msg))
	}
	return strings.Join(all, "; ")
}

var (
	addHere   = regexp.MustCompile("^add `(.*)` here$")
	instead   = regexp.MustCompile("^write `(.*?)` instead of this `(.*?)`")
	atLineEnd = regexp.MustCompile(`^is a comma missing at the end of line (\d+)\?$`)
	asKey     = regexp.MustCompile("^is a colon missing: `(.*):`\\?$")
	asOption  = regexp.MustCompile("^are a comma and a colon missing: `(.*)`\\?$")
)

// follow does what the hint of the first error says.
func follow(src string, err error) string {
	se := asSyntaxError(err)
	before, behind := src[:se.Pos.Offset], src[se.Pos.Offset:]
	switch m := se.Hint; {
	case addHere.MatchString(m):
		return before + addHere.FindStringSubmatch(m)[1] + behind
	case instead.MatchString(m):
		words := instead.FindStringSubmatch(m)
		return before + words[1] + strings.TrimPrefix(behind, words[2])
	case m == "remove it":
		return before + behind[len("do"):]
	case atLineEnd.MatchString(m):
		lines := strings.Split(src, "\n")
		n, _ := strconv.Atoi(atLineEnd.FindStringSubmatch(m)[1])
		lines[n-1] += ","
		return strings.Join(lines, "\n")
	case m == "remove the space before the `:` of a key":
		return strings.TrimRight(before, " ") + behind
	case m == "is there a comma missing?":
		return before + "," + behind
	case asKey.MatchString(m):
		return strings.TrimRight(before, " ") + ": " + behind
	case asOption.MatchString(m):
		option := asOption.FindStringSubmatch(m)[1]
		name := strings.Trim(option, ", :")
		return strings.TrimRight(before, " ") + option + strings.TrimPrefix(behind, name)
	}
	return src
}

// A regular expression without its end has the error, not what it takes in.
func TestUnendedRegexps(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"get 'a/:id', constraints: { id: /\\d+ },\n  to: 'b/c'\nget 'y'\n", "1:33: this regular expression goes on over the end of its line, and a later string has no end"},
		{"draw do\n  get 'a/:id', constraints: { id: /\\d+ },\n    to: \"b/c\"\n  get \"y\", to: \"a#b\"\nend\n", "2:35: this regular expression goes on over the end of its line"},
		{"get 'a/:id', id: /\\d+, to: 'b#c'\nget 'y/x', to: 'a#b'\n", "1:18: this regular expression does not end where it seems to: expected `,` or end of line, found a string"},
		{"get 'a/:id', id: /\\d+ }\nget '/b', to: 'b/c'\n", "1:18: this regular expression goes on over the end of its line, and a later string has no end"},
		{"get 'a', id: /\n  x\n/x to: 'b'\n", "3:4: expected `,` or end of line, found `to:`"},
	} {
		_, err := Parse("", []byte(tt.src))
		if got := errorsOf(err); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

// The lines that a merge leaves are one error, but no error in a text.
func TestMergeConflicts(t *testing.T) {
	const conflict = "<<<<<<< HEAD\n  get 'a'\n=======\n  get 'b' do\n>>>>>>> x\n"
	_, err := Parse("", []byte("draw do\n"+conflict+"end\n"))
	if got := errorsOf(err); got != "2:1: the conflict of a merge is not resolved" {
		t.Error(got)
	}
	_, err = Parse("", []byte("x = <<A\n"+conflict+"A\nget 'a' 'b' :c\n"))
	if got := errorsOf(err); got != "8:13: expected `,` or end of line, found `:`" {
		t.Error(got)
	}
}
