package expand

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// fileError tells what the system says about a file.
func fileError(name string, err error) error {
	e := &RouteError{Class: "IOError", Message: err.Error(), Pos: grammar.Pos{Filename: name}, cause: err}
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Class, e.Message = "Errno::ENOENT", "no such file or directory"
	case errors.Is(err, fs.ErrPermission):
		e.Class, e.Message, e.Hint = "Errno::EACCES", "permission denied", "the file and the folders above it must be readable for the user who runs routes"
	case errors.Is(err, files.ErrOutside):
		e.Message, e.Hint = "leads out of the application's folder", "nothing outside of it is read, be it by a symbolic link or by .."
	case errors.As(err, &pe):
		e.Message = pe.Err.Error()
	}
	return e
}

// stat tells about a file below the root. A symbolic link that leads out of the
// application is none of its files.
func (l *loader) stat(name string) (fs.FileInfo, error) {
	return l.tree.Stat(name)
}

// read gives the text of a file below the root.
func (l *loader) read(name string) ([]byte, error) {
	if l.options.Source != nil && name == l.from.path {
		return l.options.Source, nil
	}
	info, err := l.tree.Stat(name)
	if err != nil {
		return nil, fileError(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(name)
	}
	if info.Size() > l.options.MaxFileSize {
		return nil, &RouteError{
			Class: "IOError", Pos: grammar.Pos{Filename: name},
			Message: fmt.Sprintf("the file is too large: %d bytes, at most %d are read", info.Size(), l.options.MaxFileSize),
		}
	}
	src, err := l.tree.ReadFile(name, l.options.MaxFileSize)
	if err != nil {
		return nil, fileError(name, err)
	}
	return bytes.TrimPrefix(src, []byte("\ufeff")), nil
}

// checkText refuses what is no text in UTF-8. Ruby files may be more, see
// [grammar.Parse].
func checkText(name string, src []byte) error {
	at, what := bytes.IndexByte(src, 0), "the file holds a NUL byte: it is no text"
	if at < 0 {
		if utf8.Valid(src) {
			return nil
		}
		for at = 0; ; {
			r, n := utf8.DecodeRune(src[at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		what = "invalid multibyte char (UTF-8)"
	}
	line := bytes.LastIndexByte(src[:at], '\n') + 1
	return &RouteError{Class: "SyntaxError", Message: what, Pos: grammar.Pos{
		Filename: name, Offset: at, Line: 1 + bytes.Count(src[:at], []byte("\n")), Column: 1 + utf8.RuneCount(src[line:at]),
	}}
}

// parse reads and parses a file below the root, once.
func (l *loader) parse(name string) (*grammar.File, error) {
	if f := l.files[name]; f != nil {
		return f, nil
	}
	src, err := l.read(name)
	if err != nil {
		return nil, err
	}
	f, err := l.from.parsed.Parse(name, src, l.options.MaxFileSize)
	l.files[name] = f
	if err != nil {
		return nil, err
	}
	return f, nil
}

// ---- files that say something about the table

// source parses a file of the application that matters to the table, once. It
// returns nil for one that does not exist, and for one that can't be used, of
// which a warning tells.
func (l *loader) source(name string) *grammar.File {
	if l.files[name] == nil && l.broken[name] {
		return nil
	}
	file, err := l.parse(name)
	if err != nil {
		delete(l.files, name)
		l.tellUnusable(name, err)
		return nil
	}
	return file
}

// sourceText is source of a file that was read already, and is not kept.
func (l *loader) sourceText(name string, src []byte) *grammar.File {
	if l.broken[name] {
		return nil
	}
	file, err := l.from.parsed.Parse(name, src, l.options.MaxFileSize)
	if err != nil {
		l.tellUnusable(name, err)
		return nil
	}
	return file
}

// text reads a file that matters to the table; ok is false for one that does not
// exist, and for one that can't be read, of which a warning tells.
func (l *loader) text(name string) (src []byte, ok bool) {
	src, err := l.read(name)
	if err != nil {
		l.tellUnusable(name, err)
	}
	return src, err == nil
}

// tellUnusable warns of a file that can't be read, or is not understood, once,
// whatever it was read for. One that does not exist is no reason to.
func (l *loader) tellUnusable(name string, err error) {
	if l.broken[name] || errors.Is(err, fs.ErrNotExist) {
		return
	}
	if l.broken == nil {
		l.broken = map[string]bool{}
	}
	l.broken[name] = true
	pos := errorPlace(err, grammar.Pos{Filename: name})
	what, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), pos.String()+": "), "\n")
	file := "the file"
	if pos.Line == 0 {
		file = name
	}
	l.during(run{}, func() {
		l.warnOf(route.FileNote, pos, file+" can't be used: "+strings.TrimPrefix(what, name+": "), "What it says is not in the table.")
	})
}

// errorPlace is the place of an error.
func errorPlace(err error, otherwise grammar.Pos) grammar.Pos {
	var at interface{ Position() grammar.Pos }
	if !errors.As(err, &at) || at.Position().Filename == "" {
		return otherwise
	}
	return at.Position()
}
