package expand

import (
	"bytes"
	"iter"
	"maps"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"signalbox/dsl"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Constants that no routes file defines are looked for in the application: where
// Rails' autoloader would, then in the configuration and in lib.

// A lookup finds constants in the application's files.
type lookup struct {
	l     *loader
	files files.Layout
	found map[string]dsl.Value // constants by name
	tried map[string]bool      // constants that were looked for
	// autoloaded are those that were looked for where their names lead alone.
	autoloaded map[string]bool
	defined    map[string]bool // files whose definitions were taken
	addedAll   bool            // the folders of config/application.rb are among those of files
	texts      []scanned       // of config and lib, once they were needed
	scanned    bool
	seen       map[string]scanned         // files that were read, by their names
	definers   map[string][]scanned       // by the last name of what they define
	holders    map[string][]*grammar.File // whose definitions were taken, by the classes in them
	changed    *changed
	depth      int
}

// A scanned file is one that may define any constant.
type scanned struct {
	name string
	src  []byte
}

// maxLookupDepth bounds how far one constant leads to another.
const maxLookupDepth = 30

func (s *lookup) start() {
	if s.tried == nil {
		s.tried, s.autoloaded, s.defined, s.found = map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]dsl.Value{}
	}
}

// find looks for a constant in the application.
func (s *lookup) find(name string) (dsl.Value, bool) {
	name = strings.TrimPrefix(name, "::")
	if v, ok := s.found[name]; ok {
		return v, true
	}
	if s.tried[name] || s.depth > maxLookupDepth || !route.IsConstant(name) {
		return nil, false
	}
	s.start()
	s.tried[name] = true
	s.depth++
	v, ok := s.search(name)
	s.depth--
	if ok {
		s.found[name] = v
	}
	return v, ok
}

// search looks for a constant where its name leads, then where any may stand.
func (s *lookup) search(name string) (dsl.Value, bool) {
	s.addAutoloadFolders()
	parts := strings.Split(name, "::")
	for n := len(parts); n > 0; n-- {
		for _, file := range s.files.Named(s.l.underscore(strings.Join(parts[:n], "::")) + ".rb") {
			if s.take(file) {
				if v, ok := s.l.constant(name); ok {
					s.l.engines.note(v, file)
					return v, true
				}
			}
		}
	}
	return s.scanFor(name, parts)
}

// autoload gives a constant that the file of its name defines, or the module
// that only a folder of its name tells of, as Zeitwerk does.
func (l *loader) autoload(name string) (dsl.Value, bool) {
	s := &l.lookup
	if s.autoloaded[name] || s.depth > maxLookupDepth {
		return nil, false
	}
	s.start()
	s.autoloaded[name] = true
	s.depth++
	defer func() { s.depth-- }()
	file := l.underscore(name)
	for _, found := range s.files.Named(file + ".rb") {
		if s.defined[found] || !l.lookup.take(found) {
			continue
		}
		if v, ok := l.constant(name); ok {
			l.engines.note(v, found)
			return v, true
		}
	}
	if s.files.Namespace(file) {
		l.interp.DefineModule(name)
		return l.constant(name)
	}
	return nil, false
}

// take defines what a file defines, once.
func (s *lookup) take(name string) bool {
	if s.defined[name] {
		return true
	}
	s.start()
	s.defined[name] = true
	src, ok := s.l.text(name)
	return ok && s.takeText(name, src)
}

func (s *lookup) takeText(name string, src []byte) bool {
	s.defined[name] = true
	file := s.l.sourceText(name, src)
	if file == nil {
		return false
	}
	s.l.files[name] = file
	s.define(file, nil)
	return true
}

// scanFor looks for a constant in the files that any may stand in.
func (s *lookup) scanFor(name string, parts []string) (dsl.Value, bool) {
	if s.definers == nil {
		s.definers = map[string][]scanned{}
		for _, f := range s.scannedTexts() {
			for _, defined := range s.l.textFacts(f).defines() {
				if list := s.definers[defined]; len(list) == 0 || list[len(list)-1].name != f.name {
					s.definers[defined] = append(list, f)
				}
			}
		}
	}
	for _, f := range s.definers[parts[len(parts)-1]] {
		if s.defined[f.name] {
			continue
		}
		s.takeText(f.name, f.src)
		if v, ok := s.l.constant(name); ok {
			s.l.engines.note(v, f.name)
			return v, true
		}
	}
	return nil, false
}

// scannedTexts reads the files of the configuration, and those of lib if they
// are not too many.
func (s *lookup) scannedTexts() []scanned {
	if s.scanned {
		return s.texts
	}
	s.scanned = true
	var names []string
	for _, name := range s.l.bootFiles() {
		if s.files.Exists(name) {
			names = append(names, name)
		}
	}
	names = append(names, s.files.Below("config/initializers")...)
	for _, file := range slices.Sorted(maps.Keys(s.files.Entries("config"))) {
		if strings.HasSuffix(file, ".rb") && !strings.HasPrefix(file, "routes") && !slices.Contains(names, "config/"+file) {
			names = append(names, "config/"+file)
		}
	}
	if lib := s.files.Below("lib"); len(lib) <= files.MaxListed/2 {
		names = append(names, lib...)
	}
	s.texts = slices.Collect(s.l.texts(names))
	return s.texts
}

// assignsGlobal reports whether a file of the configuration or of lib assigns a
// global variable.
func (s *lookup) assignsGlobal(name string) bool {
	return !answer(s.l, func(a *answers) map[string]bool { return a.unassigned }, name, func() bool { return !s.seesAssignment(name) })
}

func (s *lookup) seesAssignment(name string) bool { return assigned(s.scannedTexts(), name) }

func assigned(texts []scanned, name string) bool {
	assignment := regexp.MustCompile(regexp.QuoteMeta(name) + `\s*(\|\||&&|[-+*/|&]|<<)?=[^=~>]`)
	for _, f := range texts {
		if bytes.Contains(f.src, []byte(name)) && assignment.Match(f.src) {
			return true
		}
	}
	return false
}

// texts are the files that can be read, in the order of names, until they are
// too much.
func (l *loader) texts(names []string) iter.Seq[scanned] {
	return func(yield func(scanned) bool) {
		total := 0
		for some := range slices.Chunk(names, readAtOnce) {
			for _, f := range l.readAll(some) {
				if total += len(f.src); total > maxScannedText {
					return
				}
				if f.src != nil && !yield(f) {
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

// readAll reads files, in the order of names; what cannot be read has no text.
// Each folder is opened once: opening a file by a long path takes longer than
// reading it.
func (l *loader) readAll(names []string) []scanned {
	files := make([]scanned, len(names))
	folders := make(chan []scanned, len(names))
	for first, i := 0, 0; i < len(names); i++ {
		files[i] = l.lookup.seen[names[i]]
		files[i].name = names[i]
		if i+1 == len(names) || path.Dir(names[i+1]) != path.Dir(names[i]) {
			folders <- files[first : i+1]
			first = i + 1
		}
	}
	close(folders)
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			for files := range folders {
				l.readFolder(files)
			}
		})
	}
	readers.Wait()
	if l.lookup.seen == nil {
		l.lookup.seen = map[string]scanned{}
	}
	for _, f := range files {
		l.lookup.seen[f.name] = f
	}
	return files
}

// readFolder reads files of one folder.
func (l *loader) readFolder(files []scanned) {
	for i := range files {
		if f := &files[i]; f.src == nil {
			f.src, _ = l.read(f.name)
		}
	}
}
