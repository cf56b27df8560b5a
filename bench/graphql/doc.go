// Package graphql measures the GraphQL server beside the ones that Go people
// use, with everything on: masking, armor, directives, a current user, a log.
//
//	cd bench && go test -run='^$' -bench=. ./graphql
//
// What no server can be faster than is measured with them: decoding the request
// and appending the response by code written for the query.
package graphql
