package expand

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A module that only the application knows may override the methods behind it.
func TestOverridesOfUnknownModules(t *testing.T) {
	const c = "class C\ndef x = 'x'\ndef self.y = 'y'\ndef draw(m) = m.get('z', to: 'a#b')\nend\nclass D < C\nend\n"
	const x, y = "/:Settings.m.method_defined?:x?C.x:x", "/:Settings.m.method_defined?:y?D.y:y"
	for _, tt := range []struct{ src, want string }{
		{"C.prepend(Settings.m)\nget C.new.x, to: 'a#b'", x},
		{"C.prepend(Settings.m)\nC.new.draw(self)", "/z if !Settings.m.method_defined?(:draw)"},
		{"C.prepend(Settings.m)\nget C.y, to: 'a#b'", "/y"},
		{"C.include(Settings.m)\nget C.new.x, to: 'a#b'", "/x"},
		{"D.include(Settings.m)\nD.new.draw(self)", "/z if !Settings.m.method_defined?(:draw)"},
		{"D.include(Settings.m)\nget C.new.x, to: 'a#b'", "/x"},
		{"o = C.new\no.extend(Settings.m)\nget o.x, to: 'a#b'\nget C.new.x, to: 'a#b', as: nil", x + "; /x"},
		{"o = C.new\ndef o.x = 'own'\no.extend(Settings.m)\nget o.x, to: 'a#b'", "/own"},
		{"C.extend(Settings.m)\nget C.y, to: 'a#b'", "/y"},
		{"D.extend(Settings.m)\nget D.y, to: 'a#b'", y},
		{"D.singleton_class.prepend(Settings.m)\nget D.y, to: 'a#b'", y},
		{"C.class_eval { prepend Settings.m }\nget C.new.x, to: 'a#b'", x},
		{"C.class_eval(&Settings.m)\nget C.new.x, to: 'a#b'", x},
		{"M = Module.new { include Settings.m }\nC.prepend(M)\nget C.new.x, to: 'a#b'", x},
		{"C.prepend(Settings.m)\nget C.new.class.name, to: 'a#b'", "/C"},
		{"class C\ndef initialize = @v = 'v'\ndef v = @v\nend\nC.prepend(Settings.m)\nget 'v', to: 'a#b' if C.new.instance_variable_get(:@v) == 'v'", "/v"},
		{
			"class C\ndef to_s = 'v'\nend\nC.prepend(Settings.m)\nget \"#{C.new}\", to: 'a#b'",
			"/:(Settings.m.method_defined?(:to_s)%20?%20%23%3CC%3E.to_s%20:%20%22v%22)",
		},
		{"class C\ndef to_s = Settings.v\nend\nget \"a#{C.new}\", to: 'a#b'", "/a:Settings.v"},
	} {
		if diff := cmp.Diff(tt.want, rowsAndConditions(t, head+c+tt.src+"\nend\n")); diff != "" {
			t.Errorf("%s\n%s", tt.src, diff)
		}
	}
}
