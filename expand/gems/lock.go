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

// ParseLock reads the versions of gems. Of several platforms of a gem the first counts.
func ParseLock(src []byte) Versions {
	versions := Versions{}
	eachSpec(src, func(name, rest, of string) {
		if _, known := versions[name]; of == "" && !known && strings.HasSuffix(rest, ")") {
			versions[name], _, _ = strings.Cut(strings.TrimSuffix(rest, ")"), "-")
		}
	})
	return versions
}

// UsersOf are the gems of a Gemfile.lock that a function accepts, and those that depend on them,
// directly or by others.
func UsersOf(src []byte, accept func(gem string) bool) map[string]bool {
	users, by := map[string]bool{}, map[string][]string{}
	var add func(gem string)
	add = func(gem string) {
		if !users[gem] {
			users[gem] = true
			for _, user := range by[gem] {
				add(user)
			}
		}
	}
	var accepted []string
	eachSpec(src, func(name, _, of string) {
		if of != "" {
			by[name] = append(by[name], of)
		}
		if accept(name) {
			accepted = append(accepted, name)
		}
	})
	for _, gem := range accepted {
		add(gem)
	}
	return users
}

// eachSpec calls f with the lines below `specs:`. Those of four spaces are gems, rest being the
// version and a parenthesis; deeper ones are what the gem above, of, depends on.
func eachSpec(src []byte, f func(name, rest, of string)) {
	specs, gem := false, ""
	lines := bufio.NewScanner(bytes.NewReader(src))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), "\r ")
		text, deep := strings.CutPrefix(line, "    ")
		if !deep {
			specs = line == "  specs:" || specs && line != "" && line[0] == ' '
			continue
		}
		name, rest, versioned := strings.Cut(strings.TrimLeft(text, " "), " (")
		switch {
		case !specs:
		case text[:1] == " ":
			f(strings.TrimSuffix(name, "!"), rest, gem)
		case versioned:
			gem = name
			f(name, rest, "")
		}
	}
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
