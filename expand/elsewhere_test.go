package expand

import "testing"

// TestSubclasses draws a route for each class below one: those of files that are not run depend on
// what the application has loaded by then.
func TestSubclasses(t *testing.T) {
	const each = "Shop.descendants.each { |k| get k.name, to: \"a#b\" }\n"
	for name, tt := range map[string]struct {
		files map[string]string
		paths []string
	}{
		"in the routes file": {map[string]string{"config/routes.rb": "class Shop; end\nclass Small < Shop; end\nclass Tiny < Small; end\n" + each}, []string{"/Small(.:format)", "/Tiny(.:format)"}},
		"none below":         {map[string]string{"config/routes.rb": each, "app/models/shop.rb": "class Shop; end\n", "app/views/a.html": "<Shop>"}, nil},
		"in another file":    {map[string]string{"config/routes.rb": each, "app/models/shop.rb": "class Shop; end\n", "app/models/shop/small.rb": "class Shop::Small < ::Shop\nend\n"}, []string{"/:Shop.descendants.each0.name(.:format)"}},
		"in brackets":        {map[string]string{"config/routes.rb": each, "app/models/shop.rb": "class Shop; end\n", "lib/small.rb": "class Small < (Shop)\nend\n"}, []string{"/:Shop.descendants.each0.name(.:format)"}},
		"of a variable":      {map[string]string{"config/routes.rb": each, "app/models/shop.rb": "class Shop; end\n", "lib/small.rb": "base = Shop\nSmall = Class.new(base)\n"}, []string{"/:Shop.descendants.each0.name(.:format)"}},
		"made":               {map[string]string{"config/routes.rb": each, "app/models/shop.rb": "class Shop; end\n", "lib/small.rb": "Small = Class.new Shop\n"}, []string{"/:Shop.descendants.each0.name(.:format)"}},
		"further below":      {map[string]string{"config/routes.rb": "class Shop; end\nclass Small < Shop; end\n" + each, "lib/tiny.rb": "class Tiny < Small\nend\n"}, []string{"/:Shop.descendants.each0.name(.:format)"}},
		"under a condition":  {map[string]string{"config/routes.rb": "class Shop; end\nclass Small < Shop; end if Settings.small?\n" + each}, []string{"/:Shop.descendants.each0.name(.:format)"}},
		"of Rails":           {map[string]string{"config/routes.rb": "class Shop < ApplicationRecord; end\n" + each}, []string{"/:Shop.descendants.each0.name(.:format)"}},
	} {
		t.Run(name, func(t *testing.T) {
			table := loadFiles(t, tt.files)
			var paths []string
			for _, r := range table.Routes {
				paths = append(paths, r.Path.String())
			}
			if len(paths) != len(tt.paths) || len(paths) > 0 && paths[0] != tt.paths[0] || len(paths) > 1 && paths[1] != tt.paths[1] {
				t.Errorf("got %q, want %q", paths, tt.paths)
			}
		})
	}
}

// TestConstantsOfModules draws a route for each constant of a module, of which other files may have
// some.
func TestConstantsOfModules(t *testing.T) {
	const each, shop = "Shop.constants.each { |c| get c.to_s, to: \"a#b\" }\n", "module Shop\n  BIG = 1\nend\n"
	const unknown = "/:Shop.constants.each0.to_s(.:format)"
	for name, tt := range map[string]struct {
		files map[string]string
		path  string
	}{
		"left out":         {map[string]string{"app/models/shop.rb": shop[:len(shop)-4] + "  LIST = []\nend\n"}, unknown},
		"set by a name":    {map[string]string{"app/models/shop.rb": shop, "config/initializers/a.rb": "Shop.const_set(:SMALL, 1)\n"}, unknown},
		"in one file":      {map[string]string{"app/models/shop.rb": shop}, "/BIG(.:format)"},
		"a folder of them": {map[string]string{"app/models/shop.rb": shop, "app/models/shop/small.rb": "class Shop::Small; end\n"}, unknown},
		"opened again":     {map[string]string{"app/models/shop.rb": shop, "app/models/other.rb": "module Shop\n  SMALL = 1\nend\n"}, unknown},
		"assigned":         {map[string]string{"app/models/shop.rb": shop, "lib/a.rb": "Shop::SMALL = 1\n"}, unknown},
		"of Ruby":          {map[string]string{"app/models/shop.rb": "Shop = Process\n"}, unknown},
	} {
		t.Run(name, func(t *testing.T) {
			tt.files["config/routes.rb"] = each
			table := loadFiles(t, tt.files)
			if len(table.Routes) != 1 || table.Routes[0].Path.String() != tt.path {
				t.Errorf("got %s and %d, want %s", table.Routes[0].Path, len(table.Routes)-1, tt.path)
			}
		})
	}
}
