package core

import (
	"embed"

	"signalbox/dsl"
)

//go:embed *.rb
var sources embed.FS

// derived returns the methods of a class or module that are in Ruby.
func derived(class string) dsl.Methods { return dsl.RubyMethods(sources, ".", class) }

func init() {
	dsl.Register(dsl.Type{Name: "Primitive", Functions: derived("Primitive")})
	dsl.Register(dsl.Type{Name: "Object", Methods: derived("Object")}, dsl.Type{Name: "Exception", Methods: derived("Exception")})
}
