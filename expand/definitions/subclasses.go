package definitions

import (
	"path"
	"regexp"
	"slices"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
)

// Subclassed reports whether a file of the application may make a class below another. Which of
// those are there, and in what order, depends on what was loaded before:
//
//	Rails.application.eager_load!
//	Deposit.descendants.each { |type| resources type.resource_name }
func (d *Definitions) Subclassed(class *dsl.Class) bool {
	name := code.LastName(class.Name())
	if name == "" {
		return false
	}
	below := regexp.MustCompile(`(?:<|\bClass\.new\(?)\s*(?:::)?(?:\w+::)*` + regexp.QuoteMeta(name) + `\b`)
	for _, f := range d.Texts() {
		if below.Match(f.Src) {
			return true
		}
	}
	var names []string
	for _, part := range append([]string{"."}, d.Layout.Parts()...) {
		for _, folder := range []string{"app", "lib"} {
			listed := d.Layout.Below(path.Join(part, folder))
			if len(listed) == files.MaxListed { // there may be more
				return true
			}
			names = append(names, listed...)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return path.Ext(name) != ".rb" })
	for f := range d.Application.TextsOf(names) {
		if below.Match(f.Src) {
			return true
		}
	}
	return false
}
