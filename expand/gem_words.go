package expand

import (
	"slices"

	"signalbox/dsl"
)

// gemWords is the vocabulary that gems add to Rails', like [words].
var gemWords map[string]gemWord

// A gemWord is one of them.
type gemWord struct {
	run     func(*Mapper, *dsl.Call) (dsl.Value, error)
	gem     string
	summary string // one sentence
	example string // one line of routes.rb
}

func init() {
	gemWords = map[string]gemWord{
		"devise_for":      {(*Mapper).deviseFor, "devise", "Maps what the modules of a model need to sign people in.", `devise_for :users, controllers: { sessions: "sessions" }`},
		"devise_scope":    {(*Mapper).deviseScope, "devise", "Tells whose Devise controllers the routes inside lead to.", `devise_scope(:user) { get "login", to: "devise/sessions#new" }`},
		"as":              {(*Mapper).deviseScope, "devise", "Is another name of devise_scope.", `as(:user) { get "login", to: "devise/sessions#new" }`},
		"authenticate":    {signIn(Authenticate), "devise", "Asks visitors of the routes inside to sign in.", `authenticate(:admin) { mount Sidekiq::Web => "/jobs" }`},
		"authenticated":   {signIn(Authenticated), "devise", "Shows the routes inside only to those who are signed in.", `authenticated(:user) { root "dashboards#show", as: :user_root }`},
		"unauthenticated": {signIn(Unauthenticated), "devise", "Shows the routes inside only to those who are not signed in.", `unauthenticated(:user) { root "landing#show", as: :visitor_root }`},

		"mount_devise_token_auth_for": {(*Mapper).mountTokenAuth, "devise_token_auth", "Maps token authentication of a model.", `mount_devise_token_auth_for "User", at: "auth"`},

		"jsonapi_resources":         {jsonapiWord(false), "jsonapi-resources", "Maps a collection with its relationships, as the class in app/resources declares them.", `jsonapi_resources :posts`},
		"jsonapi_resource":          {jsonapiWord(true), "jsonapi-resources", "Maps a single thing with its relationships.", `jsonapi_resource :profile`},
		"jsonapi_relationships":     {(*Mapper).jsonapiRelationship, "jsonapi-resources", "Maps all relationships of the resource.", `jsonapi_resources(:posts) { jsonapi_relationships }`},
		"jsonapi_links":             {(*Mapper).jsonapiRelationship, "jsonapi-resources", "Maps the links of a relationship to many.", `jsonapi_resources(:posts) { jsonapi_links :comments }`},
		"jsonapi_link":              {(*Mapper).jsonapiRelationship, "jsonapi-resources", "Maps the link of a relationship to one.", `jsonapi_resources(:posts) { jsonapi_link :author }`},
		"jsonapi_related_resources": {(*Mapper).jsonapiRelationship, "jsonapi-resources", "Maps the way to many related things.", `jsonapi_resources(:posts) { jsonapi_related_resources :comments }`},
		"jsonapi_related_resource":  {(*Mapper).jsonapiRelationship, "jsonapi-resources", "Maps the way to one related thing.", `jsonapi_resources(:posts) { jsonapi_related_resource :author }`},

		"draw_all": {(*Mapper).drawAll, "action_dispatch-draw_all", "Reads the routes files of a name in all folders of routes.", `draw_all :admin`},

		"localized": {(*Mapper).localizedWord, "route_translator", "Maps the routes inside once for every locale, their paths translated by config/locales.", `localized { get "people", to: "people#index" }`},

		"use_doorkeeper_device_authorization_grant": ruby("doorkeeper-device_authorization_grant", "Maps the endpoints for devices without a browser.", `use_doorkeeper_device_authorization_grant`),

		"mount_griddler":          {(*Mapper).mountGriddler, "griddler", "Maps the endpoint that mail services send mails to.", `mount_griddler "/mails"`},
		"health_check_routes":     ruby("health_check", "Maps the health check where the application wants it.", `health_check_routes "healthy"`),
		"add_health_check_routes": ruby("health_check", "Maps the health check once more.", `add_health_check_routes "live"`),

		"api_version": ruby("versionist", "Maps the routes inside for a version of an API, told by a header, the path or a parameter.", `api_version(module: "V1", path: { value: "v1" }) { resources :posts }`),

		"as_nested_resources": ruby("active_scaffold", "Maps the scaffold of an association inside that of its owner.", `resources(:clubs) { as_nested_resources :players }`),
		"as_scoped_routes":    ruby("active_scaffold", "Maps a scaffold of a named scope of the resource.", `resources(:clubs) { as_scoped_routes :active }`),

		"api_guard_routes": ruby("api_guard", "Maps token authentication of a model.", `api_guard_routes for: "users"`),
		"api_guard_scope":  ruby("api_guard", "Tells whose ApiGuard controllers the routes inside lead to.", `api_guard_scope("users") { post "login", to: "logins#create" }`),

		"apipie":    ruby("apipie-rails", "Maps the documentation of the API.", `apipie`),
		"mount_avo": ruby("avo", "Mounts Avo, and draws its block into it.", `mount_avo at: "/admin"`),

		"bigbluebutton_routes":     ruby("bigbluebutton_rails", "Maps the servers, rooms and recordings of conferences.", `bigbluebutton_routes :default, scope: "webconf"`),
		"bigbluebutton_api_routes": ruby("bigbluebutton_rails", "Maps the API of conference rooms.", `bigbluebutton_api_routes "/api/conference"`),

		"blacklight_for":        ruby("blacklight", "Maps the catalog, of Blacklight 5.", `blacklight_for :catalog`),
		"comfy_route":           ruby("comfortable_mexican_sofa", "Maps the pages of ComfortableMexicanSofa, or their administration.", `comfy_route :cms_admin, path: "/admin"`),
		"comfy_route_cms":       ruby("comfortable_mexican_sofa", "Maps the pages of ComfortableMexicanSofa.", `comfy_route_cms path: "/"`),
		"comfy_route_cms_admin": ruby("comfortable_mexican_sofa", "Maps the administration of ComfortableMexicanSofa.", `comfy_route_cms_admin path: "/admin"`),

		"curation_concerns_basic_routes":       {(*Mapper).curationConcerns, "hyrax", "Maps the registered kinds of works, and their files.", `curation_concerns_basic_routes { concerns :exportable }`},
		"curation_concerns_collections":        {(*Mapper).curationConcerns, "hyrax", "Maps collections of works, of curation_concerns.", `curation_concerns_collections`},
		"curation_concerns_embargo_management": {(*Mapper).curationConcerns, "hyrax", "Maps embargoes and leases, of curation_concerns and Hyrax 1.", `curation_concerns_embargo_management`},

		"concerns_to_route":    {(*Mapper).curationConcerns, "hyrax", "Lists the routes of the registered kinds of works.", `concerns_to_route.each { |name| resources name }`},
		"namespaced_resources": {(*Mapper).curationConcerns, "hyrax", "Maps resources within the namespaces of their name.", `namespaced_resources "hyrax/images", only: :show`},

		"mount_opro_oauth": ruby("opro", "Maps the endpoints of an OAuth 2 provider.", `mount_opro_oauth except: :docs`),
		"passwordless_for": ruby("passwordless", "Maps signing in by a link or a code.", `passwordless_for :users`),
		"mount_roboto":     ruby("roboto", "Mounts what answers for robots.txt.", `mount_roboto`),
		"sitepress_pages":  ruby("sitepress-rails", "Maps the pages of a site that is made of files.", `sitepress_pages`),
		"sitepress_root":   ruby("sitepress-rails", "Maps the first page of such a site, if there is no root.", `sitepress_root`),
		"wash_out":         {fewArguments(1, rubyWord("wash_out")), "wash_out", "Maps the WSDL and the endpoint of a SOAP service.", `wash_out :rumbas`},

		"filter": {(*Mapper).routingFilter, "routing-filter", "Changes paths while requests are matched and helpers called; the table stays as it is.", `filter :locale`},

		"use_doorkeeper":                ruby("doorkeeper", "Maps the OAuth 2 endpoints.", `use_doorkeeper { skip_controllers :applications }`),
		"use_doorkeeper_openid_connect": ruby("doorkeeper-openid_connect", "Maps the OpenID Connect endpoints.", `use_doorkeeper_openid_connect`),
	}
}

// ruby is a word of a [rubyGem].
func ruby(gem, summary, example string) gemWord {
	return gemWord{rubyWord(gem), gem, summary, example}
}

// A GemWord is a routing word of a gem with its documentation, see [GemWords].
type GemWord struct {
	Name    string // devise_for
	Gem     string // devise
	Summary string // Maps what the modules of a model need to sign people in.
	Example string // devise_for :users
}

// GemWords lists the words of gems by gem and name.
func GemWords() []GemWord {
	all := make([]GemWord, 0, len(gemWords))
	for name, w := range gemWords {
		all = append(all, GemWord{Name: name, Gem: w.gem, Summary: w.summary, Example: w.example})
	}
	slices.SortFunc(all, func(a, b GemWord) int {
		if a.Gem != b.Gem {
			return compareStrings(a.Gem, b.Gem)
		}
		return compareStrings(a.Name, b.Name)
	})
	return all
}

// wordOf finds the method behind a routing word, of Rails or of a gem.
func wordOf(name string) (func(*Mapper, *dsl.Call) (dsl.Value, error), bool) {
	if w, ok := words[name]; ok {
		return w.run, true
	}
	w, ok := gemWords[name]
	return w.run, ok
}
