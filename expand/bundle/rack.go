package bundle

import (
	"signalbox/dsl"
	"signalbox/dsl/stdlib"
)

// RackConst returns the constants of Rack that routes are made of; nil for others.
func (b *Bundle) RackConst(name string) dsl.Value {
	if name != "Rack::Utils::HTTP_STATUS_CODES" {
		return nil
	}
	gems := b.Locked()
	if !gems.AtLeast("rack", true, 2, 1) { // they differ from version to version
		return nil
	}
	return stdlib.StatusTexts(gems.AtLeast("rack", true, 3, 1))
}

// Apps are what methods of gems give, as it prints itself. None of it is a
// class, which would name the row.
var Apps = map[string]string{
	"ActionCable.server": "#<ActionCable::Server::Base>",
	"Flipper::UI.app":    "Flipper::UI",
	"Flipper::Api.app":   "Flipper::Api",
}
