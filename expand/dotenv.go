package expand

import (
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/dsl/core"
	"signalbox/expand/dotenv"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// The gem dotenv: it gives ENV the variables of files beside the application, as its
// configuration begins. Those that are there stay.

// dotenvFiles are those that the gem loads, the first that has a variable first.
// Dotenv: Rails#files.
func (s *start) dotenvFiles() []string {
	env := s.l.options.RailsEnv
	files := []string{".env." + env + ".local", ".env.local", ".env." + env, ".env"}
	if env == "test" {
		files = slices.Delete(files, 1, 2)
	}
	return slices.DeleteFunc(files, func(name string) bool { return !s.l.layout.Exists(name) })
}

// usesDotenv reports whether Bundler.require loads the gem for Rails.
func (s *start) usesDotenv() bool {
	gems := s.l.lockedGems()
	if gems != nil && !gems.Has("dotenv") && !gems.Has("dotenv-rails") {
		return false
	}
	src, ok := s.l.Text("Gemfile")
	if !ok {
		return gems.Has("dotenv-rails")
	}
	file := s.l.SourceText("Gemfile", src)
	return file != nil && s.requiresDotenv(file.Body, nil)
}

// requiresDotenv reports whether a part of a Gemfile, in the blocks of some groups,
// names the gem for the environment.
func (s *start) requiresDotenv(n grammar.Node, groups []string) bool {
	found := false
	grammar.Inspect(n, func(x grammar.Node) bool {
		c, ok := x.(*grammar.Call)
		if !ok || x == n {
			return !found
		}
		if c.Name == "group" && c.Block != nil {
			found = found || s.requiresDotenv(c.Block, append(groupNames(c.Args...), groups...))
			return false
		}
		if name := firstArg(c.Args); c.Name == "gem" && (name == "dotenv-rails" || name == "dotenv") {
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
			loads := name == "dotenv-rails" || s.l.lockedGems().AtLeast("dotenv", true, 3) || strings.Contains(required, "dotenv/")
			found = found || loads && required != "false" && (len(own) == 0 || slices.Contains(own, "default") || slices.Contains(own, s.l.options.RailsEnv))
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
func (s *start) dotenv(files []string, overwrite bool) {
	if overwrite {
		slices.Reverse(files)
	}
	for _, name := range files {
		src, ok := s.l.Text(path.Clean(name))
		if !ok {
			continue
		}
		now := core.EnvironmentOf(s.l.interp)
		for _, v := range dotenv.Parse(string(src), now, overwrite) {
			switch {
			case now.Has(v.Name) && !overwrite:
			case v.Command:
				now.Set(v.Name, dsl.NewUnknown(route.VariableText(v.Name), grammar.Pos{Filename: name, Line: 1, Column: 1}))
			default:
				now.Set(v.Name, dsl.NewFrozenString(v.Value))
			}
		}
		core.SetEnvironment(s.l.interp, now)
	}
}

// ---- what files say to it

// dotenvConst returns the module Dotenv, and its class for Rails, while the start is
// followed; nil for other constants.
func (s *start) dotenvConst(name string) dsl.Value {
	switch name {
	case "Dotenv", "Dotenv::Rails", "Dotenv::Railtie":
	default:
		return nil
	}
	class := s.l.interp.NewModule(name)
	s.l.interp.MarkOpen(class)
	s.l.interp.SetHost(class, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		var files []string
		for _, a := range c.Args {
			file := c.ToS(a)
			files = append(files, strings.TrimPrefix(file, s.l.root+"/"))
		}
		switch {
		case name != "Dotenv":
			files = s.dotenvFiles()
		case len(files) == 0:
			files = []string{".env"}
		}
		files = slices.DeleteFunc(files, func(name string) bool { return !s.l.IsFile(path.Clean(name)) })
		overwrite, _ := c.Keywords.Sym("overwrite")
		s.dotenv(files, strings.HasPrefix(c.Name, "over") || overwrite != nil && ruby.Truthy(overwrite))
		return dsl.Nil
	}), func(name string) bool { return dotenvLoads[name] })
	return class
}

var dotenvLoads = map[string]bool{"load": true, "load!": true, "overload": true, "overload!": true, "overwrite": true, "overwrite!": true}
