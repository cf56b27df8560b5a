package typesystem

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
)

// Read returns the *.graphql and *.gql files below the root of fsys. Having none is an
// error.
func Read(fsys fs.FS) ([]*ast.Source, error) {
	if fsys == nil {
		return nil, errors.New("graphqlsrv: no file system with the schema")
	}
	var sources []*ast.Source
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if ext := path.Ext(name); ext != ".graphql" && ext != ".gql" {
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		sources = append(sources, &ast.Source{Name: name, Input: string(text)})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("graphqlsrv: reading the folder that New was given, as seen from where the program runs: %w", err)
	}
	if len(sources) == 0 {
		return nil, errors.New("graphqlsrv: no *.graphql files: give New the folder that holds the schema, as os.DirFS(\"graphql\")")
	}
	return sources, nil
}

// Parse reads sources as one document. The error has the first mistake of syntax of each.
func Parse(sources []*ast.Source) (*ast.SchemaDocument, error) {
	var errs []error
	all := &ast.SchemaDocument{}
	for _, s := range sources {
		doc, err := parser.ParseSchema(s)
		if err != nil {
			errs = append(errs, Placed(err))
			continue
		}
		all.Merge(doc)
	}
	return all, errors.Join(errs...)
}

// Placed turns an error of gqlparser into an [Error]; another one stays as it is.
func Placed(err error) error {
	var g *gqlerror.Error
	if !errors.As(err, &g) {
		return err
	}
	file, _ := g.Extensions["file"].(string)
	if len(g.Locations) == 0 {
		return &Error{nil, g.Message}
	}
	l := g.Locations[0]
	return &Error{&ast.Position{Src: &ast.Source{Name: file}, Line: l.Line, Column: l.Column}, g.Message}
}
