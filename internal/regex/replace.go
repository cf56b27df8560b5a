package regex

import (
	"fmt"
	"strings"
)

// Expand fills a replacement as String#sub does: \1, \0 or \&, \k<name>, \` (what is before), \' (what is after) and \\.
//
//	"cat".sub(/(a)/, '<\1>')  # => "c<a>t"
func (re *Regexp) Expand(replacement, s string, match []int) (string, error) {
	if !strings.Contains(replacement, `\`) {
		return replacement, nil
	}
	var b strings.Builder
	for i := 0; i < len(replacement); i++ {
		c := replacement[i]
		if c != '\\' || i+1 == len(replacement) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c := replacement[i]; {
		case c >= '1' && c <= '9' && len(re.names) > 0:
			// Named groups are not reached by number: nothing is put here.
		case c >= '0' && c <= '9':
			b.WriteString(groupText(s, match, int(c-'0')))
		case c == '&':
			b.WriteString(groupText(s, match, 0))
		case c == '`':
			b.WriteString(s[:match[0]])
		case c == '\'':
			b.WriteString(s[match[1]:])
		case c == '\\':
			b.WriteByte('\\')
		case c == 'k' && strings.HasPrefix(replacement[i:], "k<") && strings.Contains(replacement[i:], ">"):
			name := replacement[i+2 : i+strings.IndexByte(replacement[i:], '>')]
			text, err := re.named(name, s, match)
			if err != nil {
				return "", err
			}
			b.WriteString(text)
			i += len(name) + 2
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String(), nil
}

func groupText(s string, match []int, g int) string {
	if 2*g+1 >= len(match) || match[2*g] < 0 {
		return ""
	}
	return s[match[2*g]:match[2*g+1]]
}

// named gives the text of the last group of the name that took part.
func (re *Regexp) named(name, s string, match []int) (string, error) {
	groups := re.byName[name]
	if groups == nil {
		n, ok := 0, len(name) > 0 && len(re.names) == 0
		for _, c := range []byte(name) {
			ok = ok && c >= '0' && c <= '9' && n < maxRepeat
			n = n*10 + int(c-'0')
		}
		if !ok || n > re.numGroups {
			return "", fmt.Errorf("undefined group name reference: %s", name)
		}
		return groupText(s, match, n), nil
	}
	for i := len(groups) - 1; i >= 0; i-- {
		if match[2*groups[i]] >= 0 {
			return groupText(s, match, groups[i]), nil
		}
	}
	return "", nil
}

// Sub is String#sub: the first match is replaced. ok tells whether there was one, which is what String#sub! says.
//
//	"category".sub(/([^aeiouy]|qu)y$/i, '\1ies')  # => "categories"
func (re *Regexp) Sub(s, replacement string) (result string, ok bool, err error) {
	m, err := re.Match(s, 0, nil)
	if m == nil || err != nil {
		return s, false, err
	}
	with, err := re.Expand(replacement, s, m)
	if err != nil {
		return s, false, err
	}
	return s[:m[0]] + with + s[m[1]:], true, nil
}

// Gsub is String#gsub: every match is replaced.
//
//	"a.b.c".gsub(/\./, "/")  # => "a/b/c"
func (re *Regexp) Gsub(s, replacement string) (string, error) {
	return re.GsubFunc(s, func(m []int) (string, error) { return re.Expand(replacement, s, m) })
}

// GsubFunc is String#gsub with a block, which gets the offsets of each match.
//
//	"abc".gsub(/[ab]/) { |m| m.upcase }  # => "ABc"
func (re *Regexp) GsubFunc(s string, with func(match []int) (string, error)) (string, error) {
	var b strings.Builder
	done := 0
	err := re.Scan(s, func(m []int) error {
		text, err := with(m)
		b.WriteString(s[done:m[0]])
		b.WriteString(text)
		done = m[1]
		return err
	})
	if err != nil {
		return s, err
	}
	b.WriteString(s[done:])
	return b.String(), nil
}

// Scan calls f for each match from left to right, as String#scan does; after an empty match it goes on one character later.
//
//	"a1b2".scan(/\d/)  # => ["1", "2"]
func (re *Regexp) Scan(s string, f func(match []int) error) error {
	search, err := re.Search(s)
	if err != nil {
		return err
	}
	budget := NewBudget(DefaultSteps)
	for from := 0; from <= len(s); {
		m, err := search.Next(from, budget)
		if m == nil || err != nil {
			return err
		}
		if err := f(m); err != nil {
			return err
		}
		from = m[1]
		if m[0] == m[1] {
			for from++; from < len(s) && s[from]&0xC0 == 0x80; from++ {
			}
		}
	}
	return nil
}
