package expand

import (
	"strings"
	"testing"
)

// What files outside of a model's own say to its class: the places that they may
// stand in.
func TestDeviseOfOtherFiles(t *testing.T) {
	const patch = "User.class_eval { devise :confirmable }"
	for name, tt := range map[string]struct{ file, source, condition string }{
		"to_prepare":       {"config/initializers/users.rb", "Rails.application.config.to_prepare do\n  " + patch + "\nend", ""},
		"load hook":        {"config/initializers/users.rb", "ActiveSupport.on_load(:active_record) do\n  User.devise :confirmable\nend", ""},
		"application":      {"config/application.rb", "class Shop::Application < Rails::Application\n  config.after_initialize { " + patch + " }\nend", ""},
		"lib":              {"lib/ext/user.rb", patch, ""},
		"decorator":        {"app/decorators/models/user_decorator.rb", "module UserDecorator\n  def self.prepended(base) = base.devise(:confirmable)\n  User.prepend self\nend", ""},
		"model decorator":  {"app/models/user_decorator.rb", patch, ""},
		"decorator of lib": {"lib/decorators/user_decorator.rb", "module UserDecorator\n  def self.prepended(base) = base.devise(:confirmable)\nend\nUser.prepend(UserDecorator)", ""},
		"sent":             {"config/initializers/users.rb", "User.send(:devise, :confirmable)", ""},
		"sent by text":     {"config/initializers/users.rb", "User.public_send(\"devise\", :confirmable)", ""},
		"instance_eval":    {"config/initializers/users.rb", "User.instance_eval { devise :confirmable }", ""},
		"condition":        {"config/initializers/users.rb", patch + " if Settings.confirm?", "Settings.confirm?"},
		"other side":       {"config/initializers/users.rb", "if Settings.open?\n  x = 1\nelse\n  " + patch + "\nend", "!Settings.open?"},
	} {
		t.Run(name, func(t *testing.T) {
			table := loadFiles(t, map[string]string{
				"config/routes.rb":   head + "  devise_for :users\nend",
				"app/models/user.rb": "class User < ApplicationRecord\n  devise :database_authenticatable\nend",
				tt.file:              tt.source,
			})
			var conditions []string
			found := false
			for _, r := range table.Routes {
				if r.Name == "new_user_confirmation" {
					found = true
					for _, c := range r.Conditions {
						conditions = append(conditions, c.Text)
					}
				}
			}
			if got := strings.Join(conditions, " "); !found || got != tt.condition {
				t.Errorf("confirmation drawn: %t, if %q, want %q\n%v", found, got, tt.condition, table.Diagnostics)
			}
		})
	}
}

// Of a class that no file shows, what others add is not all: its rows stay marked.
func TestDeviseOfOtherFilesWithoutClass(t *testing.T) {
	table := loadFiles(t, map[string]string{
		"config/routes.rb":             head + "  devise_for :users\nend",
		"config/initializers/users.rb": "User.class_eval { devise :confirmable }",
	})
	if len(table.Routes) == 0 || len(table.Routes[0].Conditions) == 0 {
		t.Errorf("the first row is certain: %v", table.Routes)
	}
}
