package expand

import (
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
)

// provides tells whether a required file that is not the application's is there:
// that of a gem of Gemfile.lock, of Rails and of Ruby's own library is, and in
// the application's folder nothing else. Any gem may have files of any name, so
// that others are not known to be missing.
func (l *loader) provides(name string) dsl.Provision {
	return answer(l, func(a *answers) map[string]dsl.Provision { return a.provided }, name, func() dsl.Provision { return l.findProvided(name) })
}

func (l *loader) findProvided(name string) dsl.Provision {
	name = strings.TrimSuffix(name, ".rb")
	if own, ok := l.ownFile(name); ok {
		if file, _, known := l.fileAt(own + ".rb"); known && !file {
			return dsl.Lacks
		}
		return dsl.MayProvide
	}
	first, rest, _ := strings.Cut(name, "/")
	if slices.Contains(rubyLibrary, first) || slices.Contains(railsLibrary, first) {
		return dsl.Provides
	}
	whole, gem := gemLetters(name), gemLetters(first)
	for locked := range l.lockedGems() {
		if locked := gemLetters(locked); locked == whole || locked == gem && slices.Contains(gemEntries, rest) {
			return dsl.Provides
		}
	}
	return dsl.MayProvide
}

// ownFile is the path of a file that can only be the application's.
func (l *loader) ownFile(name string) (string, bool) {
	own, ok := strings.CutPrefix(name, l.root+"/")
	if !ok {
		own, ok = strings.CutPrefix(name, "./")
	}
	own = path.Clean(own)
	return own, ok && own != ".." && !strings.HasPrefix(own, "../")
}

// gemLetters is what a gem's name and the file that it is required by have in
// common: active_support is of activesupport, rack/attack of rack-attack.
func gemLetters(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", "/", "").Replace(name))
}

var (
	// gemEntries are files that gems have beside the one of their name. Of others,
	// sidekiq/cron, a gem of its own may be meant.
	gemEntries = []string{"api", "app", "engine", "rails", "railtie", "server", "testing", "ui", "version", "web"}

	railsLibrary = []string{
		"abstract_controller", "action_cable", "action_controller", "action_dispatch", "action_mailbox", "action_mailer", "action_pack",
		"action_text", "action_view", "active_job", "active_model", "active_record", "active_storage", "active_support", "rails",
	}

	rubyLibrary = []string{
		"English", "benchmark", "bigdecimal", "bundler", "cgi", "coverage", "csv", "date", "delegate", "digest", "erb", "etc", "fcntl",
		"fileutils", "find", "forwardable", "io", "ipaddr", "json", "logger", "monitor", "net", "objspace", "observer", "open-uri", "open3",
		"openssl", "optparse", "ostruct", "pathname", "pp", "prettyprint", "pstore", "psych", "rbconfig", "resolv", "ripper", "rubygems",
		"securerandom", "set", "shellwords", "singleton", "socket", "stringio", "strscan", "tempfile", "time", "timeout", "tmpdir", "tsort",
		"uri", "weakref", "yaml", "zlib",
	}
)
