package lint

import "slices"

// A Severity is how much a finding matters.
type Severity string

// The severities, the gravest first.
const (
	Error   Severity = "error"   // the routes do not do what they say
	Warning Severity = "warning" // they may not
	Note    Severity = "note"    // worth knowing
)

// Severities are all of them, the gravest first.
var Severities = []Severity{Error, Warning, Note}

// AtLeast reports whether a severity is as grave as another one.
func (s Severity) AtLeast(other Severity) bool {
	return slices.Index(Severities, s) <= slices.Index(Severities, other)
}

// A Certainty is whether a finding is one for sure.
type Certainty string

// The certainties.
const (
	Proved   Certainty = "proved"
	Possible Certainty = "possible" // what is not read here may make it none
)

// A Code is a kind of findings. Its name never changes.
type Code struct {
	Name      string
	Severity  Severity
	Certainty Certainty
	What      string // one sentence
	Why       string // what comes of it
	Example   string // Ruby that has it
	Remedy    string
}

// Codes are all codes, in the order of docs/check.md.
var Codes = []Code{
	{"unreachable", Error, Proved, "No request reaches the route: earlier routes take all of its requests.", "The action is dead code, and its helper returns paths of another route.", "get \"posts/:id\", to: \"posts#show\"\nget \"posts/new\", to: \"posts#new\"", "move it in front of the route that wins, or remove it"},
	{"duplicate-other-endpoint", Error, Proved, "Two routes have the same path, verbs and constraints, and lead to different actions.", "The second action is never called.", "get \"about\", to: \"pages#about\"\nget \"about\", to: \"site#about\"", "remove one of them"},
	{"duplicate", Warning, Proved, "Two routes are the same.", "The second one does nothing.", "get \"about\", to: \"pages#about\"\nget \"about\", to: \"pages#about\", as: nil", "remove one of them"},
	{"alias", Note, Proved, "A route repeats the path and endpoint of an earlier one under another name.", "Only its helper has a use.", "root \"pages#home\"\nroot to: \"pages#home\", as: :home", "keep it if the helper is used"},
	{"partly-unreachable", Note, Proved, "Earlier routes take every request for one verb of a route, for one form of its path, or without a format.", "The route answers less than it declares.", "post \"posts\", to: \"posts#create\"\nmatch \"posts\", to: \"posts#any\", via: [:get, :post]", "declare only the rest, or move the route up"},
	{"mount-before", Warning, Possible, "An earlier mount takes all requests of a route, unless it passes them on.", "The mounted application answers first; most answer 404 to unknown paths.", "mount Sidekiq::Web => \"/admin\"\nget \"admin/users\", to: \"users#index\"", "move the mount below the route"},
	{"name-lost", Warning, Proved, "A route has no helper, because an earlier route with another path has its name.", "The helper returns the other path.", "get \"archive\", to: \"posts#old\", as: :posts\nget \"posts\", to: \"posts#index\"", "name one of them with as:"},
	{"redundant-only", Warning, Proved, "only: or except: does not change the actions.", "The option suggests that actions are left out.", "resources :posts, only: [:index, :new, :create, :show, :edit, :update, :destroy]", "remove the option"},
	{"requirement-without-segment", Warning, Proved, "A requirement names neither a path parameter nor a property of requests.", "Rails ignores it and accepts the requests that it should refuse.", "get \"posts\", to: \"posts#index\", id: /\\d+/", "name a segment of the path, or remove it"},
	{"repeated-segment", Warning, Proved, "A path has two parameters with one name.", "params has only the last one.", "get \"posts/:id/comments/:id\", to: \"comments#show\"", "rename one of them"},
	{"unbalanced-path", Warning, Proved, "A path has an unmatched ).", "Rails ignores the rest of the path.", "get \"posts/:id)/edit\", to: \"posts#edit\"", "remove it, or open the group"},
	{"never-matches", Warning, Proved, "No request can have the path or meet the requirements.", "The action is never called.", "get \"posts?sort=title\", to: \"posts#index\"", "correct the path or the requirement, or remove the route"},
	{"unused-concern", Warning, Proved, "No resource uses a concern.", "Its routes do not exist.", "concern(:commentable) { resources :comments }", "use it, or remove it"},
	{"unused-draw-file", Warning, Proved, "Nothing draws a file in config/routes.", "Its routes are missing.", "draw :admin # and config/routes/old.rb is never named", "draw it, or remove the file"},
	{"unknown-action", Warning, Proved, "only: or except: names an unknown action.", "Rails 8.1 refuses the file.", "resources :posts, only: [:shwo]", "correct or remove the name"},
	{"unknown-option", Warning, Proved, "An unknown option is nearly a known one.", "Rails takes it for a default of the route, and ignores the option you meant.", "resources :posts, onyl: [:index]", "correct the name"},
	{"unknown-verb", Warning, Proved, "via: names an unknown verb that is nearly a known one.", "No request has that verb.", "match \"a\", to: \"a#b\", via: :gett", "correct the name"},
	{"unknown-environment", Warning, Proved, "Rails.env is compared with a name that is nearly an environment.", "The condition is always false.", "get(\"debug\", to: \"a#b\") if Rails.env.prodution?", "correct the name"},
	{"open-redirect", Warning, Proved, "A client chooses the host of a redirect.", "A link to the application may lead anywhere. It is a note where only the Host header decides, as for every redirect to a path: config.hosts of Rails, or dispatch.Hosts, bounds it.", "get \"old/*path\", to: redirect(\"/%{path}\")", "name the host, put a segment in front, or let a requirement keep % and / out"},
	{"redirect-nowhere", Warning, Possible, "A redirect leads to a path that no route answers.", "Its visitors get 404, unless middleware or a server in front answers.", "get \"old\", to: redirect(\"/nwe\")\nget \"new\", to: \"pages#new\"", "correct the path, or draw a route for it"},
	{"redirect-loop", Error, Proved, "Redirects lead back to their start.", "A browser gives up after twenty of them.", "get \"old\", to: redirect(\"/new\")\nget \"new\", to: redirect(\"/old\")", "correct one of their targets"},
	{"missing-controller", Warning, Proved, "No file defines a route's controller.", "Its requests fail with 404, or 500 in development.", "get \"about\", to: \"pages#about\" # without app/controllers/pages_controller.rb", "write the controller, or remove the route"},
	{"missing-action", Warning, Proved, "A controller has neither a route's action nor a template for it.", "Its requests fail with 404.", "resources :posts # and PostsController has index and show only", "name the actions in only:, or write them"},
	{"orphan-action", Warning, Proved, "No route leads to a public method of a controller, and nothing calls it.", "The method is dead code, should be private, or a route is missing.", "class PostsController < ApplicationController\n  def archive = render(:index) # and no route leads to posts#archive\nend", "add a route, remove the method, or make it private"},
	{"unknown-condition", Warning, Proved, "Routes exist only under an unknown condition.", "Both branches of the condition are listed.", "resources(:betas) if Settings.beta?", "set the value with --set or in .routes.yml"},
	{"unknown-value", Warning, Proved, "A route uses an unknown value.", "The table shows its source code instead.", "scope(Settings.prefix) { resources :posts }", "set the value with --set or in .routes.yml"},
	{"unknown-word", Warning, Proved, "No file defines a method that the routes call.", "The routes that it adds are missing.", "shiny_routes", "define it in a file listed under words: in .routes.yml"},
	{"unknown-constraint", Note, Proved, "No file defines a constraint object.", "The table is exact, but the requests that pass are unknown.", "constraints(AdminConstraint.new) { resources :jobs }", "pass dispatch.Constraint to serve requests"},
	{"unknown-request", Warning, Proved, "A constraint, redirect or endpoint asks for something unknown when a request comes.", "The table is exact, but the answers to requests are unknown.", "get \"beta\", to: \"a#b\", constraints: ->(r) { Flag.on?(r.host) }", "set the value, or pass dispatch.Constraint"},
	{"unset-env", Note, Proved, "An environment variable is treated as unset.", "The table is that of an application without it.", "get(\"debug\", to: \"a#b\") if ENV[\"DEBUG\"]", "pass --set ENV.DEBUG=1 or add it to .routes.yml"},
	{"unused-setting", Warning, Proved, "Nothing in the routes asks for a setting.", "It may be misspelt.", "--set Setings.beta?=true", "correct it, or remove it"},
	{"unlisted-engine", Note, Proved, "An engine, an initializer or other start-up code draws routes that are not listed.", "They are missing in the table.", "Rails.application.routes.append { get \"status\", to: \"status#show\" } # in config/initializers/status.rb", "pass --framework, or mount the engine"},
	{"unread-file", Note, Proved, "A file, or a part of one, could not be run.", "What it adds is missing.", "", "see the finding"},
	{"gem", Note, Proved, "A gem of Gemfile.lock changes the table.", "The table includes the change.", "", "nothing to do"},
	{"invalid-routes", Error, Proved, "The routes files have an error.", "Rails does not start, and no route answers.", "get \"about\", to: \"pages#about", "correct what the message names"},
	{"unused-disable", Warning, Proved, "A comment disables a code that is not found there.", "It would hide a later finding.", "# routes:disable unreachable moved", "remove the comment"},
}

// Named returns the code of a name; nil if there is none.
func Named(name string) *Code {
	if i := slices.IndexFunc(Codes, func(c Code) bool { return c.Name == name }); i >= 0 {
		return &Codes[i]
	}
	return nil
}

// Names are the names of all codes.
func Names() []string {
	names := make([]string, len(Codes))
	for i, c := range Codes {
		names[i] = c.Name
	}
	return names
}
