// Package playgroundtest opens graphqlsrv's playground in a real browser. It is a
// module of its own, so that the browser's client stays out of the product's
// requirements.
package playgroundtest
