package expand

import (
	"strings"
	"testing"
)

// A routes file that makes settings of a gem under a condition draws on both of its sides.
func TestSettingsOfGemsInRoutes(t *testing.T) {
	for name, tt := range map[string]struct{ src, want, told string }{
		"a setting":       {"Devise.sign_out_via = :get if Settings.a?\ndevise_for :users, only: :sessions", "destroy_user_session GET /users/sign_out(.:format) devise/sessions#destroy", ""},
		"the other side":  {"Devise.sign_out_via = :get if Settings.a?\ndevise_for :users, only: :sessions", "destroy_user_session DELETE /users/sign_out(.:format) devise/sessions#destroy", ""},
		"a block":         {"Devise.class_eval { self.sign_out_via = :get }\ndevise_for :users, only: :sessions", "destroy_user_session GET /users/sign_out(.:format) devise/sessions#destroy", ""},
		"an unknown one":  {"Devise.sign_out_via = Settings.via\ndevise_for :users, only: :sessions", "", "unknown value Devise.sign_out_via: the table follows the default; set it"},
		"a kind of works": {"Hyrax.config { |c| c.register_curation_concern :book }\ncuration_concerns_basic_routes", "new_hyrax_book GET /concern/books/new(.:format) hyrax/books#new", ""},
		"a model":         {"User.devise :confirmable\ndevise_for :users, only: :sessions", "", "`devise` has no effect in a routes file here: the table follows the model's own file"},
		"a model's block": {"User.class_eval { devise :confirmable }\ndevise_for :users, only: :sessions", "", "`devise` has no effect in a routes file here: the table follows the model's own file"},
	} {
		rows, told := printed(t, application(t, map[string]string{
			"config/routes.rb":   head + tt.src + "\nend",
			"app/models/user.rb": "class User < ApplicationRecord\n  devise :database_authenticatable\nend",
		}), Options{})
		if !strings.Contains(rows, tt.want) || !strings.Contains(told, tt.told) {
			t.Errorf("%s: got\n%s\ntold %s", name, rows, told)
		}
	}
}
