package diff

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Names are what the two sides of a report are called: `main`, `working tree`.
type Names struct{ Before, After string }

// A section is one part of a printed report.
type section struct {
	title string
	lines []line
}

// A line is a row, with what is said of it below.
type line struct {
	mark  string // what happens to the row: +, -, ~, !
	row   *Row
	notes []string
}

// sections are what a report has to say, the weightiest first.
func (r *Report) sections() []section {
	var all []section
	add := func(one, more string, lines []line) {
		if len(lines) > 0 {
			all = append(all, section{counted(len(lines), one, more), lines})
		}
	}
	var lines []line
	for _, e := range r.Exposure {
		lines = append(lines, line{"!", e.After, []string{strings.ReplaceAll(string(e.Kind), "-", " ") + ": " + e.Detail}})
	}
	add("exposure", "exposures", lines)
	add("route added", "routes added", plainLines("+", r.Added))
	add("route removed", "routes removed", plainLines("-", r.Removed))
	lines = nil
	for _, c := range r.Changed {
		lines = append(lines, line{"~", c.After, c.notes()})
	}
	add("route changed", "routes changed", lines)
	lines = nil
	for _, s := range r.Precedence {
		lines = append(lines, line{"~", s.Second, []string{fmt.Sprintf("%s %s was answered by %s", s.Method, s.Path, s.First.short())}})
	}
	add("request answered by another route", "requests answered by another route", lines)
	return all
}

func plainLines(mark string, rows []*Row) []line {
	var lines []line
	for _, r := range rows {
		l := line{mark: mark, row: r}
		for _, g := range r.guards() {
			l.notes = append(l.notes, "guard: "+g)
		}
		lines = append(lines, l)
	}
	return lines
}

// notes say of each field what it was and what it is.
func (c Change) notes() []string {
	var notes []string
	for field, name := range fieldNames {
		if slices.Contains(c.Fields, name) {
			notes = append(notes, name+": "+shown(c.Before.said[field])+" -> "+shown(c.After.said[field]))
		}
	}
	return notes
}

// shown is what a field says, on one line.
func shown(text string) string {
	if text == "" {
		return "(none)"
	}
	return strings.ReplaceAll(text, "\n", ", ")
}

// short is a row in a sentence.
func (r *Row) short() string {
	return strings.TrimSpace(r.said[verb]+" "+r.said[path]) + " (" + r.said[endpoint] + ")"
}

// columns are what is printed of a row.
func (r *Row) columns() []string {
	place := r.Declared()
	source := ""
	if place.Line > 0 {
		source = fmt.Sprintf("%s:%d", place.Filename, place.Line)
	}
	to := r.said[endpoint]
	if r.engine() != "" {
		to += " (" + r.engine() + ")"
	}
	for _, c := range r.Conditions {
		to += " if " + c.Text
	}
	return []string{shownVerb(r.said[verb]), r.said[path], to, source}
}

// counted is a number of things.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// WriteText prints the report for a terminal; nothing of it if nothing differs.
func (r *Report) WriteText(w io.Writer, names Names) error {
	var b strings.Builder
	if !r.Same() {
		fmt.Fprintf(&b, "%s -> %s\n", names.Before, names.After)
	}
	for _, s := range r.sections() {
		fmt.Fprintf(&b, "\n%s\n", s.title)
		widths := s.widths()
		for _, l := range s.lines {
			text := "  " + l.mark + " "
			for i, column := range l.row.columns() {
				text += fmt.Sprintf("%-*s  ", widths[i], column)
			}
			b.WriteString(strings.TrimRight(text, " ") + "\n")
			for _, note := range l.notes {
				b.WriteString("      " + note + "\n")
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// maxColumn is how wide a column gets for the sake of the rows below it.
const maxColumn = 60

func (s section) widths() [4]int {
	var widths [4]int
	for _, l := range s.lines {
		for i, column := range l.row.columns() {
			widths[i] = max(widths[i], min(len(column), maxColumn))
		}
	}
	return widths
}
