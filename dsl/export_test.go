package dsl

// TestLibrary is the library of the programs of tests, which is of a package that imports
// this one.
var TestLibrary *Library
