// Package rubytext does to texts what Ruby's own methods do: change their case,
// quote them, read and write numbers, select characters, cut them apart. It knows
// nothing of an interpreter: its functions take and return plain Go values, and
// what a call costs is the caller's to count.
//
// Texts are UTF-8. Bytes that are not stay as they are and count as one character
// each.
package rubytext
