package dispatch

import "testing"

// Exact paths are answered without a walk over the trie, whichever verb of a resource asks, and
// where an optional group is left out; not those that an earlier route with parameters takes.
func TestExactPaths(t *testing.T) {
	r, err := New(routes(t, `
		resources :posts, only: [:index, :create, :new]
		scope("(:locale)") { get "about", to: "c#x" }
		get ":page/early", to: "c#x"
		get "late/early", to: "c#x"
		get "(:a)(/b)", to: "c#x"
		match "any", to: "c#x", via: [:get, :put]`), Action("posts#index", says("index")), Action("posts#create", says("create")), Action("posts#new", says("new")), Action("c#x", says("x")))
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[[2]string]bool{
		{"GET", "/posts"}: true, {"POST", "/posts"}: true, {"PUT", "/posts"}: false, {"GET", "/posts/new"}: true,
		{"GET", "/about"}: true, {"GET", "/de/about"}: false, {"GET", "/late/early"}: false,
		{"GET", "/b"}: false, {"GET", "/any"}: false, {"PUT", "/any"}: true, {"POST", "/any"}: false,
	} {
		if h, _, _ := r.site.Load().mux.Lookup(request[0], request[1]); (h != nil) != want {
			t.Errorf("%s: %v, want %v", request, h != nil, want)
		}
	}
}
