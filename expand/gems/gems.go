// Package gems holds the gems whose routing words signalbox follows: a Ruby file each,
// words/NAME.rb, whose first comment says what the program needs to know before it runs
// the file; and the versions that Gemfile.lock gives.
package gems

import (
	"embed"
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

// A Word is a routing word of a gem.
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

// Words returns the routing words of all gems by name. Callers don't change it.
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
		g := parse(strings.TrimSuffix(f.Name(), ".rb"), src)
		r.all, r.gems[g.Name] = append(r.all, g), g
		for _, w := range g.Words {
			r.words[w.Name] = w
		}
	}
	return r
})

// parse reads the first comment of a file.
func parse(name string, src []byte) *Gem {
	g := &Gem{Name: name, source: src}
	var word *Word
	for line := range strings.Lines(string(src)) {
		text, comment := strings.CutPrefix(strings.TrimRight(line, "\n"), "#")
		if !comment {
			break
		}
		text, inner := strings.CutPrefix(text, "   ")
		switch key, value, _ := strings.Cut(strings.TrimSpace(text), ": "); {
		case word == nil && inner: // a line for people
		case inner && word.Summary == "":
			word.Summary = text
		case inner:
			word.Example = text
		case key == "word":
			g.Words = append(g.Words, Word{Name: value, Gem: name})
			word = &g.Words[len(g.Words)-1]
		default:
			g.set(key, value)
		}
	}
	return g
}

func (g *Gem) set(key, value string) {
	fields := map[string]*string{
		"module": &g.Module, "newest": &g.Newest, "routes": &g.Routes, "settings": &g.Settings,
		"needs": &g.Needs, "plugins": &g.Plugins, "was": &g.Was, "of": &g.Of,
	}
	if field := fields[key]; field != nil {
		*field = value
	} else if key == "since" {
		g.Since = Numbers(value)
	}
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
