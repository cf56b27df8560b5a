package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"signalbox/dsl"
	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// A usageError is a command line that makes no sense.
type usageError struct {
	text string
	path string // of the command, empty for `routes`
}

func (e *usageError) Error() string { return e.text }

// A fileError is an error of a routes file.
type fileError struct {
	err    error
	path   string            // as given to expand.Load
	source []byte            // that of expand.Options
	at     string            // what stands before the places in it, `HEAD:`
	texts  map[string]string // of the files that it is about; nil for those of the system
}

func (e *fileError) Error() string { return e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// all are the errors, one by one.
func (e *fileError) all() grammar.Errors {
	all := grammar.Errors{e.err}
	errors.As(e.err, &all)
	return all
}

// in keeps the texts that the error is about, of a file system that is closed before it is
// reported.
func (e *fileError) in(fsys fs.FS) *fileError {
	e.texts = map[string]string{}
	for _, err := range e.all() {
		places := []grammar.Pos{}
		var at interface{ Position() grammar.Pos }
		if errors.As(err, &at) {
			places = append(places, at.Position())
		}
		for _, n := range notes(err) {
			places = append(places, n.Pos)
		}
		for _, p := range places {
			text, _ := fs.ReadFile(fsys, p.Filename)
			e.texts[p.Filename] = string(text)
		}
	}
	return e
}

// errUnresolved is the answer to --strict; what is unknown has been printed already.
var errUnresolved = errors.New("--strict: the table depends on unknown values")

// errRefused and errWarned are the answer to --strict where all is decided: to
// warnings of actions only, and to others.
var (
	errRefused = errors.New("--strict: Rails 8.1 refuses an action name")
	errWarned  = errors.New("--strict: the table has warnings")
)

// lineError is the error about a line of stdin, in the terms of its JSON.
func lineError(number int, err error) error {
	var (
		kind   *json.UnmarshalTypeError
		syntax *json.SyntaxError
	)
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("stdin:%d: a line is a JSON object, not %s", number, jsonKind(kind.Value))
	case errors.As(err, &kind):
		return fmt.Errorf("stdin:%d: %s can't be %s: it is %s", number, kind.Field, jsonKind(kind.Value), jsonType(kind.Type))
	case errors.As(err, &syntax):
		return fmt.Errorf("stdin:%d: this is no JSON: %w", number, err)
	}
	return fmt.Errorf("stdin:%d: %w", number, err)
}

// jsonKind is a kind of JSON values with its article; the package names some with
// the value behind.
func jsonKind(name string) string {
	name, _, _ = strings.Cut(name, " ")
	switch name {
	case "array", "object":
		return "an " + name
	case "bool":
		return "true or false"
	}
	return "a " + name
}

func jsonType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Slice:
		return "an array"
	}
	return "a number"
}

// report tells an error on stderr and gives the exit status.
func (c *command) report(err error) int {
	var (
		usage   *usageError
		file    *fileError
		filter  *route.FilterError
		trouble troubleError
	)
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, errDiffer), errors.Is(err, errUnused): // which is what was asked for
		return statusError
	case errors.As(err, &trouble):
		c.reportAll(trouble.error)
		return statusUsage
	case errors.As(err, &usage):
		path := usage.path
		if path == "" {
			path = "routes"
		}
		fmt.Fprintf(c.stderr, "routes: %s\nRun '%s --help' for usage.\n", printable(usage.text), path)
		return statusUsage
	case errors.As(err, &file):
		fmt.Fprint(c.stderr, c.explain(file))
	case errors.As(err, &filter): // of -c or -g: the file has been read
		fmt.Fprintf(c.stderr, "routes: invalid pattern: %s\n", printable(dsl.Brief(filter.Error())))
		return statusUsage
	default:
		fmt.Fprintf(c.stderr, "routes: %s\n", printable(err.Error()))
	}
	return statusError
}

// reportAll reports each of several errors that were joined.
func (c *command) reportAll(err error) {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range all.Unwrap() {
			c.report(err)
		}
		return
	}
	c.report(err)
}

// explain shows every error of a file: message, source line, caret and what
// else helps.
func (c *command) explain(f *fileError) string {
	all := f.all()
	root, err := expand.Root(f.path)
	if err != nil {
		root = filepath.Dir(f.path)
	}
	excerpt := func(at grammar.Pos) string {
		text := ""
		switch {
		case f.source != nil:
			text = string(f.source)
		case f.texts != nil:
			text = f.texts[at.Filename]
		default:
			text = sourceOf(filepath.Join(root, filepath.FromSlash(at.Filename)))
		}
		if text = grammar.Excerpt(text, at); text != "" {
			text += "\n"
		}
		return printable(text)
	}
	parts := make([]string, len(all))
	for i, err := range all {
		var b strings.Builder
		b.WriteString(f.at + message(err) + "\n")
		var at interface{ Position() grammar.Pos }
		if errors.As(err, &at) {
			b.WriteString(excerpt(at.Position()))
		}
		for _, n := range notes(err) {
			fmt.Fprintf(&b, "%s%s: %s\n%s", f.at, n.Pos, printable(n.Msg), excerpt(n.Pos))
		}
		stack(&b, err)
		if h := hint(err); h != "" {
			b.WriteString("  hint: " + printable(h) + "\n")
		}
		parts[i] = b.String()
	}
	return strings.Join(parts, "\n")
}

// underneath is the space before the second and later lines of a message: as
// wide as that before the bar of the source line.
const underneath = "      "

// message is the text of an error. Of Rails' messages of several lines the first
// one stands as it is, behind its place; the others are indented, for the source
// line comes next.
func message(err error) string {
	first, rest, _ := strings.Cut(strings.TrimRight(printable(err.Error()), "\n"), "\n")
	var b strings.Builder
	b.WriteString(first)
	if rest == "" {
		return b.String()
	}
	for line := range strings.SplitSeq(rest, "\n") {
		b.WriteByte('\n')
		if line != "" {
			b.WriteString(underneath + line)
		}
	}
	return b.String()
}

// notes are the other places that matter.
func notes(err error) []grammar.Note {
	var syntax *grammar.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Notes
	}
	var route *expand.RouteError
	if errors.As(err, &route) && route.Also.Line > 0 {
		return []grammar.Note{{Pos: route.Also, Msg: "the first one is here"}}
	}
	return nil
}

// stack shows the calls that led to an error in a method or a drawn file. Of
// the blocks around the place, which begin above it, the source line is enough.
func stack(b *strings.Builder, err error) {
	var (
		route  *expand.RouteError
		eval   *dsl.EvalError
		frames []dsl.Frame
		at     grammar.Pos
	)
	switch {
	case errors.As(err, &route):
		frames, at = route.Stack, route.Pos
	case errors.As(err, &eval):
		frames, at = eval.Stack, eval.Pos
	}
	elsewhere := func(f dsl.Frame) bool { return f.Pos.Filename != at.Filename || f.Pos.Line > at.Line }
	if !slices.ContainsFunc(frames, elsewhere) {
		return
	}
	const most = 10
	shown, method := 0, ""
	for _, f := range frames {
		if f.Pos.Line == 0 || f.Pos.Filename == at.Filename && f.Pos.Line == at.Line {
			if shown == 0 {
				method = f.Name
			}
			continue
		}
		if shown == 0 && method != "" && method != topLevel {
			fmt.Fprintf(b, "  in %s\n", printable(method))
		}
		if shown++; shown > most {
			b.WriteString("  ...\n")
			return
		}
		fmt.Fprintf(b, "  from %s:%d in %s\n", f.Pos.Filename, f.Pos.Line, printable(f.Name))
		at = f.Pos
	}
}

// topLevel is the frame of a file.
const topLevel = "<main>"

func hint(err error) string {
	var (
		syntax *grammar.SyntaxError
		route  *expand.RouteError
		eval   *dsl.EvalError
	)
	switch {
	case errors.As(err, &syntax):
		return syntax.Hint
	case errors.As(err, &route):
		return route.Hint
	case errors.As(err, &eval):
		return eval.Hint
	}
	return ""
}

// maxSource is how much of a file is read for a source line.
const maxSource = 16 << 20

// sourceOf returns the text of a file; "" if it cannot be read.
func sourceOf(name string) string {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return ""
	}
	src, _ := os.ReadFile(name)
	return string(src)
}

// printable replaces what would move a terminal's cursor or is no text. Lines
// and tabs stay.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.IsControl(r):
			return '\ufffd'
		}
		return r
	}, s)
}

func quote(s string) string { return `"` + s + `"` }
