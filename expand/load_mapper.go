package expand

import (
	"bytes"
	"regexp"
	"strings"
)

// Routing words that the application itself defines, in modules that it mixes
// into the mapper.

// mixIntoMapper takes the definitions of the initializers that change the
// mapper.
func (l *loader) mixIntoMapper() {
	l.lookup.start()
	for _, name := range l.lookup.files.below("config/initializers", maxListedFiles) {
		if src, err := l.read(name); err == nil && bytes.Contains(src, []byte(mapperText)) {
			l.takeText(name, src)
		}
	}
}

// findWord looks for a file of the application that adds a word to the mapper,
// and tells whether there is one.
func (l *loader) findWord(name string) bool {
	if l.wordsTried[name] || !methodName(name) {
		return false
	}
	if l.wordsTried == nil {
		l.wordsTried = map[string]bool{}
	}
	l.wordsTried[name] = true
	defines := regexp.MustCompile(`\bdef[ \t]+` + regexp.QuoteMeta(name) + `(?:[^\w?!=]|$)|:` + regexp.QuoteMeta(name) + `\b`)
	for _, f := range l.mapperTexts() {
		if defines.Match(f.src) && !l.lookup.defined[f.name] {
			l.takeText(f.name, f.src)
		}
		if l.definesWord(name) {
			return true
		}
	}
	return false
}

// mapperTexts are the files of lib, app and the engines that mention the
// mapper.
func (l *loader) mapperTexts() []scanned {
	if l.mixins != nil {
		return l.mixins
	}
	l.mixins = []scanned{}
	s := &l.lookup
	s.files.list()
	names := []string{"config/application.rb"}
	for _, folder := range append([]string{"", "ee"}, s.files.parts...) {
		for _, below := range []string{"lib", "app/lib", "app/routing", "app/helpers", "app/models/concerns", "config/initializers"} {
			if len(names) < maxListedFiles {
				names = append(names, s.files.below(strings.TrimPrefix(folder+"/"+below, "/"), maxListedFiles)...)
			}
		}
	}
	for f := range l.texts(names) {
		if bytes.Contains(f.src, []byte(mapperText)) {
			l.mixins = append(l.mixins, f)
		}
	}
	return l.mixins
}
