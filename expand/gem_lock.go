package expand

import (
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"signalbox/grammar"
)

// gemVersions are the versions that Gemfile.lock gives, by the gem's name. Nil
// without that file.
//
//	GEM
//	  specs:
//	    devise (5.0.3)
//
// Bundler: LockfileParser.
type gemVersions map[string]string

// lockedGems reads Gemfile.lock, once.
func (l *loader) lockedGems() gemVersions {
	if l.gems.read {
		return l.gems.versions
	}
	l.gems.read = true
	src, err := l.read(lockFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.tellUnusable(lockFile, err)
	}
	if err != nil || !hasSpecs(src) {
		return nil
	}
	l.gems.versions = parseLock(src)
	return l.gems.versions
}

const lockFile = "Gemfile.lock"

// hasSpecs tells a text that is a Gemfile.lock.
func hasSpecs(src []byte) bool { return specsLine.Match(src) }

var specsLine = regexp.MustCompile(`(?m)^  specs:[ \r]*$`)

// noteLock tells what of Gemfile.lock could not be read, if anything asked for it.
func (l *loader) noteLock() {
	if !l.gems.read || !l.isFile(lockFile) {
		return
	}
	src, err := l.read(lockFile)
	const detail = "The newest versions of all gems are taken."
	switch {
	case err != nil:
		l.warnOf(FileNote, grammar.Pos{}, "not read: "+err.Error(), detail)
		return
	case l.gems.versions == nil:
		l.warnOf(FileNote, grammar.Pos{Filename: lockFile, Line: 1, Column: 1}, "this is no lock file of Bundler: it has no line `  specs:`", detail)
		return
	}
	for _, gem := range slices.Sorted(maps.Keys(l.gems.versions)) {
		if version := l.gems.versions[gem]; !isVersion(version) {
			at := bytes.Index(src, []byte("    "+gem+" ("))
			pos := grammar.Pos{Filename: lockFile, Offset: at + 4, Line: 1 + bytes.Count(src[:max(at, 0)], []byte("\n")), Column: 5}
			l.warnOf(FileNote, pos, "the version of "+gem+" is none: "+version, "The newest is taken.")
		}
	}
}

func isVersion(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// parseLock finds the lines of four spaces below `specs:`; deeper ones are what
// a gem depends on. Of several platforms of a gem the first counts.
func parseLock(src []byte) gemVersions {
	versions := gemVersions{}
	specs := false
	lines := bufio.NewScanner(bytes.NewReader(src))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), "\r ")
		if !strings.HasPrefix(line, "    ") {
			specs = line == "  specs:" || specs && line != "" && line[0] == ' '
			continue
		}
		name, version, ok := strings.Cut(strings.TrimPrefix(line, "    "), " (")
		if !specs || !ok || strings.HasPrefix(name, " ") || !strings.HasSuffix(version, ")") {
			continue
		}
		if _, known := versions[name]; !known {
			version, _, _ = strings.Cut(strings.TrimSuffix(version, ")"), "-")
			versions[name] = version
		}
	}
	return versions
}

// has tells whether a gem is locked.
func (g gemVersions) has(name string) bool {
	_, ok := g[name]
	return ok
}

// atLeast tells whether a gem's version is the given one or a later one. Without
// Gemfile.lock, or when it does not hold the gem with a version, latest is the answer. A
// pre-release counts as its release: 6.0.0.beta1 has what 6.0 has.
func (g gemVersions) atLeast(name string, latest bool, version ...int) bool {
	text, ok := g[name]
	if !ok || !isVersion(text) {
		return latest
	}
	for _, want := range version {
		part, rest, _ := strings.Cut(text, ".")
		text = rest
		have, err := strconv.Atoi(part)
		switch {
		case err != nil || have < want:
			return false
		case have > want:
			return true
		}
	}
	return true
}
