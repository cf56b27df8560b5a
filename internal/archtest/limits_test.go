package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What one person can keep in mind, and what to do about more. Tests and generated files do not
// count.
var limits = map[string]struct {
	most   int
	remedy string
}{
	"lines":         {10_500, "remove as many elsewhere in the package, or move a concept into a package of its own (CONTRIBUTING.md, Where things are)"},
	"files":         {50, "put what belongs to a concept that has a file there, or move a concept into a package of its own"},
	"methods":       {120, "give those of one concept a type of their own"},
	"fields":        {25, "put those that change together into a struct"},
	"function":      {120, "split it by what it does one after the other"},
	"unlisted file": {0, "name it under \"Files in order\" in the package's doc.go"},
}

// debts are the measures that are beyond their limit still, with the most that they
// may come to: they get smaller and go. Nobody raises one: a change that needs ten lines there
// removes ten others, or moves more out.
var debts = map[string]int{
	"dsl: lines": 14_985,
}

func TestLimits(t *testing.T) {
	seen := map[string]bool{}
	for measure, n := range measures(t) {
		kind := measure[strings.LastIndex(measure, ": ")+2:]
		most, remedy := limits[kind].most, limits[kind].remedy
		debt, owed := debts[measure]
		seen[measure] = true
		switch {
		case n <= most && owed:
			t.Errorf("%s = %d is no debt any more: remove it from debts", measure, n)
		case n > max(most, debt):
			t.Errorf("%s = %d, beyond %d: %s", measure, n, max(most, debt), remedy)
		}
	}
	for measure := range debts {
		if !seen[measure] {
			t.Errorf("%s is a debt of nothing", measure)
		}
	}
}

// "dsl.Thread.call: function".
func measures(t *testing.T) map[string]int {
	t.Helper()
	found := map[string]int{}
	err := filepath.WalkDir("../..", func(dir string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return err
		case dir != "../.." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules" || isModule(dir)):
			return filepath.SkipDir
		}
		return measureFolder(dir, found)
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// isModule reports whether a folder is a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func measureFolder(dir string, found map[string]int) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	home := strings.TrimPrefix(filepath.ToSlash(dir), "../../")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if err := measureFile(home, name, found); err != nil {
			return err
		}
	}
	return orderOfFiles(home, names, found)
}

func measureFile(home, name string, found map[string]int) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
	if err != nil || ast.IsGenerated(file) {
		return err
	}
	lines := func(n ast.Node) int { return set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1 }
	found[home+": files"]++
	found[home+": lines"] += set.File(file.Pos()).LineCount()
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			owner := home
			if decl.Recv != nil {
				owner += "." + receiver(decl.Recv.List[0].Type)
				found[owner+": methods"]++
			}
			name := owner + "." + decl.Name.Name + ": function" // of several init, the longest
			found[name] = max(found[name], lines(decl))
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if typ, ok := spec.(*ast.TypeSpec); ok {
					if fields, ok := typ.Type.(*ast.StructType); ok {
						found[home+"."+typ.Name.Name+": fields"] = fields.Fields.NumFields()
					}
				}
			}
		}
	}
	return nil
}

// receiver returns the name of a receiver's type: of *T and T[K, V] it is T.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// orderOfFiles counts the files that the section "# Files in order" of a package's doc.go, if
// there is one, leaves out.
func orderOfFiles(home string, names []string, found map[string]int) error {
	if len(names) == 0 {
		return nil
	}
	doc, err := os.ReadFile(filepath.Join(filepath.Dir(names[0]), "doc.go"))
	_, order, ok := strings.Cut(string(doc), "\n// # Files in order\n")
	if err != nil || !ok {
		return nil //nolint:nilerr // no doc.go, no order
	}
	order, _, _ = strings.Cut(order, "\n// # ")
	for _, name := range names {
		base := filepath.Base(name)
		if base != "doc.go" && !strings.HasSuffix(base, "_test.go") && !namesFile(order, base) {
			found[home+"/"+base+": unlisted file"] = 1
		}
	}
	return nil
}

func namesFile(text, file string) bool {
	for rest := text; ; {
		before, after, ok := strings.Cut(rest, file)
		if !ok {
			return false
		}
		if before == "" || strings.ContainsAny(before[len(before)-1:], " (\n") {
			return true
		}
		rest = after
	}
}
