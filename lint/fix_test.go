package lint_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"signalbox/expand"
	"signalbox/expand/controllers"
	"signalbox/expand/route"
	"signalbox/lint"
)

// An edit after which the table is not what the finding says is left out.
func TestFixedLeavesOutWhatChangesTheTable(t *testing.T) {
	const text = "Rails.application.routes.draw do\n  resources :posts, except: []\n  concern(:idle) { get :x }\n  get \"about\", to: \"pages#about\"\nend\n"
	loaded := func(texts map[string]string) (*route.Table, error) {
		own := text
		if texts != nil {
			own = texts["config/routes.rb"]
		}
		app, err := expand.Open(fstest.MapFS{"config/routes.rb": {Data: []byte(own)}}, expand.Options{})
		if err != nil {
			return nil, err
		}
		return app.Table()
	}
	table, err := loaded(nil)
	if err != nil {
		t.Fatal(err)
	}
	all := lint.Check(table, nil)
	if len(all) != 2 {
		t.Fatalf("%q", codes(all))
	}
	all[0].Edits[0].Text = ", only: [:index]" // another edit than the finding's
	fix, err := lint.Fixed(all, loaded)
	if err != nil {
		t.Fatal(err)
	}
	if len(fix.Applied) != 1 || fix.Applied[0].Name != "unused-concern" || len(fix.Left) != 1 {
		t.Errorf("%q are applied, %q left", codes(fix.Applied), codes(fix.Left))
	}
	const want = "Rails.application.routes.draw do\n  resources :posts, except: []\n  get \"about\", to: \"pages#about\"\nend\n"
	if got := fix.Texts["config/routes.rb"]; got != want {
		t.Errorf("the text is\n%s", got)
	}
}

// A declaration that also draws what is no duplicate has no edit that removes it.
func TestDuplicateWithOtherRowsHasNoEdit(t *testing.T) {
	for routes, want := range map[string]int{
		"get 'posts', to: 'posts#index', as: :posts\nresources :posts, only: [:index, :show]": 0,
		"get 'posts', to: 'posts#index', as: nil\nget 'posts', to: 'posts#index', as: nil":    1,
	} {
		all := lint.Check(draw(t, routes), nil)
		if len(all) == 0 {
			t.Fatalf("nothing is found in %q", routes)
		}
		if got := len(all[0].Edits); got != want {
			t.Errorf("%d edits of %s in %q", got, all[0].Name, routes)
		}
	}
}

// What is missing of resources is mended by their only:, whatever stands there.
func TestEditsOfMissingActions(t *testing.T) {
	app := fstest.MapFS{"app/controllers/posts_controller.rb": {Data: []byte("class PostsController < ActionController::Base\ndef index; end\ndef show; end\nend")}}
	for routes, want := range map[string]string{
		`resources :posts`:                                   `resources :posts, only: [:index, :show]`,
		`resources :posts, path: "p"`:                        `resources :posts, path: "p", only: [:index, :show]`,
		`resources :posts, except: :new, path: "p"`:          `resources :posts, only: [:index, :show], path: "p"`,
		`resources(:posts, only: %i[index edit])`:            `resources(:posts, only: :index)`,
		`resources :posts, except: [:new], only: [:edit]`:    "",
		`resources :posts, **options`:                        "",
		`resources :posts, only: [:new] # routes:only later`: "",
	} {
		table := draw(t, "options = {}\n"+routes)
		table.ClassFolders = []string{"app/controllers"}
		var edits []lint.Edit
		for _, f := range lint.Check(table, controllers.New(app, table)) {
			if f.Name == "missing-action" {
				edits = f.Edits
			}
		}
		got := ""
		if len(edits) == 1 {
			text := table.Files["config/routes.rb"].Source
			got = text[:edits[0].Pos.Offset] + edits[0].Text + text[edits[0].End.Offset:]
			got = strings.Split(got, "\n")[2]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", routes, got, want)
		}
	}
}
