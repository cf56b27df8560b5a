package code

import (
	"bytes"
	"iter"
	"regexp"
	"strings"

	"signalbox/expand/ruby"
)

// NameAt returns the name that a text begins with; empty if there is none.
func NameAt(text []byte) string {
	n := 0
	for n < len(text) && ruby.InName(text[n]) {
		n++
	}
	return string(text[:n])
}

// Assigns reports whether a text goes on as an assignment does: ` = x`, ` ||= x`.
func Assigns(text []byte) bool {
	text = bytes.TrimLeft(text, " ")
	for _, op := range []string{"||", "&&", "+", "-", "|", "&"} {
		if rest, ok := bytes.CutPrefix(text, []byte(op)); ok {
			text = rest
			break
		}
	}
	return len(text) > 1 && text[0] == '=' && text[1] != '=' && text[1] != '~' && text[1] != '>'
}

// Assigning returns a function that reports whether a text has an assignment to a name, such as
// `$site ||= "a"` or `I18n.locale = :de`.
func Assigning(name string) func(src []byte) bool {
	assignment := regexp.MustCompile(regexp.QuoteMeta(name) + `\s*(\|\||&&|[-+*/|&]|<<)?=[^=~>]`)
	return func(src []byte) bool { return bytes.Contains(src, []byte(name)) && assignment.Match(src) }
}

// Constants yields the constants that a text names, as it writes them: Shop::Start.
func Constants(src []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := 0; at < len(src); at++ {
			if !ruby.InName(src[at]) {
				continue
			}
			from := at
			for at < len(src) && (ruby.InName(src[at]) || src[at] == ':' && at+2 < len(src) && src[at+1] == ':' && src[at+2] >= 'A' && src[at+2] <= 'Z' || at > from && src[at] == ':' && src[at-1] == ':') {
				at++
			}
			if c := src[from]; c >= 'A' && c <= 'Z' && !yield(string(src[from:at])) {
				return
			}
		}
	}
}

// Mentions reports whether a text has a name outside of comments, where ok holds of what
// stands before it and after it.
func Mentions(src []byte, name string, ok func(before, after []byte) bool) bool {
	for end := 0; ; {
		at := bytes.Index(src[end:], []byte(name))
		if at < 0 {
			return false
		}
		before, after := src[:end+at], src[end+at+len(name):]
		end += at + len(name)
		if len(before) > 0 && ruby.InName(before[len(before)-1]) || len(after) > 0 && ruby.InName(after[0]) {
			continue
		}
		line := before[bytes.LastIndexByte(before, '\n')+1:]
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) && ok(before, after) {
			return true
		}
	}
}

// DefinedMethods returns the names of the methods that a text defines, those of objects and of self.
func DefinedMethods(src []byte) (names []string) {
	for def := range bytes.SplitSeq(src, []byte("def ")) {
		def = bytes.TrimPrefix(def, []byte("self."))
		if name := NameAt(def); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Names yields the names in a text, such as Settings and sso? in Settings.sso?.
func Names(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return r < 0x80 && !ruby.InName(byte(r)) })
}
