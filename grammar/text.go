package grammar

import (
	"strings"
	"unicode/utf8"
)

// checkText refuses what no Ruby file holds: NUL, an encoding that Ruby does not
// know, and files of another language that are easily given by mistake.
func checkText(name, text string) error {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return &SyntaxError{Pos: posIn(name, text, i), Msg: "unexpected NUL byte: is this a text file?"}
	}
	if what, i := foreign(text); what != "" {
		return &SyntaxError{Pos: posIn(name, text, i), Msg: "this is not a Ruby file but " + what, Hint: "give the path of a routes file, as config/routes.rb"}
	}
	return checkEncoding(name, text)
}

// foreign names the language of a file that is evidently not Ruby.
func foreign(text string) (what string, off int) {
	s := strings.TrimLeft(strings.TrimPrefix(text, "\xef\xbb\xbf"), " \t\r\n")
	off = len(text) - len(s)
	low := strings.ToLower(s[:min(len(s), 64)])
	switch {
	case strings.HasPrefix(low, "<!doctype"), strings.HasPrefix(low, "<html"), strings.HasPrefix(low, "<?xml"), strings.HasPrefix(low, "<!--"):
		return "HTML or XML", off
	case strings.HasPrefix(s, "<%"):
		return "an ERB template", off
	case strings.HasPrefix(s, "---\n"), strings.HasPrefix(s, "---\r\n"), strings.HasPrefix(s, "--- "):
		return "YAML", off
	case len(s) > 1 && s[0] == '<' && (s[1] == '/' || s[1]|0x20 >= 'a' && s[1]|0x20 <= 'z'):
		return "HTML or XML", off
	}
	return yaml(s, off)
}

// yaml recognises `key:` alone on the first line of code.
func yaml(s string, off int) (string, int) {
	for strings.HasPrefix(s, "#") {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			return "", 0
		}
		t := strings.TrimLeft(s[i:], " \t\r\n")
		off += len(s) - len(t)
		s = t
	}
	line, _, _ := strings.Cut(s, "\n")
	line = strings.TrimRight(line, " \t\r")
	if name, ok := strings.CutSuffix(line, ":"); ok && isLabel(name) {
		return "YAML", off
	}
	return "", 0
}

// posIn is the position of an offset, computed from the start of the text.
func posIn(name, text string, off int) Pos {
	before := strings.TrimPrefix(text[:off], "\xef\xbb\xbf")
	i := strings.LastIndexByte(before, '\n') + 1
	return Pos{Filename: name, Offset: off, Line: 1 + strings.Count(before, "\n"), Column: 1 + utf8.RuneCountInString(before[i:])}
}
