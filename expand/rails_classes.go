package expand

import (
	"regexp"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/rails"
	"signalbox/grammar"
)

// railsConst returns a constant of Rails that routes files name, besides the classes that they
// subclass; nil for others. Before requests are answered it is the same object each time.
func (rc *railsClasses) railsConst(name string) (v dsl.Value) {
	if v := rc.values[name]; v != nil {
		return v
	}
	from, source, ok := rails.Source(name)
	if !ok {
		return nil
	}
	file, err := grammar.Parse(from, []byte(source))
	if err == nil {
		rc.l.interp.WithoutJournal(func() { v, err = rc.l.interp.NewThread().Run(file, nil) })
	}
	if v == nil || err != nil {
		return nil
	}
	rc.values[name] = v
	return v
}

// deprecatorText is what frameworks and gems name their deprecators by.
var deprecatorText = regexp.MustCompile(`^(?:(?:[A-Z]\w*::)*[A-Z]\w*\.deprecator|Rails\.application\.deprecators)$`)

// deprecator returns the object of an expression such as `ActionDispatch.deprecator`.
func (rc *railsClasses) deprecator(text string) (dsl.Value, bool) {
	if !strings.Contains(text, ".deprecator") || !deprecatorText.MatchString(text) {
		return nil, false
	}
	class := "ActiveSupport::Deprecation"
	v, ok := rc.l.interp.Const(class)
	if !ok {
		v = rc.railsConst(class)
	}
	if strings.HasSuffix(text, "s") {
		v, _ = rc.l.interp.Const(class + "::Deprecators")
	}
	if v == nil {
		return nil, false
	}
	o, err := rc.l.interp.NewThread().Call(v, "new")
	return o, err == nil
}
