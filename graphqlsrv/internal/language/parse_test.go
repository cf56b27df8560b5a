package language

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	gqlparser "github.com/vektah/gqlparser/v2/parser"
)

type conformanceCase struct {
	Name, Stage, Query string
	Result             struct {
		Errors []struct {
			Message   string
			Locations []struct{ Line, Column int }
		}
	}
}

// cases are those of the conformance corpus, which graphql-js answered.
func cases(t testing.TB) (list []conformanceCase) {
	files, err := filepath.Glob("../../testdata/conformance/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no conformance cases", err)
	}
	for _, file := range files {
		r, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var c conformanceCase
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			if c.Stage != "" {
				list = append(list, c)
			}
		}
		if lines.Err() != nil {
			t.Fatal(lines.Err())
		}
	}
	return list
}

// TestSyntaxErrors holds messages and places to those of graphql-js.
func TestSyntaxErrors(t *testing.T) {
	refused := 0
	for _, c := range cases(t) {
		_, err := Parse(c.Query, 0)
		got, want := "", ""
		if err != nil {
			got = err.Error()
		}
		if c.Stage == "parse" {
			e := c.Result.Errors[0]
			want = fmt.Sprintf("%d:%d: %s", e.Locations[0].Line, e.Locations[0].Column, e.Message)
			refused++
		}
		if got != want {
			t.Errorf("%s: %q\n got %s\nwant %s", c.Name, c.Query, got, want)
		}
	}
	if refused < 100 {
		t.Errorf("only %d cases are refused", refused)
	}
}

// TestTree holds the tree to that of gqlparser, written as text. Left out are
// block strings of several lines, whose indentation gqlparser takes away
// otherwise than the specification, and escapes.
func TestTree(t *testing.T) {
	compared := 0
	for _, c := range cases(t) {
		if strings.ContainsAny(c.Query, "\\") || strings.Contains(c.Query, `"""`) {
			continue
		}
		want, err := gqlparser.ParseQuery(&ast.Source{Input: c.Query})
		if err != nil {
			continue
		}
		got, err := Parse(c.Query, 0)
		if err != nil {
			continue
		}
		compared++
		if diff := cmp.Diff(text(want), text(got.QueryDocument)); diff != "" {
			t.Errorf("%s: %q (-gqlparser +ours)\n%s", c.Name, c.Query, diff)
		}
	}
	if compared < 1000 {
		t.Errorf("only %d documents were compared", compared)
	}
}

func text(d *ast.QueryDocument) string {
	var b strings.Builder
	formatter.NewFormatter(&b).FormatQueryDocument(d)
	return b.String()
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("{a", 1001) + strings.Repeat("}", 1001)
	for name, c := range map[string]struct {
		text, want string
		limit      int
	}{
		"tokens":        {"{ a b }", "1:7: Syntax Error: Document contains more than 3 tokens. Parsing aborted.", 3},
		"as many":       {"{ a b }", "", 4},
		"selections":    {deep, "1:2001: Syntax Error: Document is nested more than 1000 levels deep. Parsing aborted.", 0},
		"lists":         {"{a(x:" + strings.Repeat("[", 1<<16), "1:1005: Syntax Error: Document is nested more than 1000 levels deep. Parsing aborted.", 0},
		"objects":       {"{a(x:" + strings.Repeat("{a:", 1<<16), "1:3003: Syntax Error: Document is nested more than 1000 levels deep. Parsing aborted.", 0},
		"list types":    {"query($x:" + strings.Repeat("[", 1<<16), "1:1011: Syntax Error: Document is nested more than 1000 levels deep. Parsing aborted.", 0},
		"invalid UTF-8": {"{ a(x: \"\xff\") \xff }", "1:13: Syntax Error: Unexpected character: U+FFFD.", 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(c.text, c.limit)
			got := ""
			var syntax *SyntaxError
			if errors.As(err, &syntax) {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if strings.Contains(c.want, "tokens") != (syntax != nil && syntax.TooMany) {
				t.Error("TooMany is wrong")
			}
		})
	}
}
