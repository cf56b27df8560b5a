package files_test

import (
	"testing"

	"signalbox/expand/files"
)

// What was found out is not found out again, until a whole table has not asked for it.
func TestMemo(t *testing.T) {
	var memo files.Memo
	found := 0
	text, tree := new("text"), new(7)
	length := func(s *string) int { found++; return len(*s) }
	sign := func(n *int) bool { found++; return *n > 0 }
	for table, want := range []int{2, 2, 2, 4} {
		if table != 2 {
			if n := files.Fact(&memo, text, length); n != 4 || files.Fact(&memo, text, length) != 4 {
				t.Errorf("a text of %d bytes", n)
			}
			if !files.Fact(&memo, tree, sign) {
				t.Error("7 is not positive")
			}
		}
		memo.Drop()
		if found != want {
			t.Errorf("table %d: %d facts were found out, want %d", table, found, want)
		}
	}
}
