package mapper

import (
	"cmp"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
)

// Applications that only the program could make: what their source tells.

// unknownTarget notes a value of to: that may be text. By its name, a constant is
// a class if it has small letters; of that, and of what `new` makes of one, the
// row is exact.
func (d *Drawing) unknownTarget(m *Mapper, to dsl.Value) {
	u, ok := to.(*dsl.Unknown)
	if !ok || d.isMade(u.Text()) && !isUpperConstant(u.Text()) {
		return
	}
	d.UnknownAs(m, u, "unknown endpoint %s in to:, shown as a placeholder", cmp.Or(d.meantText(u), "set it to text (posts#index) or a class"), route.TextShape,
		"posts#index, or !ruby/class Some::App, or !ruby/object Some::App for an object of it")
}

// unknownMount notes an application that may be a class, after which Rails names
// the row, or an object of one.
func (d *Drawing) unknownMount(m *Mapper, app dsl.Value) {
	u, ok := app.(*dsl.Unknown)
	if !ok || d.isMade(u.Text()) {
		return
	}
	d.UnknownAs(m, u, "unknown application %s in mount, shown as a placeholder", "set it to a class or an object", route.AnyShape,
		"!ruby/class Some::App, or !ruby/object Some::App for an object of it")
}

// isMade reports whether text is the source of an application whose row is exact: a constant, an
// object of one, an action of a controller, what a gem is known to give.
func (d *Drawing) isMade(text string) bool {
	return isObject(text) || isAction(text) || d.madeByGem(text) != ""
}

// madeByGem is what such an application prints itself as; empty for others.
func (d *Drawing) madeByGem(text string) string {
	maker, _, _ := strings.Cut(strings.TrimPrefix(text, "::"), "(")
	return d.GemApps[maker]
}

// isObject reports whether text is the source of a constant, or of an object that `new` makes of
// one.
func isObject(text string) bool {
	maker, _, _ := strings.Cut(text, "(")
	return route.IsConstant(strings.TrimSuffix(maker, ".new"))
}

// isUpperConstant reports whether text is a constant without small letters, as those of
// plain values.
func isUpperConstant(text string) bool {
	name := text[strings.LastIndexByte(text, ':')+1:]
	return route.IsConstant(text) && strings.ToUpper(name) == name
}

// isAction tells the source of what ActionController::Metal.action gives, a lambda.
func isAction(text string) bool { return strings.Contains(text, "Controller.action(") }

// unknownApp shows an application that only the program could make: a constant
// as it is, an object as `#<Foo::Bar>`.
func (d *Drawing) unknownApp(text string) string {
	if route.IsConstant(text) {
		return strings.TrimPrefix(text, "::")
	}
	if shown := d.madeByGem(text); shown != "" {
		return shown
	}
	if i := strings.IndexAny(text, "( \n"); i > 0 {
		text = text[:i]
	}
	return "#<" + dsl.Brief(strings.TrimSuffix(text, ".new")) + ">"
}
