package gems

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const lockText = `GIT
  remote: https://example.org/devise
  revision: abc
  specs:
    devise (5.0.0.rc)
      bcrypt (~> 3.0)

GEM
  remote: https://rubygems.org/
  specs:
    bcrypt (3.1.20)
    nokogiri (1.16.5-arm64-darwin)
    nokogiri (1.16.5-x86_64-linux)
    rails (7.1.3.4)
      railties (= 7.1.3.4)

PLATFORMS
  ruby

DEPENDENCIES
  devise!
    not_a_gem (1.0)
`

func TestLock(t *testing.T) {
	got := ParseLock([]byte(lockText))
	want := Versions{"devise": "5.0.0.rc", "bcrypt": "3.1.20", "nokogiri": "1.16.5", "rails": "7.1.3.4"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct {
		gem     string
		latest  bool
		version []int
		want    bool
	}{
		{"devise", false, []int{5}, true},
		{"devise", false, []int{5, 0}, true},
		{"devise", true, []int{5, 1}, false},
		{"rails", true, []int{7, 2}, false},
		{"rails", true, []int{7, 1, 3}, true},
		{"rails", true, []int{8}, false},
		{"rails", false, []int{6, 9}, true},
		{"absent", true, []int{1}, true},
		{"absent", false, []int{1}, false},
	} {
		if got := want.AtLeast(tt.gem, tt.latest, tt.version...); got != tt.want {
			t.Errorf("%s at least %v (latest %t): %t", tt.gem, tt.version, tt.latest, got)
		}
	}
}

func TestUsersOf(t *testing.T) {
	const text = "GEM\n  specs:\n    a (1)\n      b\n    b (1)\n      c (~> 1)\n      a\n    c (1)\n      rails (>= 4)\n    d (1)\n    rails (8.1)\n      d\n\nDEPENDENCIES\n  d\n      rails\n"
	got := UsersOf([]byte(text), func(gem string) bool { return gem == "rails" })
	if diff := cmp.Diff(map[string]bool{"a": true, "b": true, "c": true, "rails": true}, got); diff != "" {
		t.Error(diff)
	}
}
