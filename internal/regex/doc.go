// Package regex gives Go the regular expressions of Ruby (Onigmo, UTF-8 strings).
//
//	re, err := regex.Compile(`\A(?<id>\d+)\z`, 0)  // /\A(?<id>\d+)\z/
//	m, err := re.Match("42", 0)                    // [0 2 0 2]
//
// A pattern is parsed into a small tree that already has Ruby's meaning: flags are resolved, character classes are sets of
// code points, case folding is spelled out. That tree is then printed for an engine. Go's regexp (linear time) runs everything it
// can express with the same result; look-around, atomic groups, possessive quantifiers, backreferences, conditionals and loops over an
// empty match run on regexp2, which backtracks and is therefore bounded by [MatchTimeout].
//
// Which engine may run a pattern depends on the subject too: for an ASCII subject `\b` is Go's, for others it is a look-around over Ruby's
// word characters; `^` does not match after a final newline in Ruby. A pattern is therefore printed once for each kind of subject that is met,
// when it is first met.
//
// Refused with [UnsupportedError]: recursion (`\g<name>` inside its own group), the absence operator `(?~x)`, `\G`, backreferences with a
// recursion level, `\p{Age=..}`, `\p{In..}` and the properties Go has no tables for. Refused with [LimitError]: patterns larger than
// [MaxSource] bytes, deeper than [MaxDepth] groups, or too large once written out.
//
// Known differences: Unicode is Go's version (15), newer than Ruby 3.1's (13); groups inside counted loops that match nothing may differ inside
// other counted loops; `\X` is an approximation; a class counts as several characters under i (`[ß]` is "ss") but a backreference does not. A search that is repeated on
// one long string ([Regexp.Scan], [Regexp.Gsub]) costs the square of its length.
package regex
