package route

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A Screen is how people see a sheet: on a terminal of some width, in colours.
type Screen struct {
	// Width is how long lines may be, in characters: paths and endpoints are cut in the middle
	// where a row is longer. Zero leaves them as they are.
	Width int
	// Paint returns a text as it is shown, in a colour say; nil for all as it is.
	Paint func(p Part, text string) string
}

// A Part is a part of a sheet that has a look of its own.
type Part uint8

// The parts of a sheet.
const (
	HeadPart     Part = iota // Prefix Verb URI Pattern Controller#Action
	NamePart                 // edit_post
	VerbPart                 // GET
	SegmentPart              // :id
	OptionalPart             // (.:format)
	EndpointPart             // posts#edit
)

// WriteScreen is WriteSheet for people: what fits and is plain is byte for byte the same.
func (t *Table) WriteScreen(w io.Writer, f Filter, s Screen) error {
	return t.writeSheet(w, f, &s)
}

// Bounds of what a screen is given.
const (
	leastCut = 12  // no column is cut to less
	maxName  = 0.3 // of the width
)

// fit cuts columns until the widest row has the width of the screen.
func (s *Screen) fit(rows []row) []row {
	width := func(text func(*row) string) (most int) {
		for i := range rows {
			most = max(most, utf8.RuneCountInString(text(&rows[i])))
		}
		return most
	}
	name, verb := width(func(r *row) string { return r.name }), width(func(r *row) string { return r.verb })
	path, reqs := width(func(r *row) string { return r.path }), width(func(r *row) string { return r.reqs })
	name = min(name, max(int(maxName*float64(s.Width)), leastCut))
	left := max(s.Width-name-max(verb, len("Verb"))-len("   "), 2*leastCut)
	switch half := left / 2; {
	case path+reqs <= left:
	case path <= half:
		reqs = left - path
	case reqs <= half:
		path = left - reqs
	default:
		path, reqs = half, left-half
	}
	cut := make([]row, len(rows))
	for i, r := range rows {
		cut[i] = row{cutMiddle(r.name, name), r.verb, cutMiddle(r.path, path), cutMiddle(r.reqs, reqs)}
	}
	return cut
}

// cutMiddle is a text of at most n characters, with … for what it leaves out.
func cutMiddle(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	before := n / 2
	return string(runes[:before]) + "…" + string(runes[len(runes)-(n-before-1):])
}

// dynamicParts are the parameters of a path, and the format at its end.
var dynamicParts = regexp.MustCompile(`\(\.:format\)$|[:*][A-Za-z_]\w*`)

// painted is the row with its parts painted.
func (s *Screen) painted(r *row, head bool) row {
	if head {
		return row{s.Paint(HeadPart, r.name), s.Paint(HeadPart, r.verb), s.Paint(HeadPart, r.path), s.Paint(HeadPart, r.reqs)}
	}
	path := dynamicParts.ReplaceAllStringFunc(r.path, func(part string) string {
		if strings.HasPrefix(part, "(") {
			return s.Paint(OptionalPart, part)
		}
		return s.Paint(SegmentPart, part)
	})
	return row{s.Paint(NamePart, r.name), s.Paint(VerbPart, r.verb), path, s.Paint(EndpointPart, r.reqs)}
}

// newPrinter returns a printer for a screen; nil for a file.
func newPrinter(w io.Writer, s *Screen) *printer {
	return &printer{w: bufio.NewWriterSize(w, 64<<10), screen: s}
}
