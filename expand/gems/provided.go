package gems

import (
	"slices"
	"strings"
)

// Provide reports whether a file that is required, without its ending, is there because it is of
// Ruby's library, of Rails or of one of the gems: "openssl", "active_support/all", "rack/attack".
// That of a gem may be there even if it is not known here.
func (v Versions) Provide(file string) bool {
	first, rest, _ := strings.Cut(file, "/")
	if slices.Contains(rubyLibrary, first) || slices.Contains(railsLibrary, first) {
		return true
	}
	whole, gem := letters(file), letters(first)
	for locked := range v {
		if locked := letters(locked); locked == whole || locked == gem && slices.Contains(entries, rest) {
			return true
		}
	}
	return false
}

// letters is what a gem's name and the file that it is required by have in
// common: active_support is of activesupport, rack/attack of rack-attack.
func letters(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", "/", "").Replace(name))
}

var (
	// entries are files that gems have beside the one of their name. Of others,
	// sidekiq/cron, a gem of its own may be meant.
	entries = []string{"api", "app", "engine", "rails", "railtie", "server", "testing", "ui", "version", "web"}

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
