// Package gems holds the gems whose routing methods signalbox follows: a Ruby file each,
// words/NAME.rb, whose first comment says what the program needs to know before it runs
// the file; and the versions that Gemfile.lock gives.
package gems

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed words/*.rb
var sources embed.FS

// A Gem is what the first comment of its file says of a gem, after one line for people:
//
//	# Apipie: Routing::MapperExtensions#apipie, as of 0.2.
//	#
//	# module: Apipie
//	# newest: 1.5.0
//	# since: 0.2
//	# settings: Apipie.configuration
//	# word: apipie
//	#   Maps the documentation of the API.
//	#   apipie
type Gem struct {
	Name     string // as in Gemfile.lock, and of the file
	Module   string // whose VERSION is the gem's
	Newest   string // the version without Gemfile.lock
	Since    []int  // the first version that is followed
	Routes   string // the module with the routes that code asks for by its name
	Settings string // how Ruby reads a setting, up to the last dot; empty without settings
	Needs    string // the gem whose classes this one's build on
	Plugins  string // what the names of gems begin with that may add routes
	Was      string // the gem that had the words before
	Of       string // the gem whose file this one shares
	Words    []Word

	source []byte
}

// A Word is a routing method of a gem.
type Word struct {
	Name    string // devise_for
	Gem     string // devise
	Summary string // Maps what the modules of a model need to sign people in.
	Example string // devise_for :users
}

// Source returns the text of the gem's file, and its name.
func (g *Gem) Source() (name string, src []byte) {
	if g.Of != "" {
		return Named(g.Of).Source()
	}
	return g.Name, g.source
}

// All returns the gems by name.
func All() []*Gem { return registry().all }

// Named returns the gem of a name; nil if its words are not known.
func Named(name string) *Gem { return registry().gems[name] }

// Words returns the routing methods of all gems by name. Callers don't change it.
func Words() map[string]Word { return registry().words }

type register struct {
	all   []*Gem
	gems  map[string]*Gem
	words map[string]Word
}

var registry = sync.OnceValue(func() register {
	r := register{gems: map[string]*Gem{}, words: map[string]Word{}}
	files, _ := sources.ReadDir("words")
	for _, f := range files {
		src, _ := sources.ReadFile("words/" + f.Name())
		g, err := Parse(strings.TrimSuffix(f.Name(), ".rb"), src)
		if err != nil {
			panic("words/" + f.Name() + err.Error()) // the file is part of the program
		}
		r.all, r.gems[g.Name] = append(r.all, g), g
		for _, w := range g.Words {
			r.words[w.Name] = w
		}
	}
	return r
})

// A MarkError is a line of a file's first comment that says nothing of a gem.
type MarkError struct {
	Line int
	Text string
}

// Error implements error.
func (e *MarkError) Error() string { return fmt.Sprintf(":%d: no mark of a gem: %s", e.Line, e.Text) }

// Parse reads the first comment of a file. With a [MarkError] it returns the gem of the lines
// before.
func Parse(name string, src []byte) (*Gem, error) {
	g := &Gem{Name: name, source: src}
	people, number := true, 0 // up to the first line of a # alone, the lines are for people
	for line := range strings.Lines(string(src)) {
		text, comment := strings.CutPrefix(strings.TrimRight(line, "\n"), "#")
		if !comment {
			break
		}
		number++
		if text == "" || people {
			people = people && text != ""
			continue
		}
		ofWord, inner := strings.CutPrefix(text, "   ")
		key, value, isMark := strings.Cut(strings.TrimSpace(text), ": ")
		if inner && !g.describe(ofWord) || !inner && (!isMark || !g.set(key, value)) {
			return g, &MarkError{number, strings.TrimSpace(text)}
		}
	}
	return g, nil
}

// describe takes a line below that of a word: its summary, then its example.
func (g *Gem) describe(text string) bool {
	if len(g.Words) == 0 {
		return false
	}
	switch word := &g.Words[len(g.Words)-1]; {
	case word.Summary == "":
		word.Summary = text
	case word.Example == "":
		word.Example = text
	default:
		return false
	}
	return true
}

// set takes a mark; it reports whether there is such a mark.
func (g *Gem) set(key, value string) bool {
	fields := map[string]*string{
		"module": &g.Module, "newest": &g.Newest, "routes": &g.Routes, "settings": &g.Settings,
		"needs": &g.Needs, "plugins": &g.Plugins, "was": &g.Was, "of": &g.Of,
	}
	switch field := fields[key]; {
	case field != nil:
		*field = value
	case key == "since":
		g.Since = Numbers(value)
	case key == "word":
		g.Words = append(g.Words, Word{Name: value, Gem: g.Name})
	default:
		return false
	}
	return true
}

// Numbers returns the parts of a version up to the first that is no number: 5.1.4.
func Numbers(version string) (parts []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		parts = append(parts, n)
	}
	return parts
}

// List returns the words of all gems by gem and name.
func List() []Word {
	return slices.SortedFunc(maps.Values(Words()), func(a, b Word) int {
		return cmp.Or(strings.Compare(a.Gem, b.Gem), strings.Compare(a.Name, b.Name))
	})
}

// Names returns the names of the words of all gems, in order.
var Names = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(Words())) })
