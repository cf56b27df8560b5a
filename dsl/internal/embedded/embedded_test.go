package embedded

import (
	"fmt"
	"testing"
	"testing/fstest"
)

func TestMethods(t *testing.T) {
	files := fstest.MapFS{"core/a_b.rb": {Data: []byte(`class A::B
  # Words, parameters and aliases.
  opaque partial def x(a, *rest, limit = 10, &block) = a
  alias y x

  def z
    1
  end
end
`)}}
	list := Methods(files, "core", "A::B")
	if len(list) != 2 {
		t.Fatalf("%d methods, want 2", len(list))
	}
	x, z := list[0], list[1]
	if got := fmt.Sprint(x.Names, x.Words, len(x.Params), x.Params); got != "[x y] [opaque partial] 4 [a *rest limit = 10 &block]" {
		t.Errorf("x: %s", got)
	}
	def := z.Def()
	if again := z.Def(); z.Params != nil || def.Name != "z" || def != again || !Holds(def.Pos) {
		t.Errorf("z: %+v", z)
	}
}

func TestMethodsOfMistakes(t *testing.T) {
	for _, line := range []string{"  alias y x", "  attr :x", " def x = 1", "   def x = 1"} {
		t.Run(line, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			Methods(fstest.MapFS{"c/a.rb": {Data: []byte("class A\n" + line + "\nend\n")}}, "c", "A")
		})
	}
}

func TestLibrary(t *testing.T) {
	l := NewLibrary(fstest.MapFS{"b.rb": {Data: []byte("B = 1")}, "bad.rb": {Data: []byte("class")}}, map[string]string{"Outer::B": "b.rb", "A": "a.rb"})
	if !l.Modules()["Outer"] || len(l.Modules()) != 1 {
		t.Errorf("modules: %v", l.Modules())
	}
	first, err := l.Parse("b.rb")
	again, _ := l.Parse("b.rb")
	if err != nil || first != again {
		t.Errorf("parsed twice: %v", err)
	}
	for _, name := range []string{"a.rb", "bad.rb"} {
		if _, err := l.Parse(name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if file, ok := l.FileOf("Outer::B"); file != "b.rb" || !ok {
		t.Errorf("the file of Outer::B is %q", file)
	}
}
