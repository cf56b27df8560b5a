// Package rubytext processes strings as Ruby's methods do: it changes case, quotes,
// reads and writes numbers, selects characters and splits. It does not depend on an
// interpreter: its functions take and return plain Go values, and callers count the
// steps.
//
// Strings are UTF-8. Each invalid byte stays unchanged and counts as one character.
package rubytext
