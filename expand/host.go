package expand

import (
	"signalbox/dsl"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
)

// OtherWord answers the words that Rails does not have: those of gems, and unknown ones.
func (l *loader) OtherWord(m *mapper.Mapper, c *dsl.Call, missing []dsl.Unset) (dsl.Value, error) {
	run, ok := l.gems.Word(c.Name)
	switch {
	case !ok:
		return l.UnknownWord(m, c), nil
	case l.replaces(c.Name):
		return c.Resend(m.Self())
	}
	return m.Run(run, c, missing)
}

// Tell is diagnose for what is doubtful in the code that runs.
func (l *loader) Tell(d route.Diagnostic) {
	if l.run.audience == hearsNotes && d.Severity == route.Warning {
		d.Severity = route.Note
	}
	l.diagnose(d)
}

// MayDraw reports whether a call of a name may draw routes: a word that is known, or of a gem.
func (l *loader) MayDraw(name string) bool { return !kernelFunctions[name] && l.IsWord(name) }

// MountOf is engineOf for routes that mount it.
func (l *loader) MountOf(v dsl.Value) mapper.Mounted {
	if e := l.engines.of(v); e != nil {
		return e
	}
	return nil
}

// A drawnHost is the application once its routes are drawn: only requests ask, and nothing
// can be drawn or told.
type drawnHost struct{ *loader }

// Tell implements [mapper.Host].
func (l drawnHost) Tell(route.Diagnostic) {}

// Unset implements [mapper.Host].
func (l drawnHost) Unset(*dsl.Call) []dsl.Unset { return nil }

// OtherWord answers any word.
func (l drawnHost) OtherWord(_ *mapper.Mapper, c *dsl.Call, _ []dsl.Unset) (dsl.Value, error) {
	_, ok := gems.Words()[c.Name]
	return l.afterDrawing(c, ok || mapper.IsWord(c.Name)), nil
}

// IsWord reports whether a name is that of a word, or of nothing else that code can call.
func (l drawnHost) IsWord(name string) bool {
	if mapper.IsWord(name) {
		return true
	}
	answer, err := l.interp.NewThread().Call(l.interp.Main(), "respond_to?", dsl.Symbol(name), dsl.True)
	return err != nil || !ruby.Truthy(answer)
}

// MayDraw implements [mapper.Host].
func (l drawnHost) MayDraw(name string) bool { return !kernelFunctions[name] && l.IsWord(name) }
