package match_test

import (
	"fmt"
	"log"

	"signalbox/dispatch/internal/match"
	"signalbox/expand"
)

func Example() {
	table, err := expand.Load("routes.rb", expand.Options{Source: []byte(`
		get "posts/new", to: "posts#new"
		get "posts/:id", to: "posts#show"
		get "*path", to: "pages#show"`)})
	if err != nil {
		log.Fatal(err)
	}
	trie, _ := match.Compile(table)
	s := match.Search{Trie: trie}
	if err := s.Take("//posts/1.json/"); err != nil {
		log.Fatal(err)
	}
	s.Start("GET")
	for i := s.Find(0); i != match.None; i = s.Find(i + 1) {
		r := trie.Routes[i]
		if ok, err := s.Capture(r); !ok || err != nil {
			log.Fatal(err)
		}
		fmt.Print(r.Row.Path)
		for j, name := range r.Names() {
			if s.Pieces[j] != match.Absent {
				text, _ := s.Text(s.Pieces[j])
				fmt.Print(" ", name, "=", text)
			}
		}
		fmt.Println()
	}
	// Output:
	// /posts/:id(.:format) id=1 format=json
	// /*path(.:format) path=posts/1 format=json
}
