package regex

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// posixSets holds the POSIX brackets as Onigmo defines them for Unicode strings.
var posixSets = sync.OnceValue(func() map[string]set {
	alpha := tableSet(unicode.L, unicode.Nl, unicode.Other_Alphabetic)
	digit := tableSet(unicode.Nd)
	space := tableSet(unicode.White_Space)
	cntrl := tableSet(unicode.Cc)
	assigned := assignedSet()
	graph := assigned.and(space.not()).and(cntrl.not())
	return map[string]set{
		"alnum":  alpha.or(digit),
		"alpha":  alpha,
		"ascii":  asciiRunes,
		"blank":  tableSet(unicode.Zs).or(set{'\t', '\t'}),
		"cntrl":  cntrl,
		"digit":  digit,
		"graph":  graph,
		"lower":  tableSet(unicode.Ll, unicode.Other_Lowercase),
		"print":  graph.or(tableSet(unicode.Zs)),
		"punct":  tableSet(unicode.P).or(newSet('$', '$', '+', '+', '<', '>', '^', '^', '`', '`', '|', '|', '~', '~')),
		"space":  space,
		"upper":  tableSet(unicode.Lu, unicode.Other_Uppercase),
		"word":   alpha.or(digit).or(tableSet(unicode.M, unicode.Pc)),
		"xdigit": newSet('0', '9', 'A', 'F', 'a', 'f'),
	}
})

// posixSet gives the set of `[:name:]`, nil if there is none.
func posixSet(name string) set { return posixSets()[name] }

// properties maps normalised names to Go's tables: categories, their long names, scripts and binary properties.
var properties = sync.OnceValue(func() map[string]*unicode.RangeTable {
	m := make(map[string]*unicode.RangeTable)
	for name, t := range unicode.Properties {
		m[propertyKey(name)] = t
	}
	for name, t := range unicode.Scripts {
		m[propertyKey(name)] = t
	}
	for name, t := range unicode.Categories {
		m[propertyKey(name)] = t
	}
	for long, short := range unicode.CategoryAliases {
		m[propertyKey(long)] = unicode.Categories[short]
	}
	return m
})

// propertySets holds the sets of the properties that were asked for.
var propertySets sync.Map

// propertyKey is how Onigmo compares names: case, spaces, dashes and underscores do not count.
func propertyKey(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name))
}

// property reads `{Name}` after \p or \P, as an atom.
func (p *parser) property(not bool) (node, error) {
	start := p.pos
	s, not, err := p.propertySet(not)
	if err != nil {
		return nil, err
	}
	return p.classNode(p.src[start:p.pos], s, s, not)
}

// propertySet reads `{Name}` or `{^Name}`.
func (p *parser) propertySet(not bool) (set, bool, error) {
	rest := p.src[p.pos+1:]
	end := strings.IndexAny(rest, "}")
	if end < 0 {
		name := rest
		if len(name) > 0 {
			name = name[:len(name)-1] // Ruby's message loses the last character
		}
		return nil, false, p.fail("invalid character property name {" + name + "}")
	}
	p.pos += 1 + end + 1
	name, negated := strings.CutPrefix(rest[:end], "^")
	s, err := p.namedSet(name)
	return s, not != negated, err
}

// withoutTables begin the names of properties that Ruby knows and Go has no tables for: blocks, ages, emoji, and what Unicode
// derives from others (DerivedCoreProperties.txt).
var withoutTables = []string{
	"in", "age=", "emoji", "ebase", "emod", "epres", "ecomp", "ext", "grapheme", "gr", "ci", "case", "cw", "changeswhen", "di", "default", "id", "xid", "math",
}

func (p *parser) namedSet(name string) (set, error) {
	key := propertyKey(name)
	switch {
	case key == "any":
		return anyRune, nil
	case key == "assigned":
		return assignedSet(), nil
	case key == "alphabetic":
		return posixSet("alpha"), nil
	case key == "lowercase":
		return posixSet("lower"), nil
	case key == "uppercase":
		return posixSet("upper"), nil
	case key == "cn" || key == "unassigned":
		return assignedSet().not(), nil
	case key == "punct" || key == "punctuation": // the category, while [[:punct:]] has nine symbols more
		return tableSet(unicode.P), nil
	case posixSet(key) != nil:
		return posixSet(key), nil
	case properties()[key] != nil:
		s, ok := propertySets.Load(key)
		if !ok {
			s, _ = propertySets.LoadOrStore(key, tableSet(properties()[key]))
		}
		return s.(set), nil
	case slices.ContainsFunc(withoutTables, func(prefix string) bool { return strings.HasPrefix(key, prefix) }):
		return nil, p.unsupported("the property {" + name + "}")
	}
	return nil, p.fail("invalid character property name {" + name + "}")
}

// assignedSet holds the code points that Unicode has given a meaning. Go's category C would count those without one.
func assignedSet() set {
	return tableSet(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}
