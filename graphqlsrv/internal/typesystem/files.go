package typesystem

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"

	"signalbox/graphqlsrv/internal/language"
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

// Parse reads sources as one document. The error has the first mistake of syntax of each,
// or says that they define nothing.
func Parse(sources []*ast.Source) (*ast.SchemaDocument, error) {
	var errs []error
	all := &ast.SchemaDocument{}
	for _, s := range sources {
		doc, err := parser.ParseSchema(s)
		if err != nil {
			errs = append(errs, syntaxError(s, err))
			continue
		}
		all.Merge(doc)
	}
	if len(errs)+len(all.Definitions)+len(all.Extensions)+len(all.Schema)+len(all.SchemaExtension)+len(all.Directives) == 0 {
		errs = append(errs, Errorf(&ast.Position{Src: sources[0], Line: 1, Column: 1}, "the schema defines nothing: begin it with type Query { … }"))
	}
	return all, errors.Join(errs...)
}

// syntaxError returns what graphql-js says of a text that gqlparser refuses, and what to write instead of
// what other languages have.
func syntaxError(s *ast.Source, err error) error {
	doc, refused := language.Parse(s.Input, 0)
	own, ok := errors.AsType[*language.SyntaxError](refused)
	switch {
	case !ok && len(doc.Operations)+len(doc.Fragments) > 0:
		return fmt.Errorf("%w: operations and fragments belong to clients, keep them out of the schema's folder", Placed(err))
	case !ok:
		return Placed(err)
	}
	start := strings.LastIndexAny(s.Input[:own.Offset], "\r\n") + 1
	line, _, _ := strings.Cut(s.Input[own.Offset:], "\n")
	found, text := openBrace(s.Input[:own.Offset])+own.Message+s.Input[start:own.Offset]+"\x00"+line, own.Message
	for _, h := range habits {
		if at := h.found.FindStringSubmatchIndex(found); at != nil {
			text = string(h.found.ExpandString([]byte(text+" "), h.hint, found, at))
			break
		}
	}
	return &Error{&ast.Position{Src: s, Line: own.Line, Column: own.Column}, text}
}

// noBraces are texts and comments, whose braces open nothing.
var noBraces = regexp.MustCompile(`(?s:""".*?""")|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*`)

// openBrace returns a brace if one is open at the end of a text.
func openBrace(text string) string {
	text = noBraces.ReplaceAllString(text, "")
	if strings.Count(text, "{") > strings.Count(text, "}") {
		return "{"
	}
	return ""
}

// keywords begin definitions.
const keywords = "type|interface|union|enum|input|scalar|directive|schema|extend"

// habits are what people bring from other languages, by a brace if one is open, the message, and the line
// of the mistake, which is behind the NUL, with what to write here.
var habits = []struct {
	found *regexp.Regexp
	hint  string
}{
	{regexp.MustCompile(`\x00(//|/\*)`), "A comment begins with #."},
	{regexp.MustCompile(`\x00<\s*(\w+!?)\s*>`), "A list is written [$1]."},
	{regexp.MustCompile(`^\{.*Expected ":".*\.\s*(?:(union)\s*\x00.*=|(directive)\s*\x00@|(` + keywords + `)\s*\x00.*\{)`), "A } is missing before $1$2$3, which begins a definition."},
	{regexp.MustCompile(`^\{.*Expected Name, found "\{"\.\s*(` + keywords + `)(?:\s+\w+)+(?:\s*@\w+(?:\([^)]*\))?)*\s*\x00`), "A } is missing before $1, which begins a definition."},
	{regexp.MustCompile(`^\{.*Expected ":".*\.\s*(` + keywords + `)\s*\x00([\w[\]!]+)`), `Write "$1: $2", or if $1 begins a definition the } that is missing before it.`},
	{regexp.MustCompile(`^\{.*Expected Name, found <EOF>`), "A } may be missing."},
	{regexp.MustCompile(`Expected ":".*\b(\w+)\s*\x00([\w[\]!]+)`), `Write "$1: $2".`},
	{regexp.MustCompile(`(\w+!?)\x00\[`), "A list is written [$1]."},
	{regexp.MustCompile(`\[\x00\]\s*(\w+!?)`), "A list is written [$1]."},
	{regexp.MustCompile(`\x00\?\s*:\s*(\w+)`), "Leave it out: $1 may be null as it is, and $1! may not."},
	{regexp.MustCompile(`(\w+)\x00\?`), "$1 may be null as it is, and $1! may not."},
	{regexp.MustCompile(`\x00;`), "Leave it out: nothing ends a line here."},
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
