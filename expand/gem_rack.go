package expand

import (
	"signalbox/dsl"
	"signalbox/dsl/stdlib"
)

// rackConst gives the constants of Rack that routes are made of; nil for others.
func (l *loader) rackConst(name string) dsl.Value {
	if name != "Rack::Utils::HTTP_STATUS_CODES" {
		return nil
	}
	gems := l.lockedGems()
	if !gems.AtLeast("rack", true, 2, 1) { // they differ from version to version
		return nil
	}
	return stdlib.StatusTexts(gems.AtLeast("rack", true, 3, 1))
}

// gemApps are what methods of gems give, as it prints itself. None of it is a
// class, which would name the row.
var gemApps = map[string]string{
	"ActionCable.server": "#<ActionCable::Server::Base>",
	"Flipper::UI.app":    "Flipper::UI",
	"Flipper::Api.app":   "Flipper::Api",
}
