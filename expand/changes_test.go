package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"signalbox/expand/route"
)

// What the application changes after it was defined is taken changed, or it is
// unknown: `?` stands for a row that is marked.
func TestChangesOfTheApplication(t *testing.T) {
	const (
		list    = "  Foo::LIST.each { |x| get x, to: \"a#b\" }\n"
		memo    = "  Foo.list.each { |x| get x, to: \"a#b\" }\n"
		flag    = "  get :on, to: \"a#b\" if Foo.on?\n"
		a       = "module Foo\n  LIST = %w[a]\nend"
		memoOfA = "module Foo\n  def self.list = @list ||= %w[a]\nend"
		off     = "module Foo\n  def self.on? = false\nend"
	)
	for _, tt := range []struct{ name, routes, lib, initializer, want string }{
		{"a list in its file", list, "module Foo\n  LIST = %w[a]\n  LIST << \"b\"\n  LIST.push(\"c\") unless ENV[\"X\"]\nend", "", "a b c"},
		{"a hash in its file", "  Foo::MAP.each_key { |x| get x, to: \"a#b\" }\n", "module Foo\n  MAP = {a: 1}\n  MAP[:b] = 2\nend", "", "a b"},
		{"a list by a method", list, "module Foo\n  LIST = %w[a]\n  def self.add(x) = LIST << x\nend", "", "?"},
		{"a list elsewhere", list, a, "Foo::LIST << \"b\"", "?"},
		{"a list elsewhere, within", list, a, "module Foo\n  LIST.concat %w[b]\nend", "?"},
		{"a hash elsewhere", "  Foo::MAP.each_key { |x| get x, to: \"a#b\" }\n", "module Foo\n  MAP = {a: 1}\nend", "Foo::MAP[:b] ||= 2", "?"},
		{"nothing, read and in a comment", list, a, "# Foo::LIST << \"b\"\nFoo::LIST == [1]\nx = Foo::LIST[0] == 1", "a"},
		{"a memo of nothing else", memo, memoOfA, "", "a"},
		{"a memo elsewhere", memo, memoOfA, "Foo.list << \"b\"", "?"},
		{"a memo elsewhere, of a method that is public", memo, "module Foo\n  class << self\n    public def list = @list ||= %w[a]\n  end\nend", "Foo.list << \"b\"", "?"},
		{"a memo elsewhere, by another name", memo, "module Foo\n  def self.list = @list ||= %w[a]\n  class << self\n    alias items list\n  end\nend", "Foo.items << \"b\"", "?"},
		{"a list elsewhere, by a method of a made name", list, "module Foo\n  LIST = %w[a]\n  define_singleton_method(:\"l#{1}\") { LIST }\nend", "Foo.l1 << \"b\"", "?"},
		{"a method of a class between", "  C.list.each { |x| get x, to: \"a#b\" }\n", "class Foo\n  def self.list = %w[a]\nend", "class B < Foo\nend\nclass C < B\nend\nif ENV[\"X\"]\n  class B\n    def self.list = %w[b]\n  end\nend", "?"},
		{"a memo by a method", memo, "module Foo\n  def self.list = @list ||= %w[a]\n  def self.add(x) = list << x\nend", "", "?"},
		{"an empty memo", memo, "module Foo\n  def self.list = @list ||= []\nend", "", "?"},
		{"an object of settings", "  get :on, to: \"a#b\" if Foo.config.on\n", "module Foo\n  Config = Struct.new(:on)\n  def self.config = @config ||= Config.new\nend", "", ""},
		{"an object of settings, elsewhere", "  get :on, to: \"a#b\" if Foo.config.on\n", "module Foo\n  Config = Struct.new(:on)\n  def self.config = @config ||= Config.new\nend", "Foo.config.on = true", "on"},
		{"methods in a block", flag, off, "Foo.module_eval do\n  def self.on? = true\nend", "on"},
		{"methods in a module opened again", flag, off, "module Foo\n  def self.on? = true\nend", "on"},
		{"methods of a module in front", flag, off, "module On\n  def on? = true\nend\nFoo.singleton_class.prepend(On)", "on"},
		{"methods as the application starts", flag, off, "Rails.application.config.to_prepare do\n  Foo.singleton_class.class_eval { def on? = true }\nend", "on"},
	} {
		root := application(t, map[string]string{"config/routes.rb": head + tt.routes + "end", "lib/foo.rb": tt.lib, "config/initializers/foo.rb": tt.initializer})
		table, err := Load(root, Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, r := range table.Routes {
			if len(r.Conditions) > 0 {
				got = append(got, "?")
				continue
			}
			got = append(got, r.Name)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// TestWaysToAValue hands a list that a constant or a variable of a module holds on to what changes
// it, or only to what reads it: `?` stands for rows that are marked. Rails gives the lists without ?.
func TestWaysToAValue(t *testing.T) {
	constant := "module Foo\n  LIST = %w[a]\n  def self.list = LIST\nend"
	memo := "module Foo\n  def self.list = @list ||= %w[a]\nend"
	for initializer, want := range map[string]string{
		"l = Foo.list\nl << \"b\"":                                                             "?",
		"l = Foo.list.dup\nl << \"b\"":                                                         "a",
		"l = Foo.list + [\"c\"]\nl << \"b\"":                                                   "a",
		"l = [] \nl |= Foo.list\nl << \"b\"":                                                   "a",
		"@l = Foo.list\n@l.concat %w[b]":                                                       "?",
		"l, n = Foo.list, 1\nl << \"b\"":                                                       "?",
		"l = nil || Foo.list\nl << \"b\"":                                                      "?",
		"l = begin\n  Foo.list\nend\nl <<= \"b\"":                                              "?",
		"Foo.list.tap { |l| l << \"b\" }":                                                      "?",
		"Foo.list.each { |x| x << \"b\" }":                                                     "?",
		"Foo.list.each { |x| puts x }":                                                         "a",
		"Foo.list.each(&:upcase!)":                                                             "?",
		"NAMES = Foo.list.map(&:to_sym)":                                                       "a",
		"for x in Foo.list\n  x << \"b\"\nend":                                                 "?",
		"case Foo.list\nin [x] then x << \"b\"\nend":                                           "?",
		"Array(Foo.list) << \"b\"":                                                             "?",
		"%w[b].each_with_object(Foo.list) { |x, l| l << x }":                                   "?",
		"def add(l) = l << \"b\"\nadd(Foo.list)":                                               "?",
		"def add(to:) = to << \"b\"\nadd(to: Foo.list)":                                        "?",
		"def with = yield(Foo.list)\nwith { |l| l << \"b\" }":                                  "?",
		"add = ->(l) { l << \"b\" }\nadd.(Foo.list)":                                           "?",
		"add = ->(l) { l << \"b\" }\nadd[Foo.list]":                                            "?",
		"Foo.list.instance_eval { push \"b\" }":                                                "?",
		"[Foo].first.list << \"b\"":                                                            "?",
		"Foo.list.try(:push, \"b\")":                                                           "?",
		"Array.wrap(Foo.list) << \"b\"":                                                        "?",
		"f = -> { Foo.list }\nf.() << \"b\"":                                                   "?",
		"def z(l = Foo.list) = l << \"b\"\nz":                                                  "?",
		"def z\n  return Foo.list if true\nend\nz << \"b\"":                                    "?",
		"Foo.list.send(:push, \"b\")":                                                          "?",
		"Foo.list.method(:<<).call(\"b\")":                                                     "?",
		"Foo.send(:list) << \"b\"":                                                             "?",
		"foo = Foo\nfoo.list << \"b\"":                                                         "?",
		"\"Foo\".constantize.list << \"b\"":                                                    "?",
		"module Foo\n  list << \"b\"\nend":                                                     "?",
		"Foo.module_eval { list << \"b\" }":                                                    "?",
		"Rails.application.config.x.list = Foo.list":                                           "a",
		"Rails.application.config.x.list = Foo.list\nRails.application.config.hosts << \"b\"":  "a",
		"Rails.application.config.x.list = Foo.list\nRails.application.config.x.list << \"b\"": "?",
		"o = { list: Foo.list }\no[:n] = 1":                                                    "a",
		"o = { list: Foo.list }\no[:list] << \"b\"":                                            "?",
	} {
		for _, lib := range []string{constant, memo} {
			table := loadFiles(t, map[string]string{
				"config/routes.rb":           "Foo.list.each { |x| get x, to: \"a#b\" }\n",
				"config/initializers/foo.rb": initializer,
				"lib/foo.rb":                 lib,
			})
			got := "a"
			if len(table.Diagnostics) > 0 {
				got = "?"
			}
			if got != want || got == "a" && (len(table.Routes) != 1 || table.Routes[0].Name != "a") {
				t.Errorf("%s\n%s\ngot %s: %v", lib, initializer, got, table.Diagnostics)
			}
		}
	}
}

// TestChangesInOtherFiles hands a list on in one file of the start, and changes it or the method that
// returns it by another name in a second: `?` stands for rows that are marked. Rails gives the lists
// without ?.
func TestChangesInOtherFiles(t *testing.T) {
	constant := "module Foo\n  LIST = %w[a]\n  def self.list = LIST\nend"
	memo := "module Foo\n  def self.list = @list ||= %w[a]\nend"
	inherited := "class Base\n  def self.list = @list ||= %w[a]\nend\nclass Foo < Base\nend"
	extended := "module Listed\n  def list = @list ||= %w[a]\nend\nmodule Foo\n  extend Listed\nend"
	for _, tt := range []struct{ a, b, want string }{
		{"Rails.application.config.x.list = Foo.list", "Rails.application.config.x.list << \"b\"", "?"},
		{"Rails.application.config.x.list = Foo.list", "l = Rails.configuration.x.list\nl << \"b\"", "?"},
		{"Rails.application.config.x.list = Foo.list", "Rails.application.config.x.more << \"b\"", "a"},
		{"Rails.application.config.x.o = { list: Foo.list }", "Rails.application.config.x.o[:list] << \"b\"", "?"},
		{"L = Foo.list", "L << \"b\"", "?"},
		{"module Own\n  L = Foo.list\nend", "Own::L << \"b\"", "?"},
		{"L = Foo.list", "M = L\nM << \"b\"", "?"},
		{"$l = Foo.list", "$l << \"b\"", "?"},
		{"@l = Foo.list", "@l << \"b\"", "?"},
		{"def list_of_foo = Foo.list", "list_of_foo << \"b\"", "?"},
		{"l = Foo.list", "l = []\nl << \"b\"", "a"},
		{"Other = Foo", "Other.list << \"b\"", "?"},
		{"Rails.application.config.x.foo = Foo", "Rails.application.config.x.foo.list << \"b\"", "?"},
		{"Other = Foo", "def Other.list = %w[b]", "?"},
		{"", "if Time.now\n  def Foo.list = %w[b]\nend", "?"},
		{"", "Rails.application.config.to_prepare do\n  if Time.now\n    Foo.instance_eval { def list = %w[b] }\n  end\nend", "?"},
		{"", "foo = Foo\ndef foo.list = %w[b]", "?"},
		{"", "Foo.define_singleton_method(:list) { %w[b] }", "?"},
		{"", "Foo.singleton_class.send(:define_method, :list) { %w[b] }", "?"},
		{"", "%w[list].each { |n| Foo.define_singleton_method(n) { %w[b] } }", "?"},
		{"", "Foo.instance_eval \"def list = %w[b]\"", "b"},
		{"", "if Time.now\n  class Other\n    def self.list = %w[b]\n  end\nend\nFoo.to_s", "a"},
		{"", "if Time.now\n  def Foo.other = %w[b]\nend", "a"},
		{"", "%w[b].inject(Foo.list, :<<)", "?"},
		{"", "%w[Foo].map(&:constantize).each { |c| c.list << \"b\" }", "?"},
		{"", "%w[Foo].each { |c| c.constantize.list << \"b\" }", "?"},
		{"", "eval \"Foo.list << 'b'\"", "?"},
		{"", "l = Foo.list.map(&:upcase)\nl << \"b\"", "a"},
		{"", "l = Foo.list.sort\nl << \"b\"", "a"},
		{"", "l = Foo.list.select { |x| x }\nl.first << \"b\"", "?"},
		{"", "l = Foo.list.join\nl << \"b\"", "a"},
		{"", "Foo.list.each { |x| x.size }", "a"},
	} {
		for _, lib := range []string{constant, memo, inherited, extended} {
			table := loadFiles(t, map[string]string{
				"config/routes.rb":         "Foo.list.each { |x| get x, to: \"a#b\" }\n",
				"config/initializers/a.rb": tt.a,
				"config/initializers/b.rb": tt.b,
				"lib/foo.rb":               lib,
			})
			if got := namesOrMark(table); got != tt.want {
				t.Errorf("%s\n%s\n%s\ngot %s: %v", lib, tt.a, tt.b, got, table.Diagnostics)
			}
		}
	}
}

// namesOrMark returns the names of the routes, or ? for a table with marks.
func namesOrMark(table *route.Table) (names string) {
	if len(table.Diagnostics) > 0 {
		return "?"
	}
	for _, r := range table.Routes {
		names += r.Name
	}
	return names
}

// TestWhoElseChangesAList has lists that other ways than a method of their class lead to, and files that
// define its methods elsewhere.
func TestWhoElseChangesAList(t *testing.T) {
	list := "module Foo\n  LIST = %w[a]\n  def self.list = LIST\nend"
	object := "class Foo\n  LIST = %w[a]\n  def list = LIST\n  def self.list = LIST\nend"
	for _, tt := range []struct{ name, lib, file, src, want string }{
		{"lib that the start requires", list, "lib/two.rb", "def Foo.list = %w[b]", "?"},
		{"lib that opens the class under a condition", list, "lib/two.rb", "if Time.now\n  module Foo\n    def self.list = %w[b]\n  end\nend", "?"},
		{"lib that has a method of that name", list, "lib/two.rb", "module Two\n  def self.list = Foo.list\nend", "a"},
		{"a file that an initializer loads", list, "config/extra/more.rb", "Foo.list << \"b\"", "?"},
		{"a constant that is set anew", list, "config/initializers/a.rb", "Foo.send(:remove_const, :LIST)\nFoo.const_set(:LIST, %w[b])", "?"},
		{"another constant of that name", list, "config/initializers/a.rb", "LIST = []\nLIST << 1", "a"},
		{"a method of objects", object, "config/initializers/a.rb", "Foo.new.list << \"b\"", "?"},
		{"an element", "module Foo\n  MAP = { l: %w[a] }\n  def self.[](key) = MAP[key]\n  def self.list = self[:l]\nend", "config/initializers/a.rb", "Foo[:l] << \"b\"", "?"},
		{"another constant of the list", "module Foo\n  LIST = %w[a]\n  ALL = LIST\n  def self.list = LIST\nend", "config/initializers/a.rb", "Foo::ALL << \"b\"", "?"},
		{"a constant of a copy", "module Foo\n  LIST = %w[a]\n  ALL = LIST.dup\n  def self.list = LIST\nend", "config/initializers/a.rb", "Foo::ALL.size", "a"},
		{"a method that a block makes", "module Foo\n  LIST = %w[a]\n  define_singleton_method(:all) { LIST }\n  def self.list = LIST\nend", "config/initializers/a.rb", "Foo.all << \"b\"", "?"},
		{"a method of objects that a block makes", "class Foo\n  LIST = %w[a]\n  define_method(:all) { LIST }\n  def self.list = LIST\nend", "config/initializers/a.rb", "Foo.new.all << \"b\"", "?"},
		{"an attribute that has it", "module Foo\n  LIST = %w[a]\n  @all = LIST\n  class << self\n    attr_reader :all\n    def list = LIST\n  end\nend", "config/initializers/a.rb", "Foo.all << \"b\"", "?"},
		{"a block that gets it by tap", "module Foo\n  LIST = %w[a]\n  def self.list = LIST\n  def self.setup = LIST.tap { |l| yield l }\nend", "config/initializers/a.rb", "Foo.setup { |l| l << \"b\" }", "?"},
		{"a variable of an inherited method", "class Base\n  def self.list = @list ||= %w[a]\nend\nclass Foo < Base\nend", "config/initializers/a.rb", "Foo.instance_variable_set(:@list, %w[b])", "?"},
		{"another variable", "class Base\n  def self.list = @list ||= %w[a]\nend\nclass Foo < Base\nend", "config/initializers/a.rb", "Foo.instance_variable_set(:@other, %w[b])", "a"},
		{"what super returns", "class Base\n  LIST = %w[a]\n  def self.list = LIST\nend\nclass Foo < Base\n  def self.list = super\nend", "config/initializers/a.rb", "Base.list << \"b\"", "?"},
		{"a class by a made name", list, "config/initializers/a.rb", "Object.const_get(\"foo\".capitalize).list << \"b\"", "?"},
		{"a method that asks for a variable", list, "config/initializers/a.rb", "class << Foo\n  def list = @list\nend\nFoo.instance_variable_set(:@list, %w[b])", "?"},
		{"a block that a local hands on", "module Foo\n  LIST = %w[a]\n  def self.list = LIST\n  def self.setup\n    l = LIST\n    yield l\n  end\nend", "config/initializers/a.rb", "Foo.setup { |l| l << \"b\" }", "?"},
	} {
		table := loadFiles(t, map[string]string{"config/routes.rb": "Foo.list.each { |x| get x, to: \"a#b\" }\n", tt.file: tt.src, "lib/foo.rb": tt.lib})
		if got := namesOrMark(table); got != tt.want {
			t.Errorf("%s: got %s: %v", tt.name, got, table.Diagnostics)
		}
	}
}

// TestFrozenConstants hands constants to blocks, which may change what is not frozen through and
// through.
func TestFrozenConstants(t *testing.T) {
	const magic = "# frozen_string_literal: true\n\n"
	for value, want := range map[string]string{
		"%w[a]":                      "?",
		"%w[a].freeze":               "?",
		"%i[a].freeze":               "a",
		"[\"a\".freeze].freeze":      "a",
		"{ a: 1 }.freeze":            "a",
		"{ a: [] }.freeze":           "?",
		"[*%i[a]].freeze":            "?",
		"(%i[a] + []).freeze":        "?",
		"%w[a].freeze # frozen":      "?",
		magic + "%w[a].freeze":       "a",
		magic + "%w[a]":              "?",
		magic + "[\"#{:a}\"].freeze": "?",
		"# -*- Frozen-String-Literal: true -*-\n%w[a].freeze":                  "a",
		"# frozen_string_literal: false\n%w[a].freeze":                         "?",
		magic + "# frozen_string_literal: false\n%w[a].freeze":                 "?",
		"%i[a].freeze; LIST += %i[b].freeze":                                   "?",
		"%i[a].freeze; define_singleton_method(:change) { |l| Foo::LIST = l }": "?",
	} {
		comment, value := value[:strings.LastIndexByte(value, '\n')+1], value[strings.LastIndexByte(value, '\n')+1:]
		table := loadFiles(t, map[string]string{
			"config/routes.rb":         "Foo::LIST.each { |x, _| get x, to: \"a#b\" }\n",
			"config/initializers/a.rb": "Foo.setup { |l| l.to_s }",
			"lib/foo.rb":               comment + "module Foo\n  LIST = " + value + "\n  # frozen_string_literal: true\n  def self.setup = yield(LIST)\nend",
		})
		if got := namesOrMark(table); got != want {
			t.Errorf("%s%s: got %s: %v", comment, value, got, table.Diagnostics)
		}
	}
}

// TestStateOfAClass asks for variables of a class, which files that are not read may have set.
func TestStateOfAClass(t *testing.T) {
	for asked, want := range map[string]string{
		"get Foo.instance_variable_get(:@name), to: \"a#b\"":                                         "?",
		"get \"x\", to: \"a#b\" if Foo.instance_variable_defined?(:@name)":                           "?",
		"get \"n#{Foo.instance_variables.size}\", to: \"a#b\"":                                       "?",
		"get Foo.class_variable_get(:@@name), to: \"a#b\"":                                           "?",
		"get \"x\", to: \"a#b\" if Foo.class_variable_defined?(:@@name)":                             "?",
		"get Foo.instance_eval { @name }, to: \"a#b\"":                                               "?",
		"Foo.instance_variable_set(:@own, \"x\")\nget Foo.instance_variable_get(:@own), to: \"a#b\"": "x",
		"class Own\n  def self.name = @name || \"x\"\nend\nget Own.name, to: \"a#b\"":                "x",
		"class Own\nend\nget Own.instance_variable_get(:@name) || \"x\", to: \"a#b\"":                "x",
	} {
		table := loadFiles(t, map[string]string{"config/routes.rb": asked + "\n", "lib/foo.rb": "module Foo\n  @name = \"n\"\nend\n"})
		if got := len(table.Diagnostics)+len(table.Routes[0].Conditions) > 0; got != (want == "?") || want == "x" && table.Routes[0].Name != "x" {
			t.Errorf("%s: %v", asked, table.Diagnostics)
		}
	}
}

// A setting that is changed by another name, or within, is what that makes of it; `?`
// stands for a row that is marked.
func TestChangesOfTheConfiguration(t *testing.T) {
	for _, tt := range []struct{ src, condition, want string }{
		{"config.x.a = true", "x.a", "on"},
		{"config.x.a = OpenStruct.new\nRails.configuration.x.a.b = true", "x.a.b", "on"},
		{"config.x.a = ActiveSupport::OrderedOptions.new\nRails.configuration.x.a.b = true", "x.a.c", "?"},
		{"config.x.a = {b: false}\nRails.configuration.x.a[:b] = true", "x.a[:b]", "on"},
		{"config.x.a.b = true\nRails.configuration.x.a = ActiveSupport::OrderedOptions.new", "x.a.b", ""},
		{"config.x.a = false\n%i[a b].each { |k| Rails.configuration.x[k] = true }", "x.a", "on"},
		{"config.x.a = false\nx = Rails.configuration.x\nx.a = true", "x.a", "on"},
		{"config.x.a = false\nRails.configuration.tap { |c| c.x.a = true }", "x.a", "on"},
		{"config.x.a = true\nRails.configuration.generators { |g| g.helper = false }", "x.a", "on"},
		{"config.x.a = false\nRails.configuration.x.public_send(:a=, true)", "x.a", "on"},
		{"config.x.a = false\nRails.configuration.x.a = true if Gem.x?", "x.a", "?"},
		{"config.x.a = true\nGem.each { Rails.configuration.x.a = false }", "x.a", "?"},
		{"config.x.a = true\nRails.configuration.x[Site.key] = false", "x.a", "?"},
		{"config.x.a = true\nRails.configuration.x.merge!(a: false)", "x.a", "?"},
	} {
		src := strings.Replace(tt.src, "config.", "Rails.configuration.", 1)
		root := application(t, map[string]string{"config/routes.rb": head + "  get :on, to: \"a#b\" if Rails.configuration." + tt.condition + "\nend", "config/initializers/a.rb": src})
		table, err := Load(root, Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		got := ""
		for _, r := range table.Routes {
			got += r.Name
			if len(r.Conditions) > 0 {
				got = "?"
			}
		}
		if got != tt.want {
			t.Errorf("%s\ngot %q, want %q", tt.src, got, tt.want)
		}
	}
}

// A constant that is found nowhere is not defined where a side is picked.
func TestDefinedOnOneSide(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb": head + "  get :a, to: \"a#b\" if defined?(Foo::Bar)\n  get :b, to: \"a#b\" unless defined?(Baz)\n  get :c, to: \"a#b\" if defined?(Own)\n  get :d, to: \"a#b\" if Settings.d?\nend",
		"lib/own.rb":       "class Own\nend",
	})
	for side, want := range map[string]string{"both": "a b c d", "true": "b c d", "false": "b c"} {
		table, err := Load(root, Options{Unknown: side})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, r := range table.Routes {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: got %s, want %s", side, got, want)
		}
	}
}

// Engines that nothing mounts, but that add to the application's routes, are
// told.
func TestEngineThatDrawsIntoTheApplication(t *testing.T) {
	root := application(t, map[string]string{
		"config/routes.rb":              head + "  get :a, to: \"a#b\"\nend",
		"engines/blog/config/routes.rb": "# its own\nRails.application.routes.append do\n  get :x, to: \"x#y\"\nend",
		"engines/shop/config/routes.rb": "Shop::Engine.routes.draw do\n  get :x, to: \"x#y\"\nend",
	})
	rows, told := printed(t, root, Options{})
	if want := "engines/blog/config/routes.rb:2:1: the engine adds routes to the application"; rows != "a GET /a(.:format) a#b" || strings.Count(told, "\n") != 1 || !strings.HasPrefix(told, want) {
		t.Errorf("got %s\n%s", rows, told)
	}
}

// TestChangesByKin changes what a class shares with those below it, and a module with what has it, by one of
// these: `?` stands for rows that are marked. Rails gives a b without ?.
func TestChangesByKin(t *testing.T) {
	const below = "class Sub < Own\nend\n"
	constant := "class Own\n  LIST = %w[a]\n  def self.list = LIST\nend\n"
	variable := "class Own\n  def self.list = @@list ||= %w[a]\nend\n"
	attribute := "class Own\n  class_attribute :list, default: %w[a]\nend\n"
	module := "module Listed\n  LIST = %w[a]\n  def list = LIST\nend\nclass Own\n  extend Listed\nend\nclass Two\n  extend Listed\nend\n"
	for _, tt := range []struct{ own, file, src, initializer, want string }{
		{constant, "lib/sub.rb", below, "Sub.list << \"b\"", "?"},
		{constant, "lib/sub.rb", below, "Sub::LIST << \"b\"", "?"},
		{constant, "lib/sub.rb", below, "Own.subclasses.each { |c| c.list << \"b\" }", "?"},
		{constant, "app/models/sub.rb", below, "Rails.application.config.to_prepare { Sub.list << \"b\" }", "?"},
		{constant, "lib/sub.rb", "class Sub < Own\n  list << \"b\"\nend\n", "", "?"},
		{constant, "lib/sub.rb", below, "Sub.list.size", "a"},
		{constant, "lib/sub.rb", "class Sub\nend\n", "Sub.list << \"b\"", "a"},
		{variable, "lib/sub.rb", below, "Sub.list << \"b\"", "?"},
		{attribute, "lib/sub.rb", below, "Sub.list << \"b\"", "?"},
		{"class Own\n  def self.list = @list ||= %w[a]\nend\n", "lib/sub.rb", below, "Sub.list << \"b\"", "a"},
		{module, "lib/sub.rb", "", "Two.list << \"b\"", "?"},
		{constant, "app/models/sub.rb", "class Sub < Own\n  list << \"b\"\nend\n", "Rails.application.config.to_prepare { Sub }", "?"},
		{constant, "app/models/sub.rb", "class Sub < Own\n  list.size\nend\n", "Rails.application.config.to_prepare { Sub }", "a"},
		{constant, "lib/sub.rb", "", "Store = Own\nclass Sub < Store\n  list << \"b\"\nend", "?"},
		{constant, "lib/sub.rb", "", "Store = Own # its old name\nclass Sub < Store\n  list << \"b\"\nend", "?"},
		{constant, "lib/sub.rb", "module Adds\n  def self.included(base) = base.list.push(\"b\")\nend\n", "class Sub < Own; include Adds; end", "?"},
		{constant, "lib/sub.rb", "module Adds\n  def self.included(base) = base.list.push(\"b\")\nend\n", "class Sub < Own\n  class Error < StandardError; end\n  if true\n    include Adds\n  end\nend", "?"},
		{constant, "lib/sub.rb", "", "Class.new(Own) { list << \"b\" }", "?"},
		{constant, "lib/sub.rb", "", "Class.new(Own) { list.size }", "a"},
		{constant, "lib/sub.rb", "", "def Own.inherited(c)\n  super\n  c.list << \"b\"\nend\nclass Sub < Own\nend", "?"},
		{constant, "lib/sub.rb", "module Adds\n  def self.included(base) = base.list.push(\"b\")\nend\n", "class Sub < Own\n  include Adds\nend", "?"},
		{constant, "lib/sub.rb", "module Adds\n  def self.included(base) = base.list.push(\"b\")\nend\n", "class Sub < Own\nend\nclass Other\n  include Adds\nend", "a"},
		{constant, "lib/sub.rb", "module Adds\n  extend ActiveSupport::Concern\n  included { list << \"b\" }\nend\n", "class Sub < Own\n  include Adds\nend", "?"},
		{constant + "class Sub < Own\n  list << \"b\"\nend\n", "lib/sub.rb", "", "Sub.name", "?"},
		{constant, "lib/sub.rb", "class Sub < Own\n  def initialize = self.class.list.push(\"b\")\nend\n", "Sub.new", "?"},
		{constant, "lib/sub.rb", below, "Object.const_get(\"Sub\").list << \"b\"", "?"},
		{attribute, "lib/sub.rb", "class Sub < Own\n  def initialize = self.class.list.push(\"b\")\nend\n", "Sub.new", "?"},
		{attribute, "lib/sub.rb", "module Adds\n  extend ActiveSupport::Concern\n  class_methods do\n    def adds = list << \"b\"\n  end\nend\n", "class Sub < Own\n  include Adds\n  adds\nend", "?"},
		{attribute, "lib/sub.rb", "module Adds\n  def self.included(base) = base.list.push(\"b\")\nend\n", "class Sub < Own\n  include Adds\nend", "?"},
		{attribute, "lib/sub.rb", "module Adds\n  extend ActiveSupport::Concern\n  included do\n    list << \"b\"\n  end\nend\n", "class Sub < Own\n  include Adds\nend", "?"},
		{"class Own\n  cattr_accessor :list, default: %w[a]\nend\n", "lib/sub.rb", below, "Sub.class_variable_set(:@@list, %w[b])", "b"},
		{"module Listed\n  def list = @@list ||= %w[a]\nend\nclass Own\n  extend Listed\nend\n", "lib/sub.rb", "", "o = Object.new.extend(Listed)\no.list << \"b\"", "?"},
	} {
		table := loadFiles(t, map[string]string{
			"config/routes.rb":         "Own.list.each { |x| get x, to: \"a#b\" }\n",
			"config/initializers/a.rb": tt.initializer,
			"lib/own.rb":               tt.own,
			tt.file:                    tt.src,
		})
		got := namesOrMark(table)
		if got != tt.want && (tt.want != "?" || got != "ab") {
			t.Errorf("%s%s%s\ngot %s: %v", tt.own, tt.src, tt.initializer, got, table.Diagnostics)
		}
	}
}
