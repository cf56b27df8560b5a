package route_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"signalbox/expand"
	"signalbox/expand/route"
)

const screenRoutes = `
Rails.application.routes.draw do
  resources :very_long_names_of_things, only: %i[index show], id: /[0-9]{4}-[0-9]{2}-[0-9]{2}/, path: "a/path/that/goes/on/and/on/and/on"
  get "é/*rest", to: "pages#show", as: :x
end`

func screen(t *testing.T, s route.Screen) string {
	t.Helper()
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte(screenRoutes)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := table.WriteScreen(&b, route.Filter{}, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestScreenIsTheSheetWhereItFits(t *testing.T) {
	sheet := screen(t, route.Screen{})
	if got := screen(t, route.Screen{Width: 400}); got != sheet {
		t.Errorf("%s\nwant\n%s", got, sheet)
	}
	got := screen(t, route.Screen{Paint: func(_ route.Part, text string) string { return text }})
	if got != sheet {
		t.Errorf("%s\nwant\n%s", got, sheet)
	}
}

func TestScreenFits(t *testing.T) {
	for _, width := range []int{60, 80, 100, 120, 150} {
		text := screen(t, route.Screen{Width: width})
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("a line of %d characters on a screen of %d: %s", n, width, line)
			}
		}
		for _, text := range []string{"Controller#Action", "a/path", "(.:format)", "/*rest", "pages#show"} {
			if width >= 80 && !strings.Contains(screen(t, route.Screen{Width: width}), text) {
				t.Errorf("a screen of %d does not show %s", width, text)
			}
		}
	}
}

func TestScreenPaintsParts(t *testing.T) {
	names := [...]string{"head", "name", "verb", "segment", "optional", "endpoint"}
	got := screen(t, route.Screen{Paint: func(p route.Part, text string) string { return "<" + names[p] + " " + text + ">" }})
	for _, want := range []string{
		"<head Prefix> ", " <verb GET>  /", "/<segment :id><optional (.:format)> ", "/%C3%A9/<segment *rest><optional (.:format)> ", " <endpoint pages#show",
		"<name very_long_names_of_things> ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
