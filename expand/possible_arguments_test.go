package expand

import "testing"

// Built-in methods of classes, and of all objects, that are given arguments of which a
// condition decides whether they are there: the rows of both sides are those of the
// settled programs.
func TestPossibleArguments(t *testing.T) {
	const list, one = `*(Settings.a? ? ["a", "z"] : ["b", "q"])`, `*(Settings.a? ? ["b"] : [])`
	for _, src := range []string{
		`S = Struct.new(:x, ` + one + `.map(&:to_sym))` + "\nS.members.each { |k| get k, to: 'x#y' }",
		`S = Data.define(:x, *(Settings.a? ? [:b] : []))` + "\nS.members.each { |k| get k, to: 'x#y' }",
		`s = Struct.new(:a, :b).new(` + list + `)` + "\nget 'p', to: 'x#y' if s.b == 'z'",
		"class C\nattr_accessor :a, *(Settings.a? ? [:b] : [])\nend\nget 'b', to: 'x#y' if C.new.respond_to?(:b)",
		"get 'a', to: 'x#y' if Class.new(*(Settings.a? ? [String] : [])).superclass == Object",
		"get 'a', to: 'x#y' if Hash[" + list + "].key?('a')",
		"Array(*(Settings.a? ? [%w[b c]] : [%w[d]])).each { |k| get k, to: 'x#y' }",
		"get 'a', to: 'x#y' if Integer(*(Settings.a? ? ['1'] : ['0x2', 16])) == 2",
		"get 'a', to: 'x#y' if File.join('a', " + one + ") == 'a'",
		"get 'a', to: 'x#y' if format('%s-%s', " + list + ") == 'a-z'",
		"get 'a', to: 'x#y' if '%s-%s' % [" + list + "] == 'a-z'",
		"with_options(*(Settings.a? ? [{as: 'k'}] : [{as: 'l'}])) { |o| o.get 'a', to: 'x#y' }",
		"get 'a/:id', to: 'x#y', id: Regexp.union('a', " + one + ")",
		"[:a, " + one + "].each { |k| get k, to: 'x#y' }\nSet[:c, " + one + "].each { |k| get k, to: 'x#z', as: nil }\nArray[:d, " + one + "].each { |k| get k, to: 'x#w', as: nil }",
		"->(*all) { all.each { |k| get k, to: 'x#y' } }.call(:a, " + one + ")\nproc { |x, *r| r.each { |k| get k, to: 'x#y' } }.call(1, " + one + ")",
		"o = Object.new\no.instance_exec(self, " + one + ") { |m, *r| r.each { |k| m.get k, to: 'x#y' } }",
	} {
		compareSides(t, application(t, map[string]string{"config/routes.rb": ""}), "", src, nil)
	}
}
