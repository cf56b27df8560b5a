package codegen

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"signalbox/graphqlsrv/internal/federation"
	"signalbox/graphqlsrv/internal/rules"
)

// Options say how Go code is written. Fields are named as "Post.author".
type Options struct {
	// Package is the name of the package; "graph" when empty.
	Package string
	// Scalars are the Go types of the schema's own scalars, with the path of
	// their package: "Url": "net/url.URL", "Color": "*example.org/color.RGB".
	// Values of the type any are taken where nothing is said.
	Scalars map[string]string
	// Models are the application's own types of objects, in place of structs that
	// would be written: "Post": "example.org/blog/record.Post". One that belongs to
	// an interface or union needs a method Is<Name>() as the written ones have.
	Models map[string]string
	// Resolved fields are methods of Service that would be fields of the struct.
	Resolved []string
	// Properties are fields of the struct that would be methods of Service.
	Properties []string
	// Batched fields are methods that get all parents of a list at once, and
	// "Post.__resolveReference" one that gets all references of a request.
	Batched []string
}

func (o *Options) check(s *ast.Schema, entities map[string][]*federation.Given) error {
	if o.Package == "" {
		o.Package = "graph"
	}
	if !token.IsIdentifier(o.Package) {
		return fmt.Errorf("%q is no name of a Go package", o.Package)
	}
	for name, goType := range o.Scalars {
		if d := s.Types[name]; d == nil || d.Kind != ast.Scalar {
			return fmt.Errorf("the schema has no scalar %s%s", name, rules.Near(".", name, slices.Values(typesOf(s, ast.Scalar))))
		}
		if _, _, err := splitType(goType); err != nil {
			return fmt.Errorf("the Go type of %s: %w", name, err)
		}
	}
	if err := o.checkModels(s); err != nil {
		return err
	}
	fields := slices.DeleteFunc(slices.Clone(o.Batched), func(name string) bool {
		typ, field, _ := strings.Cut(name, ".")
		return field == referenceField && entities[typ] != nil
	})
	for _, list := range [][]string{o.Resolved, o.Properties, fields} {
		for _, name := range list {
			if err := checkField(s, name); err != nil {
				return err
			}
		}
	}
	for _, name := range o.Properties {
		typ, field, _ := strings.Cut(name, ".")
		if len(s.Types[typ].Fields.ForName(field).Arguments) > 0 {
			return fmt.Errorf("%s has arguments: it can't be a property", name)
		}
	}
	return nil
}

func (o *Options) checkModels(s *ast.Schema) error {
	for name, goType := range o.Models {
		d := s.Types[name]
		if d != nil && isRoot(s, d) {
			return fmt.Errorf("%s has no Go type: its fields are methods of Service", name)
		}
		if d == nil || d.Kind != ast.Object {
			return fmt.Errorf("the schema has no object type %s%s", name, rules.Near(".", name, slices.Values(typesOf(s, ast.Object))))
		}
		path, _, err := splitType(goType)
		if err == nil && (path == "" || strings.ContainsAny(goType, "*[]")) {
			err = fmt.Errorf("%q is none: write the path of its package, a dot and its name", goType)
		}
		if err != nil {
			return fmt.Errorf("the Go type of %s: %w", name, err)
		}
	}
	return nil
}

// typesOf are the names of the types of a kind but the root types.
func typesOf(s *ast.Schema, kind ast.DefinitionKind) (names []string) {
	for _, d := range s.Types {
		if d.Kind == kind && !isRoot(s, d) {
			names = append(names, d.Name)
		}
	}
	return names
}

// checkField tells whether a field that an option names can be meant.
func checkField(s *ast.Schema, name string) error {
	typ, field, ok := strings.Cut(name, ".")
	if !ok {
		return fmt.Errorf("%q is no field: write Type.field", name)
	}
	d := s.Types[typ]
	if d == nil || d.Kind != ast.Object {
		return fmt.Errorf("%s: the schema has no object type %s%s", name, typ, rules.Near(".", typ, slices.Values(typesOf(s, ast.Object))))
	}
	if d.Fields.ForName(field) == nil {
		var names []string
		for _, f := range d.Fields {
			names = append(names, f.Name)
		}
		return fmt.Errorf("the schema has no field %s%s", name, rules.Near(".", field, slices.Values(names)))
	}
	if isRoot(s, d) {
		return fmt.Errorf("%s is always a method of Service that is called once", name)
	}
	return nil
}

// splitType reads "*example.org/color.RGB" as the import and the type color.RGB
// with what stands before it. The name of a package is the last part of its path.
func splitType(text string) (path, goType string, err error) {
	bare := strings.TrimLeft(text, "*[]")
	before := text[:len(text)-len(bare)]
	dot := strings.LastIndexByte(bare, '.')
	if dot < 0 {
		if !token.IsIdentifier(bare) {
			return "", "", fmt.Errorf("%q is none", text)
		}
		return "", text, nil
	}
	path = bare[:dot]
	name := path[strings.LastIndexByte(path, '/')+1:]
	if !token.IsIdentifier(name) || !token.IsExported(bare[dot+1:]) || !token.IsIdentifier(bare[dot+1:]) {
		return "", "", fmt.Errorf("%q is none: write the path of its package, a dot and an exported name, as net/url.URL", text)
	}
	if path == "main" {
		return "", "", fmt.Errorf("%q can't be used: no package imports main, move the type to one of its own", text)
	}
	return path, before + name + bare[dot:], nil
}
