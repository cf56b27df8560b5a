package urls_test

import (
	"html/template"
	"strings"
	"testing"

	"signalbox/expand"
	"signalbox/expand/urls"
)

func TestFuncs(t *testing.T) {
	table, err := expand.Load("config/routes.rb", expand.Options{Source: []byte(`
		Rails.application.routes.draw do
		  resources :posts
		  scope("(:locale)", locale: /en|de/) { resources :pages }
		  namespace(:admin) { resources :posts }
		  direct(:homepage) { "https://example.org/home" }
		end`)})
	if err != nil {
		t.Fatal(err)
	}
	funcs := urls.New(table, urls.Params{"host": "example.org"}).Funcs()
	type Post struct{ ID int }
	for _, test := range []struct{ text, want string }{
		{`{{edit_post_path .Post}}`, `/posts/1/edit`},
		{`{{edit_post_path 7}}`, `/posts/7/edit`},
		{`{{page_path (params "locale" "de" "id" 7)}}`, `/de/pages/7`},
		{`{{posts_path (params "page" 2 "anchor" "top")}}`, `/posts?page=2#top`},
		{`{{posts_url (params "format" "json")}}`, `http://example.org/posts.json`},
		{`{{path_for "admin" .Post}}`, `/admin/posts/1`},
		{`{{url_for .Post}}`, `http://example.org/posts/1`},
		{`{{homepage_url}}`, `https://example.org/home`},
		{`<a href="{{posts_path (params "q" .Text)}}">`, `<a href="/posts?q=%3Cb%3E&#43;%22%26%22">`},
		{`<a href={{posts_path (params "a" 1 "b" 2)}}>`, `<a href=/posts?a&#61;1&amp;b&#61;2>`},
	} {
		page, err := template.New("page").Funcs(funcs).Parse(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		var b strings.Builder
		if err := page.Execute(&b, map[string]any{"Post": &Post{ID: 1}, "Text": `<b> "&"`}); err != nil || b.String() != test.want {
			t.Errorf("%s is %s, %v; want %s", test.text, b.String(), err, test.want)
		}
	}
	for text, want := range map[string]string{
		`{{post_path}}`:  "missing required keys: [:id]",
		`{{params "a"}}`: "wants a value for each key",
		`{{params 1 2}}`: "wants keys that are text",
	} {
		page, err := template.New("page").Funcs(funcs).Parse(text)
		if err == nil {
			err = page.Execute(&strings.Builder{}, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, without %q", text, err, want)
		}
	}
	if _, err := template.New("page").Funcs(funcs).Parse(`{{pots_path}}`); err == nil {
		t.Error("a helper that there is not is found when the template runs only")
	}
}
