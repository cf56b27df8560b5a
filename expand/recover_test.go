package expand

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLostStatements draws blocks of which nobody knows what runs them: an error
// in one loses the statement that it ends, with its lines told.
func TestLostStatements(t *testing.T) {
	for _, tt := range []struct{ name, src, rows, told string }{
		{
			"statement of an unknown word", `
gem_word :x do
  get "a", to: "a#a"
  get "bad", on: :somewhere
  get "b", to: "a#b"
end`, "/a /b", "4: the block of `gem_word` raises \"Unknown scope :somewhere given to :on\": the statement at line 4 is skipped; define `gem_word` or fix the block",
		},
		{
			"block of an unknown object", `
Flags.on do
  get "a", to: 5
  get "b", to: "a#b"
end`, "/b", "3: the block of `Flags.on` raises \":to must respond to `action` or `call`, or it must be a String that includes '#', or the controller should be implicit\": the statement at line 3 is skipped; define `Flags.on` or fix the block",
		},
		{
			"inside of blocks and conditions", `
gem_word :x do
  namespace :n do
    if true
      get "a", to: "a#a"
      nil.foo
      get "b", to: "a#b"
    end
  end
  %w[x y].each do |x|
    get "#{x}1", to: "a#x"
    raise "no" if x == "x"
    get "#{x}2", to: "a#x"
  end
end`, "/n/a /n/b /x1 /x2 /y1 /y2", "6: the block of `gem_word` raises \"undefined method 'foo' for nil\": the statement at line 6 is skipped; define `gem_word` or fix the block\n12: the block of `gem_word` raises \"no\": the statement at line 12 is skipped; define `gem_word` or fix the block",
		},
		{
			"statement of several lines", `
gem_word :x do
  resources :posts, path: nil.foo,
            only: [:index] do
    get "a"
  end
  get "b", to: "a#b"
end`, "/b", "3: the block of `gem_word` raises \"undefined method 'foo' for nil\": the statement at lines 3 to 5 is skipped; define `gem_word` or fix the block",
		},
		{
			"variable whose assignment failed", `
gem_word :x do
  a = nil.foo
  get "#{a}/x", to: "a#x"
end`, "/:nil.foo/x", "3: the block of `gem_word` raises \"undefined method 'foo' for nil\": the statement at line 3 is skipped; define `gem_word` or fix the block",
		},
		{
			"error within a method", `
def helper
  nil.foo
  get "never", to: "a#b"
end
gem_word :x do
  helper
  get "b", to: "a#b"
end`, "/b", "3: the block of `gem_word` raises \"undefined method 'foo' for nil\": the statement at line 7 is skipped; define `gem_word` or fix the block",
		},
		{
			"one of several on a line", `
gem_word(:x) { get "a", to: "a#a"; nil.foo; get "b", to: "a#b" }`, "/a /b", "2: the block of `gem_word` raises \"undefined method 'foo' for nil\": the statement at line 2 is skipped; define `gem_word` or fix the block",
		},
		{
			"error that the block rescues", `
gem_word :x do
  begin
    nil.foo
    get "never", to: "a#b"
  rescue NoMethodError
    get "b", to: "a#b"
  end
end`, "/b", "",
		},
		{
			"end of an enumerator", `
gem_word :x do
  e = %w[a b].each
  loop do
    get e.next, to: "a#b"
  end
end`, "/a /b", "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := load(t, tt.src)
			var rows, told []string
			for _, r := range table.Routes {
				rows = append(rows, strings.TrimSuffix(r.Path.String(), "(.:format)"))
				if len(r.Conditions) == 0 {
					t.Errorf("%s is not marked", r.Path)
				}
			}
			for _, d := range table.Diagnostics {
				if strings.HasPrefix(d.Summary, "the block of ") {
					told = append(told, fmt.Sprintf("%d: %s", d.Pos.Line, d.Summary))
				}
			}
			if diff := cmp.Diff(tt.rows, strings.Join(rows, " ")); diff != "" {
				t.Errorf("rows (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(tt.told, strings.Join(told, "\n")); diff != "" {
				t.Errorf("told (-want +got)\n%s", diff)
			}
		})
	}
}
