package expand

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// The gem dotenv: it gives ENV the variables of files beside the application, as its
// configuration begins. Those that are there stay.

// dotenvFiles are those that the gem loads, the first that has a variable first.
// Dotenv: Rails#files.
func (e *environment) dotenvFiles() []string {
	env := e.l.options.RailsEnv
	files := []string{".env." + env + ".local", ".env.local", ".env." + env, ".env"}
	if env == "test" {
		files = slices.Delete(files, 1, 2)
	}
	return slices.DeleteFunc(files, func(name string) bool { return !e.l.lookup.files.Exists(name) })
}

// usesDotenv reports whether Bundler.require loads the gem for Rails.
func (e *environment) usesDotenv() bool {
	gems := e.l.lockedGems()
	if gems != nil && !gems.Has("dotenv") && !gems.Has("dotenv-rails") {
		return false
	}
	src, ok := e.l.text("Gemfile")
	if !ok {
		return gems.Has("dotenv-rails")
	}
	file := e.l.sourceText("Gemfile", src)
	return file != nil && e.requiresDotenv(file.Body, nil)
}

// requiresDotenv reports whether a part of a Gemfile, in the blocks of some groups,
// names the gem for the environment.
func (e *environment) requiresDotenv(n grammar.Node, groups []string) bool {
	found := false
	grammar.Inspect(n, func(x grammar.Node) bool {
		c, ok := x.(*grammar.Call)
		if !ok || x == n {
			return !found
		}
		if c.Name == "group" && c.Block != nil {
			found = found || e.requiresDotenv(c.Block, append(groupNames(c.Args...), groups...))
			return false
		}
		if name, _ := firstArg(c.Args); c.Name == "gem" && (name == "dotenv-rails" || name == "dotenv") {
			own, required := groups, ""
			if options, ok := c.Args[len(c.Args)-1].(*grammar.Hash); ok {
				for _, pair := range options.Pairs {
					switch key, _ := grammar.TextOf(pair.Key); key {
					case "group", "groups":
						own = append(groupNames(pair.Value), groups...)
					case "require":
						required = grammar.String(pair.Value)
					}
				}
			}
			loads := name == "dotenv-rails" || e.l.lockedGems().AtLeast("dotenv", true, 3) || strings.Contains(required, "dotenv/")
			found = found || loads && required != "false" && (len(own) == 0 || slices.Contains(own, "default") || slices.Contains(own, e.l.options.RailsEnv))
		}
		return !found
	})
	return found
}

// groupNames are the names of groups, also in a list.
func groupNames(args ...grammar.Expr) []string {
	var names []string
	for _, a := range args {
		grammar.Walk(a, func(n grammar.Node) {
			if x, ok := n.(grammar.Expr); ok {
				if name, ok := grammar.TextOf(x); ok {
					names = append(names, name)
				}
			}
		})
	}
	return names
}

// dotenv gives ENV the variables of files.
func (e *environment) dotenv(files []string, overwrite bool) {
	if overwrite {
		slices.Reverse(files)
	}
	for _, name := range files {
		src, ok := e.l.text(path.Clean(name))
		if !ok {
			continue
		}
		now := e.l.interp.Environment()
		p := &dotenvParser{env: now, overwrite: overwrite, values: map[string]string{}}
		p.parse(string(src))
		for _, key := range p.order {
			if now.Has(key) && !overwrite {
				continue
			}
			if p.commands[key] {
				now.Set(key, dsl.NewUnknown(route.VariableText(key), grammar.Pos{Filename: name, Line: 1, Column: 1}))
			} else {
				now.Set(key, dsl.NewFrozenString(p.values[key]))
			}
		}
		e.l.interp.SetEnvironment(now)
	}
}

// A dotenvParser reads one file. Dotenv: Parser.
type dotenvParser struct {
	env       dsl.Environment
	overwrite bool
	values    map[string]string
	commands  map[string]bool // variables whose values commands print
	order     []string
}

var dotenvLine = regexp.MustCompile(`(?m)(?:^|\A)\s*(export\s+)?([\w.]+)(?:(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|[^#\n]+)?)?\s*(?:#.*)?(?:$|\z)`)

func (p *dotenvParser) parse(src string) {
	src = strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\r", "\n")
	for _, m := range dotenvLine.FindAllStringSubmatch(src, -1) {
		key, exports := m[2], m[1] != ""
		if _, again := p.values[key]; exports && m[3] == "" && again {
			continue // `export KEY` below its value
		} else if !again {
			p.order = append(p.order, key)
		}
		if v, ok := p.env.Text(key); ok && !p.overwrite {
			p.values[key] = v
			continue
		}
		p.values[key] = p.value(key, m[3])
	}
}

// value is a value without quotes, escapes and variables.
func (p *dotenvParser) value(key, text string) string {
	text = strings.TrimSpace(text)
	quote := byte(0)
	if n := len(text); n > 1 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] {
		quote, text = text[0], text[1:n-1]
	}
	switch quote {
	case '\'':
		return text
	case '"':
		text = strings.NewReplacer(`\n`, `\\n`, `\r`, `\\r`).Replace(text)
	}
	return p.substitute(key, dotenvEscape.ReplaceAllString(text, "$1"))
}

var (
	dotenvEscape   = regexp.MustCompile(`\\([^$])`)
	dotenvCommand  = regexp.MustCompile(`(?:^|[^\\])\$\(`)
	dotenvVariable = regexp.MustCompile(`(?i)(\\)?\$(\(?)\{?([A-Z0-9_]+)?\}?`)
)

// substitute puts variables in their places. What a command prints, only the
// machine knows.
func (p *dotenvParser) substitute(key, text string) string {
	if dotenvCommand.MatchString(text) {
		if p.commands == nil {
			p.commands = map[string]bool{}
		}
		p.commands[key] = true
		return text
	}
	return dotenvVariable.ReplaceAllStringFunc(text, func(found string) string {
		m := dotenvVariable.FindStringSubmatch(found)
		switch {
		case m[1] != "":
			return found[1:]
		case m[3] == "" || m[2] != "":
			return found
		}
		if v, ok := p.values[m[3]]; ok {
			return v
		}
		v, _ := p.env.Text(m[3])
		return v
	})
}

// ---- what files say to it

// dotenvConst returns the module Dotenv, and its class for Rails, while the start is
// followed; nil for other constants.
func (e *environment) dotenvConst(name string) dsl.Value {
	switch name {
	case "Dotenv", "Dotenv::Rails", "Dotenv::Railtie":
	default:
		return nil
	}
	class := e.l.interp.NewModule(name)
	e.l.interp.MarkOpen(class)
	e.l.interp.SetHost(class, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		var files []string
		for _, a := range c.Args {
			file := c.ToS(a)
			files = append(files, strings.TrimPrefix(file, e.l.root+"/"))
		}
		switch {
		case name != "Dotenv":
			files = e.dotenvFiles()
		case len(files) == 0:
			files = []string{".env"}
		}
		files = slices.DeleteFunc(files, func(name string) bool { return !e.l.isFile(path.Clean(name)) })
		overwrite, _ := c.Keywords.Sym("overwrite")
		e.dotenv(files, strings.HasPrefix(c.Name, "over") || overwrite != nil && ruby.Truthy(overwrite))
		return dsl.Nil
	}), func(name string) bool { return dotenvLoads[name] })
	return class
}

var dotenvLoads = map[string]bool{"load": true, "load!": true, "overload": true, "overload!": true, "overwrite": true, "overwrite!": true}
