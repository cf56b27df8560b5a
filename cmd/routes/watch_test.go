package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// start runs the command of this test's binary until it is interrupted, and returns lines of
// its output and errors together.
func start(t *testing.T, args ...string) *bufio.Reader {
	t.Helper()
	program := filepath.Join(t.TempDir(), "routes")
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Args[0] = "routes"
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("on SIGTERM: %v", err)
		}
		r.Close()
	})
	return bufio.NewReader(r)
}

// until reads lines until one has a text.
func until(t *testing.T, out *bufio.Reader, text string) string {
	t.Helper()
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			t.Fatalf("no line has %q: %v", text, err)
		}
		if strings.Contains(line, text) {
			return line
		}
	}
}

func TestWatch(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "config", "routes.rb")
	write := func(body string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("Rails.application.routes.draw do\n"+body+"end\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("get \"one\", to: \"a#b\"\n")
	list, check := start(t, "--watch", "-f", dir), start(t, "check", "--watch", "-f", dir)
	until(t, list, "/one(.:format)")
	write("get \"one\", to: \"a#b\"\nget \"one\", to: \"a#b\", as: nil\n")
	until(t, check, "[duplicate]")
	until(t, list, "/one(.:format)")
	write("member { get :two }\n")
	until(t, list, "can't use member")
	until(t, check, "can't use member")
	write("get \"three\", to: \"a#b\"\n")
	until(t, list, "/three(.:format)")
}

func TestServe(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "some.rb"), []byte("get \"one\", to: \"a#b\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	line := until(t, start(t, "serve", "-f", filepath.Join(dir, "some.rb"), "--port", "0"), "http://")
	address := regexp.MustCompile(`http://\S+`).FindString(line)
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if page, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(page), "inspector.js") {
		t.Errorf("%s answers %.200s, %v", address, page, err)
	}
}
