// Package typesystem reads the documents that define a schema: the files of an
// application, the rules that hold for them before they are one schema, the prelude
// and the root schema, which every schema has beside them, and the order of it all.
package typesystem
