// Package rules holds documents to a schema by the rules of the GraphQL
// specification, section 5, with the order, words and places of graphql-js'
// errors.
//
// gqlparser has the same rules, but tells one place where graphql-js tells all,
// and words of its own for values: clients and tests that were written for the
// reference implementation would see others.
//
// [Document] annotates the tree with definitions and types, as gqlparser's own
// validator does, and then runs the rules.
package rules
