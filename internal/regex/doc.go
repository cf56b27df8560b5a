// Package regex gives Go the regular expressions of Ruby (Onigmo, UTF-8 strings).
//
//	re, err := regex.Compile(`\A(?<id>\d+)\z`, 0)  // /\A(?<id>\d+)\z/
//	m, err := re.Match("42", 0, nil)               // [0 2 0 2]
//
// A pattern is parsed into a small tree that already has Ruby's meaning: flags are resolved, character classes are sets of code points, case
// folding is spelled out. That tree is compiled to a program, and a machine runs the program by backtracking, which is what Ruby's order of
// alternatives means. See docs/decisions/0004-regular-expressions.md.
//
// A match that goes back often begins to remember which choices it has begun where (memo.go). Its work is then at most the length of the text
// times the size of the program, whatever the pattern, look-around and atomic groups included. It is not where the memo cannot tell what
// a choice will lead to: in patterns with back-references, conditions or recursion, around the absence operator, within counted loops too
// large to be written out. For all of them the work has a bound: every match has a [Budget] of steps, and one that is spent is [ErrBudget].
//
// A [Search] finds all matches in one text. It looks at the text once, and goes on where it was.
//
// Refused with [UnsupportedError]: back-references with a recursion level, `\p{Age=..}`, `\p{In..}` and the properties Go has no tables for.
// Refused with [LimitError]: patterns larger than [MaxSource] bytes, deeper than [MaxDepth] groups, or too large once compiled.
//
// Known differences: Unicode is Go's version (15), newer than Ruby 3.1's (13); `\X` is an approximation; a class counts as several characters
// under i (`[ß]` is "ss") but a back-reference does not. Some mistakes of Onigmo are not made: an anchor behind an empty back-reference
// looks at the wrong character there, and a group that is called takes what stands behind it for granted elsewhere too. Loops that Ruby
// never leaves, as `((?=(a))b?)*`, end or spend the budget.
package regex
