package expand

import (
	_ "embed" // for the sources of words
	"errors"

	"signalbox/dsl"
	"signalbox/grammar"
)

// Words of gems that are written in the language of routes files themselves.

//go:embed words/versionist.rb
var versionistSource string

// apiVersion is `api_version` of versionist. Versionist: Routing#api_version.
func (m *Mapper) apiVersion(c *dsl.Call) (dsl.Value, error) {
	version := "2.0"
	if text, ok := m.l.lockedGems()["versionist"]; ok {
		version = text
	}
	m.l.interp.DefineConst("Versionist::VERSION", dsl.NewString(version))
	return m.rubyWord(c, "(eval versionist)", versionistSource)
}

// rubyWord defines a word by its source, and calls it.
func (m *Mapper) rubyWord(c *dsl.Call, name, source string) (dsl.Value, error) {
	file, err := grammar.Parse(name, []byte(source))
	if err != nil {
		return nil, err
	}
	if _, err := m.l.thread.Run(insideMapper(file), nil); err != nil {
		return nil, err
	}
	v, err := c.Resend(m.self)
	return v, outside(err, name)
}

// outside gives an error the place of the call that led into a source.
func outside(err error, name string) error {
	var failed *dsl.EvalError
	if !errors.As(err, &failed) {
		return err
	}
	for failed.Pos.Filename == name && len(failed.Stack) > 0 {
		failed.Pos, failed.Stack = failed.Stack[0].Pos, failed.Stack[1:]
	}
	return err
}
