package expand

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"slices"

	"signalbox/expand/gems"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// lockedGems reads Gemfile.lock, once.
func (l *loader) lockedGems() gems.Versions {
	if l.gems.read {
		return l.gems.versions
	}
	l.gems.read = true
	src, err := l.read(lockFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.tellUnusable(lockFile, err)
	}
	if err != nil || !gems.IsLock(src) {
		return nil
	}
	l.gems.versions = gems.ParseLock(src)
	return l.gems.versions
}

const lockFile = "Gemfile.lock"

// noteLock tells what of Gemfile.lock could not be read, if anything asked for it.
func (l *loader) noteLock() {
	if !l.gems.read || !l.isFile(lockFile) {
		return
	}
	src, err := l.read(lockFile)
	switch {
	case err != nil:
		l.warnOf(route.FileNote, grammar.Pos{}, err.Error()+": the newest versions of all gems are assumed; fix the file")
		return
	case l.gems.versions == nil:
		l.warnOf(route.FileNote, grammar.Pos{Filename: lockFile, Line: 1, Column: 1}, "the file has no line `  specs:`: the newest versions of all gems are assumed; run `bundle lock`")
		return
	}
	for _, gem := range slices.Sorted(maps.Keys(l.gems.versions)) {
		if version := l.gems.versions[gem]; !gems.IsVersion(version) {
			at := bytes.Index(src, []byte("    "+gem+" ("))
			pos := grammar.Pos{Filename: lockFile, Offset: at + 4, Line: 1 + bytes.Count(src[:max(at, 0)], []byte("\n")), Column: 5}
			l.warnOf(route.FileNote, pos, "invalid version "+version+" of "+gem+": the newest one is assumed; run `bundle lock`")
		}
	}
}
