package expand

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
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
	tree   *files.Tree
	layout files.Layout
	// addedFolders tells that those of the configuration are in the layout.
	addedFolders bool
	given        map[string][]byte // texts that stand for files
	parsed       *files.Parsed     // by content, also of other tables
	memo         *files.Memo       // see facts
	files        map[string]*grammar.File
	seen         map[string]files.Text // those that readAll has read
	broken       map[string]bool       // files that can't be used
	maxSize      int64
	warn         func(at grammar.Pos, text string) // hears of those
}

// IsFile reports whether a name is that of a file below the root.
func (s *sources) IsFile(name string) bool {
	info, err := s.tree.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Read returns the text of a file below the root.
func (s *sources) Read(name string) ([]byte, error) {
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
	src, err := s.Read(name)
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

// Source parses a file of the application that matters to the table, once. It
// returns nil for one that does not exist, and for one that can't be used, of
// which a warning tells.
func (s *sources) Source(name string) *grammar.File {
	if s.files[name] == nil && s.broken[name] {
		return nil
	}
	file, err := s.parse(name)
	if err != nil {
		delete(s.files, name)
		s.Unusable(name, err)
		return nil
	}
	return file
}

// SourceText is Source of a file that was read already, and is not kept.
func (s *sources) SourceText(name string, src []byte) *grammar.File {
	if s.broken[name] {
		return nil
	}
	file, err := s.parsed.Parse(name, src, s.maxSize)
	if err != nil {
		s.Unusable(name, err)
		return nil
	}
	return file
}

// Text reads a file that matters to the table; ok is false for one that does not
// exist, and for one that can't be read, of which a warning tells.
func (s *sources) Text(name string) (src []byte, ok bool) {
	src, err := s.Read(name)
	if err != nil {
		s.Unusable(name, err)
	}
	return src, err == nil
}

// Unusable warns of a file that can't be read, or is not understood, once,
// whatever it was read for. One that does not exist is no reason to.
func (s *sources) Unusable(name string, err error) {
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

// Unlisted is Unusable for what [files.Layout.Walk] could not list.
func (s *sources) Unlisted(name string, err error) { s.Unusable(name, fileError(name, err)) }

// ---- many files

// TextsOf yields the files that can be read, in the order of names, until they are too much.
func (s *sources) TextsOf(names []string) iter.Seq[files.Text] {
	return func(yield func(files.Text) bool) {
		total := 0
		for some := range slices.Chunk(names, readAtOnce) {
			for _, f := range s.readAll(some) {
				if total += len(f.Src); total > maxScannedText {
					return
				}
				if f.Src != nil && !yield(f) {
					return
				}
			}
		}
	}
}

// maxScannedText bounds the bytes of files that are searched.
const maxScannedText = 12 << 20

// readAtOnce bounds how many files are read before their size is looked at.
const readAtOnce = 128

// readAll reads files, in the order of names; what cannot be read has no text. Each folder is
// read by one reader: opening a file by a long path takes longer than reading it.
func (s *sources) readAll(names []string) []files.Text {
	texts := make([]files.Text, len(names))
	folders := make(chan []files.Text, len(names))
	for first, i := 0, 0; i < len(names); i++ {
		texts[i] = s.seen[names[i]]
		texts[i].Name = names[i]
		if i+1 == len(names) || path.Dir(names[i+1]) != path.Dir(names[i]) {
			folders <- texts[first : i+1]
			first = i + 1
		}
	}
	close(folders)
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			for folder := range folders {
				for i := range folder {
					if f := &folder[i]; f.Src == nil {
						f.Src, _ = s.Read(f.Name)
					}
				}
			}
		})
	}
	readers.Wait()
	for _, f := range texts {
		s.seen[f.Name] = f
	}
	return texts
}

// Initializers lists config/initializers, with its folders, sorted as Rails loads it.
func (s *sources) Initializers() []string { return s.initializersBelow(".") }

// initializersBelow is Initializers of an engine's folder.
func (s *sources) initializersBelow(part string) []string {
	names := s.layout.Walk(path.Join(part, "config/initializers"), s.Unlisted)
	slices.Sort(names)
	return names
}

// ---- questions of programs

// Glob returns what a pattern of Dir.glob matches, see [files.Layout.Glob].
func (l *loader) Glob(pattern string) (names []string, known bool) {
	list := answer(l, func(a *answers) map[string]fileList { return a.lists }, pattern, func() fileList {
		names, known := l.layout.Glob(l.root, pattern)
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
