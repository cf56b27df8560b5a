package expand

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"signalbox/expand/files"
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
	case errors.Is(err, files.ErrDangling):
		e.Class = "Errno::ENOENT"
	case errors.Is(err, files.ErrIrregular):
		return irregular(name)
	case errors.Is(err, files.ErrOutside):
		e.Message, e.Hint = "leads out of the application's folder", "nothing outside of it is read, be it by a symbolic link or by .."
	case errors.As(err, &pe):
		e.Message = pe.Err.Error()
	}
	return e
}

// sources are the application's files, as text and parsed. A symbolic link that leads out
// of the application is none of them.
type sources struct {
	tree    *files.Tree
	given   map[string][]byte // texts that stand for files
	parsed  *files.Parsed     // by content, also of other tables
	memo    *files.Memo       // see facts
	files   map[string]*grammar.File
	broken  map[string]bool // files that can't be used
	maxSize int64
	warn    func(at grammar.Pos, text string) // hears of those
}

// isFile reports whether a name is that of a file below the root.
func (s *sources) isFile(name string) bool {
	info, err := s.tree.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// read returns the text of a file below the root.
func (s *sources) read(name string) ([]byte, error) {
	if text, ok := s.given[name]; ok {
		return text, nil
	}
	info, err := s.tree.Stat(name)
	if err != nil {
		return nil, fileError(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(name)
	}
	if info.Size() > s.maxSize {
		return nil, &RouteError{
			Class: "IOError", Pos: grammar.Pos{Filename: name},
			Message: fmt.Sprintf("the file is too large: %d bytes, at most %d are read", info.Size(), s.maxSize),
		}
	}
	src, err := s.tree.ReadFile(name, s.maxSize)
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
func (s *sources) parse(name string) (*grammar.File, error) {
	if f := s.files[name]; f != nil {
		return f, nil
	}
	src, err := s.read(name)
	if err != nil {
		return nil, err
	}
	f, err := s.parsed.Parse(name, src, s.maxSize)
	s.files[name] = f
	if err != nil {
		return nil, err
	}
	return f, nil
}

// ---- files that say something about the table

// source parses a file of the application that matters to the table, once. It
// returns nil for one that does not exist, and for one that can't be used, of
// which a warning tells.
func (s *sources) source(name string) *grammar.File {
	if s.files[name] == nil && s.broken[name] {
		return nil
	}
	file, err := s.parse(name)
	if err != nil {
		delete(s.files, name)
		s.tellUnusable(name, err)
		return nil
	}
	return file
}

// sourceText is source of a file that was read already, and is not kept.
func (s *sources) sourceText(name string, src []byte) *grammar.File {
	if s.broken[name] {
		return nil
	}
	file, err := s.parsed.Parse(name, src, s.maxSize)
	if err != nil {
		s.tellUnusable(name, err)
		return nil
	}
	return file
}

// text reads a file that matters to the table; ok is false for one that does not
// exist, and for one that can't be read, of which a warning tells.
func (s *sources) text(name string) (src []byte, ok bool) {
	src, err := s.read(name)
	if err != nil {
		s.tellUnusable(name, err)
	}
	return src, err == nil
}

// tellUnusable warns of a file that can't be read, or is not understood, once,
// whatever it was read for. One that does not exist is no reason to.
func (s *sources) tellUnusable(name string, err error) {
	if s.broken[name] || errors.Is(err, fs.ErrNotExist) {
		return
	}
	s.broken[name] = true
	pos := grammar.PlaceOf(err, grammar.Pos{Filename: name})
	what, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), pos.String()+": "), "\n")
	file := "the file"
	if pos.Line == 0 {
		file = name
	}
	s.warn(pos, file+" can't be used ("+strings.TrimPrefix(what, name+": ")+"): what it says is missing; fix the file")
}

// tellUnlisted is tellUnusable for what [files.Layout.Walk] could not list.
func (s *sources) tellUnlisted(name string, err error) { s.tellUnusable(name, fileError(name, err)) }

// ---- questions of programs

// glob returns what a pattern of Dir.glob matches, see [files.Layout.Glob].
func (l *loader) glob(pattern string) (names []string, known bool) {
	list := answer(l, func(a *answers) map[string]fileList { return a.lists }, pattern, func() fileList {
		names, known := l.lookup.files.Glob(l.root, pattern)
		return fileList{names, known}
	})
	return list.names, list.known
}

// fileAt reports whether a name is that of a file or folder of the application, for File.exist?
// and the like; known is false outside of it.
func (l *loader) fileAt(name string) (file, folder, known bool) {
	kind := answer(l, func(a *answers) map[string]fileKind { return a.kinds }, name, func() fileKind { return l.kindOf(name) })
	return kind.file, kind.folder, kind.known
}

func (l *loader) kindOf(name string) fileKind {
	name, _ = strings.CutPrefix(name, l.root+"/")
	if name = filepath.Clean(name); name == l.root {
		name = "."
	}
	info, err := l.tree.Stat(name)
	if err != nil {
		return fileKind{known: errors.Is(err, fs.ErrNotExist)}
	}
	return fileKind{!info.IsDir(), info.IsDir(), true}
}
