package definitions

import (
	"path"
	"regexp"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
)

// Elsewhere reports whether a file of the application whose definitions are not taken may make
// classes below another, and constants in it. Which are there, and in what order, depends on what
// was loaded before:
//
//	Rails.application.eager_load!
//	Deposit.descendants.each { |type| resources type.resource_name }
func (d *Definitions) Elsewhere(class *dsl.Class) (below, constants bool) {
	name := code.LastName(class.Name())
	if name == "" {
		return false, false
	}
	super := regexp.MustCompile(`(?:<|\bClass\.new\(?)\s*(?:::)?(?:\w+::)*` + regexp.QuoteMeta(name) + `\b`)
	opened := regexp.MustCompile(`(?m)^\s*(?:class|module)\s+(?:\w+::)*` + regexp.QuoteMeta(name) + `\b|\b` + regexp.QuoteMeta(name) + `::\w+\s*=[^=~]`)
	constants = d.Layout.Namespace(d.Application.Underscore(class.Name()))
	look := func(f files.Text) {
		below = below || super.Match(f.Src)
		constants = constants || !d.taken[f.Name] && opened.Match(f.Src)
	}
	for _, f := range d.Texts() {
		look(f)
	}
	var names []string
	for _, part := range append([]string{"."}, d.Layout.Parts()...) {
		for _, folder := range []string{"app", "lib"} {
			listed := d.Layout.Below(path.Join(part, folder))
			if len(listed) == files.MaxListed { // there may be more
				return true, true
			}
			names = append(names, listed...)
		}
	}
	for f := range d.Application.TextsOf(slices.Compact(names)) {
		look(f)
	}
	return below, constants
}
