package controllers_test

import (
	"testing"
	"testing/fstest"

	"signalbox/expand/controllers"
	"signalbox/expand/route"
)

// files are an application with one controller, whose class body is text.
func files(text string, more ...string) fstest.MapFS {
	m := fstest.MapFS{
		"app/controllers/application_controller.rb": {Data: []byte("class ApplicationController < ActionController::Base\nend\n")},
		"app/controllers/posts_controller.rb":       {Data: []byte("class PostsController < ApplicationController\n" + text + "\nend\n")},
	}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i]] = &fstest.MapFile{Data: []byte(more[i+1])}
	}
	return m
}

func index(m fstest.MapFS) *controllers.Index {
	return controllers.New(m, &route.Table{ClassFolders: []string{"app/controllers", "app/controllers/concerns", "app/models", "lib"}})
}

// What the files of an application do not decide is neither there nor missing.
func TestWhatIsNotDecided(t *testing.T) {
	for _, test := range []struct {
		name, body string
		more       []string
		want       controllers.Answer
	}{
		{"nothing", "", nil, controllers.No},
		{"a macro of Rails", "before_action :a\nlayout 'b'", nil, controllers.No},
		{"a macro of a gem", "acts_as_publisher", nil, controllers.Maybe},
		{"a macro of the application", "publishes", []string{"app/controllers/application_controller.rb", "class ApplicationController < ActionController::Base\ndef self.publishes = before_action(:x)\nend"}, controllers.No},
		{"a macro that defines", "publishes", []string{"app/controllers/application_controller.rb", "class ApplicationController < ActionController::Base\ndef self.publishes = define_method(:publish) { }\nend"}, controllers.Maybe},
		{"a module of a gem", "include Gem::Publishing", nil, controllers.Maybe},
		{"a module of the application", "include Publishing", []string{"app/controllers/concerns/publishing.rb", "module Publishing\nend"}, controllers.No},
		{"a module with the action", "include Publishing", []string{"app/controllers/concerns/publishing.rb", "module Publishing\ndef publish; end\nend"}, controllers.Yes},
		{"a module within it", "include Publishing", []string{"app/controllers/concerns/publishing.rb", "module Publishing\ninclude Other\nend", "lib/other.rb", "module Other\ndef publish; end\nend"}, controllers.Yes},
		{"a module that is evaluated", "include Publishing", []string{"app/controllers/concerns/publishing.rb", "module Publishing\ndef self.included(base)\nbase.class_eval { def publish; end }\nend\nend"}, controllers.Maybe},
		{"method_missing", "def method_missing(*) = nil", nil, controllers.Maybe},
		{"names that are computed", "LIST.each { |n| define_method(n) { } }", nil, controllers.Maybe},
		{"other names", "%w[a b].each { |n| define_method(n) { } }", nil, controllers.No},
		{"its name", "%w[a publish].each { |n| define_method(n) { } }", nil, controllers.Yes},
		{"an initializer that adds to it", "", []string{"config/initializers/posts.rb", "Rails.application.config.to_prepare { PostsController.class_eval { def publish; end } }"}, controllers.Maybe},
		{"an initializer that adds to another", "", []string{"config/initializers/posts.rb", "BlogPostsController.include X"}, controllers.No},
		{"a template of a superclass", "", []string{"app/views/application/publish.html.erb", ""}, controllers.Yes},
		{"a view path that is added", "prepend_view_path 'themes'", nil, controllers.Maybe},
		{"a file that does not parse", "def (", nil, controllers.Maybe},
		{"private in a branch", "if true\nprivate\ndef publish; end\nend", nil, controllers.No},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := index(files(test.body, test.more...)).Action("posts", "publish"); got != test.want {
				t.Errorf("the answer is %d, want %d", got, test.want)
			}
		})
	}
}

func TestControllers(t *testing.T) {
	lock := "GEM\n  remote: x\n  specs:\n    devise (4.9.0)\n      railties (>= 4.1.0)\n    rails (8.1.0)\n\nDEPENDENCIES\n  devise\n"
	for _, test := range []struct {
		name string
		more []string
		want controllers.Answer
	}{
		{"posts", nil, controllers.Yes},
		{"comments", nil, controllers.No},
		{"comments", []string{"Gemfile.lock", lock}, controllers.Maybe}, // of a gem
		{"comments", []string{"Gemfile.lock", "GEM\n  remote: x\n  specs:\n    rails (8.1.0)\n"}, controllers.No},
		{"admin/comments", []string{"Gemfile.lock", lock, "app/controllers/admin/posts_controller.rb", ""}, controllers.No},
		{"devise/sessions", []string{"Gemfile.lock", lock, "app/controllers/devise/posts_controller.rb", ""}, controllers.Maybe},
		{"rails/health", nil, controllers.Maybe},
		{"api/oauth", []string{"app/controllers/api/oauth_controller.rb", "class API::OAuthController < ApplicationController\nend"}, controllers.Yes},
		{"made", []string{"app/controllers/made_controller.rb", "MadeController = Class.new(ApplicationController)"}, controllers.Maybe},
	} {
		if got := index(files("", test.more...)).Controller(test.name); got != test.want {
			t.Errorf("%s with %q: the answer is %d, want %d", test.name, test.more, got, test.want)
		}
	}
}

// Whatever stands in a controller's file, there is an answer.
func FuzzIndex(f *testing.F) {
	for _, text := range []string{"include Publishing\ndef a; end", "class << self\ndef b; end\nend", "private def c; end", "included do\ninclude self\nend", "extend Posts\nclass PostsController\nend"} {
		f.Add(text)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		x := index(files(text, "app/controllers/concerns/publishing.rb", "module Publishing\n"+text+"\nend", "lib/posts.rb", text))
		x.Action("posts", "a")
	})
}
