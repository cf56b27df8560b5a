package expand

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"signalbox/expand/files"
	"signalbox/expand/mapper"
)

// Routing methods that the application itself defines, in modules that it mixes
// into the mapper.

// mapperFiles are the files of the application that may change the mapper.
type mapperFiles struct {
	l        *loader
	texts    []scanned       // that mention it, once they were looked for
	changing map[string]bool // of which is known whether they change it
	tried    map[string]bool // words that were looked for
}

// mixIn takes the definitions of the files that change the mapper as the
// application starts, in the order in which Rails runs them: config/application.rb,
// the environment's file and the initializers, with what they require.
func (mf *mapperFiles) mixIn() {
	mf.l.lookup.start()
	names := []string{"config/application.rb", "config/environments/" + mf.l.options.RailsEnv + ".rb"}
	for _, name := range append(names, mf.l.lookup.files.Below("config/initializers")...) {
		if mf.l.lookup.defined[name] {
			continue
		}
		if src, err := mf.l.read(name); err == nil && mf.changes(name, src, 0) {
			mf.l.lookup.takeText(name, src)
		}
	}
}

// changes tells a file that may change the mapper, or requires one.
func (mf *mapperFiles) changes(name string, src []byte, depth int) bool {
	if mapper.MentionsClass(src) {
		return true
	}
	if depth > maxRequireDepth || !bytes.Contains(src, []byte("require")) && !bytes.Contains(src, []byte("load")) {
		return false
	}
	if yes, ok := mf.changing[name]; ok {
		return yes
	}
	mf.changing[name] = false // whatever requires itself
	for _, required := range mf.requiredBy(name, src) {
		text, err := mf.l.read(required)
		if err == nil && mf.changes(required, text, depth+1) {
			mf.changing[name] = true
		}
	}
	return mf.changing[name]
}

// maxRequireDepth bounds how far files that require each other are followed.
const maxRequireDepth = 5

var (
	requireLine = regexp.MustCompile(`^[ \t]*(?:Dir\b.*)?\b(?:require|require_relative|require_dependency|load)\b`)
	textLiteral = regexp.MustCompile(`["']([^"']+)["']`)
)

// requiredBy guesses the files of the application that a text requires.
func (mf *mapperFiles) requiredBy(name string, src []byte) (files []string) {
	for line := range bytes.Lines(src) {
		if !bytes.Contains(line, []byte("require")) && !bytes.Contains(line, []byte("load")) || !requireLine.Match(line) {
			continue
		}
		for _, m := range textLiteral.FindAllSubmatch(line, -1) {
			text := strings.TrimPrefix(string(m[1]), "#{Rails.root}/")
			if strings.Contains(text, "*") {
				found, _ := mf.l.glob(path.Join(path.Dir(name), text))
				if !strings.HasPrefix(text, "../") {
					found, _ = mf.l.glob(text)
				}
				files = append(files, found...)
				continue
			}
			files = append(files, mf.requiredFile(text), mf.requiredFile(path.Join(path.Dir(name), text)))
		}
	}
	return slices.DeleteFunc(files, func(file string) bool { return path.Ext(file) != ".rb" })
}

// requiredFile is the file of the application that `require` of a text reads;
// empty if there is none.
func (mf *mapperFiles) requiredFile(text string) string {
	text = strings.TrimPrefix(path.Clean(strings.TrimPrefix(text, mf.l.root)), "/")
	for strings.HasPrefix(text, "../") {
		text = text[len("../"):]
	}
	if !strings.HasSuffix(text, ".rb") {
		text += ".rb"
	}
	for _, folder := range []string{"", "lib/", "app/", "config/"} {
		if mf.l.lookup.files.Exists(folder + text) {
			return folder + text
		}
	}
	return ""
}

// findWord looks for a file of the application that adds a word to the mapper,
// and tells whether there is one.
func (mf *mapperFiles) findWord(name string) bool {
	if mf.tried[name] || !methodName(name) {
		return false
	}
	mf.tried[name] = true
	defines := regexp.MustCompile(`\bdef[ \t]+` + regexp.QuoteMeta(name) + `(?:[^\w?!=]|$)|:` + regexp.QuoteMeta(name) + `\b`)
	for _, f := range mf.list() {
		if defines.Match(f.src) && !mf.l.lookup.defined[f.name] {
			mf.l.lookup.takeText(f.name, f.src)
		}
		if mf.l.Defines(name) {
			return true
		}
	}
	return false
}

// list are the files of lib, app and the engines that mention the
// mapper.
func (mf *mapperFiles) list() []scanned {
	if mf.texts != nil {
		return mf.texts
	}
	mf.texts = []scanned{}
	s := &mf.l.lookup
	names := []string{"config/application.rb"}
	for _, folder := range append([]string{"", "ee"}, s.files.Parts()...) {
		for _, below := range []string{"lib", "app/lib", "app/routing", "app/helpers", "app/models/concerns", "config/initializers"} {
			if len(names) < files.MaxListed {
				names = append(names, s.files.Below(strings.TrimPrefix(folder+"/"+below, "/"))...)
			}
		}
	}
	for f := range mf.l.texts(names) {
		if mapper.MentionsClass(f.src) {
			mf.texts = append(mf.texts, f)
		}
	}
	return mf.texts
}
