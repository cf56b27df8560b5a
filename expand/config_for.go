package expand

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/erb"
	"signalbox/expand/psych"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// configFor is Rails.application.config_for(:name): the part of config/name.yml
// for the environment, upon what is shared.
func (cf *configuration) configFor(c *dsl.Call) (dsl.Value, bool) {
	if len(c.Args) != 1 {
		return nil, false
	}
	name := c.ToS(c.Args[0])
	if dsl.UnknownIn(c.Args[0]) != nil || !ruby.IsWord(strings.ReplaceAll(name, "-", "_")) {
		return nil, false
	}
	env := cf.l.options.RailsEnv
	if v, ok := c.Keywords.Sym("env"); ok {
		env = c.ToS(v)
	}
	file := answer(cf.l, func(a *answers) map[string]*configFile { return a.files }, name, func() *configFile {
		file, ok := cf.files[name]
		if !ok {
			file = cf.template("config/" + name + ".yml")
			cf.files[name] = file
		}
		return file
	})
	if file == nil {
		return nil, false
	}
	all, err := cf.reader("config/"+name+".yml", file.template).Hash(file.node)
	if err != nil {
		if err != psych.ErrRuby {
			cf.l.Unusable("config/"+name+".yml", err)
		}
		return nil, false
	}
	own, _ := all.Sym(env)
	shared, _ := all.Sym("shared")
	return mergedOptions(c, shared, own)
}

// inApplication is an expression whose self is the application, as in its class and in the
// blocks of its configuration.
func inApplication(x grammar.Expr) grammar.Expr {
	pos := x.Start()
	app := &grammar.Call{Pos: pos, Recv: &grammar.Const{Pos: pos, Name: "Rails", Top: true}, Name: "application"}
	return &grammar.Call{Pos: pos, Recv: app, Name: "instance_exec", Block: &grammar.Block{Pos: pos, Body: &grammar.Body{Pos: pos, Stmts: &grammar.Stmts{Pos: pos, List: []grammar.Expr{x}}}}}
}

// A configFile is a mapping in a YAML file, and what ERB made of the file; nil without
// ERB.
type configFile struct {
	node     *yaml.Node
	template *erb.Template
}

// template is configFile of one that may hold ERB.
func (cf *configuration) template(name string) *configFile {
	src, ok := cf.l.Text(name)
	if !ok {
		return nil
	}
	if !bytes.Contains(src, []byte("<%")) {
		return cf.mappingIn(name, src, nil)
	}
	if t := cf.erb(name, src); t != nil {
		return cf.mappingIn(name, t.Text.Bytes(), t)
	}
	return nil
}

// yamlFile reads the mapping in a YAML file of the application; nil for what is
// none, or can't be used.
func (cf *configuration) yamlFile(name string) *yaml.Node {
	src, ok := cf.l.Text(name)
	if !ok {
		return nil
	}
	if file := cf.mappingIn(name, src, nil); file != nil {
		return file.node
	}
	return nil
}

// mappingIn reads the mapping in a text.
func (cf *configuration) mappingIn(name string, src []byte, t *erb.Template) *configFile {
	n, err := psych.Document(name, src)
	if err != nil && !errors.Is(err, io.EOF) {
		cf.l.Unusable(name, err)
	}
	if err != nil || n.Kind != yaml.MappingNode {
		return nil
	}
	return &configFile{n, t}
}

// reader reads the values of a file, of which ERB made t; nil without ERB. Rails:
// ActiveSupport::ConfigurationFile, which reads tags too.
func (cf *configuration) reader(name string, t *erb.Template) *psych.Reader {
	return &psych.Reader{
		Name: name,
		Scalar: func(n *yaml.Node) (dsl.Value, error) {
			if t != nil && erb.HasValue(n.Value) {
				return t.Value(cf.l.interp, n.Value, n.Style == 0)
			}
			return psych.Tagged(n), nil
		},
		Key: func(n *yaml.Node, key dsl.Value) (dsl.Value, error) {
			if t != nil && erb.HasValue(n.Value) {
				return nil, psych.ErrRuby
			}
			return psych.SymbolKey(n, key)
		},
	}
}

// mergedOptions is the environment's part upon what is shared.
func mergedOptions(c *dsl.Call, shared, own dsl.Value) (dsl.Value, bool) {
	sharedHash, _ := shared.(*dsl.Hash)
	ownHash, ok := own.(*dsl.Hash)
	switch {
	case own == nil && shared == nil:
		return dsl.Nil, true
	case sharedHash != nil && (own == nil || ok):
		if ownHash == nil {
			ownHash = dsl.NewHash(0)
		}
		h, ok := c.Send(sharedHash, "deep_merge", ownHash).(*dsl.Hash)
		if !ok {
			return nil, false
		}
		return ruby.OrderedOptions(c.Thread, h), true
	case own == nil:
		return shared, true
	case ok:
		return ruby.OrderedOptions(c.Thread, ownHash), true
	}
	return own, true
}

// ---- ERB in such files

// erb runs the ERB of a file; nil if it can't be run. The variables of the environment that a
// value misses are remembered by its key.
func (cf *configuration) erb(name string, src []byte) *erb.Template {
	t, err := erb.Parse(name, src)
	if err != nil {
		cf.l.Unusable(name, err)
	}
	if t == nil {
		return nil
	}
	var missing []dsl.Unset
	self := t.Self(cf.l.interp, func() {
		if !cf.ofOtherEnvironment(t.Text.Bytes()) {
			missedFor(&cf.l.variables.ofConstants, keyAt(t.Text.Bytes()), missing)
		}
		missing = nil
	})
	outer := cf.l.variables.collected
	cf.l.variables.collected = &missing
	cf.l.interp.WithoutJournal(func() {
		cf.l.looking.Aside(func(thread *dsl.Thread) { _, err = thread.Run(t.Program, self) })
	})
	cf.l.variables.collected = outer
	if err != nil {
		return nil
	}
	return t
}

// keyAt is the key of YAML that the last line of a text begins with.
func keyAt(text []byte) string {
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	key, _, _ := bytes.Cut(line, []byte(":"))
	return strings.Trim(string(key), " -\"'")
}

var (
	yamlSection  = regexp.MustCompile(`(?m)^([\w-]+):`)
	environments = map[string]bool{"development": true, "test": true, "production": true, "staging": true}
)

// ofOtherEnvironment reports whether a text of YAML ends in the part for another
// environment.
func (cf *configuration) ofOtherEnvironment(text []byte) bool {
	sections := yamlSection.FindAllSubmatch(text, -1)
	if len(sections) == 0 {
		return false
	}
	last := string(sections[len(sections)-1][1])
	return environments[last] && last != cf.l.options.RailsEnv
}
