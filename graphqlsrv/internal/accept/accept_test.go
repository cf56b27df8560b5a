package accept

import "testing"

// FuzzAccept holds the reader of Accept to be without panics.
func FuzzAccept(f *testing.F) {
	f.Add("text/html, */*;q=0.1", "application/json; q=\"1\"")
	f.Fuzz(func(t *testing.T, one, two string) {
		a := Parse([]string{one, two})
		if a.OnlyStream() && !a.Stream() {
			t.Errorf("%q %q: %v", one, two, a)
		}
	})
}
