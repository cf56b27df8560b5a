package expand

import (
	"errors"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// What is missing: the expressions that a [route.SettingsFile] must give a value, so
// that nothing is unknown.

// maxVariables bounds how many variables of the environment are found missing.
const maxVariables = 200

// FindMissing lists what a [route.SettingsFile] would have to say so that nothing in
// the routes is unknown, in the order of the places that need it:
//
//	missing, err := expand.FindMissing(".", expand.Options{})
//	fmt.Print(check.Template(missing))
//
// A variable of the environment that the file can't do without is among them, and
// what is missing only where a decision is taken.
// The errors are those of [Load].
func FindMissing(path string, options Options) ([]check.Missing, error) {
	a, err := openPath(path, options.Source)
	if err != nil {
		return nil, err
	}
	defer a.close()
	var all []check.Missing
	last := "" // the variable that is made up
	for {
		table, err := a.load(options)
		name, pos, ok := missingVariable(err)
		switch {
		case err == nil:
			all = append(all, a.explore(options, table)...)
			a.addLines(options, all)
			return all, nil
		case !ok && last != "" && options.Env[last] == last: // which has to be a number
			options.Env[last] = "1"
			continue
		case !ok || len(all) >= maxVariables:
			return nil, a.withOtherVariables(options, err)
		}
		all = append(all, check.Missing{Expr: "ENV." + name, Pos: pos, Wants: &check.Shape{Kind: route.TextShape}})
		options.Env = withDefaults(options.Env, nil)
		options.Env[name], last = name, name // made up, to find the next
	}
}

// missingVariable tells the error of ENV.fetch.
func missingVariable(err error) (name string, pos grammar.Pos, ok bool) {
	var ee *dsl.EvalError
	if !errors.As(err, &ee) {
		return "", grammar.Pos{}, false
	}
	name, ok = ee.MissingVariable()
	return name, ee.Pos, ok
}

// maxTold bounds how many missing variables are told at once.
const maxTold = 50

// withOtherVariables adds to the error of a variable of the environment that is
// missing those of others that are missing whatever its value is: where it decides,
// no more is known than before.
func (a *Application) withOtherVariables(options Options, err error) error {
	all := grammar.Errors{err}
	for next := err; len(all) < maxTold; {
		name, _, ok := missingVariable(next)
		if !ok {
			break
		}
		options.unknownEnv = append(slices.Clip(options.unknownEnv), name)
		if _, next = a.load(options); next == nil {
			break
		}
		if _, _, ok := missingVariable(next); ok {
			all = append(all, next)
		}
	}
	if len(all) == 1 {
		return err
	}
	return all
}

// addLines adds the lines that the places stand on.
func (a *Application) addLines(options Options, all []check.Missing) {
	texts, tree := map[string][]string{}, files.New(a.fsys)
	if options.Source != nil {
		texts[a.path] = strings.Split(string(options.Source), "\n")
	}
	for i := range all {
		all[i].Line = lineOf(tree, all[i].Pos, texts)
	}
}

// lineOf is the line of a file of the application that a place stands on; empty
// if it cannot be told. texts holds those that were read.
func lineOf(tree *files.Tree, pos grammar.Pos, texts map[string][]string) string {
	if pos.Line < 1 {
		return ""
	}
	lines, ok := texts[pos.Filename]
	if !ok {
		if src, err := tree.ReadFile(pos.Filename, DefaultMaxFileSize); err == nil {
			lines = strings.Split(string(src), "\n")
		}
		texts[pos.Filename] = lines
	}
	if pos.Line > len(lines) {
		return ""
	}
	return dsl.Brief(strings.TrimSpace(lines[pos.Line-1]))
}
