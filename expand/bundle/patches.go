package bundle

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What other files say to a model's class: initializers, files of lib, and the
// decorators that applications load as they start.
//
//	Rails.application.config.to_prepare do
//	  User.class_eval { devise :confirmable }
//	end

// patchFolders are those of app with such files.
var patchFolders = []string{"app/decorators", "app/overrides", "app/extensions", "app/patches"}

// loadPatches reads them, once.
func (f *classFiles) loadPatches() {
	if f.patches != nil {
		return
	}
	f.patches = map[string][]*grammar.Stmts{}
	for _, text := range f.bundle.Files.Texts() {
		f.readPatches(text)
	}
	layout := f.bundle.Layout
	for _, part := range append([]string{""}, layout.Parts()...) {
		for _, folder := range patchFolders {
			f.patchFiles(layout.Below(path.Join(part, folder)), "")
		}
		f.patchFiles(layout.Below(path.Join(part, "app/models")), "_decorator.rb")
	}
}

func (f *classFiles) patchFiles(names []string, ending string) {
	for _, name := range names {
		if !strings.HasSuffix(name, ending) {
			continue
		}
		if src, err := f.bundle.Files.Read(name); err == nil {
			f.readPatches(files.Text{Name: name, Src: src})
		}
	}
}

// readPatches takes what a file says to classes. That of a file which is a class's own
// was read with it.
func (f *classFiles) readPatches(text files.Text) {
	if f.read[text.Name] || !f.mentionsPatch(text.Src) {
		return
	}
	if file := f.bundle.Files.Source(text.Name); file != nil {
		f.read[text.Name] = true
		if (&patchFile{f, nil, ""}).collect(file.Body) {
			f.collect(file.Body, "")
		}
	}
}

// evaluating are the methods that run a block as a part of a class.
var evaluating = []string{"class_eval", "class_exec", "instance_eval", "instance_exec"}

// mixing are the methods that mix modules into a class.
var mixing = []string{"include", "prepend", "extend"}

// mentionsPatch tells a text that may say something to a class: `User.devise`, `:devise`.
func (f *classFiles) mentionsPatch(src []byte) bool {
	return slices.ContainsFunc([][]string{evaluating, mixing, f.words}, func(methods []string) bool {
		return slices.ContainsFunc(methods, func(name string) bool { return namesMethod(src, name) })
	})
}

// namesMethod finds the name of a method behind a dot, a colon or a quote.
func namesMethod(src []byte, name string) bool {
	for end := 0; ; {
		i := bytes.Index(src[end:], []byte(name))
		if i < 0 {
			return false
		}
		at := end + i
		end = at + len(name)
		if at > 0 && strings.IndexByte(`.:"'`, src[at-1]) >= 0 && (end == len(src) || !ruby.IsWordByte(src[end])) {
			return true
		}
	}
}

// A patchFile is a part of such a file.
type patchFile struct {
	f     *classFiles
	under func(*grammar.Stmts) *grammar.Stmts // puts code below the conditions around
	outer string                              // the module around
}

// collect takes what the part says to classes, and tells whether there is anything.
func (p *patchFile) collect(n grammar.Node) (found bool) {
	grammar.Inspect(n, func(x grammar.Node) bool {
		switch x := x.(type) {
		case *grammar.If:
			found = p.sides(x) || found
			return false
		case *grammar.Module:
			inner := *p
			inner.outer = code.JoinName(p.outer, code.ConstName(x.Name))
			found = x.Body != nil && inner.collect(x.Body) || found
			return false
		case *grammar.Call:
			name := code.ConstName(x.Recv)
			body := p.body(x)
			if name == "" || body == nil {
				return true
			}
			if p.under != nil {
				body = p.under(body)
			}
			p.f.patches[name] = append(p.f.patches[name], body)
			found = true
			return false
		}
		return true
	})
	return found
}

// sides takes what stands on the sides of a condition.
func (p *patchFile) sides(x *grammar.If) bool {
	side := func(body *grammar.Stmts, unless bool) bool {
		if body == nil {
			return false
		}
		inner := *p
		inner.under = func(body *grammar.Stmts) *grammar.Stmts {
			own := &grammar.Stmts{Pos: x.Pos, List: []grammar.Expr{&grammar.If{Pos: x.Pos, Unless: unless, Cond: x.Cond, Then: body}}}
			if p.under != nil {
				return p.under(own)
			}
			return own
		}
		return inner.collect(body)
	}
	found := side(x.Then, x.Unless)
	return side(x.Else, !x.Unless) || found
}

// body is what a call says to the class that it is called on, as code of the
// class's body; nil if that is nothing.
func (p *patchFile) body(x *grammar.Call) *grammar.Stmts {
	own := *x
	own.Recv = nil
	switch {
	case slices.Contains(evaluating, x.Name):
		if x.Block == nil {
			return nil
		}
		return patchBlock(own)
	case x.Name == "send" || x.Name == "public_send" || x.Name == "__send__":
		if len(x.Args) == 0 {
			return nil
		}
		name, ok := grammar.TextOf(x.Args[0])
		if !ok || !p.says(name) {
			return nil
		}
		own.Name, own.Args = name, x.Args[1:]
	case !p.says(x.Name):
		return nil
	}
	own.Args = p.outside(own.Args)
	return &grammar.Stmts{Pos: x.Pos, List: []grammar.Expr{&own}}
}

// outside are arguments as the class's body sees them: `self` is the module around.
func (p *patchFile) outside(args []grammar.Expr) []grammar.Expr {
	args = slices.Clone(args)
	for i, a := range args {
		if self, ok := a.(*grammar.Self); ok && p.outer != "" {
			args[i] = code.ConstOf(p.outer, self.Pos)
		}
	}
	return args
}

// says reports whether a class is changed by a method from outside.
func (p *patchFile) says(method string) bool {
	return slices.Contains(mixing, method) || slices.Contains(p.f.words, method)
}

// patchBlock is the code of a block; with parameters it stays a block.
func patchBlock(call grammar.Call) *grammar.Stmts {
	if call.Block.Params == nil && call.Block.Body != nil {
		return call.Block.Body.Stmts
	}
	call.Name = "class_eval"
	return &grammar.Stmts{Pos: call.Pos, List: []grammar.Expr{&call}}
}

// runPatches runs what other files say to a class.
func (f *classFiles) runPatches(r Reading, class string, self dsl.Value) {
	for _, body := range f.patches[class] {
		r.Run(class, body, self)
	}
}
