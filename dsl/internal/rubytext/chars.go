package rubytext

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// Offset returns where in s character n begins, or the length of s if there are fewer.
func Offset(s string, n int) int {
	off := 0
	for ; n > 0 && off < len(s); n-- {
		if s[off] < utf8.RuneSelf {
			off++
			continue
		}
		_, size := utf8.DecodeRuneInString(s[off:])
		off += size
	}
	return off
}

// Span returns the offsets of what String#[] returns for a start and a length, which
// count characters; a negative start counts from the end. ok is false where that is nil.
func Span(s string, start, length int) (lo, hi int, ok bool) {
	n := utf8.RuneCountInString(s)
	if start < 0 {
		start += n
	}
	if start < 0 || start > n || length < 0 {
		return 0, 0, false
	}
	length = min(length, n-start)
	if n == len(s) {
		return start, start + length, true
	}
	lo = Offset(s, start)
	return lo, lo + Offset(s[lo:], length), true
}

// Chomp returns s without one end of a line, \r\n, \n or \r, as String#chomp does.
func Chomp(s string) string {
	if t, ok := strings.CutSuffix(s, "\n"); ok {
		return strings.TrimSuffix(t, "\r")
	}
	return strings.TrimSuffix(s, "\r")
}

// CutLine returns the first line of s and what follows it, as String#each_line goes
// through them: lines end with sep, and paragraphs with the empty lines after them if it
// is empty. With chomp the line is without its end, a paragraph without one newline.
func CutLine(s, sep string, chomp bool) (line, rest string) {
	end := sep
	if sep == "" {
		end = "\n\n"
	}
	text, rest, found := strings.Cut(s, end)
	if sep == "" {
		rest = strings.TrimLeft(rest, "\n")
	}
	switch line = s[:min(len(text)+len(end), len(s))]; {
	case !chomp || !found:
		return line, rest
	case sep == "":
		return line[:len(line)-1], rest
	case sep == "\n":
		return Chomp(line), rest
	}
	return text, rest
}

// Split returns the parts of s that String#split makes, those that are empty at the end
// included: a space separates at white space, an empty separator each character. A limit
// above 0 is how many parts there are at most; without one (0) an empty rest is no part.
//
//	Split(" a  b ", " ", 0) // "a", "b"
//	Split("a,b,,c", ",", 3) // "a", "b", ",c"
func Split(s, sep string, limit int) iter.Seq[string] {
	const space = " \t\n\v\f\r\x00"
	if sep == " " && limit != 1 {
		s = strings.TrimLeft(s, space)
	}
	return SplitFunc(s, limit, func(from int) (lo, hi int, _ []int) {
		switch sep {
		case " ":
			if lo = strings.IndexAny(s[from:], space); lo >= 0 {
				lo += from
				hi = len(s) - len(strings.TrimLeft(s[lo:], space))
			}
		case "":
			_, n := utf8.DecodeRuneInString(s[from:])
			if lo, hi = from+n, from+n; n == 0 {
				lo = -1
			}
		default:
			if lo = strings.Index(s[from:], sep); lo >= 0 {
				lo += from
				hi = lo + len(sep)
			}
		}
		return lo, hi, nil
	})
}

// SplitFunc is [Split] at the separators that next finds: it returns the offsets of the
// first at or after from, lo below 0 for none, and those of the groups in it, which are
// parts too but for one at -1.
func SplitFunc(s string, limit int, next func(from int) (lo, hi int, groups []int)) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := 0
		for cuts := 1; cuts != limit; cuts++ {
			lo, hi, groups := next(from)
			if lo < 0 {
				break
			}
			if !yield(s[from:lo]) {
				return
			}
			from = hi
			for ; len(groups) > 1; groups = groups[2:] {
				if groups[0] >= 0 && !yield(s[groups[0]:groups[1]]) {
					return
				}
			}
		}
		if limit != 0 || from < len(s) {
			yield(s[from:])
		}
	}
}
