package urls_test

import (
	"errors"
	"fmt"
	"log"
	"reflect"

	"signalbox/expand"
	"signalbox/expand/route"
	"signalbox/expand/urls"
)

// Records of the examples.
type (
	Post    struct{ ID int }
	Comment struct{ ID int }
)

func exampleTable() *route.Table {
	table, err := expand.Load("../testdata/urls", expand.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return table
}

func ExampleHelpers_Path() {
	table := exampleTable()
	fmt.Println(urls.New(table, nil).Path("edit_post", 1))
	fmt.Println(urls.New(table, nil).Path("post_comment", Post{ID: 1}, 7, urls.Params{"format": "json"}))
	fmt.Println(urls.New(table, nil).Path("file", []string{"a b", "c.txt"}))

	_, err := urls.New(table, nil).Path("archive", "last")
	var e *urls.URLError
	if errors.As(err, &e) {
		fmt.Println(e.Class, e.Unmatched)
		fmt.Println(e)
	}
	// Output:
	// /posts/1/edit <nil>
	// /posts/1/comments/7.json <nil>
	// /files/a%20b/c.txt <nil>
	// ActionController::UrlGenerationError [year]
	// No route matches {action: "show", controller: "archive", year: "last"}, possible unmatched constraints: [:year]
}

func ExampleHelpers_URL() {
	table := exampleTable()
	fmt.Println(urls.New(table, nil).URL("post", 1, urls.Params{"host": "example.org", "protocol": "https"}))
	fmt.Println(urls.New(table, nil).URL("post", 1))
	// Output:
	// https://example.org/posts/1 <nil>
	//  Missing host to link to! Please provide the :host parameter, set default_url_options[:host], or set :only_path to true
}

func ExampleHelpers_PathFor() {
	table := exampleTable()
	post := Post{ID: 1}
	fmt.Println(urls.New(table, nil).PathFor(post))
	fmt.Println(urls.New(table, nil).PathFor("admin", post, Comment{})) // a new comment
	fmt.Println(urls.New(table, nil).PathFor(post, urls.Params{"action": "edit"}))
	fmt.Println(urls.New(table, nil).PathFor(reflect.TypeFor[Post]()))
	fmt.Println(urls.New(table, nil).PathFor("profile"))
	fmt.Println(urls.New(table, nil).PathFor(urls.Params{"controller": "posts", "action": "show", "id": 1}))
	// Output:
	// /posts/1 <nil>
	// /admin/posts/1/comments <nil>
	// /posts/1/edit <nil>
	// /posts <nil>
	// /profile <nil>
	// /posts/1 <nil>
}

func ExampleHelpers_URLFor() {
	helpers := urls.New(exampleTable(), urls.Params{"host": "example.org"})
	fmt.Println(helpers.URLFor("admin", Post{ID: 1}))
	// Output: http://example.org/admin/posts/1 <nil>
}

func ExampleNew() {
	helpers := urls.New(exampleTable(), urls.Params{"host": "example.org", "protocol": "https", "locale": "de"})
	fmt.Println(helpers.URL("pages"))
	fmt.Println(helpers.URL("home")) // direct(:home) { "https://home.example/a/b" }
	// Output:
	// https://example.org/de/pages <nil>
	// https://home.example/a/b <nil>
}

func ExampleHelpers_ForRequest() {
	helpers := urls.New(exampleTable(), nil).ForRequest(
		urls.Params{"host": "example.org", "script_name": "/app"},
		urls.Params{"controller": "posts", "action": "show", "id": "1"},
	)
	fmt.Println(helpers.PathFor(urls.Params{"action": "edit"}))
	fmt.Println(helpers.URL("post", 2))
	// Output:
	// /app/posts/1/edit <nil>
	// http://example.org/app/posts/2 <nil>
}

func ExampleParams() {
	table := exampleTable()
	fmt.Println(urls.New(table, nil).Path("posts", urls.Params{
		"page": 2, "tags": []string{"a", "b"}, "filter": map[string]any{"author": Post{ID: 7}}, "draft": nil,
		"anchor": "top", "trailing_slash": true,
	}))
	// Output: /posts/?filter%5Bauthor%5D=7&page=2&tags%5B%5D=a&tags%5B%5D=b#top <nil>
}
