package inflect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Camelize gives the name of a constant; with upper false its first word is in lower case.
//
//	"active_model/errors".camelize          # => "ActiveModel::Errors"
//	"active_model/errors".camelize(:lower)  # => "activeModel::Errors"
func (r *Rules) Camelize(term string, upper bool) string {
	if !upper {
		return r.camelizeRest(r.acronyms.lowerStart(term))
	}
	n := 0
	for n < len(term) && lowerOrDigit(term[n]) {
		n++
	}
	first := r.acronyms.capitalized(term[:n])
	if n == len(term) {
		return first
	}
	return r.camelizeRest(first + term[n:])
}

// camelizeRest is gsub(/(?:_|(\/))([a-z\d]*)/i): what follows an underscore or a slash gets a capital.
func (r *Rules) camelizeRest(s string) string {
	i := strings.IndexAny(s, "_/")
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 4)
	for i >= 0 {
		b.WriteString(s[:i])
		if s[i] == '/' {
			b.WriteString("::")
		}
		s = s[i+1:]
		n := wordEnd(s)
		b.WriteString(r.acronyms.capitalized(s[:n]))
		s = s[n:]
		i = strings.IndexAny(s, "_/")
	}
	b.WriteString(s)
	return b.String()
}

// wordEnd gives the length of /[a-z\d]*/i at the start of s, which under i holds ſ and the Kelvin sign too.
func wordEnd(s string) int {
	for i, r := range s {
		if !(r < utf8.RuneSelf && r != '_' && wordByte(byte(r)) || r == 'ſ' || r == '\u212A') {
			return i
		}
	}
	return len(s)
}

func lowerOrDigit(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// Underscore gives the name of a file or a table's word for a constant.
//
//	"ActiveModel::Errors".underscore  # => "active_model/errors"
func (r *Rules) Underscore(word string) string {
	if !strings.ContainsAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-") && !strings.Contains(word, "::") {
		return word
	}
	s := r.acronyms.separate(strings.ReplaceAll(word, "::", "/"))
	var b strings.Builder
	b.Grow(len(s) + 4)
	for i := 0; i < len(s); i++ {
		if i > 0 && upperByte(s[i]) && startsWord(s, i) {
			b.WriteByte('_')
		}
		if s[i] == '-' {
			b.WriteByte('_')
			continue
		}
		b.WriteByte(s[i])
	}
	return downcase(b.String())
}

// startsWord is /(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z\d])(?=[A-Z])/ before the capital s[i].
func startsWord(s string, i int) bool {
	if lowerOrDigit(s[i-1]) {
		return true
	}
	return upperByte(s[i-1]) && i+1 < len(s) && s[i+1] >= 'a' && s[i+1] <= 'z'
}

func upperByte(c byte) bool { return c >= 'A' && c <= 'Z' }

// HumanizeOptions are the options of [Rules.Humanize]; the zero value is ActiveSupport's default.
type HumanizeOptions struct {
	KeepCase     bool // capitalize: false
	KeepIDSuffix bool // keep_id_suffix: true
}

// Humanize gives a name for people.
//
//	"author_id".humanize                      # => "Author"
//	"author_id".humanize(capitalize: false)   # => "author"
//	"_id".humanize(keep_id_suffix: true)      # => "Id"
func (r *Rules) Humanize(word string, opts HumanizeOptions) string {
	s, _ := r.humans.first(word)
	s = strings.TrimLeft(strings.ReplaceAll(s, "_", " "), "\x00\t\n\v\f\r ")
	if !opts.KeepIDSuffix && strings.HasSuffix(word, "_id") {
		s = strings.TrimSuffix(s, " id")
	}
	s = r.lowerWords(s)
	if first, n := utf8.DecodeRuneInString(s); !opts.KeepCase && alphabetic(first) {
		s = upcaseRune(first) + s[n:]
	}
	return s
}

// lowerWords is gsub(/([[[:alpha:]]\d]+)/i): words in lower case, acronyms as they are written.
func (r *Rules) lowerWords(s string) string {
	if len(r.acronyms.words) == 0 {
		return mapWords(s, downcase)
	}
	return mapWords(s, func(w string) string {
		w = downcase(w)
		if acronym, ok := r.acronyms.words[w]; ok {
			return acronym
		}
		return w
	})
}

// mapWords replaces each run of letters and ASCII digits.
func mapWords(s string, f func(string) string) string {
	var b strings.Builder
	start := -1
	for i, r := range s {
		inside := alphabetic(r) || r >= '0' && r <= '9'
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			b.WriteString(f(s[start:i]))
			start = -1
		}
		if !inside {
			b.WriteString(s[i : i+runeLen(s, i)])
		}
	}
	if start >= 0 {
		b.WriteString(f(s[start:]))
	}
	return b.String()
}

// runeLen gives the length of the character at s[i]; an invalid byte has 1.
func runeLen(s string, i int) int {
	_, n := utf8.DecodeRuneInString(s[i:])
	return n
}

// alphabetic is [[:alpha:]].
func alphabetic(r rune) bool {
	return unicode.IsLetter(r) || r >= utf8.RuneSelf && (unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_Alphabetic, r))
}

// wordRune is a word character to Ruby's \b, which knows Unicode.
func wordRune(r rune) bool {
	return r == '_' || alphabetic(r) || unicode.In(r, unicode.M, unicode.Nd, unicode.Pc)
}

// Titleize gives a title: each word with a capital.
//
//	"man from the boondocks".titleize  # => "Man From The Boondocks"
func (r *Rules) Titleize(word string, keepIDSuffix bool) string {
	s := r.Humanize(r.Underscore(word), HumanizeOptions{KeepIDSuffix: keepIDSuffix})
	var b strings.Builder
	var before, last rune // the two characters before the present one
	for i, c := range s {
		if c >= 'a' && c <= 'z' && (i == 0 || !wordRune(last)) && !(strings.ContainsRune("'’`()", last) && isWordASCII(before)) {
			b.WriteByte(byte(c) - 'a' + 'A')
		} else {
			b.WriteString(s[i : i+runeLen(s, i)])
		}
		before, last = last, c
	}
	return b.String()
}

func isWordASCII(r rune) bool { return r < utf8.RuneSelf && wordByte(byte(r)) }

// Tableize gives the table of a class.
//
//	"RawScaledScorer".tableize  # => "raw_scaled_scorers"
func (r *Rules) Tableize(className string) string { return r.Pluralize(r.Underscore(className)) }

// Classify gives the class of a table; a schema's name before a dot is left off.
//
//	"schema.ham_and_eggs".classify  # => "HamAndEgg"
func (r *Rules) Classify(tableName string) string {
	return r.Camelize(r.Singularize(withoutSchema(tableName)), true)
}

// withoutSchema is sub(/.*\./, ""): in the first line with a dot, what stands up to its last one goes.
func withoutSchema(s string) string {
	if strings.IndexByte(s, '.') < 0 {
		return s
	}
	start := strings.LastIndexByte(s[:strings.IndexByte(s, '.')], '\n') + 1
	end := len(s)
	if i := strings.IndexByte(s[start:], '\n'); i >= 0 {
		end = start + i
	}
	return s[:start] + s[start+strings.LastIndexByte(s[start:end], '.')+1:]
}

// Dasherize replaces underscores.
//
//	"puni_puni".dasherize  # => "puni-puni"
func (r *Rules) Dasherize(word string) string { return strings.ReplaceAll(word, "_", "-") }

// ForeignKey gives the column that refers to a class.
//
//	"Admin::Post".foreign_key         # => "post_id"
//	"Admin::Post".foreign_key(false)  # => "postid"
func (r *Rules) ForeignKey(className string, separate bool) string {
	s := r.Underscore(r.Demodulize(className))
	if separate {
		return s + "_id"
	}
	return s + "id"
}

// Demodulize gives the last part of a constant's name.
//
//	"ActiveSupport::Inflector::Inflections".demodulize  # => "Inflections"
func (r *Rules) Demodulize(path string) string {
	if i := strings.LastIndex(path, "::"); i >= 0 {
		return path[i+2:]
	}
	return path
}

// Deconstantize gives all but the last part of a constant's name.
//
//	"Net::HTTP".deconstantize  # => "Net"
func (r *Rules) Deconstantize(path string) string {
	return path[:max(0, strings.LastIndex(path, "::"))]
}

// UpcaseFirst changes the first character only.
//
//	"what a Lovely Day".upcase_first  # => "What a Lovely Day"
func (r *Rules) UpcaseFirst(s string) string {
	n := runeLen(s, 0)
	return upcase(s[:n]) + s[n:]
}

// DowncaseFirst changes the first character only.
//
//	"If they enjoyed The Matrix".downcase_first  # => "if they enjoyed The Matrix"
func (r *Rules) DowncaseFirst(s string) string {
	n := runeLen(s, 0)
	return downcase(s[:n]) + s[n:]
}
