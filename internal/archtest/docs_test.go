package archtest

import (
	"bytes"
	"cmp"
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
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// goBlock is a block of Go in a page.
var goBlock = regexp.MustCompile("(?ms)^ *```go\n(.*?)^ *```")

// TestDocumentedGo type-checks each block of Go in the documentation. What a block leaves out may
// be missing: the names of the program around it, imports, and what stands for `...`.
func TestDocumentedGo(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles all packages")
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	known := exportedPackages(t)
	for block, want := range map[string]string{
		"hooks.Handlr(nil, nil)\n":                        "undefined: hooks.Handlr",
		"info := dispatch.RouteFrom(ctx)\ninfo.Parms()\n": "info.Parms undefined",
		"…\nexpand.Load(1, …)\n":                          "not enough arguments",
		"\"a\": graphqlsrv.Func(),\n":                     "not enough arguments",
		"func a( {\n":                                     "expected",
	} {
		if wrong := known.check(block); len(wrong) == 0 || !strings.Contains(wrong[0].Error(), want) {
			t.Errorf("of %q it finds %v, not %s", block, wrong, want)
		}
	}
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

// exportedPackages returns the packages that a program which uses this one may name: those of all
// modules here, what they import themselves, and the standard library's.
func exportedPackages(t *testing.T) *goPackages {
	t.Helper()
	names, exports, imported := map[string]string{}, map[string]string{}, map[string]bool{}
	for d := goList(t, "-export", "-deps", "-json=Name,ImportPath,Export,Imports", "work"); ; {
		var pkg struct {
			Name, ImportPath, Export string
			Imports                  []string
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		names[pkg.ImportPath], exports[pkg.ImportPath] = pkg.Name, pkg.Export
		if within(pkg.ImportPath, "signalbox") && !within(pkg.ImportPath, "signalbox/bench") && !within(pkg.ImportPath, "signalbox/examples") {
			imported[pkg.ImportPath] = true
			for _, path := range pkg.Imports {
				imported[path] = true
			}
		}
	}
	p := &goPackages{fset: token.NewFileSet(), paths: map[string]string{}}
	p.importer = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	ours := func(path string) bool { return within(path, "signalbox") }
	for _, path := range slices.Sorted(maps.Keys(imported)) { // html/template before text/template
		old, ok := p.paths[names[path]]
		if !strings.Contains(path, "internal/") && (!ok || ours(path) && !ours(old)) {
			p.paths[names[path]] = path
		}
	}
	return p
}

// check returns what is wrong in a block.
func (p *goPackages) check(block string) (wrong []error) {
	block = leftBody.ReplaceAllString(leftArguments.ReplaceAllString(left.ReplaceAllString(block, "\n"), ""), "{ panic(0) }")
	file, err := p.parse(block)
	if err != nil {
		return []error{err}
	}
	p.addImports(file)
	cfg := types.Config{Importer: p.importer, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) && !e.Soft && !outside.MatchString(e.Msg) {
			wrong = append(wrong, e)
		}
	}}
	cfg.Check("docs", p.fset, []*ast.File{file}, nil)
	return wrong
}

// outside matches the errors of what the program around a block has, and of values and types that
// are only shown.
var outside = regexp.MustCompile(`^undefined: \w+$|is not used$|^missing return$|\(type\) is not an expression$|^missing key in map literal$`)

// The ways in which a block leaves out lines, arguments and bodies.
var (
	left          = regexp.MustCompile(`(?m)^\s*(//\s*)?(\.\.\.|…)\n`)
	leftArguments = regexp.MustCompile(`, …`)
	leftBody      = regexp.MustCompile(`\{ (…|\.\.\.) \}`)
)

// forms are what a block or a part of it may be: a file, declarations, statements, or elements of a
// list, of which a bracket or a line break follows the last.
var forms = []string{"%s", "package docs\n%s", "package docs\nfunc _() {\n%s\n}", "package docs\nvar _ = map[string]any{\n%s}", "package docs\nvar _ = map[string]any{\n%s\n}"}

// parse reads a block, its parts between empty lines if they differ in form.
func (p *goPackages) parse(block string) (*ast.File, error) {
	var err error
	for _, form := range forms {
		file, failed := parser.ParseFile(p.fset, "", fmt.Sprintf(form, strings.TrimSpace(block)), parser.SkipObjectResolution)
		if failed == nil {
			return file, nil
		}
		err = cmp.Or(err, failed)
	}
	first, rest, ok := strings.Cut(strings.TrimSpace(block), "\n\n")
	if !ok {
		return nil, err
	}
	file, err := p.parse(first)
	if err != nil {
		return nil, err
	}
	more, err := p.parse(rest)
	if err != nil {
		return nil, err
	}
	file.Decls = append(file.Decls, more.Decls...)
	return file, nil
}

// addImports imports the packages that a file names and does not import.
func (p *goPackages) addImports(file *ast.File) {
	specs := map[string]ast.Spec{}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && p.paths[x.Name] != "" {
			specs[x.Name] = &ast.ImportSpec{Name: ast.NewIdent(x.Name), Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(p.paths[x.Name])}}
		}
		return true
	})
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err == nil {
			delete(specs, p.nameOf(path))
		}
	}
	file.Decls = slices.Insert(file.Decls, 0, ast.Decl(&ast.GenDecl{Tok: token.IMPORT, Lparen: 1, Specs: slices.Collect(maps.Values(specs))}))
}

func (p *goPackages) nameOf(path string) string {
	pkg, err := p.importer.Import(path)
	if err != nil {
		return ""
	}
	return pkg.Name()
}
