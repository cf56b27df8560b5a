package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"signalbox/expand/route"
)

// A color is an attribute of text on a terminal (ECMA-48, Select Graphic Rendition); empty for none.
type color string

const (
	plain   color = ""
	bold    color = "1"
	dim     color = "2"
	red     color = "31"
	green   color = "32"
	yellow  color = "33"
	blue    color = "34"
	magenta color = "35"
	cyan    color = "36"
)

// paint returns a text in a color.
func (c color) paint(text string) string {
	if c == plain || text == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// colorFlag adds --color to a command whose output is painted.
func colorFlag(cmd *cobra.Command, mode *string) {
	choiceFlag(cmd, mode, "color", "`WHEN` to use colors: auto (on a terminal, unless NO_COLOR is set), always or never", "auto", "always", "never")
}

// painted reports whether output is in colors (no-color.org).
func (c *command) painted(mode string) bool {
	_, terminal := c.terminal()
	return mode == "always" || mode == "auto" && terminal && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
}

// terminal returns the width of the terminal behind stdout, and whether there is one.
func (c *command) terminal() (width int, ok bool) {
	f, ok := c.stdout.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		return n, true
	}
	return defaultWidth, true
}

// defaultWidth is that of output that is no terminal.
const defaultWidth = 80

// paintPart is the look of the parts of a table.
func paintPart(p route.Part, text string) string {
	switch p {
	case route.HeadPart:
		return bold.paint(text)
	case route.VerbPart:
		return verbColor(text).paint(text)
	case route.SegmentPart:
		return cyan.paint(text)
	case route.OptionalPart:
		return dim.paint(text)
	}
	return text
}

func verbColor(verb string) color {
	switch first, _, _ := strings.Cut(verb, "|"); first {
	case "":
		return plain
	case "GET":
		return green
	case "POST":
		return blue
	case "PUT", "PATCH":
		return yellow
	case "DELETE":
		return red
	}
	return magenta
}

// paintLines paints the lines of a text by what they begin with.
func paintLines(text string, look func(line string) color) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		body := strings.TrimSuffix(line, "\n")
		b.WriteString(look(body).paint(body) + line[len(body):])
	}
	return b.String()
}
