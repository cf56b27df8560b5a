// Package federation knows what the specification of subgraphs, Apollo Federation's, adds
// to a schema: the directives and types that a schema links, the union of its entities,
// and the text by which a composition reads it.
//
// https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec
package federation
