package expand

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
	"signalbox/internal/spelling"
)

// Words and environments that are nearly those that there are.

// isSlip reports whether a name seems to be a slip of a routing method or keyword,
// or is a text in quotes that are none to Ruby. The block of an unknown word may
// have words of its own that are like them.
func (l *loader) isSlip(t *dsl.Thread, name string) bool {
	if _, _, ok := spelling.FindLookAlike(name); ok {
		return true
	}
	return !l.drawing.IsLenient() && !kernelFunctions[name] && l.isNearWord(t, name)
}

// isNearWord reports whether a name is like one of slipsOf. It is asked about few
// names, but often; several requests, which may ask at once, find out each for itself.
func (l *loader) isNearWord(t *dsl.Thread, name string) bool {
	near, ok := l.slips[name]
	if ok {
		return near
	}
	t.ChargeSteps(nearWordSteps)
	near = slices.ContainsFunc(slipsOf, func(w slipTarget) bool {
		return name != w.name && spelling.Distance(name, w.name, w.limit) < w.limit && !ruby.IsPlural(name, w.name)
	})
	if l.run.purpose != toAnswer && len(l.slips) < maxSlips {
		l.slips[name] = near
	}
	return near
}

const (
	nearWordSteps = 300   // what it takes to look through the words
	maxSlips      = 1_000 // names that are remembered
)

// A slipTarget is a word of which others may be slips, if they differ by less than
// limit letters.
type slipTarget struct {
	name  string
	limit int
}

// slipsOf are the words that isSlip compares: of a gem's vocabulary, which the
// application may have more of, fewer letters may differ.
var slipsOf []slipTarget

// wordNames are the names of the words of Rails, in order.
var wordNames []string

func init() { // not an initialiser: the words lead back to it
	for _, w := range mapper.Words() {
		wordNames = append(wordNames, w.Name)
		if n := len(w.Name); n >= 4 {
			slipsOf = append(slipsOf, slipTarget{w.Name, min(n/3, 2) + 1})
		}
	}
	for _, w := range gems.List() {
		if len(w.Name) >= 6 {
			slipsOf = append(slipsOf, slipTarget{w.Name, 2})
		}
	}
	for _, keyword := range mapper.ClauseKeywords {
		slipsOf = append(slipsOf, slipTarget{keyword, 2})
	}
}

// nearWord returns the word that an unknown one is nearly, "" for none. It is no reason to
// refuse the unknown one: `constraint` may be a word of a gem.
func nearWord(name string) string {
	for _, all := range [][]string{wordNames, gems.Names()} {
		for _, w := range all {
			if w == name {
				return "" // a word of a gem that the application has not
			}
			if len(w) > 2 && spelling.Distance(name, w, 2) < 2 {
				return w
			}
		}
	}
	return ""
}

// noteEnvironment tells of a question for an environment that there is not, but
// nearly.
func (l *loader) noteEnvironment(name string, pos grammar.Pos) {
	if near := l.nearEnvironment(name, pos); near != "" {
		l.warnOf(route.UnknownEnvironment, pos, fmt.Sprintf("Rails.env.%s? is false in every environment; did you mean `%s?`?", name, near))
	}
}

// nearEnvironment is the environment that a name in a routes file is nearly; "" for none.
func (l *loader) nearEnvironment(name string, pos grammar.Pos) string {
	if !route.IsRoutesFile(pos.Filename) {
		return ""
	}
	l.thread.ChargeSteps(nearWordSteps)
	known := []string{"development", "test", "production", "local", l.options.RailsEnv}
	files, _ := l.Glob("config/environments/*.rb")
	for _, file := range files {
		known = append(known, strings.TrimSuffix(strings.TrimPrefix(file, "config/environments/"), ".rb"))
	}
	near := spelling.Nearest(name, known)
	if i := slices.IndexFunc(known, func(env string) bool { return len(name) >= 3 && env != name && strings.HasPrefix(env, name) }); near == "" && i >= 0 && !slices.Contains(known, name) {
		near = known[i] // prod?, dev?
	}
	return near
}

// noteComparedEnvironments tells of texts that Rails.env is compared with and never is, in the
// routes files: `Rails.env == "prodution"`, `Rails.env.in?(%w[stagin])`, `case Rails.env`.
func (l *loader) noteComparedEnvironments() {
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		if l.files[name] == nil || !route.IsRoutesFile(name) || !strings.Contains(l.files[name].Source, "Rails.env") {
			continue
		}
		grammar.Walk(l.files[name], func(n grammar.Node) {
			for _, s := range code.ComparedWith(n, isRailsEnv) {
				if near := l.nearEnvironment(s.Value, s.Pos); near != "" {
					l.warnOf(route.UnknownEnvironment, s.Pos, fmt.Sprintf("Rails.env is never %q; did you mean %q?", s.Value, near))
				}
			}
		})
	}
}

// isRailsEnv reports whether an expression is `Rails.env`.
func isRailsEnv(x grammar.Expr) bool {
	c, ok := x.(*grammar.Call)
	if !ok || c.Name != "env" {
		return false
	}
	rails, ok := c.Recv.(*grammar.Const)
	return ok && rails.Name == "Rails"
}
