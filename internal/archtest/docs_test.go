package archtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// goBlock is a block of Go in a page.
var goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```")

// TestDocumentedGo type-checks each block of Go in the documentation. What a block leaves out may
// be missing: the names of the program around it, imports, and what stands for `...`.
func TestDocumentedGo(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	known := exportedPackages(t)
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range goBlock.FindAllSubmatchIndex(text, -1) {
			line := 1 + bytes.Count(text[:at[2]], []byte("\n"))
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(page), line), func(t *testing.T) {
				for _, err := range known.check(string(text[at[2]:at[3]])) {
					t.Error(err)
				}
			})
		}
	}
}

// goPackages are packages with what importing them takes.
type goPackages struct {
	fset     *token.FileSet
	importer types.Importer
	paths    map[string]string // by name, the one that a block without imports means
}

// exportedPackages returns the packages of all modules here, and those that they import.
func exportedPackages(t *testing.T) *goPackages {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=Name,ImportPath,Export", "work").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	files, p := map[string]string{}, &goPackages{fset: token.NewFileSet(), paths: map[string]string{}}
	rank := func(path string) string { // this module's before the standard library's before others
		outer, _, _ := strings.Cut(path, "/")
		return fmt.Sprint(outer != "signalbox", strings.Contains(outer, "."), strings.Contains(path, "internal"), strings.Count(path, "/"), path)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct{ Name, ImportPath, Export string }
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		files[pkg.ImportPath] = pkg.Export
		if old, ok := p.paths[pkg.Name]; !ok || rank(pkg.ImportPath) < rank(old) {
			p.paths[pkg.Name] = pkg.ImportPath
		}
	}
	p.importer = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	return p
}

// check returns what is wrong in a block.
func (p *goPackages) check(block string) (wrong []error) {
	file, err := p.parse(block)
	if err != nil {
		return []error{err}
	}
	p.addImports(file)
	cfg := types.Config{Importer: p.importer, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) && !e.Soft && !outside.MatchString(e.Msg) {
			wrong = append(wrong, errors.New(e.Msg))
		}
	}}
	cfg.Check("docs", p.fset, []*ast.File{file}, nil)
	return wrong
}

// outside matches the errors of what the program around a block has.
var outside = regexp.MustCompile(`^undefined: \w+$`)

// left are the ways in which a block says that it leaves something out.
var left = regexp.MustCompile(`(?m)^\s*(\.\.\.|…)\n|, …|(\{) (?:…|\.\.\.) (\})`)

// parse reads a block as a file, as declarations, as statements, or as the elements of a list.
func (p *goPackages) parse(block string) (file *ast.File, err error) {
	block = left.ReplaceAllStringFunc(block, func(s string) string {
		if strings.HasPrefix(s, "{") {
			return "{ panic(0) }"
		}
		return ""
	})
	for _, form := range []string{"%s", "package docs\n%s", "package docs\nfunc _() {\n%s\n}", "package docs\nvar _ = map[string]any{\n%s\n}", "package docs\nvar _ = []any{\n%s\n}"} {
		var failed error
		if file, failed = parser.ParseFile(p.fset, "", fmt.Sprintf(form, block), parser.SkipObjectResolution); failed == nil {
			return file, nil
		}
		err = cmp.Or(err, failed)
	}
	return nil, err
}

// addImports imports the packages that a file names and does not import.
func (p *goPackages) addImports(file *ast.File) {
	named := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				named[x.Name] = true
			}
		}
		return true
	})
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		delete(named, path[strings.LastIndex(path, "/")+1:])
	}
	var specs []ast.Spec
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if path := p.paths[name]; path != "" {
			spec := &ast.ImportSpec{Name: ast.NewIdent(name), Path: &ast.BasicLit{Kind: token.STRING, Value: fmt.Sprintf("%q", path)}}
			specs, file.Imports = append(specs, spec), append(file.Imports, spec)
		}
	}
	file.Decls = slices.Insert(file.Decls, 0, ast.Decl(&ast.GenDecl{Tok: token.IMPORT, Lparen: 1, Specs: specs}))
}
