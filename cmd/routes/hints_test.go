package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A hint works when it is followed: the setting that it names is taken, and the
// next hint is about something else, until there is none.
func TestHintsWorkWhenFollowed(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and on one goroutine")
	}
	for _, body := range []string{
		`resources :a, only: Settings.actions`,
		`resources :a, except: Settings.actions`,
		`resource :a, only: Settings.actions`,
		`resources :a, only: [:index, *Settings.more]`,
		`resources :a, only: [:index, Settings.one]`,
		`scope(only: Settings.actions) { resources :a }`,
		`get Settings.path, to: "a#b"`,
		`get Settings.path + "/x", to: "a#b"`,
		`get "x/#{Settings.path}", to: "a#b"`,
		`get "x", to: Settings.target`,
		`get "x", as: Settings.name, to: "a#b"`,
		`mount Settings.app => "/x"`,
		`mount Settings.app => "/x" if Settings.app`,
		`get "x", to: "a#b", constraints: Settings.gate`,
		`get "x", to: "a#b", constraints: { subdomain: Settings.sub }`,
		`constraints(Settings.gate) { get "x", to: "a#b" }`,
		`get "x", to: "a#b", defaults: Settings.defaults`,
		`get "x", to: "a#b", **Settings.options`,
		`get ":id", to: "a#b", id: Settings.re`,
		`get ":id", to: "a#b", id: /#{Settings.re}/`,
		`match "x", to: "a#b", via: Settings.verbs`,
		`scope(Settings.prefix) { get "x", to: "a#b" }`,
		`namespace(Settings.ns) { get "x", to: "a#b" }`,
		`resources Settings.names`,
		`resources :a, path: Settings.path, controller: Settings.controller`,
		`get "x", to: redirect(Settings.url)`,
		`get "x", to: "a#b", format: Settings.format`,
		`root to: Settings.root`,
		`Settings.list.each { |x| get x, to: "a#b" }`,
		`Settings.list.each { |x| get x.path, to: "a#b" if x.on? }`,
		`Settings.list.each_with_index { |x, i| get "#{x}#{i}", to: "a#b" }`,
		`Settings.map.each { |k, v| get k, to: v }`,
		`Settings.n.times { |i| get "p#{i}", to: "a#b" }`,
		`Settings.open { get "x", to: "a#b" }`,
		`Page.all.each { |p| get p.slug, to: "a#b", as: p.name }`,
		`get "x", to: "a#b" if Settings.on?`,
		`get "x", to: "a#b" unless Settings.off`,
		`get "x", to: "a#b" if Settings.a && !Settings.b`,
		`get "x", to: "a#b" if Settings[:on]`,
		`get "x", to: "a#b" if Settings.kind == "it's"`,
		`get "x", to: "a#b" if Settings.count > 3`,
		`get "x", to: "a#b" if Settings.tiers.include?(:gold)`,
		`get "x", to: "a#b" if Flipper.enabled?(:x)`,
		`raise "no" unless Settings.fine?; get "x", to: "a#b"`,
		`while Settings.more?; get "x", to: "a#b"; end`,
		`until Settings.done?; get "x", to: "a#b"; end`,
		`concern :c, Settings.concern; resources :a, concerns: :c`,
		`get t("x"), to: "a#b"`,
		`draw Settings.file`,
		`shiny_routes`,
		`shiny_routes 1, a: 2`,
		`shiny_block { get "x", to: "a#b" }`,
		`Foo.draw(self)`,
		`get ENV.fetch("A"), to: "a#b"; get "p#{ENV.fetch("B")}", to: "a#b"`,
		`get "x", to: "a#b", constraints: ->(r) { Flag.on?(r.host) && Flag.all? }`,
		`get "x", to: "a#b", constraints: Gate.new`,
		`resources(*Settings.names)`,
		`get(*Settings.args)`,
		`get Settings.path`,
		`Settings.l.each_slice(2) { |a, b| get a, to: b }`,
		`Settings.l.each_slice(2) { |g| g.each { |a| get a, to: "a#b" } }`,
		`Settings.l.each_cons(2) { |a, b| get a, to: b }`,
		`Settings.l.in_groups_of(2) { |a, b| get a, to: b }`,
		`(1..Settings.n).each { |i| get "x#{i}", to: "a#b" }`,
		`Settings.n.upto(3) { |i| get "x#{i}", to: "a#b" }`,
		`Settings.map.each { |k, v| get k => v }`,
		`Settings.h.each { |k, v| resources k, only: v }`,
		`Settings.h.each_pair { |k, v| resources k, only: v }`,
		`Settings.h.keys.each { |k| get k, to: "a#b" }`,
		`Settings.h.each_key { |k| get k, to: "a#b" }`,
		`resources :posts, concerns: Settings.c`,
		`concern(:cc) { get "cc" }; resources :posts, concerns: Settings.c`,
		`concern(:cc) { get "cc" }; resources(:posts) { concerns(*Settings.cs) }`,
		`get "x", to: redirect("/y", status: Settings.code)`,
		`get "x", to: "a#b", defaults: {f: Settings.fmt}`,
		`get "x/:f", to: "a#b", defaults: {f: Settings.fmt}`,
		`get "x", **Settings.o`,
		`match "x", **Settings.o`,
		`devise_for :users, only: Settings.n`,
	} {
		for _, command := range [][]string{nil, {"check"}, {"match", "GET", "/x/y"}, {"match", "GET", "/x"}, {"path", "x"}} {
			followHints(t, body, command)
		}
	}
}

// A hint names a value of the kind that the use asks for, and the table has its rows.
func TestHintsNameValues(t *testing.T) {
	for _, tt := range []struct{ body, setting, row string }{
		{`resources(*Settings.names)`, "Settings.names=[x, y]", "/y/:id(.:format)"},
		{`get(*Settings.args)`, "Settings.args=[pages/home, pages/home]", "pages#home"},
		{`Settings.l.each_slice(2) { |a, b| get a, to: b }`, "Settings.l=[posts#index, posts#index]", "posts#index"},
		{`(1..Settings.n).each { |i| get "x#{i}", to: "a#b" }`, "Settings.n=2", "/x2(.:format)"},
		{`Settings.h.each { |k, v| resources k, only: v }`, "Settings.h=[[x, [index, show]], [y, [index, show]]]", "y#show"},
		{`Settings.h.each_key { |k| get k, to: "a#b" }`, "Settings.h={k: x, j: y}", "/j(.:format)"},
		{`resources :posts, only: [], concerns: Settings.c; get "z", to: "a#b"`, "Settings.c=[]", "/z(.:format)"},
		{`concern(:cc) { get "cc" }; resources :posts, concerns: Settings.c`, "Settings.c=:cc", "/posts/:post_id/cc(.:format)"},
		{`get "x", to: redirect("/y", status: Settings.code)`, "Settings.code=302", "redirect(302, /y)"},
		{`get "x", to: "a#b", defaults: {f: Settings.fmt}`, "Settings.fmt=text", `{f: "text"}`},
		{`get "x", **Settings.o`, `Settings.o={to: "pages#home"}`, "pages#home"},
	} {
		src := "Rails.application.routes.draw do\n" + tt.body + "\nend\n"
		var stdout, stderr bytes.Buffer
		run([]string{"-f", "-"}, strings.NewReader(src), &stdout, &stderr, os.Getenv)
		if !strings.Contains(stderr.String(), "--set '"+tt.setting+"'") {
			t.Errorf("%s: %s\nwant %s", tt.body, stderr.String(), tt.setting)
		}
		stdout.Reset()
		stderr.Reset()
		if run([]string{"-f", "-", "--set", tt.setting}, strings.NewReader(src), &stdout, &stderr, os.Getenv); !strings.Contains(stdout.String(), tt.row) || stderr.Len() > 0 {
			t.Errorf("%s: with %s\n%s%s", tt.body, tt.setting, stdout.String(), stderr.String())
		}
	}
}

// maxHints bounds how many hints of one file are followed.
const maxHints = 6

var setOption = regexp.MustCompile(`--set ('(?:[^']|'\\'')*'|ENV\.\w+=VALUE)`)

func followHints(t *testing.T, body string, command []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config", "routes.rb")
	for name, text := range map[string]string{file: "Rails.application.routes.draw do\n  " + body + "\nend\n", filepath.Join(filepath.Dir(file), "routes", "drawn.rb"): ""} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var followed []string
	args := append(slices.Clone(command), "-f", file)
	for range maxHints {
		var stdout, stderr bytes.Buffer
		status := run(args, strings.NewReader(""), &stdout, &stderr, func(string) string { return "" })
		text := stdout.String() + stderr.String()
		found := setOption.FindStringSubmatch(text)
		switch {
		case strings.Contains(text, "unused setting"):
			t.Errorf("%s (%v): nothing asks for what the hint names:\n%s", body, args, text)
			return
		case len(followed) > 0 && strings.Contains(text, "routes.rb:2:") && strings.Contains(text, "\n      | ") && !strings.HasPrefix(followed[len(followed)-1], "ENV."):
			t.Errorf("%s (%v): what the hint names is refused:\n%s", body, args, text)
			return
		case status == statusUsage:
			t.Errorf("%s (%v): usage:\n%s", body, args, text)
			return
		case found == nil:
			return
		}
		setting := strings.ReplaceAll(strings.Trim(found[1], "'"), `'\''`, "'")
		if slices.Contains(followed, setting) {
			t.Errorf("%s (%v): the hint was followed:\n%s", body, args, text)
			return
		}
		followed = append(followed, setting)
		args = append(args, "--set", setting)
	}
	t.Errorf("%s (%v): more hints than there are values", body, args)
}
