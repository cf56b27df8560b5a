package bundle

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

// Locked reads Gemfile.lock, once.
func (b *Bundle) Locked() gems.Versions {
	if b.read {
		return b.versions
	}
	b.read = true
	src, err := b.Files.Read(lockFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.Files.Unusable(lockFile, err)
	}
	if err != nil || !gems.IsLock(src) {
		return nil
	}
	b.versions = gems.ParseLock(src)
	return b.versions
}

const lockFile = "Gemfile.lock"

// NoteLock reports what of Gemfile.lock could not be read, if anything asked for it.
func (b *Bundle) NoteLock() {
	if !b.read || !b.Files.IsFile(lockFile) {
		return
	}
	src, err := b.Files.Read(lockFile)
	switch {
	case err != nil:
		b.warnOf(route.FileNote, grammar.Pos{}, err.Error()+": the newest versions of all gems are assumed; fix the file")
		return
	case b.versions == nil:
		b.warnOf(route.FileNote, grammar.Pos{Filename: lockFile, Line: 1, Column: 1}, "the file has no line `  specs:`: the newest versions of all gems are assumed; run `bundle lock`")
		return
	}
	for _, gem := range slices.Sorted(maps.Keys(b.versions)) {
		if version := b.versions[gem]; !gems.IsVersion(version) {
			at := bytes.Index(src, []byte("    "+gem+" ("))
			pos := grammar.Pos{Filename: lockFile, Offset: at + 4, Line: 1 + bytes.Count(src[:max(at, 0)], []byte("\n")), Column: 5}
			b.warnOf(route.FileNote, pos, "invalid version "+version+" of "+gem+": the newest one is assumed; run `bundle lock`")
		}
	}
}
