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
end`, "/a /b", "4: Unknown scope :somewhere given to :on (Line 4 is)",
		},
		{
			"block of an unknown object", `
Flags.on do
  get "a", to: 5
  get "b", to: "a#b"
end`, "/b", "3: :to must respond to `action` or `call`, or it must be a String that includes '#', or the controller should be implicit (Line 3 is)",
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
end`, "/n/a /n/b /x1 /x2 /y1 /y2", "6: undefined method 'foo' for nil (Line 6 is)\n12: no (Line 12 is)",
		},
		{
			"statement of several lines", `
gem_word :x do
  resources :posts, path: nil.foo,
            only: [:index] do
    get "a"
  end
  get "b", to: "a#b"
end`, "/b", "3: undefined method 'foo' for nil (Lines 3 to 5 are)",
		},
		{
			"variable whose assignment failed", `
gem_word :x do
  a = nil.foo
  get "#{a}/x", to: "a#x"
end`, "/:nil.foo/x", "3: undefined method 'foo' for nil (Line 3 is)",
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
end`, "/b", "3: undefined method 'foo' for nil (Line 7 is)",
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
				_, message, ok := strings.Cut(d.Summary, "in the block of ")
				if !ok {
					continue
				}
				_, message, _ = strings.Cut(message, ": ")
				lines, _, _ := strings.Cut(d.Detail, " not in the table")
				told = append(told, fmt.Sprintf("%d: %s (%s)", d.Pos.Line, message, lines))
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
