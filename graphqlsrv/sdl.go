package graphqlsrv

import (
	"io/fs"

	"github.com/vektah/gqlparser/v2/ast"
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
