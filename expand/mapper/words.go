package mapper

import (
	"slices"
	"strings"

	"signalbox/dsl"
)

// A word is one routing method: the method behind it, its kind, and its documentation.
type word struct {
	run WordFunc
	kind
	summary string // one sentence
	example string // one line of routes.rb
	source  string // the method of Rails
}

// A kind is what the mapper must know of a word beside its code. A word of which nothing is
// known is of the kind{}.
type kind struct {
	traits  traits
	options optionNames // of a word that makes defaults of all others: it tells of what is nearly one of these
	claims  claim       // which calls are of the word in code that is not read; nil for none
}

var (
	verbKind      = kind{takesPath | takesText, matchOptions, withOptions}
	rootKind      = kind{takesText, matchOptions, withTarget}
	mountKind     = kind{takesText, mountOptions, withAny}
	resourceKind  = kind{takesText | takesEach | takesActions | optionsLast, resourceOptions, withAny}
	scopeKind     = kind{takesText | optionsLast | pathOrOptions, scopeOptions, withBlock}
	namespaceKind = kind{takesText | optionsLast, scopeOptions, withBlock}
	optionsKind   = kind{traits: onlyOptions, claims: withBlock}
)

// traits say how a word reads its arguments, as far as values matter that only the application
// knows, and variables that are missing.
type traits uint

const (
	// takesPath marks a word whose options may begin with a path and where it leads.
	takesPath traits = 1 << iota
	// takesText marks a word whose arguments are paths, names or what redirects have.
	takesText
	// takesEach marks a word that does the same for each of its arguments.
	takesEach
	// takesActions marks a word whose only: and except: name actions, each drawn under its condition.
	takesActions
	// optionsLast marks a word whose last argument of several may be a hash of options.
	optionsLast
	// pathOrOptions marks a word whose only argument is a path or a hash of options.
	pathOrOptions
	// onlyOptions marks a word that takes a hash of options and nothing else.
	onlyOptions
	// makesEndpoint marks a word that returns an endpoint, which the table shows with its options.
	makesEndpoint
	// drawsEither marks a word that is run for each of two arguments that a condition picks from; no
	// placeholder stands for them.
	drawsEither
)

// is reports whether the word of some name has a trait.
func is(name string, t traits) bool { return words[name].traits&t != 0 }

// TakesText reports whether the arguments of a word are paths, names or what redirects have.
func TakesText(name string) bool { return is(name, takesText) }

// MakesEndpoint reports whether a word returns an endpoint, which the table shows with its options.
func MakesEndpoint(name string) bool { return is(name, makesEndpoint) }

type optionNames map[string]bool

var (
	scopeOptions    = optionsOf(inScope)
	resourceOptions = optionsOf(inScope + " param concerns")
	matchOptions    = optionsOf(inMatch)
	mountOptions    = optionsOf(inMatch + " at")
)

const (
	inScope = "as controller path module shallow shallow_path shallow_prefix path_names constraints defaults format via to action only except"
	inMatch = "to as via on controller action path constraints defaults format anchor internal"
)

func optionsOf(list string) optionNames {
	all := optionNames{}
	for name := range strings.FieldsSeq(list) {
		all[name] = true
	}
	return all
}

// A claim reports whether a call with the name of a word is one, where the receiver may be
// the mapper or something else that has such a method; options tells whether it has any.
type claim func(c *dsl.Call, options bool) bool

// withOptions is the claim of verbs: a client of HTTP, a cache and a text have these too.
func withOptions(_ *dsl.Call, options bool) bool { return options }

func withAny(c *dsl.Call, options bool) bool { return len(c.Args) > 0 || options }

func withBlock(c *dsl.Call, _ bool) bool { return c.Block != nil }

func withTarget(c *dsl.Call, options bool) bool {
	if options || len(c.Args) != 1 {
		return options
	}
	s, ok := c.Args[0].(*dsl.String)
	return ok && strings.Contains(s.String(), "#")
}

func withName(c *dsl.Call, _ bool) bool {
	if len(c.Args) != 1 {
		return false
	}
	_, ok := c.Args[0].(dsl.Symbol)
	return ok
}

// words is the vocabulary. To add a word, write its method and a line here. The methods read the
// vocabulary themselves, so that it is made here.
var words map[string]word

func init() {
	words = map[string]word{
		"match":   {verbWord(), verbKind, "Maps paths to an endpoint for the verbs in via:.", `match "inbox", to: "mail#inbox", via: [:get, :post]`, "Mapper::Resources#match"},
		"get":     {verbWord("GET"), verbKind, "Maps a path for GET requests.", `get "about", to: "pages#about"`, "Mapper::HttpHelpers#get"},
		"post":    {verbWord("POST"), verbKind, "Maps a path for POST requests.", `post "sign/up"`, "Mapper::HttpHelpers#post"},
		"patch":   {verbWord("PATCH"), verbKind, "Maps a path for PATCH requests.", `patch "bacon", to: "food#bacon"`, "Mapper::HttpHelpers#patch"},
		"put":     {verbWord("PUT"), verbKind, "Maps a path for PUT requests.", `put "bacon", to: "food#bacon"`, "Mapper::HttpHelpers#put"},
		"delete":  {verbWord("DELETE"), verbKind, "Maps a path for DELETE requests.", `delete "session", to: "sessions#destroy"`, "Mapper::HttpHelpers#delete"},
		"options": {prefixWord("OPTIONS"), verbKind, "Maps the beginning of a path, without a format, for OPTIONS requests.", `options "cors", to: "cors#preflight"`, "Mapper::HttpHelpers#options"},
		"connect": {prefixWord("GET", "CONNECT"), verbKind, "Maps the beginning of a path, without a format, for GET and CONNECT requests.", `connect "live", to: "live#index"`, "Mapper::HttpHelpers#connect"},
		"root":    {(*Mapper).root, rootKind, "Maps the root path.", `root "pages#home"`, "Mapper::Resources#root"},
		"mount":   {(*Mapper).mount, mountKind, "Hands everything below a path to a Rack application.", `mount Sidekiq::Web => "/jobs"`, "Mapper::Base#mount"},

		"resources":  {resourceWord(false), resourceKind, "Maps the seven actions of a collection.", `resources :posts, only: [:index, :show]`, "Mapper::Resources#resources"},
		"resource":   {resourceWord(true), resourceKind, "Maps the six actions of a single thing.", `resource :profile`, "Mapper::Resources#resource"},
		"collection": {levelWord((*Mapper).inCollection), kind{}, "Adds routes without the id of a member.", `collection { get :search }`, "Mapper::Resources#collection"},
		"member":     {levelWord((*Mapper).inMember), kind{}, "Adds routes with the id of a member.", `member { post :publish }`, "Mapper::Resources#member"},
		"new":        {(*Mapper).newWord, kind{}, "Adds routes below the path of new.", `new { get :preview }`, "Mapper::Resources#new"},
		"nested":     {levelWord((*Mapper).nestedScope), kind{}, "Adds routes below the path of a member.", `nested { resources :comments }`, "Mapper::Resources#nested"},
		"shallow":    {(*Mapper).shallowWord, kind{claims: withBlock}, "Keeps the parents out of the paths of nested members.", `shallow { resources(:posts) { resources :comments } }`, "Mapper::Resources#shallow"},
		"shallow?":   {(*Mapper).isShallow, kind{}, "Reports whether the resource is shallow.", `get "x" if shallow?`, "Mapper::Resources#shallow?"},

		"namespace":   {(*Mapper).namespace, namespaceKind, "Puts a path, a module and a name in front.", `namespace(:admin) { resources :posts }`, "Mapper::Scoping#namespace"},
		"scope":       {(*Mapper).scopeWord, scopeKind, "Sets options for everything inside.", `scope("v1", module: :api) { resources :posts }`, "Mapper::Scoping#scope"},
		"controller":  {(*Mapper).controllerWord, kind{traits: takesText, claims: withBlock}, "Names the controller of everything inside.", `controller(:pages) { get :about }`, "Mapper::Scoping#controller"},
		"constraints": {(*Mapper).constraintsWord, optionsKind, "Restricts everything inside to certain requests or segments.", `constraints(subdomain: "api") { resources :posts }`, "Mapper::Scoping#constraints"},
		"defaults":    {(*Mapper).defaultsWord, optionsKind, "Sets default parameters for everything inside.", `defaults(format: :json) { resources :posts }`, "Mapper::Scoping#defaults"},

		"concern":  {(*Mapper).concern, kind{claims: withBlock}, "Names a group of routes for use in several resources.", `concern(:commentable) { resources :comments }`, "Mapper::Concerns#concern"},
		"concerns": {(*Mapper).concernsWord, kind{traits: takesEach | drawsEither, claims: withAny}, "Adds the routes of concerns.", `concerns :commentable`, "Mapper::Concerns#concerns"},
		"draw":     {func(m *Mapper, c *dsl.Call) dsl.Value { return m.drawing.Host.Draw(m, c) }, kind{traits: takesText, claims: withName}, "Reads another routes file below config/routes.", `draw :admin`, "Mapper::Resources#draw"},
		"direct":   {(*Mapper).direct, kind{}, "Defines a URL helper of its own.", `direct(:homepage) { "https://example.org" }`, "Mapper::CustomUrls#direct"},
		"resolve":  {(*Mapper).resolve, kind{}, "Defines the URL of a model.", `resolve("Basket") { [:basket] }`, "Mapper::CustomUrls#resolve"},
		"redirect": {(*Mapper).redirect, kind{traits: takesText | makesEndpoint | drawsEither}, "Makes an endpoint that redirects.", `get "old", to: redirect("/new")`, "Redirection#redirect"},

		"resources_path_names": {(*Mapper).pathNamesWord, kind{}, "Renames the segments of new and edit.", `resources_path_names new: "neu", edit: "bearbeiten"`, "Mapper::Resources#resources_path_names"},
		"default_url_options":  {(*Mapper).defaultURLOptions, kind{}, "Sets the options that all URLs have.", `default_url_options host: "example.org"`, "Mapper::Base#default_url_options="},
		"default_url_options=": {(*Mapper).defaultURLOptions, kind{}, "Sets the options that all URLs have.", `self.default_url_options = { host: "example.org" }`, "Mapper::Base#default_url_options="},
		"has_named_route?":     {(*Mapper).hasNamedRoute, kind{}, "Reports whether a route has that name.", `get "x", as: :x unless has_named_route?(:x)`, "Mapper::Base#has_named_route?"},
		"with_default_scope":   {(*Mapper).withDefaultScope, kind{}, "Runs a block within a scope.", `with_default_scope(module: "api") { resources :posts }`, "Mapper::Base#with_default_scope"},
		"parent_resource":      {(*Mapper).parentResource, kind{}, "Returns the enclosing resource.", `get :undo if parent_resource.actions.include?(:destroy)`, "Mapper::Resources#parent_resource"},
		"api_only?":            {func(m *Mapper, _ *dsl.Call) dsl.Value { return dsl.Bool(m.set.APIOnly) }, kind{}, "Reports whether the application has no new and edit actions.", `get "x" if api_only?`, "Mapper::Resources#api_only?"},
	}
}

// A Word is a routing method with its documentation, see [Words].
type Word struct {
	Name    string // resources
	Summary string // Maps the seven actions of a collection.
	Example string // resources :posts, only: [:index, :show]
	Rails   string // the method of Rails: Mapper::Resources#resources
}

// IsWord reports whether a name is that of a routing method of Rails.
func IsWord(name string) bool { return words[name].run != nil }

// Words lists the routing methods by name.
func Words() []Word {
	all := make([]Word, 0, len(words))
	for name, w := range words {
		all = append(all, Word{Name: name, Summary: w.summary, Example: w.example, Rails: w.source})
	}
	slices.SortFunc(all, func(a, b Word) int { return strings.Compare(a.Name, b.Name) })
	return all
}
