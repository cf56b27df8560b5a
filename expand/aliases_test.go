package expand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What changes one of several known values, only the application knows which, may change
// each of them.
func TestChangesOneOfSeveral(t *testing.T) {
	const lists, drawn = "h = {a: ['1'], b: []}\n", "\nh.each { |k, v| v.each { |x| get \"#{k}#{x}\", to: 'a#b' } }"
	const objects = "class C\nattr_accessor :n\ndef initialize = @n = []\nend\nh = {a: C.new, b: C.new}\n"
	for _, tt := range []struct{ src, want string }{
		{lists + "h.values[Settings.i] << '2'" + drawn, `/a1; /a2 if [["1"], []][Settings.i] is ["1"]; /b2 if [["1"], []][Settings.i] is []`},
		{lists + "h.values.find { |l| Settings.on?(l) } << '2'" + drawn, `/a1; /a2 if [["1"], []].find { ... } is ["1"]; /b2 if [["1"], []].find { ... } is []`},
		{lists + "h[Settings.k]&.concat(['2'])" + drawn, `/a1; /a2 if Settings.k == :a; /b2 if Settings.k == :b`},
		{lists + "h.fetch(Settings.k) { h[:b] } << '2'" + drawn, `/a1; /a2 if Settings.k == :a; /b2 if Settings.k == :b; /b2 if !(Settings.k == :a) && !(Settings.k == :b)`},
		{lists + "l = h[Settings.k] || []\nl << '2'" + drawn, `/a1; /a2 if {a: ["1"], b: []}[Settings.k] && (Settings.k == :a); /b2 if {a: ["1"], b: []}[Settings.k] && (Settings.k == :b)`},
		{lists + "h[Settings.k].clear" + drawn, `/a1 if !(Settings.k == :a)`},
		{lists + "h[Settings.k].map! { |x| x + 'z' }" + drawn, `/a1z if Settings.k == :a; /a1 if !(Settings.k == :a)`},
		{lists + "h.values_at(Settings.k).each { |l| l << '2' }" + drawn, `/a1; /a2 if {a: ["1"], b: []}.values_at(Settings.k).each && ({a: ["1"], b: []}.values_at(Settings.k).each(0) is ["1"]); ` +
			`/b2 if {a: ["1"], b: []}.values_at(Settings.k).each && ({a: ["1"], b: []}.values_at(Settings.k).each(0) is [])`},
		{"h = {a: 'x'}\nh[Settings.k] << 'y'\nget h[:a], to: 'a#b'", `/:((Settings.k%20==%20:a)%20?%20%22xy%22%20:%20%22x%22)`},
		{"h = Hash.new([])\nh[:a] << '1'\nh[Settings.k] << '2'\nh[:b].each { |x| get x, to: 'a#b' }", `/1; /2`},
		{objects + "h[Settings.k].n << '2'\nh.each { |k, v| v.n.each { |x| get \"#{k}#{x}\", to: 'a#b' } }", `/a2 if Settings.k == :a; /b2 if Settings.k == :b`},
		{objects + "h[Settings.k].n = ['2']\nh.each { |k, v| v.n.each { |x| get \"#{k}#{x}\", to: 'a#b' } }", `/a2 if Settings.k == :a; /b2 if Settings.k == :b`},
		{"a = ['1']\nh = {a: a}\nSettings.pick(h).push(2)\na.each { |x| get x.to_s, to: 'a#b' }", `/1; /2 if Settings.pick({a: ["1"]}) is ["1"]`},
		{"a = ['1']\nh = {a: a}\nh.send(Settings.m, :a).push(2)\na.each { |x| get x.to_s, to: 'a#b' }", `/1; /2 if {a: ["1"]}.send(Settings.m, :a) is ["1"]`},
		{"made = Hash.new { |h, k| h[k] = [] }\nmade[Settings.k] << '2'\nmade.each { |k, v| v.each { |x| get \"#{k}#{x}\", to: 'a#b' } }", `/:Settings.k2`},
		{"made = Hash.new { |h, k| h[k] = ['2'] }\nmade.values_at(Settings.k)\nmade.each { |k, v| v.each { |x| get \"#{k}#{x}\", to: 'a#b' } }", `/:Settings.k2`},
		{"made = Hash.new { |h, k| get 'made', to: 'a#b' }\nmade[:a] = 1\n[Settings.k].each(&made)", `/made if !(Settings.k == :a)`},
	} {
		if diff := cmp.Diff(tt.want, rowsAndConditions(t, head+tt.src+"\nend\n")); diff != "" {
			t.Errorf("%s\n%s", tt.src, diff)
		}
	}
}

// A method that only the application knows and whose value nothing uses may change the
// lists and hashes that it is given.
func TestChangesOfArguments(t *testing.T) {
	const list, drawn = "l = ['a']\n", "\nl.each { |x| get x, to: 'a#b' }"
	const changed = `/a if "a" stays: S.change(["a"]); /:S.changea.each0 if S.change(["a"])`
	for _, tt := range []struct{ src, want string }{
		{list + "S.change(l)" + drawn, changed},
		{list + "S.change(l) if S.x?" + drawn, changed},
		{"def f(l) = S.change(l)\n" + list + "f(l)" + drawn, changed},
		{"h = {a: 1}\nS.change(h)\nget 'x', to: 'a#b' if h[:a] == 1", `/x if {**((:a stays: S.change({a: 1})) ? {a: 1} : {}), **S.change({a: 1}) => S.change({a: 1})}[:a] == 1`},
		{list + "x = S.change(l)" + drawn, "/a"},
		{list + "S.on?(l)" + drawn, "/a"},
		{"l = ['a'].freeze\nS.change(l)" + drawn, "/a"},
	} {
		if diff := cmp.Diff(tt.want, rowsAndConditions(t, head+tt.src+"\nend\n")); diff != "" {
			t.Errorf("%s\n%s", tt.src, diff)
		}
	}
}

// rowsAndConditions loads a routes file and returns the paths of its rows with what they
// depend on.
func rowsAndConditions(t *testing.T, src string) string {
	var rows []string
	for _, r := range load(t, src).Routes {
		row := strings.TrimSuffix(r.Path.String(), "(.:format)")
		for _, c := range r.Conditions {
			row += " if " + c.Text
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "; ")
}
