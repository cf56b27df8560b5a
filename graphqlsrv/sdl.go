package graphqlsrv

import (
	"bytes"
	"io/fs"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
)

// LoadSDL reads the SDL of fsys as [New] does, with the root schema and its
// scalars: for programs that work on schemas, such as package codegen. The error
// names the file and line.
func LoadSDL(fsys fs.FS) (*ast.Schema, error) {
	s, err := loadSchema(fsys, &config{scalars: builtinScalars})
	if err != nil {
		return nil, err
	}
	return s.ast, nil
}

// SDL returns the whole schema that [New] serves with the same files and options,
// as one text with the root schema, its scalars and directives: for tools that
// write code for clients. The error names the file and line.
func SDL(fsys fs.FS, options ...Option) ([]byte, error) {
	c, err := newConfig(options)
	if err != nil {
		return nil, err
	}
	s, err := loadSchema(fsys, c)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	formatter.NewFormatter(&b, formatter.WithIndent("  ")).FormatSchema(s.ast)
	return b.Bytes(), nil
}
