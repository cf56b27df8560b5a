package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"signalbox/hooks"
)

// Each example shows an accepted delivery and a forged one refused; a wrong answer
// is an exit status of 1.
func TestExamples(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			accepted, refused := "accepted 200", "REFUSED 401"
			if e.name == "postbox" {
				accepted, refused = `accepted msg_`, "rolled back"
			}
			var stdout, stderr bytes.Buffer
			if code := run([]string{e.name}, &stdout, &stderr); code != 0 {
				t.Fatalf("exit status %d\n%s%s", code, &stdout, &stderr)
			}
			for _, want := range []string{e.name + ": " + e.about, accepted, refused} {
				if !strings.Contains(stdout.String(), want) {
					t.Errorf("%q is missing:\n%s", want, &stdout)
				}
			}
		})
	}
}

// go run ./examples/hooks/... runs the one main package below this folder.
func TestOneMainPackage(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(string(out)); len(got) != 1 {
		t.Errorf("main packages: %q", got)
	}
}

func TestWrongUsage(t *testing.T) {
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"gitlab", 2, `no example "gitlab"`},
		{"-x", 2, "usage: hooks"},
		{"-h", 0, "usage: hooks"},
		{"-listen 127.0.0.1:0", 1, "name of one receiver"},
		{"-listen 127.0.0.1:0 sender", 1, "name of one receiver"},
		{"-listen 127.0.0.1:0 github", 1, "secret"}, // GITHUB_WEBHOOK_SECRET is empty
	} {
		t.Setenv("GITHUB_WEBHOOK_SECRET", "")
		var stderr bytes.Buffer
		if code := run(strings.Fields(tt.args), io.Discard, &stderr); code != tt.code || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%s: exit status %d\n%s", tt.args, code, &stderr)
		}
	}
}

func TestServe(t *testing.T) {
	t.Setenv("GITHUB_WEBHOOK_SECRET", "s3cret")
	chosen, err := choose([]string{"github"})
	if err != nil {
		t.Fatal(err)
	}
	reader, writer := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		err := serve(ctx, "127.0.0.1:0", chosen, slog.New(slog.DiscardHandler), writer)
		writer.CloseWithError(err)
		done <- err
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var address string
	if _, err := fmt.Sscanf(line, "github listens on %s", &address); err != nil {
		t.Fatal(err)
	}
	github, err := hooks.NewPreset("github", hooks.WithSecrets("s3cret"))
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]int{`{"zen":"Keep it simple."}`: 200, `{"zen":"forged"}`: 401} {
		d := &hooks.Delivery{Body: []byte(`{"zen":"Keep it simple."}`)}
		if err := github.SignDelivery(d); err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = d.Header
		request.Header.Set("X-GitHub-Event", "ping")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s is answered %d", body, response.StatusCode)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
