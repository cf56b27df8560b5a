package regex

import (
	"sync"
	"unicode/utf8"
)

// holds reports whether an anchor holds at pos.
func (m *machine) holds(kind assertKind, pos int) bool {
	if pos > m.end {
		return false
	}
	text := m.text[:m.end]
	switch kind {
	case beginText:
		return pos == 0
	case endText:
		return pos == len(text)
	case beginLine:
		return pos == 0 || text[pos-1] == '\n' && pos < len(text)
	case endLine:
		return pos == len(text) || text[pos] == '\n'
	case endTextNewline:
		return pos == len(text) || text[pos] == '\n' && pos+1 == len(text)
	case searchStart:
		return pos == m.from
	case wordBoundary:
		return wordBefore(text, pos) != wordAt(text, pos)
	case notBoundary:
		return wordBefore(text, pos) == wordAt(text, pos)
	case asciiBoundary:
		return asciiBoundaryAt(text, pos)
	case asciiNotBoundary:
		return !asciiBoundaryAt(text, pos)
	}
	return false
}

// wordRunes is Ruby's word character.
var wordRunes = sync.OnceValue(func() set { return posixSet("word") })

func wordBefore(text string, pos int) bool {
	if pos == 0 {
		return false
	}
	if c := text[pos-1]; c < utf8.RuneSelf {
		return asciiWord(c)
	}
	r, _ := utf8.DecodeLastRuneInString(text[:pos])
	return wordRunes().has(r)
}

func wordAt(text string, pos int) bool {
	if pos >= len(text) {
		return false
	}
	if c := text[pos]; c < utf8.RuneSelf {
		return asciiWord(c)
	}
	r, _ := utf8.DecodeRuneInString(text[pos:])
	return wordRunes().has(r)
}

func asciiBoundaryAt(text string, pos int) bool {
	before := pos > 0 && asciiWord(text[pos-1])
	after := pos < len(text) && asciiWord(text[pos])
	return before != after
}

func asciiWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
