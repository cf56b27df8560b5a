package expand

import (
	"bytes"
	"strings"
	"testing"

	"signalbox/expand/route"
)

// A file of Options.Words defines routing methods; they win over known ones, and
// their routes are those of the line that calls them.
func TestWords(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb": head + `
  namespace :api do
    api_resources :posts, only: :index do
      get :search, on: :collection
    end
  end
  mount_griddler "/mine"
end`,
		"config/words.rb": `FORMAT = :json

def api_resources(*names, **options, &block)
  resources(*names, defaults: { format: FORMAT }, **options, &block)
end

def mount_griddler(path) = post(path, to: "mails#take", as: tidy(path))

private def tidy(path) = path.delete("/").to_sym
`,
	})
	table, err := Load(root, Options{Words: []string{"config/words.rb"}})
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := table.WriteSheet(&got, route.Filter{}); err != nil {
		t.Fatal(err)
	}
	want := `          Prefix Verb URI Pattern                 Controller#Action
search_api_posts GET  /api/posts/search(.:format) api/posts#search {format: :json}
       api_posts GET  /api/posts(.:format)        api/posts#index {format: :json}
            mine POST /mine(.:format)             mails#take
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	if s := table.Routes[1].Source(); s != "config/routes.rb:4" {
		t.Errorf("the source is %s", s)
	}
}

func TestWordsRefused(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"missing":  {"", "no such file of routing methods"},
		"broken":   {"def x(", "config/words.rb:1"},
		"outside":  {"", "leads out of"},
		"raises":   {"raise \"no\"", "config/words.rb:1:1: no"},
		"argument": {"def word(a) = get(a)", "wrong number of arguments"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"config/routes.rb": head + "  word\nend"}
			if tt.text != "" {
				files["config/words.rb"] = tt.text
			}
			word := "config/words.rb"
			if name == "outside" {
				word = "../../../etc/words.rb"
			}
			_, err := Load(application(t, files), Options{Words: []string{word}})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// Of related classes that no file has, at which JSONAPI Resources would raise, a
// warning tells; a relationship to several kinds of things needs none.
func TestRelatedClassesOfJSONAPI(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb":                  head + "  jsonapi_resources :posts\nend",
		"app/resources/post_resource.rb":    "class PostResource < JSONAPI::Resource\n  has_one :author\n  has_many :tags\n  has_many :comments\n  has_one :owner, polymorphic: true\nend",
		"app/resources/comment_resource.rb": "class CommentResource < JSONAPI::Resource\nend\nclass TagResource < JSONAPI::Resource\nend",
		"lib/tag_resource.rb":               "class TagResource < JSONAPI::Resource\nend",
	})
	_, told := printed(t, root, Options{})
	if told != "config/routes.rb:2:3: missing resource class AuthorResource, which jsonapi-resources needs here; define it in app/resources or in a gem\n" {
		t.Errorf("told %q", told)
	}
}

// A file of Options.Words may name a gem, and has what the files of gems have.
func TestWordsOfGem(t *testing.T) {
	const words = `# Tickets: the desk.
#
# module: Tickets
# newest: 2.4.0
# settings: Tickets.config

Signalbox.settings desk_path: [:text, "/desk"]

def ticket_desk(at: Tickets.config.desk_path)
  at.then { |path| get "#{path}/#{Tickets::VERSION[0]}", to: "tickets#index" }
end
`
	files := map[string]string{
		"config/routes.rb":               head + "ticket_desk\nend",
		"config/initializers/tickets.rb": "Tickets.configure { |c| c.desk_path = \"/in\" if Settings.on? }",
		"config/words.rb":                words,
	}
	options := Options{Words: []string{"config/words.rb"}}
	rows, table := sheet(t, files, options)
	if want := "in_2 GET /in/2(.:format) tickets#index\ndesk_2 GET /desk/2(.:format) tickets#index"; rows != want || len(table.Routes[0].Conditions) != 1 {
		t.Errorf("got\n%s\nwant\n%s", rows, want)
	}
	for _, tt := range []struct{ old, line, want string }{
		{"# newest: 2.4.0", "# newst: 2", "4:1: no mark of a gem: newst: 2"},
		{"module: Tickets", "module: tickets", "1:1: module: names a module of Ruby, not tickets"},
		{"# settings: Tickets.config\n", "", "6:11: settings are read where the file's first comment has the lines `# module:` and `# settings:`"},
		{"[:text, \"/desk\"]", "\"/desk\"", "7:11: a setting is a pair of its kind and its default"},
		{"[:text, \"/desk\"]", "[:txt, nil]", "7:11: no kind of a setting: txt"},
	} {
		files["config/words.rb"] = strings.Replace(words, tt.old, tt.line, 1)
		if _, err := Load(application(t, files), options); err == nil || !strings.HasPrefix(err.Error(), "config/words.rb:"+tt.want) {
			t.Errorf("%s: %v, want %s", tt.line, err, tt.want)
		}
	}
	files["config/words.rb"], files["Gemfile.lock"] = strings.Replace(words, "# newest", "# since: 2\n# newest", 1), "GEM\n  specs:\n    words (1.9.0)\n"
	if rows, table := sheet(t, files, options); len(table.Routes) > 0 {
		t.Errorf("words of a gem that is too old: %s", rows)
	}
}
