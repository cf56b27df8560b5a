package urls

import (
	"testing"

	"signalbox/expand"
	"signalbox/expand/route"
)

func load(t testing.TB, src string) *route.Table {
	t.Helper()
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte(src)})
	if err != nil {
		t.Fatal(err)
	}
	return table
}
