package gems

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParse(t *testing.T) {
	got, err := Parse("tickets", []byte(`# Tickets: Mapper#ticket_desk.
#
# module: Tickets
# newest: 2.4.0
# since: 2.1
# settings: Tickets.config
# word: ticket_desk
#   Maps the desk.
#   ticket_desk at: "/help"
# word: ticket_bar
#   Maps the bar.
#   ticket_bar

# module: NotThis
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &Gem{
		Name: "tickets", Module: "Tickets", Newest: "2.4.0", Since: []int{2, 1}, Settings: "Tickets.config",
		Words: []Word{
			{Name: "ticket_desk", Gem: "tickets", Summary: "Maps the desk.", Example: `ticket_desk at: "/help"`},
			{Name: "ticket_bar", Gem: "tickets", Summary: "Maps the bar.", Example: "ticket_bar"},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Gem{})); diff != "" {
		t.Error(diff)
	}
}

// A mark that is not known would be a gem that is not followed as its file says.
func TestParseRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"# modul: Tickets": ":4: no mark of a gem: modul: Tickets",
		"# since":          ":4: no mark of a gem: since",
		"# since 2.1":      ":4: no mark of a gem: since 2.1",
		"#   Maps a desk.": ":4: no mark of a gem: Maps a desk.",
		"# word: desk\n#   Maps a desk.\n#   desk\n#   desk :at": ":7: no mark of a gem: desk :at",
	} {
		_, err := Parse("tickets", []byte("# Tickets: the desk, since: 2.\n#\n# module: Tickets\n"+line+"\n"))
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}
