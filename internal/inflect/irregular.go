package inflect

import (
	"strings"
	"unicode/utf8"

	"signalbox/internal/regex"
)

// irregularRules makes the rules of an irregular word, in the order Rails adds them.
//
//	inflect.irregular "person", "people"  # plural(/(p)erson$/i, '\1eople') and three more
func irregularRules(singular, plural string) (plurals, singulars []replacement, err error) {
	s0, srest := splitFirst(singular)
	p0, prest := splitFirst(plural)
	if upcase(s0) != upcase(p0) {
		return differentStart(s0, srest, p0, prest)
	}
	s, err := suffixRegexp(s0, srest)
	if err != nil {
		return nil, nil, err
	}
	p, err := suffixRegexp(p0, prest)
	if err != nil {
		return nil, nil, err
	}
	return []replacement{{s, `\1` + prest}, {p, `\1` + prest}}, []replacement{{s, `\1` + srest}, {p, `\1` + srest}}, nil
}

// differentStart makes the rules when the first letters differ: one for each case.
//
//	inflect.irregular "cow", "kine"  # plural(/C(?i)ow$/, "Kine"), plural(/c(?i)ow$/, "kine"), ...
func differentStart(s0, srest, p0, prest string) (plurals, singulars []replacement, err error) {
	for _, from := range [][2]string{{s0, srest}, {p0, prest}} {
		for _, change := range []func(string) string{upcase, downcase} {
			re, err := regex.Compile(change(from[0])+"(?i)"+from[1]+"$", 0)
			if err != nil {
				return nil, nil, err
			}
			plurals = append(plurals, replacement{Regexp(re), change(p0) + prest})
			singulars = append(singulars, replacement{Regexp(re), change(s0) + srest})
		}
	}
	return plurals, singulars, nil
}

func splitFirst(s string) (first, rest string) {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n], s[n:]
}

// A suffixRule is the regular expression `(f)irst$` under i, with a short cut for plain words: the suffix is compared.
type suffixRule struct {
	regexpRule
	suffix string // lower case; empty if the pattern is more than letters
	keep   int    // the length of the group
}

func suffixRegexp(first, rest string) (Rule, error) {
	re, err := regex.Compile("("+first+")"+rest+"$", regex.IgnoreCase)
	if err != nil {
		return nil, err
	}
	rule := suffixRule{regexpRule: regexpRule{re}}
	if word := first + rest; strings.Trim(strings.ToLower(word), wordLetters) == "" {
		rule.suffix, rule.keep = strings.ToLower(word), len(first)
	}
	return rule, nil
}

const wordLetters = "abcdefghijklmnopqrstuvwxyz0123456789_"

func (s suffixRule) sub(word, with string) (string, bool) {
	if s.suffix == "" || !plain(word) || !strings.HasPrefix(with, `\1`) || strings.IndexByte(with[1:], '\\') >= 0 {
		return s.regexpRule.sub(word, with)
	}
	start := len(word) - len(s.suffix)
	if start < 0 || !hasSuffixFold(word, s.suffix) {
		return word, false
	}
	return word[:start+s.keep] + with[2:], true
}

func (s suffixRule) suffixOf() string {
	if s.suffix != "" {
		return s.suffix
	}
	return s.regexpRule.suffixOf()
}

// plain tells whether a word is ASCII and of one line. For such words `$` is the end and folding is that of letters.
func plain(word string) bool {
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf || word[i] == '\n' {
			return false
		}
	}
	return true
}

// hasSuffixFold compares the end of an ASCII word with a suffix in lower case.
func hasSuffixFold(word, suffix string) bool {
	d := len(word) - len(suffix)
	if d < 0 {
		return false
	}
	for i := len(suffix) - 1; i >= 0; i-- {
		if lower(word[d+i]) != suffix[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
