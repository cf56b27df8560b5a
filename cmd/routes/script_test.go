package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"routes": main})
}

// TestScripts runs testdata/script: the command as its users run it.
//
// Besides the commands of testscript there are
//
//	status N ARG...     runs routes and wants exit status N
//	sparse FILE BYTES   makes a file of so many NUL bytes
//	chomp FILE...       drops the newline at the end of files
//	longpath FILE N     makes a file of a path of so many letters
//	grepfile FILE ARG.. runs routes with -g and what the file holds
//
// $REPO is the repository, $SHOWCASE its folder of expected tables.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", repo)
			env.Setenv("SHOWCASE", filepath.Join(repo, "testdata", "showcase"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("no condition " + name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": wantStatus,
			"sparse": sparse,
			"chomp":  chomp,
			"longpath": func(ts *testscript.TestScript, _ bool, args []string) {
				n, err := strconv.Atoi(args[1])
				ts.Check(err)
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("/"+strings.Repeat("a", n)), 0o666))
			},
			"grepfile": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(ts.Exec("routes", append(args[1:], "-g", ts.ReadFile(args[0]))...))
			},
		},
	})
}

func wantStatus(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec("routes", args[1:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d\nstderr: %s", got, want, ts.ReadFile("stderr"))
	}
}

func sparse(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	name := ts.MkAbs(args[0])
	ts.Check(os.WriteFile(name, nil, 0o666))
	ts.Check(os.Truncate(name, size))
}

func chomp(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := strings.TrimSuffix(ts.ReadFile(name), "\n")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}
