package expand

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// Constants that no routes file defines are looked for in the application: where
// Rails' autoloader would, then in the configuration and in lib.

// A lookup finds constants in the application's files.
type lookup struct {
	files   appFiles
	tried   map[string]bool // constants that were looked for
	defined map[string]bool // files whose definitions were taken
	texts   []scanned       // of config and lib, once they were needed
	scanned bool
	depth   int
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
		s.tried, s.defined = map[string]bool{}, map[string]bool{}
	}
}

// findConst looks for a constant in the application.
func (l *loader) findConst(name string) (dsl.Value, bool) {
	name = strings.TrimPrefix(name, "::")
	s := &l.lookup
	if s.tried[name] || s.depth > maxLookupDepth || !isConstant(name) {
		return nil, false
	}
	s.start()
	s.tried[name] = true
	s.depth++
	defer func() { s.depth-- }()
	parts := strings.Split(name, "::")
	for n := len(parts); n > 0; n-- {
		for _, file := range s.files.named(l.underscore(strings.Join(parts[:n], "::")) + ".rb") {
			if l.take(file) {
				if v, ok := l.constant(name); ok {
					l.noteEngine(v, file)
					return v, true
				}
			}
		}
	}
	return l.scanFor(name, parts)
}

// take defines what a file defines, once.
func (l *loader) take(name string) bool {
	if l.lookup.defined[name] {
		return true
	}
	l.lookup.defined[name] = true
	src, err := l.read(name)
	if err != nil {
		return false
	}
	return l.takeText(name, src)
}

func (l *loader) takeText(name string, src []byte) bool {
	l.lookup.defined[name] = true
	file, err := grammar.Parse(name, src, grammar.MaxSize(int(l.options.MaxFileSize)))
	if err != nil {
		return false
	}
	l.files[name] = file
	l.define(file, nil)
	return true
}

// scanFor looks for a constant in the files that any may stand in.
func (l *loader) scanFor(name string, parts []string) (dsl.Value, bool) {
	last := parts[len(parts)-1]
	defines := regexp.MustCompile(`(?m)(?:\b(?:class|module)[ \t]+(?:[A-Z]\w*::)*|^[^#\n]*?\b)` + regexp.QuoteMeta(last) + `\b(?:[ \t]*(?:\|\|)?=[^=~>]|[ \t]*(?:<|$|;))`)
	for _, f := range l.scannedTexts() {
		if l.lookup.defined[f.name] || !bytes.Contains(f.src, []byte(last)) || !defines.Match(f.src) {
			continue
		}
		l.takeText(f.name, f.src)
		if v, ok := l.constant(name); ok {
			l.noteEngine(v, f.name)
			return v, true
		}
	}
	return nil, false
}

// scannedTexts reads the files of the configuration, and those of lib if they
// are not too many.
func (l *loader) scannedTexts() []scanned {
	s := &l.lookup
	if s.scanned {
		return s.texts
	}
	s.scanned = true
	var names []string
	for _, name := range []string{"config/boot.rb", "config/application.rb", "config/environment.rb", "config/environments/" + l.options.RailsEnv + ".rb"} {
		if s.files.exists(name) {
			names = append(names, name)
		}
	}
	names = append(names, s.files.below("config/initializers", maxListedFiles)...)
	for file := range s.files.entries("config") {
		if strings.HasSuffix(file, ".rb") && !strings.HasPrefix(file, "routes") && !strings.Contains(strings.Join(names, " "), "config/"+file) {
			names = append(names, "config/"+file)
		}
	}
	if lib := s.files.below("lib", maxListedFiles/2+1); len(lib) <= maxListedFiles/2 {
		names = append(names, lib...)
	}
	total := 0
	for _, name := range names {
		src, err := l.read(name)
		if total += len(src); total > maxScannedText {
			break
		}
		if err == nil {
			s.texts = append(s.texts, scanned{name, src})
		}
	}
	return s.texts
}

// isRoutesFile tells the files that make up the routes: their classes are known
// in full.
func isRoutesFile(name string) bool {
	return !strings.HasSuffix(name, ".rb") || strings.HasPrefix(name, "config/routes") || strings.HasPrefix(name, "(eval") || !strings.Contains(name, "/") ||
		strings.HasPrefix(path.Base(name), "routes")
}
