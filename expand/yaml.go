package expand

import (
	"errors"
	"io"
	"path"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/psych"
	"signalbox/expand/ruby"
)

// YAML as programs read it themselves:
//
//	YAML.load_file(Rails.root.join("config/redirects.yml")).each { |from, to| get from, to: redirect(to) }

// psychLoads are the methods of YAML that give the value of a text or a file,
// and whether they take a file.
var psychLoads = map[string]bool{
	"load": false, "safe_load": false, "unsafe_load": false,
	"load_file": true, "safe_load_file": true, "unsafe_load_file": true,
}

// setUpYAML makes YAML and Psych, its other name.
func (rc *railsClasses) setUpYAML() {
	psych := rc.l.interp.NewHostModule("Psych", ruby.Receiver(rc.psych), func(name string) bool {
		_, ok := psychLoads[name]
		return ok || rc.moduleWords(name)
	})
	rc.l.interp.DefineConst("YAML", psych)
}

// psych answers the methods of YAML. What it cannot read stays unknown: a file
// that is not there may be one that only the running application has.
func (rc *railsClasses) psych(c *dsl.Call) dsl.Value {
	file, ok := psychLoads[c.Name]
	if !ok || len(c.Args) == 0 || dsl.UnknownIn(c.Args[0]) != nil {
		return rc.l.unknownCall(c, "YAML")
	}
	text := c.ToS(c.Args[0])
	src, name := []byte(text), path.Clean(strings.TrimPrefix(text, rc.l.root+"/"))
	if file {
		src = answer(rc.l, func(a *answers) map[string][]byte { return a.yaml }, text, func() []byte {
			var content []byte
			if rc.l.IsFile(name) {
				content, _ = rc.l.Text(name)
			}
			return content
		})
		if src == nil {
			return rc.l.unknownCall(c, "YAML")
		}
	}
	symbols, _ := c.Keywords.Sym("symbolize_names")
	for range len(src) / yamlBytesPerStep {
		c.Step()
	}
	v, err := psych.Load(name, src, symbols != nil && ruby.Truthy(symbols))
	switch {
	case errors.Is(err, io.EOF):
		return emptyPsych(c)
	case err != nil:
		if file && !errors.Is(err, psych.ErrRuby) {
			rc.l.Unusable(name, err)
		}
		return rc.l.unknownCall(c, "YAML")
	}
	return v
}

// yamlBytesPerStep is what reading YAML costs of [dsl.Limits].
const yamlBytesPerStep = 16

// emptyPsych is the value of a text without a document.
func emptyPsych(c *dsl.Call) dsl.Value {
	if v, ok := c.Keywords.Sym("fallback"); ok {
		return v
	}
	if strings.HasPrefix(c.Name, "unsafe") {
		return dsl.False
	}
	return dsl.Nil
}
