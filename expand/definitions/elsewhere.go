package definitions

import (
	"bytes"
	"path"
	"slices"
	"strings"

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
	constants = d.Layout.Namespace(d.Application.Underscore(class.Name()))
	look := func(f files.Text) {
		o := d.outline(f)
		below = below || slices.ContainsFunc(o.Descents, func(x code.Descent) bool {
			return !x.Mixed && code.LastName(x.Of) == name || x.Of == "" && code.Mentions(f.Src, name, func(_, _ []byte) bool { return true }) // of what a variable holds
		})
		opens := func(path string) bool { return slices.Contains(strings.Split(path, "::"), name) }
		constants = constants || (slices.ContainsFunc(o.Names, opens) || code.SetsConstants(f.Src, name)) && !d.hasAll(class.Name(), f)
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
	for f := range d.Application.TextsOf(names) {
		look(f)
	}
	return below, constants
}

// hasAll reports whether a class has all constants that a file may set in it: the definitions of the file are
// taken, and none of them was left out.
func (d *Definitions) hasAll(class string, f files.Text) bool {
	if !d.taken[f.Name] || bytes.Contains(f.Src, []byte("const_set")) || bytes.Contains(f.Src, []byte("autoload")) {
		return false
	}
	return !slices.ContainsFunc(d.DefinedIn(f), func(name string) bool {
		_, ok := d.Interp.Const(code.JoinName(class, name))
		return !ok && !strings.HasSuffix("::"+class, "::"+name) && !strings.HasPrefix(class+"::", name+"::")
	})
}
