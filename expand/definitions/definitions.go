package definitions

import (
	"iter"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/route"
	"signalbox/grammar"
)

// Definitions are those of one application. The table of its routes needs few of them: a file
// is read when something that it may define is asked for.
type Definitions struct {
	Options
	found map[string]dsl.Value // constants by name
	tried map[string]bool      // constants that were looked for
	// autoloaded are those that were looked for where their names lead alone.
	autoloaded map[string]bool
	taken      map[string]bool            // files whose definitions were taken
	texts      []files.Text               // of config and lib, once they were needed
	holders    map[string][]*grammar.File // whose definitions were taken, by the classes in them
	words      words
	families   map[familyKey]*family
	kinship    *kinship // once it was needed
	own        map[*grammar.Def]*ownMethod
	ran        map[grammar.Pos]bool // where statements that were taken begin
	sealed     bool                 // by Seal
	asking     int                  // how many questions of methods are open
	circular   bool                 // one of them asked for another open one
	depth      int

	mapperTexts []files.Text    // that mention the mapper, once they were looked for
	changing    map[string]bool // files of which is known whether they change it
	routing     map[string]bool // routing methods that were looked for
}

// Options are what [Definitions] know of the application.
type Options struct {
	Application Application
	Layout      *files.Layout
	Parsed      map[string]*grammar.File // the files that were parsed, by name
	Memo        *files.Memo
	Interp      *dsl.Interp
	Looking     *dsl.Thread // what looking into files has used
	Root        string      // Rails.root
	Env         string      // Rails.env
	Main        dsl.Value   // Rails.application
}

// An Application is what a [Definitions] asks of the application around it.
type Application interface {
	// Read returns the text of a file. Text and SourceText, the syntax tree of a text, warn of a
	// file that can't be used. TextsOf yields those of some names, until they are too much.
	Read(name string) ([]byte, error)
	Text(name string) ([]byte, bool)
	SourceText(name string, src []byte) *grammar.File
	TextsOf(names []string) iter.Seq[files.Text]
	// Glob returns what a pattern of Dir.glob matches.
	Glob(pattern string) (names []string, known bool)
	// AddFolders adds the folders that the configuration names to the layout, once.
	AddFolders()
	// Underscore is String#underscore, by the application's own inflections.
	Underscore(name string) string
	// Found hears of the file that has defined a constant of that value.
	Found(v dsl.Value, file string)
	// Aside calls f to run code of files in silence.
	Aside(f func(*dsl.Thread))
	// Collect calls f, and keeps the variables of the environment that this misses for where
	// the routes name the constant.
	Collect(constant string, f func())
	// Decides returns a value that decides what is defined, without variables that are missing.
	Decides(dsl.Value) dsl.Value
	// Defines reports whether the program gives the mapper a method.
	Defines(word string) bool
}

// New returns the definitions of an application, of which nothing is read yet.
func New(o Options) *Definitions {
	return &Definitions{
		Options: o, found: map[string]dsl.Value{}, tried: map[string]bool{}, autoloaded: map[string]bool{}, taken: map[string]bool{},
		holders: map[string][]*grammar.File{}, changing: map[string]bool{}, routing: map[string]bool{}, families: map[familyKey]*family{},
		own: map[*grammar.Def]*ownMethod{}, ran: map[grammar.Pos]bool{},
	}
}

// MaxDepth bounds how far one definition leads to another.
const MaxDepth = 30

// Constant looks for a constant in the application's files.
func (d *Definitions) Constant(name string) (dsl.Value, bool) {
	name = strings.TrimPrefix(name, "::")
	if v, ok := d.found[name]; ok {
		return v, true
	}
	if d.tried[name] || d.depth > MaxDepth || !route.IsConstant(name) {
		return nil, false
	}
	d.tried[name] = true
	d.depth++
	v, ok := d.search(name)
	d.depth--
	if ok {
		d.found[name] = v
	}
	return v, ok
}

// search looks for a constant where its name leads, then where any may stand.
func (d *Definitions) search(name string) (dsl.Value, bool) {
	d.Application.AddFolders()
	parts := strings.Split(name, "::")
	for n := len(parts); n > 0; n-- {
		for _, file := range d.FilesOf(strings.Join(parts[:n], "::")) {
			if d.TakeFile(file) {
				if v, ok := d.foundIn(file, name); ok {
					return v, true
				}
			}
		}
	}
	return d.scanFor(name, parts)
}

// FilesOf returns the files in which Rails looks for a constant.
func (d *Definitions) FilesOf(constant string) []string {
	return d.Layout.Named(d.Application.Underscore(strings.TrimPrefix(constant, "::")) + ".rb")
}

// foundIn returns a constant if it is defined now that a file's definitions were taken.
func (d *Definitions) foundIn(file, name string) (dsl.Value, bool) {
	v, ok := d.Interp.Const(name)
	if ok {
		d.Application.Found(v, file)
	}
	return v, ok
}

// Autoload returns a constant that the file of its name defines, or the module that only a
// folder of its name tells of, as Zeitwerk does.
func (d *Definitions) Autoload(name string) (dsl.Value, bool) {
	if d.autoloaded[name] || d.depth > MaxDepth {
		return nil, false
	}
	d.autoloaded[name] = true
	d.depth++
	defer func() { d.depth-- }()
	for _, file := range d.FilesOf(name) {
		if d.taken[file] || !d.TakeFile(file) {
			continue
		}
		if v, ok := d.foundIn(file, name); ok {
			return v, true
		}
	}
	if d.Layout.Namespace(d.Application.Underscore(name)) {
		d.Interp.DefineModule(name)
		return d.Interp.Const(name)
	}
	return nil, false
}

// TakeFile takes the definitions of a file, once; it reports whether there is one.
func (d *Definitions) TakeFile(name string) bool {
	if d.taken[name] {
		return true
	}
	d.taken[name] = true
	src, ok := d.Application.Text(name)
	return ok && d.takeText(files.Text{Name: name, Src: src})
}

// Take takes the definitions of a text that stands in a file, once.
func (d *Definitions) Take(f files.Text) {
	if !d.taken[f.Name] {
		d.takeText(f)
	}
}

func (d *Definitions) takeText(f files.Text) bool {
	d.taken[f.Name] = true
	file := d.Application.SourceText(f.Name, f.Src)
	if file != nil {
		d.define(file, nil, nil)
	}
	return file != nil
}

// TakeWith takes the definitions of a file, and the statements for which also holds: for those
// in blocks that run later, later.
func (d *Definitions) TakeWith(file *grammar.File, also, later func(grammar.Expr) bool) {
	d.taken[file.Name] = true
	d.define(file, also, later)
}

// Taken reports whether the definitions of a file were taken.
func (d *Definitions) Taken(name string) bool { return d.taken[name] }

// scanFor looks for a constant in the files that any may stand in.
func (d *Definitions) scanFor(name string, parts []string) (dsl.Value, bool) {
	for _, f := range d.definersOf(parts[len(parts)-1]) {
		if d.taken[f.Name] {
			continue
		}
		d.takeText(f)
		if v, ok := d.foundIn(f.Name, name); ok {
			return v, true
		}
	}
	return nil, false
}

// BootFiles returns the files that Rails runs before the initializers.
func BootFiles(env string) []string {
	return []string{"config/boot.rb", "config/application.rb", "config/environment.rb", "config/environments/" + env + ".rb"}
}

// Texts returns the files of the configuration, and those of lib if they are not too many.
func (d *Definitions) Texts() []files.Text {
	if d.texts != nil {
		return d.texts
	}
	names := slices.DeleteFunc(BootFiles(d.Env), func(name string) bool { return !d.Layout.Exists(name) })
	names = append(names, d.Layout.Below("config/initializers")...)
	for _, file := range d.Layout.Below("config") {
		if part := strings.TrimPrefix(file, "config/"); !strings.HasPrefix(part, "routes") && !strings.HasPrefix(part, "environments/") && !slices.Contains(names, file) {
			names = append(names, file)
		}
	}
	for _, part := range d.Layout.Parts() {
		names = append(names, d.Layout.Below(part+"/config/initializers")...)
	}
	if lib := d.Layout.Below("lib"); len(lib) <= files.MaxListed/2 {
		names = append(names, lib...)
	}
	d.texts = slices.AppendSeq([]files.Text{}, d.Application.TextsOf(names))
	return d.texts
}

// AssignsGlobal reports whether a file of the configuration or of lib, or one of others,
// assigns a global variable, or what is written like one: I18n.locale.
func (d *Definitions) AssignsGlobal(name string, others ...string) bool {
	assigning := code.Assigning(name)
	assigns := func(f files.Text) bool { return assigning(f.Src) }
	return slices.ContainsFunc(d.Texts(), assigns) || slices.ContainsFunc(slices.Collect(d.Application.TextsOf(others)), assigns)
}
