package diff

import (
	"fmt"
	"io"
	"strings"

	"signalbox/expand/route"
)

// MaxMarkdown is how long the Markdown of a report gets, in bytes: GitHub refuses comments of
// more than 65,536 characters.
const MaxMarkdown = 60_000

// WriteMarkdown writes the report as a comment on a pull request: a summary, what opens, and
// tables to be unfolded. What would make it longer than [MaxMarkdown] is counted instead.
func (r *Report) WriteMarkdown(w io.Writer, names Names) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### Routes: %s → %s\n\n", route.MarkdownCode(names.Before), route.MarkdownCode(names.After))
	sections := r.sections()
	if len(sections) == 0 {
		b.WriteString("No route differs.\n")
	} else {
		titles := make([]string, len(sections))
		for i, s := range sections {
			titles[i] = s.title
		}
		b.WriteString(strings.Join(titles, ", ") + ".\n")
	}
	if r.Undecided > 0 {
		fmt.Fprintf(&b, "\nOf %s it could not be decided which row answers first.\n", counted(r.Undecided, "pair of rows", "pairs of rows"))
	}
	for i, s := range sections {
		// Each section may use its part of what is left.
		s.markdown(&b, (MaxMarkdown-b.Len())/(len(sections)-i), i == 0 && len(r.Exposure) > 0)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes a section within so many bytes.
func (s section) markdown(b *strings.Builder, room int, open bool) {
	attribute := ""
	if open {
		attribute = " open"
	}
	head := fmt.Sprintf("\n<details%s><summary>%s</summary>\n\n| | Verb | Path | Endpoint | Source |\n|---|---|---|---|---|\n", attribute, s.title)
	const foot = "\n</details>\n"
	room -= len(head) + len(foot) + len("\nand 1000000 more\n")
	b.WriteString(head)
	for i, l := range s.lines {
		text := l.markdown()
		if room -= len(text); room < 0 {
			fmt.Fprintf(b, "\nand %d more\n", len(s.lines)-i)
			break
		}
		b.WriteString(text)
	}
	b.WriteString(foot)
}

func (l line) markdown() string {
	cells := []string{route.MarkdownCode(l.mark)}
	for _, column := range l.row.columns() {
		cells = append(cells, route.MarkdownCode(column))
	}
	for _, note := range l.notes {
		cells[3] += "<br>" + route.MarkdownCode(note)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}
