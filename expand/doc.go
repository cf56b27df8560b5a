// Package expand turns the calls of a routes file into the same table of routes as
// Rails 8.1: names, verbs, paths, endpoints, requirements and
// constraints, in Rails' order and with Rails' error messages.
//
//	table, err := expand.Load("config/routes.rb", expand.Options{})
//	for _, r := range table.Routes {
//		fmt.Println(r.Name, r.Verb(), r.Path, r.Controller(), r.Action())
//	}
//
// Package dsl runs the file; every call without a receiver in a `draw` block is a routing
// method of package mapper. This package is the application around them: its start, its
// configuration and engines. Package files reads its files, package definitions finds what they
// define, package bundle knows its gems, package settings the values that users set.
//
// Package route defines tables, and package urls their helpers. Package check finds
// problems and rows that are not exact. This package does not deal with syntax or requests:
// package grammar parses files, package dispatch matches requests.
//
// # Files in order
//
// Loading: load.go ([Load] and [Options]), application.go ([Open]), load_read.go (files), run.go
// (what code may do now), load_draw.go (draw), routeset.go, error.go.
//
// The application: rails.go (Rails, its environment), rails_classes.go, application_file.go,
// autoload.go (classes), reading.go and facts.go (what files say), settings.go, yaml.go,
// config_for.go.
//
// Its start: start.go (what is run, and when), environment.go (ENV), appconfig.go (config.x), attribute.go
// (attributes of classes), url_options.go, dotenv.go, unset.go.
//
// Gems and engines: gems.go, load_engine.go, engine.go, host.go and custom_words.go (words);
// boot.go, boot_statements.go, boot_paths.go, boot_gems.go and boot_order.go (what a booted
// application draws besides).
//
// Requests: request_answers.go and request_walk.go (what their code may ask for).
//
// What is not known: missing.go, missing_explore.go, misspelt.go, provided.go, unknown_methods.go.
package expand
