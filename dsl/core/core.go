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
	// ActiveModel's type of booleans, which applications read variables with:
	// ActiveModel::Type::Boolean.new.cast(ENV["BETA"]). No constant holds it: the host knows
	// whether the application has that gem.
	dsl.Register(dsl.Type{Name: "ActiveModel::Type::Boolean", Hidden: true, Methods: derived("Boolean")})
	dsl.Register(dsl.Type{Name: "ActiveSupport::Concern", Module: true, Methods: derived("ActiveSupport::Concern")})
	dsl.Register(dsl.Type{Name: "Thread::Backtrace::Location", Hidden: true, Methods: derived("Location")})
	dsl.Register(dsl.Type{Name: "Kernel", Module: true, Methods: derived("Kernel")}, dsl.Type{Name: "Module", Methods: derived("Module")})
	dsl.Register(dsl.Type{Name: "Object", Methods: derived("Object"), Setup: func(in *dsl.Interp, _ *dsl.Class) {
		in.DefineConst("RUBY_VERSION", dsl.NewFrozenString("3.4.0"))
		in.DefineConst("RUBY_ENGINE", dsl.NewFrozenString("ruby"))
		in.DefineConst("RUBY_PLATFORM", dsl.NewFrozenString("x86_64-linux"))
		in.DefineConst("ARGV", dsl.NewArray())
		defineENV(in)
	}})
}
