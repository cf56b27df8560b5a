package route

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// formColumns are the columns of the table as CSV and Markdown.
var formColumns = []string{"Prefix", "Verb", "URI Pattern", "Controller#Action", "Guards", "Source"}

// cells are what these forms say of each row that a filter chooses.
func (t *Table) cells(f Filter) ([][]string, error) {
	rows, err := t.Rows(f)
	if err != nil {
		return nil, err
	}
	var all [][]string
	for _, r := range rows {
		guards := make([]string, len(r.Guards))
		for i, g := range r.Guards {
			guards[i] = strings.Join(strings.Fields(g.Text), " ")
		}
		all = append(all, []string{r.shownName(), r.Verb(), t.shownPath(r), t.Reqs(r), strings.Join(guards, "; "), r.Source()})
	}
	return all, nil
}

// WriteCSV writes the table as comma separated values (RFC 4180), with a header.
func (t *Table) WriteCSV(w io.Writer, f Filter) error {
	rows, err := t.cells(f)
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	_ = out.Write(formColumns) // Error has it
	_ = out.WriteAll(rows)
	return out.Error()
}

// WriteMarkdown writes the table as one of GitHub Flavored Markdown.
func (t *Table) WriteMarkdown(w io.Writer, f Filter) error {
	rows, err := t.cells(f)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("| " + strings.Join(formColumns, " | ") + " |\n|" + strings.Repeat("---|", len(formColumns)) + "\n")
	for _, row := range rows {
		b.WriteByte('|')
		for _, cell := range row {
			b.WriteString(" " + MarkdownCode(cell) + " |")
		}
		b.WriteByte('\n')
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// MarkdownCode returns a text as code in a cell of a table of Markdown, in which nothing is
// markup; nothing for none.
func MarkdownCode(text string) string {
	if text == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("<code>")
	for _, c := range text {
		switch {
		case c < ' ':
			b.WriteByte(' ')
		case strings.ContainsRune("|`*_<>&[]\\~", c):
			b.WriteString("&#" + strconv.Itoa(int(c)) + ";")
		default:
			b.WriteRune(c)
		}
	}
	b.WriteString("</code>")
	return b.String()
}
