package expand

import (
	"iter"

	"signalbox/dsl"
	"signalbox/expand/bundle"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/grammar"
)

// The gems of the application, and what their words ask for.

// setUpGems makes the gems of the application.
func (l *loader) setUpGems() {
	l.gems = bundle.New(bundle.Options{
		Host: l, Files: gemFiles{l}, Layout: &l.lookup.files, Parsed: l.files, Interp: l.interp, Thread: l.thread, Drawing: l.drawing,
		Env: l.options.RailsEnv, Asked: l.asked, Config: l.configClass, DrawAll: l.drawAll,
	})
}

// lockedGems are the gems of Gemfile.lock.
func (l *loader) lockedGems() gems.Versions { return l.gems.Locked() }

// drawFramework draws the routes of the framework around those of an application; the files
// of an engine alone have none.
func (l *loader) drawFramework() (err error) {
	if l.options.Framework && len(l.main.Routes) > 0 {
		l.main.welcome, err = l.gems.DrawFramework(&l.main.RouteSet)
	}
	return err
}

// nameScopes gives the conditions of all sets that need it the default scope.
func (l *loader) nameScopes() error {
	sets := make([]*mapper.RouteSet, len(l.sets))
	for i, set := range l.sets {
		sets[i] = &set.RouteSet
	}
	return l.gems.NameScopes(sets)
}

// ---- what words ask the application

// ChangesOptions implements [mapper.Host].
func (l *loader) ChangesOptions() bool { return l.gems.ChangesOptions() }

// Given implements [bundle.Host].
func (l *loader) Given(text string) (dsl.Value, bool) { return l.settings.given(text) }

// FindWord implements [bundle.Host].
func (l *loader) FindWord(word string) bool { return l.mapperFiles.findWord(word) }

// IsReading implements [bundle.Host].
func (l *loader) IsReading() bool { return l.run.purpose == toRead }

// ReadFiles implements [bundle.Host].
func (l *loader) ReadFiles(heard map[string]bool, config map[string]dsl.Value, read func(bundle.Reading)) {
	as := l.run.to(toRead)
	if config != nil {
		as.config = config
	}
	l.reads(heard, as, func(r *reading) { read(r) })
}

// ---- what they ask its files

// gemFiles are the application's files for its gems.
type gemFiles struct{ *loader }

// IsFile implements [bundle.Files].
func (f gemFiles) IsFile(name string) bool { return f.isFile(name) }

// Read implements [bundle.Files].
func (f gemFiles) Read(name string) ([]byte, error) { return f.read(name) }

// Text implements [bundle.Files].
func (f gemFiles) Text(name string) ([]byte, bool) { return f.text(name) }

// Source implements [bundle.Files].
func (f gemFiles) Source(name string) *grammar.File { return f.source(name) }

// Unusable implements [bundle.Files].
func (f gemFiles) Unusable(name string, err error) { f.tellUnusable(name, err) }

// Unlisted implements [bundle.Files].
func (f gemFiles) Unlisted(name string, err error) { f.tellUnlisted(name, err) }

// Initializers implements [bundle.Files].
func (f gemFiles) Initializers() []string { return f.initializerFiles() }

// Texts implements [bundle.Files].
func (f gemFiles) Texts() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, t := range f.lookup.scannedTexts() {
			if !yield(t.name, t.src) {
				return
			}
		}
	}
}

// TextsOf implements [bundle.Files].
func (f gemFiles) TextsOf(names []string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for t := range f.texts(names) {
			if !yield(t.name, t.src) {
				return
			}
		}
	}
}

// Take implements [bundle.Files].
func (f gemFiles) Take(name string, src []byte) {
	if !f.lookup.defined[name] {
		f.lookup.takeText(name, src)
	}
}

// Constant implements [bundle.Files].
func (f gemFiles) Constant(name string) (dsl.Value, bool) { return f.lookup.find(name) }

// Reached implements [bundle.Files].
func (f gemFiles) Reached(file *grammar.File) []grammar.Expr {
	return (&skeleton{l: f.loader, file: file}).reached(file.Body.List)
}
