package dsl

import "embed"

//go:embed core
var sources embed.FS

// derived returns the methods of a class or module that are in Ruby.
func derived(class string) methodTable { return derivedFrom(sources, "core", class) }

func init() {
	Register(Type{Name: "Object", Methods: derived("Object")}, Type{Name: "Exception", Methods: derived("Exception")})
}
