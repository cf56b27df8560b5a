package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A pipeline runs the scripts of docs/ci.md in a repository whose application is in
// services/shop, and whose last commit is not the one it began with.
type pipeline struct {
	*testing.T
	repo, temp, base string
	env              []string
}

func newPipeline(t *testing.T) *pipeline {
	t.Helper()
	for _, program := range []string{"bash", "git", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("there is no " + program)
		}
	}
	p := &pipeline{T: t, repo: t.TempDir(), temp: t.TempDir()}
	p.env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "PATH="+p.temp+string(os.PathListSeparator)+os.Getenv("PATH"))
	p.write("services/shop/config/routes.rb", "Rails.application.routes.draw do\n  get 'a', to: 'a#b', constraints: Gate\nend\n")
	p.sh(0, p.repo, "git init -q && git config user.email ci@example.org && git config user.name ci && git add . && git commit -qm one")
	p.base = strings.TrimSpace(p.sh(0, p.repo, "git rev-parse HEAD"))
	p.write("services/shop/config/routes.rb", "Rails.application.routes.draw do\n  get 'a', to: 'a#b'\n  get 'a', to: 'a#c'\nend\n")
	p.sh(0, p.repo, "git commit -qam two")
	return p
}

func (p *pipeline) write(name, text string) {
	p.Helper()
	name = filepath.Join(p.repo, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		p.Fatal(err)
	}
}

// build builds the command as the scripts find it, in the folder of their PATH.
func (p *pipeline) build() {
	p.Helper()
	p.sh(0, ".", "go build -buildvcs=false -o '"+filepath.Join(p.temp, "routes")+"' .")
}

// sh runs a script, which has to end with an exit status, and returns what it prints.
func (p *pipeline) sh(status int, dir, script string, env ...string) string {
	p.Helper()
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, append(p.env, env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != status {
		p.Fatalf("%s\n%s%v, want exit status %d", script, out, err, status)
	}
	return string(out)
}

var expression = regexp.MustCompile(`\$\{\{ *([\w.-]+) *\}\}`)

func TestGitHubAction(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	p := newPipeline(t)
	text := read(t, "../../.github/actions/routes/action.yml")
	var action struct {
		Runs struct {
			Steps []struct {
				Name, ID, Run string
				Env           map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(text), &action); err != nil {
		t.Fatal(err)
	}
	home, err := filepath.Abs("../../.github/actions/routes")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{
		"github.action_path": home, "runner.temp": p.temp, "inputs.path": "services/shop", "inputs.base": p.base,
		"inputs.fail-on": "warning", "inputs.baseline": "",
	}
	p.env = append(p.env, "GOFLAGS=-buildvcs=false", "GITHUB_OUTPUT="+filepath.Join(p.temp, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(p.temp, "summary"))
	said := map[string]string{}
	for _, step := range action.Runs.Steps {
		var env []string
		for name, value := range step.Env {
			env = append(env, name+"="+expression.ReplaceAllStringFunc(value, func(e string) string {
				value, ok := values[expression.FindStringSubmatch(e)[1]]
				if !ok {
					t.Errorf("step %s asks for %s", step.Name, e)
				}
				return value
			}))
		}
		if expression.MatchString(step.Run) {
			t.Errorf("step %s writes an expression into its script, where it may be code", step.Name)
		}
		status := 0
		if step.Name == "Check" {
			status = 1
		}
		if step.Run != "" {
			said[step.Name] = p.sh(status, p.repo, step.Run, env...)
		}
	}
	if want := "::error file=services/shop/config/routes.rb,line=3,col=3,title=duplicate-other-endpoint::"; !strings.Contains(said["Check"], want) {
		t.Errorf("check prints %s", said["Check"])
	}
	if output := read(t, filepath.Join(p.temp, "output")); !strings.Contains(output, "differs=true\nmarkdown="+p.temp) {
		t.Errorf("the outputs are %s", output)
	}
	if summary := read(t, filepath.Join(p.temp, "summary")); !strings.Contains(summary, "guard removed") {
		t.Errorf("the summary is %s", summary)
	}
}

// block returns the block of code of docs/ci.md that begins with a line.
func block(t *testing.T, first string) string {
	t.Helper()
	_, after, ok := strings.Cut(read(t, "../../docs/ci.md"), "\n"+first+"\n")
	body, _, closed := strings.Cut(after, "```")
	if !ok || !closed {
		t.Fatalf("docs/ci.md has no block that begins with %s", first)
	}
	return body
}

func TestGitLabJob(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	p := newPipeline(t)
	var file struct{ Routes struct{ Script []string } }
	if err := yaml.Unmarshal([]byte(block(t, "# .gitlab-ci.yml")), &file); err != nil {
		t.Fatal(err)
	}
	script := file.Routes.Script
	if len(script) != 4 || !strings.HasSuffix(script[0], "go build -o /tmp/routes ./cmd/routes)") {
		t.Fatalf("the script is %q", script)
	}
	p.build()
	dir := filepath.Join(p.repo, "services/shop")
	text := strings.ReplaceAll(strings.Join(script[1:], "\n"), "/tmp/routes", filepath.Join(p.temp, "routes"))
	p.sh(1, dir, text, "CI_MERGE_REQUEST_DIFF_BASE_SHA="+p.base)
	if markdown := read(t, filepath.Join(dir, "routes.md")); !strings.Contains(markdown, "guard removed") {
		t.Errorf("the differences are %s", markdown)
	}
	if sarif := read(t, filepath.Join(dir, "routes.sarif")); !strings.Contains(sarif, `"ruleId":"duplicate-other-endpoint"`) {
		t.Errorf("the findings are %s", sarif)
	}
}

func TestHooksBeforeACommit(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	p := newPipeline(t)
	p.build()
	var hooks []struct{ Entry, Language, Files string }
	if err := yaml.Unmarshal([]byte(read(t, "../../.pre-commit-hooks.yaml")), &hooks); err != nil {
		t.Fatal(err)
	}
	if len(hooks) != 1 || hooks[0].Language != "golang" {
		t.Fatalf("the hooks are %v", hooks)
	}
	files := regexp.MustCompile(hooks[0].Files)
	for name, want := range map[string]bool{"config/routes.rb": true, "config/routes/api.rb": true, "app/controllers/a_controller.rb": true, ".routes.yml": true, "app/models/a.rb": false} {
		if files.MatchString(name) != want {
			t.Errorf("the hook runs for %s: %t", name, !want)
		}
	}
	dir := filepath.Join(p.repo, "services/shop")
	p.sh(1, dir, hooks[0].Entry)

	hook := filepath.Join(p.temp, "pre-commit")
	if err := os.WriteFile(hook, []byte(block(t, "#!/bin/sh")), 0o777); err != nil {
		t.Fatal(err)
	}
	p.sh(0, dir, "sh "+hook) // nothing is staged
	p.write("services/shop/config/routes.rb", "Rails.application.routes.draw do\n  get 'a', to: 'a#b'\n  get 'a', to: 'a#b'\nend\n")
	p.sh(0, dir, "sh "+hook)
	if out := p.sh(1, dir, "git add . && sh "+hook); !strings.Contains(out, "[duplicate]") {
		t.Errorf("the hook prints %s", out)
	}
	p.sh(0, dir, strings.TrimSuffix(block(t, "```sh"), "\n")) // writes the baseline
	p.sh(0, dir, "routes check --baseline .routes-baseline.json")
}
