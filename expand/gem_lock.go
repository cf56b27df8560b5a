package expand

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
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
	src, err := l.read("Gemfile.lock")
	if err != nil {
		return nil
	}
	l.gems.versions = parseLock(src)
	return l.gems.versions
}

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
// Gemfile.lock, or when it does not hold the gem, latest is the answer. A
// pre-release counts as its release: 6.0.0.beta1 has what 6.0 has.
func (g gemVersions) atLeast(name string, latest bool, version ...int) bool {
	text, ok := g[name]
	if !ok {
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
