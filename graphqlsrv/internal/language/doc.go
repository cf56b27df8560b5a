// Package language reads GraphQL documents of operations and fragments into the
// syntax tree of gqlparser, with the exact places, and the messages of syntax
// errors, of graphql-js.
//
// gqlparser has a parser too, but its tree lacks the places of names, type
// conditions and selection sets, and its messages are its own: clients and tests
// that were written for the reference implementation would see others.
package language
