package expand

import (
	"signalbox/dsl"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A host is what routing words ask the application.
type host struct{ *loader }

// Settle implements [mapper.Host].
func (l host) Settle(expr string) (dsl.Value, bool) { return l.settle(expr) }

// IsGiven implements [mapper.Host].
func (l host) IsGiven(expr string) bool { return l.isGiven(expr) }

// IsWord implements [mapper.Host].
func (l host) IsWord(name string) bool { return l.isWord(name) }

// Draw implements [mapper.Host].
func (l host) Draw(m *mapper.Mapper, c *dsl.Call) dsl.Value { return l.draw(m, c) }

// Unset implements [mapper.Host].
func (l host) Unset(c *dsl.Call) []dsl.Unset { return l.unset(c) }

// Decides implements [mapper.Host].
func (l host) Decides(v dsl.Value) dsl.Value { return l.decides(v) }

// Place implements [mapper.Host].
func (l host) Place(c *dsl.Call) grammar.Pos { return l.place(c) }

// ChangesOptions implements [mapper.Host].
func (l host) ChangesOptions() bool { return l.changesOptions() }

// OtherWord answers the words that Rails does not have: those of gems, and unknown ones.
func (l host) OtherWord(m *mapper.Mapper, c *dsl.Call, missing []dsl.Unset) (dsl.Value, error) {
	run, ok := wordOf(c.Name)
	switch {
	case l.sealed:
		return l.afterDrawing(c, ok || mapper.IsWord(c.Name)), nil
	case !ok:
		return l.unknownWord(m, c), nil
	case l.replaces(c.Name):
		return c.Resend(m.Self())
	}
	return m.Run(run, c, missing)
}

// Tell is diagnose for what is doubtful in the code that runs.
func (l host) Tell(d route.Diagnostic) {
	if l.quiet && d.Severity == route.Warning {
		d.Severity = route.Note
	}
	l.diagnose(d)
}

// MayDraw reports whether a call of a name may draw routes: a word that is known, or of a gem.
func (l host) MayDraw(name string) bool { return !kernelFunctions[name] && l.isWord(name) }

// MountOf is engineOf for routes that mount it.
func (l host) MountOf(v dsl.Value) mapper.Mounted {
	if e := l.engineOf(v); e != nil {
		return e
	}
	return nil
}
