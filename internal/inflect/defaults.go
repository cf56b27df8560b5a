package inflect

import (
	"strings"
	"sync"

	"signalbox/internal/regex"
)

// defaultRules is one of Rails' two lists: as suffixes for plain words, as the regular expressions for others.
type defaultRules struct {
	suffixes func() *suffixTable
	regexps  func() []replacement
}

var (
	defaultPlurals   = newDefaultRules(pluralSuffixes, pluralRegexps, true)
	defaultSingulars = newDefaultRules(singularSuffixes, singularRegexps, false)
)

func newDefaultRules(suffixes, regexps string, plural bool) *defaultRules {
	return &defaultRules{
		suffixes: sync.OnceValue(func() *suffixTable { return parseSuffixes(suffixes) }),
		regexps:  sync.OnceValue(func() []replacement { return parseRegexps(regexps, plural) }),
	}
}

func (d *defaultRules) apply(word string) string {
	if plain(word) {
		return d.suffixes().apply(word)
	}
	for _, rule := range d.regexps() {
		if out, ok := rule.rule.sub(word, rule.with); ok {
			return out
		}
	}
	return word
}

// parseRegexps reads Rails' rules, written in its order, and puts the last one first. The irregular words come after them, so before them here.
func parseRegexps(source string, plural bool) []replacement {
	var out []replacement
	for line := range strings.Lines(source) {
		pattern, with, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			continue
		}
		var opts regex.Options
		pattern, flags, _ := strings.Cut(strings.TrimPrefix(pattern, "/"), "/")
		if flags == "i" {
			opts = regex.IgnoreCase
		}
		out = append(out, replacement{Regexp(regex.MustCompile(pattern, opts)), strings.Trim(with, "'")})
	}
	for _, words := range irregulars {
		plurals, singulars, err := irregularRules(words[0], words[1])
		if err != nil {
			panic(err) // the words are constants
		}
		if plural {
			out = append(out, plurals...)
		} else {
			out = append(out, singulars...)
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

var irregulars = [][2]string{
	{"person", "people"}, {"man", "men"}, {"child", "children"}, {"sex", "sexes"}, {"move", "moves"}, {"zombie", "zombies"},
}

// pluralRegexps are the rules of active_support/inflections.rb.
const pluralRegexps = `
/$/ => 's'
/s$/i => 's'
/^(ax|test)is$/i => '\1es'
/(octop|vir)us$/i => '\1i'
/(octop|vir)i$/i => '\1i'
/(alias|status)$/i => '\1es'
/(bu)s$/i => '\1ses'
/(buffal|tomat)o$/i => '\1oes'
/([ti])um$/i => '\1a'
/([ti])a$/i => '\1a'
/sis$/i => 'ses'
/(?:([^f])fe|([lr])f)$/i => '\1\2ves'
/(hive)$/i => '\1s'
/([^aeiouy]|qu)y$/i => '\1ies'
/(x|ch|ss|sh)$/i => '\1es'
/(matr|vert|ind)(?:ix|ex)$/i => '\1ices'
/^(m|l)ouse$/i => '\1ice'
/^(m|l)ice$/i => '\1ice'
/^(ox)$/i => '\1en'
/^(oxen)$/i => '\1'
/(quiz)$/i => '\1zes'
`

const singularRegexps = `
/s$/i => ''
/(ss)$/i => '\1'
/(n)ews$/i => '\1ews'
/([ti])a$/i => '\1um'
/((a)naly|(b)a|(d)iagno|(p)arenthe|(p)rogno|(s)ynop|(t)he)(sis|ses)$/i => '\1sis'
/(^analy)(sis|ses)$/i => '\1sis'
/([^f])ves$/i => '\1fe'
/(hive)s$/i => '\1'
/(tive)s$/i => '\1'
/([lr])ves$/i => '\1f'
/([^aeiouy]|qu)ies$/i => '\1y'
/(s)eries$/i => '\1eries'
/(m)ovies$/i => '\1ovie'
/(x|ch|ss|sh)es$/i => '\1'
/^(m|l)ice$/i => '\1ouse'
/(bus)(es)?$/i => '\1'
/(o)es$/i => '\1'
/(shoe)s$/i => '\1'
/(cris|test)(is|es)$/i => '\1is'
/^(a)x[ie]s$/i => '\1xis'
/(octop|vir)(us|i)$/i => '\1us'
/(alias|status)(es)?$/i => '\1'
/^(ox)en/i => '\1'
/(vert|ind)ices$/i => '\1ex'
/(matr)ices$/i => '\1ix'
/(quiz)zes$/i => '\1'
/(database)s$/i => '\1'
`
