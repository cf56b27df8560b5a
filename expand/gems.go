package expand

import (
	"signalbox/dsl"
	"signalbox/expand/bundle"
	"signalbox/expand/definitions"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
)

// The gems of the application, and what their words ask for.

// setUpGems makes the gems of the application.
func (l *loader) setUpGems() {
	l.gems = bundle.New(bundle.Options{
		Host: l, Files: applicationFiles{&l.sources, l.definitions}, Layout: &l.layout, Parsed: l.files, Interp: l.interp, Thread: l.thread, Drawing: l.drawing,
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

// IsReading implements [bundle.Host].
func (l *loader) IsReading() bool { return l.run.purpose == toRead }

// ReadFiles implements [bundle.Host].
func (l *loader) ReadFiles(heard map[string]bool, read func(bundle.Reading)) {
	l.reads(heard, l.run.to(toRead), func(r *reading) { read(r) })
}

// applicationFiles are the application's files for its gems.
type applicationFiles struct {
	*sources
	*definitions.Definitions
}
