package gems

import (
	"bufio"
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// Versions are the versions that Gemfile.lock gives, by the gem's name. Nil
// without that file.
//
//	GEM
//	  specs:
//	    devise (5.0.3)
//
// Bundler: LockfileParser.
type Versions map[string]string

// IsLock reports whether a text is a Gemfile.lock.
func IsLock(src []byte) bool { return specsLine.Match(src) }

var specsLine = regexp.MustCompile(`(?m)^  specs:[ \r]*$`)

// IsVersion reports whether a text is a version.
func IsVersion(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// ParseLock finds the lines of four spaces below `specs:`; deeper ones are what
// a gem depends on. Of several platforms of a gem the first counts.
func ParseLock(src []byte) Versions {
	versions := Versions{}
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

// Has reports whether a gem is locked.
func (v Versions) Has(name string) bool {
	_, ok := v[name]
	return ok
}

// AtLeast reports whether a gem's version is the given one or a later one. Without
// Gemfile.lock, or when it does not hold the gem with a version, latest is the answer. A
// pre-release counts as its release: 6.0.0.beta1 has what 6.0 has.
func (v Versions) AtLeast(name string, latest bool, version ...int) bool {
	text, ok := v[name]
	if !ok || !IsVersion(text) {
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

// Follow reports whether the version of a gem is followed. An older one is as if it were not
// known.
func (v Versions) Follow(g *Gem) bool { return v.AtLeast(g.Name, true, g.Since...) }
