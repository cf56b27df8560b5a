package expand

import (
	"slices"
	"strings"
	"testing"
)

// Settings of gems count the same in an initializer, before the routes and among them.
func TestGemSettingsWherever(t *testing.T) {
	for setting, tt := range map[string]struct{ word, row string }{
		"Devise.setup { |c| c.sign_out_via = :get }":                            {"devise_for :users", "GET /users/sign_out(.:format) devise/sessions#destroy"},
		"Doorkeeper.configure { use_url_path_for_native_authorization }":        {"use_doorkeeper", "GET /oauth/authorize/:code(.:format) doorkeeper/authorizations#show"},
		"Doorkeeper.configure { allow_token_introspection false }":              {"use_doorkeeper", "GET /oauth/authorize/native(.:format) doorkeeper/authorizations#show"},
		"BigbluebuttonRails.configuration.controllers = { servers: 'mine' }":    {"bigbluebutton_routes :default, only: 'servers'", "GET /bigbluebutton/servers(.:format) mine#index"},
		"BigbluebuttonRails.configure { |c| c.controllers[:servers] = 'mine' }": {"bigbluebutton_routes :default, only: 'servers'", "GET /bigbluebutton/servers(.:format) mine#index"},
		"HealthCheck.uri = 'well'":                                              {"health_check_routes", "GET|POST /well(/:checks)(.:format) health_check/health_check#index"},
		"Apipie.configuration.doc_base_url = '/q'":                              {"apipie", "GET /q/apipie_checksum(.:format) apipie/apipies#apipie_checksum"},
	} {
		for place, files := range map[string][2]string{
			"an initializer": {setting, head + tt.word + "\nend\n"}, "the routes file": {"", setting + "\n" + head + tt.word + "\nend\n"}, "the routes": {"", head + setting + "\n" + tt.word + "\nend\n"},
		} {
			table, err := Load(application(t, map[string]string{
				"config/initializers/gem.rb": files[0], "config/routes.rb": files[1],
				"app/models/user.rb": "class User < ApplicationRecord\n  devise :database_authenticatable\nend\n",
			}), Options{})
			if err != nil {
				t.Fatalf("%s in %s: %v", setting, place, err)
			}
			var rows []string
			for _, r := range table.Routes {
				rows = append(rows, strings.Join(r.Verbs, "|")+" "+r.Path.String()+" "+r.Controller()+"#"+r.Action())
			}
			if !slices.Contains(rows, tt.row) {
				t.Errorf("%s in %s: no row %s of\n%s", setting, place, tt.row, strings.Join(rows, "\n"))
			}
		}
	}
}
