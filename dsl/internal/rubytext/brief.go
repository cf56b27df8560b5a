package rubytext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Brief returns a text on one line, in about as many characters as there may be: of a longer one
// its beginning and its end.
//
//	Brief("[1,\n  2].sum", 120) // "[1, 2].sum"
func Brief(text string, most int) string {
	if len(text) <= most && !strings.ContainsAny(text, "\n\r\t") {
		return text
	}
	end, head := most/3, most-most/3-3
	var room [512]byte
	line, ok := appendLine(room[:0], text, most)
	if ok {
		return string(line)
	}
	line, _ = appendLine(room[:0], text, head)
	line = append(line, "..."...)
	start := len(text)
	for count, gap := 0, true; start > 0 && count < end; {
		r, n := utf8.DecodeLastRuneInString(text[:start])
		if start -= n; !unicode.IsSpace(r) {
			count, gap = count+1, false
		} else if !gap {
			count, gap = count+1, true
		}
	}
	if r, _ := utf8.DecodeRuneInString(text[start:]); unicode.IsSpace(r) {
		line = append(line, ' ')
	}
	line, _ = appendLine(line, text[start:], end)
	return string(line)
}

// appendLine appends the first characters of a text, on one line; ok is false if
// there are more.
func appendLine(line []byte, text string, most int) (_ []byte, ok bool) {
	count, gap := 0, false
	for _, r := range text {
		if unicode.IsSpace(r) {
			gap = count > 0
			continue
		}
		if gap && count < most {
			line = append(line, ' ')
			count++
		}
		if gap = false; count == most {
			return line, false
		}
		line = utf8.AppendRune(line, r)
		count++
	}
	return line, true
}
