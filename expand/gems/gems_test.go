package gems

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParse(t *testing.T) {
	got := parse("tickets", []byte(`# Tickets: Mapper#ticket_desk.
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
