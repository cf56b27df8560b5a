package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGolden runs the command on every golden case: what it prints and exits
// with. Package expand compares the rest of the cases.
func TestGolden(t *testing.T) {
	for _, pattern := range []string{"rails/*", "own/*", "gems/*"} {
		folders, err := filepath.Glob(filepath.Join("../../testdata/golden", pattern))
		if err != nil || len(folders) == 0 {
			t.Fatalf("no cases: %v", err)
		}
		for _, folder := range folders {
			name := filepath.Base(filepath.Dir(folder)) + "/" + filepath.Base(folder)
			t.Run(name, func(t *testing.T) { goldenCase(t, folder) })
		}
	}
	refusedFiles(t, "../../testdata/golden/refused")
}

func goldenCase(t *testing.T, folder string) {
	t.Parallel()
	if want := filepath.Join(folder, "error.txt"); exists(want) {
		refused(t, folder, read(t, want))
		return
	}
	for _, form := range []struct{ file, flag string }{{"routes.txt", "--json=false"}, {"expanded.txt", "--expanded"}} {
		file := filepath.Join(folder, form.file)
		if !exists(file) {
			continue
		}
		args := []string{"-f", folder, form.flag}
		if strings.Contains(read(t, filepath.Join(folder, "config/routes.rb")), "# oracle: framework") {
			args = append(args, "--framework")
		}
		status, stdout, stderr := routes(args...)
		if status != statusOK {
			t.Fatalf("exit status %d\n%s", status, stderr)
		}
		if diff := cmp.Diff(read(t, file), stdout); diff != "" {
			t.Errorf("%s (-Rails +routes)\n%s", form.file, diff)
		}
	}
}

// refusedFiles runs the single files that Rails refuses.
func refusedFiles(t *testing.T, folder string) {
	files, err := filepath.Glob(filepath.Join(folder, "*.rb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	for _, file := range files {
		t.Run("refused/"+filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			app := t.TempDir()
			config := filepath.Join(app, "config")
			if err := os.Mkdir(config, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(config, "routes.rb"), []byte(read(t, file)), 0o666); err != nil {
				t.Fatal(err)
			}
			refused(t, app, read(t, strings.TrimSuffix(file, ".rb")+".txt"))
		})
	}
}

// refused runs the command on an application that Rails refuses: status 1,
// nothing on stdout, the place and the first line of the message on stderr.
func refused(t *testing.T, app, expected string) {
	t.Helper()
	want := map[string]string{}
	for line := range strings.Lines(expected) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if _, known := want[key]; ok && !known {
			want[key] = value
		}
	}
	status, stdout, stderr := routes("-f", app)
	if status != statusError || stdout != "" {
		t.Errorf("exit status %d, stdout %q", status, stdout)
	}
	if want["class"] != "SyntaxError" && !strings.Contains(plainQuotes(stderr), plainQuotes(want["message"])) {
		t.Errorf("stderr has no %q:\n%s", want["message"], stderr)
	}
	file, lines, _ := strings.Cut(want["at"], ":")
	for line := range strings.SplitSeq(lines, "|") {
		if strings.Contains(stderr, file+":"+line+":") {
			return
		}
	}
	t.Errorf("stderr does not point to %s:\n%s", want["at"], stderr)
}

func plainQuotes(s string) string { return strings.ReplaceAll(s, "`", "'") }

// routes runs the command in the environment that the expectations were
// written in.
func routes(args ...string) (status int, stdout, stderr string) {
	var out, errors bytes.Buffer
	status = run(args, strings.NewReader(""), &out, &errors, func(string) string { return "" })
	return status, out.String(), errors.String()
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
