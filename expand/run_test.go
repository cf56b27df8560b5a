package expand

import (
	"errors"
	"fmt"
	"testing"

	"signalbox/dsl"
	"signalbox/grammar"
)

// What a run changes is as it was behind it, also where code within fails.
func TestDuring(t *testing.T) {
	l := &loader{}
	failed := errors.New("failed")
	err := dsl.Attempt(func() {
		l.during(l.run.to(toRead), func() {
			l.during(l.run.onlyDefined(), func() {
				if l.run.purpose != toRead || !l.run.definedOnly || !l.run.leavesNoTrace() {
					t.Errorf("within: %+v", l.run)
				}
				panic(dsl.Fail(failed))
			})
		})
	})
	if !errors.Is(err, failed) {
		t.Errorf("error = %v", err)
	}
	if l.run.purpose != toDraw || l.run.definedOnly || l.run.leavesNoTrace() {
		t.Errorf("behind it: %+v", l.run)
	}
}

func TestApplicationSays(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"config.api_only = true", "true 0 0 0"},
		{"config.api_only = ENV['API']", "false 0 0 0"},
		{"config.autoload_paths << 'a'\nconfig.eager_load_paths += %w[b]", "false 2 0 0"},
		{"config.autoload_once_paths.push('a', 'b')", "false 2 0 0"},
		{"config.autoload_paths.delete('a')", "false 0 0 0"},
		{"config.paths['config/routes'].unshift('a')\nconfig.paths['config/routes'] << 'b'", "false 0 1 1"},
		{"config.paths['config/routes.rb'] << 'a'", "false 0 0 0"},
	} {
		file, err := grammar.Parse("config/application.rb", []byte(test.src))
		if err != nil {
			t.Fatal(err)
		}
		said := applicationSays(file)
		if got := fmt.Sprint(said.apiOnly, len(said.autoload), len(said.front), len(said.back)); got != test.want {
			t.Errorf("%s: %s, not %s", test.src, got, test.want)
		}
	}
	if said := applicationSays(nil); said.apiOnly || said.autoload != nil {
		t.Errorf("without a file: %+v", said)
	}
}
