package grammar

import (
	"errors"
	"sort"
	"strings"
	"unicode/utf8"
)

// source is the text of a file, and where its lines begin.
type source struct {
	file  string
	src   string
	lines []int // offsets of line starts

	ln, anchorOff, anchorCol int // the last position computed
}

func newSource(file, src string) source {
	start := 0
	if strings.HasPrefix(src, "\xef\xbb\xbf") {
		start = 3
	}
	s := source{file: file, src: src, anchorOff: start, anchorCol: 1}
	s.lines = append(make([]int, 0, len(src)/32+1), start)
	for i := start; ; {
		j := strings.IndexByte(src[i:], '\n')
		if j < 0 {
			return s
		}
		i += j + 1
		s.lines = append(s.lines, i)
	}
}

// pos is the position of an offset. Positions are mostly asked in order, so it
// counts the characters from the last one on the same line.
func (s *source) pos(off int) Pos {
	n := s.ln
	if off < s.lines[n] || n+1 < len(s.lines) && off >= s.lines[n+1] {
		n++
		if n >= len(s.lines) || off < s.lines[n] || n+1 < len(s.lines) && off >= s.lines[n+1] {
			n = max(sort.SearchInts(s.lines, off+1)-1, 0)
		}
		s.ln, s.anchorOff, s.anchorCol = n, s.lines[n], 1
	} else if off < s.anchorOff {
		s.anchorOff, s.anchorCol = s.lines[n], 1
	}
	if off > s.anchorOff {
		s.anchorCol += utf8.RuneCountInString(s.src[s.anchorOff:off])
		s.anchorOff = off
	}
	return Pos{Filename: s.file, Offset: off, Line: n + 1, Column: s.anchorCol}
}

// at is the byte at an offset, 0 outside of the file.
func (s *source) at(k int) byte {
	if k >= 0 && k < len(s.src) {
		return s.src[k]
	}
	return 0
}

// PlaceOf returns the position of an error, or otherwise if it has none in a file.
func PlaceOf(err error, otherwise Pos) Pos {
	var at interface{ Position() Pos }
	if !errors.As(err, &at) || at.Position().Filename == "" {
		return otherwise
	}
	return at.Position()
}
