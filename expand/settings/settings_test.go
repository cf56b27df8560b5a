package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"signalbox/expand/psych"
)

// Merged mappings multiply as aliases do.
func TestSettingsAreBounded(t *testing.T) {
	src := "A.a: &a {a: 1}\n"
	for c := 'b'; c < 'k'; c++ {
		src += fmt.Sprintf("A.%c: &%[1]c {<<: [%s]}\n", c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 10))
	}
	if _, err := Parse([]byte(src)); err == nil || !strings.Contains(err.Error(), "the value is too large") {
		t.Errorf("got %v", err)
	}
}

// FuzzParse holds that what a file says is what --set takes.
func FuzzParse(f *testing.F) {
	for _, src := range []string{"Settings.sso: true", "set: {a?: [x, :y]}", "env: {A: b}\nunknown: both", "a: &x [1]\nb: *x", "<<: {a: 1}", "a: &x {<<: [*x], *x : 1}"} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := Parse(src)
		if err == nil {
			for key, value := range s.Set {
				if err := Check(key, value); err != nil {
					t.Errorf("%q: %q: %v", key, value, err)
				}
			}
		}
		var wrong *psych.Error
		if err != nil && !errors.As(err, &wrong) {
			t.Errorf("%T", err)
		}
	})
}
