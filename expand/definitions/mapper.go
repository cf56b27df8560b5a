package definitions

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"signalbox/expand/files"
	"signalbox/expand/mapper"
)

// Routing methods that the application itself defines, in modules that it mixes
// into the mapper.

// MixIn takes the definitions of the files that change the mapper as the application
// starts, in the order in which Rails runs them: config/application.rb, the environment's file
// and the initializers, with what they require.
func (d *Definitions) MixIn() {
	names := []string{"config/application.rb", "config/environments/" + d.Env + ".rb"}
	for _, name := range append(names, d.Layout.Below("config/initializers")...) {
		if d.taken[name] {
			continue
		}
		if f, ok := d.file(name); ok && d.changesMapper(f, 0) {
			d.takeText(f)
		}
	}
}

// file reads a file of the application; ok is false where that can't be read.
func (d *Definitions) file(name string) (f files.Text, ok bool) {
	if name == "" {
		return f, false
	}
	src, err := d.Application.Read(name)
	return files.Text{Name: name, Src: src}, err == nil
}

// changesMapper tells a file that may change the mapper, or requires one.
func (d *Definitions) changesMapper(f files.Text, depth int) bool {
	if mapper.MentionsClass(f.Src) {
		return true
	}
	if depth > MaxRequires {
		return false
	}
	if yes, ok := d.changing[f.Name]; ok {
		return yes
	}
	d.changing[f.Name] = false // whatever requires itself
	for _, required := range d.Required(f) {
		if d.changesMapper(required, depth+1) {
			d.changing[f.Name] = true
		}
	}
	return d.changing[f.Name]
}

// MaxRequires bounds how far files that require each other are followed.
const MaxRequires = 5

// Required returns the files of the application that a text may require.
func (d *Definitions) Required(f files.Text) (required []files.Text) {
	if !bytes.Contains(f.Src, []byte("require")) && !bytes.Contains(f.Src, []byte("load")) {
		return nil
	}
	for _, name := range d.requiredBy(f) {
		if path.Ext(name) != ".rb" {
			continue
		}
		if f, ok := d.file(name); ok {
			required = append(required, f)
		}
	}
	return required
}

var (
	requireLine = regexp.MustCompile(`^[ \t]*(?:Dir\b.*)?\b(?:require|require_relative|require_dependency|load)\b`)
	textLiteral = regexp.MustCompile(`["']([^"']+)["']`)
)

// requiredBy guesses the names of such files.
func (d *Definitions) requiredBy(f files.Text) (names []string) {
	folder := path.Dir(f.Name)
	for line := range bytes.Lines(f.Src) {
		if !bytes.Contains(line, []byte("require")) && !bytes.Contains(line, []byte("load")) || !requireLine.Match(line) {
			continue
		}
		for _, m := range textLiteral.FindAllSubmatch(line, -1) {
			text := strings.TrimPrefix(string(m[1]), "#{Rails.root}/")
			switch {
			case !strings.Contains(text, "*"):
				names = append(names, d.requiredFile(text), d.requiredFile(path.Join(folder, text)))
				continue
			case strings.HasPrefix(text, "../"):
				text = path.Join(folder, text)
			}
			found, _ := d.Application.Glob(text)
			names = append(names, found...)
		}
	}
	return names
}

// requiredFile is the file of the application that `require` of a text reads;
// empty if there is none.
func (d *Definitions) requiredFile(text string) string {
	text = strings.TrimPrefix(path.Clean(strings.TrimPrefix(text, d.Root)), "/")
	for strings.HasPrefix(text, "../") {
		text = text[len("../"):]
	}
	if !strings.HasSuffix(text, ".rb") {
		text += ".rb"
	}
	for _, folder := range []string{"", "lib/", "app/", "config/"} {
		if d.Layout.Exists(folder + text) {
			return folder + text
		}
	}
	return ""
}

// FindWord looks for a file of the application that adds a word to the mapper, once, and
// reports whether there is one.
func (d *Definitions) FindWord(name string) bool {
	if d.routing[name] || !methodName(name) {
		return false
	}
	d.routing[name] = true
	defines := regexp.MustCompile(`\bdef[ \t]+` + regexp.QuoteMeta(name) + `(?:[^\w?!=]|$)|:` + regexp.QuoteMeta(name) + `\b`)
	for _, f := range d.textsOfMapper() {
		if defines.Match(f.Src) {
			d.Take(f)
		}
		if d.Application.Defines(name) {
			return true
		}
	}
	return false
}

// LookedFor reports whether FindWord was asked for a word.
func (d *Definitions) LookedFor(word string) bool { return d.routing[word] }

// textsOfMapper are the files of lib, app and the engines that mention the mapper.
func (d *Definitions) textsOfMapper() []files.Text {
	if d.mapperTexts != nil {
		return d.mapperTexts
	}
	d.mapperTexts = []files.Text{}
	names := []string{"config/application.rb"}
	for _, folder := range append([]string{"", "ee"}, d.Layout.Parts()...) {
		for _, below := range []string{"lib", "app/lib", "app/routing", "app/helpers", "app/models/concerns", "config/initializers"} {
			if len(names) < files.MaxListed {
				names = append(names, d.Layout.Below(strings.TrimPrefix(folder+"/"+below, "/"))...)
			}
		}
	}
	for f := range d.Application.TextsOf(names) {
		if mapper.MentionsClass(f.Src) {
			d.mapperTexts = append(d.mapperTexts, f)
		}
	}
	return d.mapperTexts
}
