// Command routes prints the routes of a Rails application as `rails routes` of
// Rails 8.1 prints them, byte for byte, without Ruby.
//
//	routes                       the routes of the application in this folder
//	routes -f ~/blog -c posts    one controller of another application
//	routes -g edit               the routes that match a pattern
//	routes --expanded            one block of lines per route
//	routes --json                one object per route, for other programs
//
// `routes --help` explains every flag. Results go to stdout, everything else to
// stderr. The exit status is 0 on success, 1 if the routes file has an error and 2
// for wrong usage.
//
// The command has no routing rules. It finds the file and prints the table that
// package expand returns.
package main
