// Package bundle is the gems of one application: the routing methods that they add, as the files
// of package gems say them, and what these depend on.
//
//	b := bundle.New(bundle.Options{Host: app, Files: app, ...})
//	run, ok := b.Word("devise_for")
//
// The files of gems are Ruby that runs in the interpreter of the routes. What they need of Go is
// their module Signalbox (functions.go, values.go): the settings that initializers make
// (settings.go, routes_settings.go), what classes of the application declare in words of a gem
// (classes.go, patches.go), and Gemfile.lock (lock.go, rack.go). Words that Ruby cannot say are here too:
// Route Translator's (translator.go, translations.go) and Devise's conditions (sign_in.go).
// The routes of the framework itself are drawn as those of gems (framework.go).
//
// A [Bundle] asks the application through a [Host] and its [Files]. It does not know how the
// application starts, or where constants are looked for.
package bundle
