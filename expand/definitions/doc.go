// Package definitions finds what the files of an application define, and takes it from them.
//
// A file that is not a routes file is not run as a whole: each definition in it is taken by
// itself, so that one which needs more of the application than there is does not keep the
// others. Constants are looked for where Rails' autoloader would find them, then in the
// configuration and in lib. What the configuration changes of what is defined elsewhere is found in
// its syntax, by following where a value goes (code.Flow); nothing of it is run.
//
// # Files in order
//
//   - definitions.go: where a constant is looked for
//   - skeleton.go, skeleton_words.go: what of a file is taken
//   - literals.go: what the code of a value says of who may change it
//   - changes.go: what other files change of it
//   - words.go: which files have a word
//   - answers.go: what they change of what methods return
//   - elsewhere.go: which classes and constants other files may make
//   - kin.go: which classes share what is changed
//   - mapper.go: words that the application adds to the mapper, and what files require
//   - facts.go: what texts and syntax trees say by themselves
package definitions
