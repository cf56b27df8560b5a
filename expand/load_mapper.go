package expand

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Routing words that the application itself defines, in modules that it mixes
// into the mapper.

// mixIntoMapper takes the definitions of the files that change the mapper as the
// application starts, in the order in which Rails runs them: config/application.rb,
// the environment's file and the initializers, with what they require.
func (l *loader) mixIntoMapper() {
	l.lookup.start()
	names := []string{"config/application.rb", "config/environments/" + l.options.RailsEnv + ".rb"}
	for _, name := range append(names, l.lookup.files.below("config/initializers", maxListedFiles)...) {
		if l.lookup.defined[name] {
			continue
		}
		if src, err := l.read(name); err == nil && l.changesMapper(name, src, 0) {
			l.takeText(name, src)
		}
	}
}

// mentionsMapper tells a text that may change the mapper.
func mentionsMapper(src []byte) bool {
	return bytes.Contains(src, []byte(mapperText)) || bytes.Contains(src, []byte("class Mapper")) && bytes.Contains(src, []byte("Routing"))
}

// changesMapper tells a file that may change the mapper, or requires one.
func (l *loader) changesMapper(name string, src []byte, depth int) bool {
	if mentionsMapper(src) {
		return true
	}
	if depth > maxRequireDepth || !bytes.Contains(src, []byte("require")) && !bytes.Contains(src, []byte("load")) {
		return false
	}
	if yes, ok := l.mapperFiles[name]; ok {
		return yes
	}
	if l.mapperFiles == nil {
		l.mapperFiles = map[string]bool{}
	}
	l.mapperFiles[name] = false // whatever requires itself
	for _, required := range l.requiredBy(name, src) {
		text, err := l.read(required)
		if err == nil && l.changesMapper(required, text, depth+1) {
			l.mapperFiles[name] = true
		}
	}
	return l.mapperFiles[name]
}

// maxRequireDepth bounds how far files that require each other are followed.
const maxRequireDepth = 5

var (
	requireLine = regexp.MustCompile(`^[ \t]*(?:Dir\b.*)?\b(?:require|require_relative|require_dependency|load)\b`)
	textLiteral = regexp.MustCompile(`["']([^"']+)["']`)
)

// requiredBy guesses the files of the application that a text requires.
func (l *loader) requiredBy(name string, src []byte) []string {
	var files []string
	for line := range bytes.Lines(src) {
		if !bytes.Contains(line, []byte("require")) && !bytes.Contains(line, []byte("load")) || !requireLine.Match(line) {
			continue
		}
		for _, m := range textLiteral.FindAllSubmatch(line, -1) {
			text := strings.TrimPrefix(string(m[1]), "#{Rails.root}/")
			if strings.Contains(text, "*") {
				found, _ := l.glob(path.Join(path.Dir(name), text))
				if !strings.HasPrefix(text, "../") {
					found, _ = l.glob(text)
				}
				files = append(files, found...)
				continue
			}
			files = append(files, l.requiredFile(text), l.requiredFile(path.Join(path.Dir(name), text)))
		}
	}
	return slices.DeleteFunc(files, func(file string) bool { return file == "" })
}

// requiredFile is the file of the application that `require` of a text reads;
// empty if there is none.
func (l *loader) requiredFile(text string) string {
	text = strings.TrimPrefix(path.Clean(strings.TrimPrefix(text, l.root)), "/")
	for strings.HasPrefix(text, "../") {
		text = text[len("../"):]
	}
	if !strings.HasSuffix(text, ".rb") {
		text += ".rb"
	}
	for _, folder := range []string{"", "lib/", "app/", "config/"} {
		if l.lookup.files.exists(folder + text) {
			return folder + text
		}
	}
	return ""
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
		if mentionsMapper(f.src) {
			l.mixins = append(l.mixins, f)
		}
	}
	return l.mixins
}
