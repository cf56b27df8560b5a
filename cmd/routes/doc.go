// Command routes prints the routes of a Rails application as `rails routes` of
// Rails 8.1 prints them, byte for byte, without Ruby.
//
//	routes                       the table of the application around this folder
//	routes -f ~/blog -c posts    the rows of one controller, of another application
//	routes -g edit               the rows that a pattern matches
//	routes --expanded            one block of lines per route
//	routes --json                one object per route, for other programs
//
// `routes --help` explains every flag. Results go to stdout, everything else to
// stderr. The exit status is 0 if all is well, 1 if the routes file has an error
// and 2 for wrong usage.
//
// The command knows no rule of routing: it finds the file, and prints what
// package expand makes of it.
package main
