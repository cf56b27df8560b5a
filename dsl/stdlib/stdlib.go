// Package stdlib is the part of Ruby's standard library, and of ActiveSupport and Rack,
// that routes files use: File, Dir, Pathname, JSON, CGI, URI, Singleton, Rack::Utils,
// ERB::Util, Base64, Digest, OpenSSL, IPAddr, OpenStruct. Most of it is Ruby, in lib; what is better
// in Go are functions that this Ruby calls on Primitive.
//
//	in := dsl.New(dsl.Options{Library: stdlib.Library})
//
// What a file lacks of the real library is unknown to programs, not an error, except of
// those that say `complete`.
package stdlib

import (
	"embed"
	"io/fs"

	"signalbox/dsl"
	_ "signalbox/dsl/core"
	"signalbox/dsl/internal/embedded"
	"signalbox/dsl/internal/trait"
)

//go:embed lib/*.rb
var sources embed.FS

// Library is the library; all interpreters may share it.
var Library = newLibrary()

// constants are the constants that each file defines. Constants within those are not
// listed.
var constants = map[string][]string{
	"base64":         {"Base64"},
	"cgi":            {"CGI"},
	"digest":         {"Digest"},
	"dir":            {"Dir"},
	"erb":            {"ERB"},
	"file":           {"File"},
	"gem":            {"Gem::Version", "Gem::Requirement"},
	"i18n":           {"I18n"},
	"ipaddr":         {"IPAddr"},
	"json":           {"ActiveSupport::JSON", "JSON"},
	"notifications":  {"ActiveSupport::Notifications"},
	"openssl":        {"OpenSSL"},
	"ostruct":        {"OpenStruct"},
	"pathname":       {"Pathname"},
	"rack":           {"Rack::QueryParser", "Rack::Utils"},
	"security_utils": {"ActiveSupport::SecurityUtils"},
	"singleton":      {"Singleton"},
	"uri":            {"URI"},
}

func newLibrary() *embedded.Library {
	files, err := fs.Sub(sources, "lib")
	if err != nil {
		panic(err)
	}
	index := map[string]string{}
	for file, paths := range constants {
		for _, path := range paths {
			index[path] = file + ".rb"
		}
	}
	return embedded.NewLibrary(files, index)
}

// functions are some of Primitive, which look at their arguments themselves.
type functions map[string]func(*dsl.Call) dsl.Value

func init() {
	for _, some := range []functions{commonFunctions, uriFunctions, digestFunctions, fileFunctions, jsonFunctions} {
		some.register()
	}
}

func (f functions) register() {
	rows := dsl.Methods{}
	for name, run := range f {
		rows[name] = dsl.FnKw(0, -1, run).With(trait.Opaque)
	}
	dsl.Register(dsl.Type{Name: "Primitive", Functions: rows})
}
