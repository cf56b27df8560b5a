package bundle

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/gems"
	"signalbox/expand/mapper"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// What the files of gems ask Go for: the functions of their module Signalbox.

// signalbox is the name of that module.
const signalbox = "Signalbox"

// A gemFunction is one of its functions, for so many arguments.
type gemFunction struct {
	least, most int
	run         func(gemModule, *dsl.Call) dsl.Value
	while       func(*Bundle) bool // when there is such a function; nil for always
}

// Some functions are there only while the file of a gem is read, or a word of one runs.
func readingFile(b *Bundle) bool      { return b.defining != nil }
func drawingFramework(b *Bundle) bool { return b.framework != nil }
func runningWord(b *Bundle) bool      { return b.mapper != nil }

// gemFunctions are those functions.
var gemFunctions map[string]gemFunction

func init() {
	gemFunctions = map[string]gemFunction{
		// name and version of the gem whose file is read
		"name":    {0, 0, gemModule.definedName, readingFile},
		"version": {0, 0, gemModule.definedVersion, readingFile},
		// settings(words, "Other::Module", doc_base_url: [:text, "/apipie"]) reads what the
		// initializers set; the gem's module answers for it
		"settings": {0, 9, gemModule.callSettings, readingFile},
		// load("ActiveAdmin", "app/admin") takes what the files of a folder say to the settings; with
		// saying: "add_module" what files say that are scanned, if they mention that
		"load": {2, 2, gemModule.callLoad, nil},
		// initializers_call?("omniauth") says whether an initializer that was run mentions a method
		"initializers_call?": {1, 1, gemModule.callInitializersCall, nil},
		// changed("Module", text), in front of settings, warns with a text if initializers change a module
		"changed": {2, 2, gemModule.callChanged, readingFile},
		// body(words) { ... } runs a block whose self has the methods of an object, and knows
		// no others
		"body": {1, 1, gemModule.callBody, nil},
		// known(list) is a list or hash without what only the application knows of it, which
		// a warning names: that of known(list, "unknown kind of works %b: ...", setting: "..."),
		// if there is one
		"known": {1, 2, gemModule.callKnown, nil},
		// sides(name, options) { |name, options| ... } runs its block for each of the values
		// that conditions pick, of arguments, elements of lists and values of hashes
		"sides": {1, 9, gemModule.callSides, nil},
		// possible(list) { |value, on| ... } runs its block for the values that conditions pick of
		// each element, on both sides alike: `if on` is where the value is there
		"possible": {1, 1, gemModule.callPossible, nil},
		// decide(value) { |yes| ... } runs its block for true and false where a condition decides
		"decide": {1, 1, gemModule.callDecide, nil},
		// scope(path: "/x", as: nil) { ... } runs its block in a scope that differs from the one
		// around in that; fresh_scope in one that says nothing else
		"scope":       {0, 0, gemModule.callScope, runningWord},
		"fresh_scope": {0, 0, gemModule.callScope, runningWord},
		// draw(router, message) { ... } runs its block as a word of the mapper that a method of the
		// gem is given; anything else raises a TypeError
		"draw": {2, 2, gemModule.callDraw, nil},
		// gem?("omniauth") says whether Gemfile.lock has a gem: nil without that file
		"gem?": {1, 1, gemModule.callLocked, nil},
		// since?("devise", "4.9") says whether a gem has a version, or a later one
		"since?": {2, 2, gemModule.callSince, nil},
		// unknown("User.admins") is a value that only the application knows; unknown(value) is such
		// a one with the place of the call
		"unknown": {1, 1, gemModule.callUnknown, nil},
		// unknown?(value, "unknown namespace %b: ...; set it", setting: "...") says whether a value,
		// or a part of it, is unknown, and warns if it is: %b is its source.
		// With at: value the warning is at the place of that value
		"unknown?": {2, 2, gemModule.callIsUnknown, nil},
		// given("User.admins") is what the settings file says; nil if it says nothing
		"given": {1, 1, gemModule.callGiven, nil},
		// given?("User.admins") says whether the settings file says it, be it nil
		"given?": {1, 1, gemModule.callIsGiven, nil},
		// class_name(value) is the name of a class, also of one that no file shows; nil of what
		// is none
		"class_name": {1, 1, gemModule.callClassName, nil},
		// const?("PostResource") says whether a file defines a constant
		"const?": {1, 1, gemModule.callConst, nil},
		// declared("Post", Words, said) runs the class Post of the application, where the methods
		// of Words are words: Words.new(said, name of the class or module) takes each. It
		// returns what they made of the hash said; nil if no file has the class. With below:
		// "app/models" it reads every file there that mentions a word
		"declared": {3, 3, gemModule.callDeclared, nil},
		// warn("what happened; what to do", setting: "User.admins", wants: :list, example: "[a, b]")
		"warn": {1, 1, gemModule.callWarn, nil},
		// path(value) is plain(value) where an unknown value is a dynamic segment
		"path": {1, 1, gemModule.callPath, nil},
		// certain?(value) says whether nothing in a value is unknown
		"certain?": {1, 1, gemModule.callCertain, nil},
		// word?("devise_magic") says whether a file gives the mapper a method; with declared: true
		// only those count that were read for what their classes declare
		"word?": {1, 1, gemModule.callHasWord, nil},
		// assuming(yes) { ... } notes of the routes that its block draws whether no file tells that
		// they exist
		"assuming": {1, 1, gemModule.callAssuming, runningWord},
		// note(gem, "adds the routes of :invitable") says where routes come from
		"note": {2, 2, gemModule.callNote, nil},
		// framework("turbo.draw_routes", true) { |on| ... } runs its block for the values of a setting of
		// Rails' engines, which is true otherwise
		"framework": {2, 2, gemModule.callFramework, drawingFramework},
		// shown("Propshaft::Server") is an application that prints itself so
		"shown": {1, 1, gemModule.callShown, nil},
		// or(value, otherwise) is value || otherwise, where an unknown value is one
		"or": {2, 2, gemModule.callOr, nil},
		// hash?(value) says whether a value is a hash, and hash(value) is that hash: that of
		// nil is empty
		"hash?": {1, 1, gemModule.callIsHash, nil},
		"hash":  {1, 1, gemModule.callHash, nil},
		// text(value, otherwise) is the text of a name, or otherwise of nil; an unknown value is a
		// text
		"text": {2, 2, gemModule.callText, nil},
		// plain(name) is name.to_s, where an unknown name is the text of its expression; nil stays
		"plain": {1, 1, gemModule.callPlain, nil},
		// symbol(name, "unknown name %b: ...") is name.to_sym, and an error of Rails if it has none;
		// nil, and a warning, if the name is unknown
		"symbol": {2, 2, gemModule.callSymbol, nil},
		// sure(value, otherwise) is value, or otherwise if only the application knows it
		"sure": {2, 2, gemModule.callSure, nil},
		// names(list) are the names of a list, or the one name, as symbols; what is none of them
		// is left out
		"names": {1, 1, gemModule.callNames, nil},
		// nearest(name, names) is which of some names a name may be a slip of; nil if there is none
		"nearest": {2, 2, gemModule.callNearest, nil},
		// parts(name) is name.split("/"), where an unknown name has no slash
		"parts": {1, 1, gemModule.callParts, nil},
	}
}

// A gemModule is that module.
type gemModule struct{ *Bundle }

// Call implements dsl.Receiver.
func (b gemModule) Call(c *dsl.Call) (dsl.Value, error) {
	f := gemFunctions[c.Name]
	if f.while != nil && !f.while(b.Bundle) {
		return nil, dsl.ErrNoMethod
	}
	if n := len(c.Args); n < f.least || n > f.most {
		return nil, ruby.WrongArguments(n, strconv.Itoa(f.least)+".."+strconv.Itoa(f.most))
	}
	return f.run(b, c), nil
}

// mapperOf is the mapper of the word that runs.
func (b gemModule) mapperOf(c *dsl.Call) *mapper.Mapper {
	if b.mapper != nil {
		return b.mapper
	}
	return b.Drawing.MapperAt(c)
}

func (b gemModule) definedName(*dsl.Call) dsl.Value {
	return dsl.NewString(b.defining.Name)
}

func (b gemModule) definedVersion(*dsl.Call) dsl.Value {
	return dsl.NewString(b.versionOf(b.defining.Gem))
}

// settingKinds are the kinds of settings. Texts of settings files stand for a `symbol`; of
// `any` the word itself warns of what only the application knows.
var settingKinds = map[dsl.Value]gemSetting{
	dsl.Symbol("text"):     {wants: route.TextShape},
	dsl.Symbol("symbol"):   {wants: route.TextShape, symbols: true},
	dsl.Symbol("list"):     {wants: route.ListShape},
	dsl.Symbol("any"):      {wants: route.AnyShape},
	dsl.Symbol("symbols"):  {wants: route.ListShape, symbols: true},
	dsl.Symbol("decision"): {wants: route.DecisionShape},
	dsl.Symbol("mapping"):  {wants: route.MappingShape},
}

// callSettings reads the settings of the gem whose file is read. A class among the arguments
// has the methods that say more than one value: its object is made of the hash of the
// values. The words of a second one stand in their blocks. A block of instance_eval has the settings as self.
func (b gemModule) callSettings(c *dsl.Call) dsl.Value {
	g := b.defining
	if g.Module == "" || g.Settings == "" {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "settings are read where the file's first comment has the lines `# module:` and `# settings:`")))
	}
	config := b.newGemConfig(g.Settings + ".")
	for i := range c.Keywords.Len() {
		key, v := c.Keywords.At(i)
		pair := ruby.List(v)
		if len(pair) != 2 {
			panic(dsl.Fail(dsl.Raise("ArgumentError", "a setting is a pair of its kind and its default: %s: [:text, \"/desk\"]", ruby.NameText(key))))
		}
		s, ok := settingKinds[pair[0]]
		if !ok {
			panic(dsl.Fail(dsl.Raise("ArgumentError", "no kind of a setting: %s", ruby.NameText(pair[0]))))
		}
		s.name, s.otherwise = ruby.NameText(key), pair[1]
		config.known = append(config.known, s)
		config.values.Set(key, s.otherwise)
	}
	configs := map[string]*gemConfig{g.Module: config}
	maps.Copy(configs, g.configs)
	for _, v := range c.Args {
		switch v := v.(type) {
		case *dsl.Class:
			config.speaks(c, v)
		case dsl.Symbol:
			config.inside = true
		default:
			configs[ruby.NameText(v)] = config
		}
	}
	g.config = config
	b.configure(configs, b.Files.Initializers())
	b.hostConfig(g)
	return dsl.Nil
}

// speaks gives a config the words of a class in Ruby. Those of a further class stand in the
// blocks of these: the config only listens for them.
func (g *gemConfig) speaks(c *dsl.Call, class *dsl.Class) {
	names := c.Send(class, "instance_methods", dsl.False)
	inBlocks := g.words != nil
	if !inBlocks {
		g.words = map[string]func(*dsl.Call){}
	}
	for _, v := range ruby.List(names) {
		if inBlocks {
			if name := ruby.NameText(v); g.setting(strings.TrimSuffix(name, "=")) == nil {
				g.words[name] = func(*dsl.Call) {}
			}
			continue
		}
		g.words[ruby.NameText(v)] = func(c *dsl.Call) {
			before := g.values.Clone()
			defer func() {
				for i := range g.values.Len() {
					key, v := g.values.At(i)
					if was, _ := before.Get(key); was != v {
						g.places[ruby.NameText(key)] = c.Pos
					}
				}
			}()
			dsl.Must(c.Resend(c.Send(class, "new", g.values)))
		}
	}
}

// hostConfig makes what the initializers say the answer of the gem's configuration.
func (b *Bundle) hostConfig(g *definedGem) {
	v, _ := b.Interp.Const(g.Module)
	class, ok := v.(*dsl.Class)
	if !ok {
		return
	}
	config := g.config
	direct := config.front == g.Module+"." // Devise.sign_out_via
	sets := func(name string) bool { return direct && config.setting(strings.TrimSuffix(name, "=")) != nil }
	object := b.Interp.NewObject(b.Config, ruby.Receiver(config.answer))
	setting := b.Interp.NewObject(b.Config, config) // where a setting's name alone makes it
	b.Interp.SetHost(class, ruby.Receiver(func(c *dsl.Call) dsl.Value {
		switch {
		case config.words[c.Name] != nil:
			return dsl.Must(config.Call(c))
		case sets(c.Name):
			return config.answer(c)
		case c.Block == nil:
			return object
		case config.inside:
			return c.Exec(setting, c.Block, setting)
		}
		return c.Yield(object)
	}), func(name string) bool {
		return opening[name] || sets(name) || config.words[name] != nil && !config.inside
	})
}

func (b gemModule) callLoad(c *dsl.Call) dsl.Value {
	module := ruby.NameText(c.Args[0])
	for _, g := range b.defined {
		if g.Module != module || g.config == nil {
			continue
		}
		saying, _ := c.Keywords.Sym("saying")
		files := b.filesThatSay(module, ruby.NameText(c.Args[1]), ruby.NameText(saying))
		values := g.config.values
		b.configure(map[string]*gemConfig{module: g.config}, files)
		c.Thread.Changing(values)
		for i := range g.config.values.Len() {
			values.Set(g.config.values.At(i))
		}
		g.config.values = values
	}
	return dsl.Nil
}

// filesThatSay are the files of a folder, sorted; with a word those that mention it and the
// module, of what is scanned besides the initializers.
func (b *Bundle) filesThatSay(module, folder, word string) []string {
	below := slices.Sorted(slices.Values(b.Layout.Below(folder)))
	if word == "" {
		return below
	}
	var names []string
	for _, f := range slices.AppendSeq(slices.Clip(b.Files.Texts()), b.Files.TextsOf(below)) { // where lib is too large to be scanned
		says := bytes.Contains(f.Src, []byte(word)) && bytes.Contains(f.Src, []byte(module))
		if says && !strings.HasPrefix(f.Name, "config/initializers/") && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

func (b gemModule) callInitializersCall(c *dsl.Call) dsl.Value {
	word := map[string]bool{ruby.NameText(c.Args[0]): true}
	return dsl.Bool(slices.ContainsFunc(b.Files.Initializers(), func(file string) bool {
		return b.Parsed[file] != nil && code.CallsAny(b.Parsed[file], word)
	}))
}

func (b gemModule) callChanged(c *dsl.Call) dsl.Value {
	name, text := ruby.NameText(c.Args[0]), ruby.NameText(c.Args[1])
	changed := b.newGemConfig(name + ".")
	changed.any = func(c *dsl.Call) { b.warn(c.Pos, text) }
	g := b.defining
	if g.configs == nil {
		g.configs = map[string]*gemConfig{}
	}
	g.configs[name] = changed
	return dsl.Nil
}

// warnFromGem warns as the keywords of a call say: setting is the Ruby that reads what
// is missing, wants its kind and example a value in YAML.
func (b gemModule) warnFromGem(c *dsl.Call, text string) {
	word := func(key string) string {
		v, _ := c.Keywords.Sym(key)
		return ruby.NameText(v)
	}
	pos := b.wordPlace(c)
	at, _ := c.Keywords.Sym("at")
	if u := dsl.UnknownIn(at); u != nil && u.Pos.Line > 0 {
		pos = u.Pos
	}
	b.warnSetting(word("setting"), settingKinds[dsl.Symbol(word("wants"))].wants, word("example"), pos, text)
}

// wordPlace is the place of the word that runs, or of the line that is read.
func (b gemModule) wordPlace(c *dsl.Call) grammar.Pos {
	if b.mapper != nil && !b.Host.IsReading() {
		return b.mapper.Pos()
	}
	return b.Host.Place(c)
}

func (b gemModule) callAssuming(c *dsl.Call) dsl.Value {
	defer b.mapperOf(c).Assuming(ruby.Truthy(c.Args[0]))()
	return c.Yield()
}

func (b gemModule) callHasWord(c *dsl.Call) dsl.Value {
	word := ruby.NameText(c.Args[0])
	if v, _ := c.Keywords.Sym("declared"); !ruby.Truthy(v) {
		return dsl.Bool(b.Files.FindWord(word))
	}
	for _, class := range b.classes {
		for _, name := range class.mappers {
			if src, err := b.Files.Read(name); err == nil && bytes.Contains(src, []byte("def "+word)) {
				b.Files.Take(files.Text{Name: name, Src: src})
			}
		}
	}
	return dsl.Bool(b.Host.Defines(word))
}

func (b gemModule) callScope(c *dsl.Call) dsl.Value {
	var v dsl.Value
	b.mapperOf(c).WithScope(c.Name == "fresh_scope", c.Keywords, func() { v = c.Yield() })
	return v
}

func (b gemModule) callDraw(c *dsl.Call) dsl.Value {
	object, _ := c.Args[0].(*dsl.Object)
	var m *mapper.Mapper
	if object != nil {
		m, _ = object.Host.(*mapper.Mapper)
	}
	if m == nil || c.Block == nil {
		panic(dsl.Fail(dsl.Raise("TypeError", "%s", ruby.NameText(c.Args[1]))))
	}
	own := *c
	for _, f := range c.Thread.Stack() {
		if strings.HasPrefix(own.Pos.Filename, mapper.WordSource) {
			own.Pos = f.Pos
		}
	}
	var v dsl.Value
	dsl.Check(m.As(&own, func() {
		defer b.inGemWord(m)()
		v = c.Yield()
	}))
	return v
}

func (b gemModule) callLocked(c *dsl.Call) dsl.Value {
	if locked := b.Locked(); locked != nil {
		return dsl.Bool(locked.Has(ruby.NameText(c.Args[0])))
	}
	return dsl.Nil
}

func (b gemModule) callSince(c *dsl.Call) dsl.Value {
	return dsl.Bool(b.Locked().AtLeast(ruby.NameText(c.Args[0]), true, gems.Numbers(ruby.NameText(c.Args[1]))...))
}

func (b gemModule) callGiven(c *dsl.Call) dsl.Value {
	v, ok := b.Host.Settle(ruby.NameText(c.Args[0]))
	if !ok {
		return dsl.Nil
	}
	if h := ruby.Pairs(c.Thread, v); h != nil {
		return h
	}
	return v
}

func (b gemModule) callIsGiven(c *dsl.Call) dsl.Value {
	_, ok := b.Host.Given(ruby.NameText(c.Args[0]))
	return dsl.Bool(ok)
}

func (b gemModule) callClassName(c *dsl.Call) dsl.Value {
	v := c.Args[0]
	if u, ok := v.(*dsl.Unknown); ok { // User.name of a class that no file shows
		v = dsl.NewUnknown(strings.TrimSuffix(strings.TrimSuffix(u.Text(), ".name"), ".to_s"), grammar.Pos{})
	}
	if name := classOfName(v); name != "" {
		return dsl.NewString(name)
	}
	return dsl.Nil
}

func (b gemModule) callConst(c *dsl.Call) dsl.Value {
	name := ruby.NameText(c.Args[0])
	if _, ok := b.Files.Constant(name); ok {
		return dsl.True
	}
	_, ok := b.Host.Settle(name)
	return dsl.Bool(ok)
}

func (b gemModule) callDeclared(c *dsl.Call) dsl.Value {
	name, said := ruby.NameText(c.Args[0]), c.Args[2]
	class, ok := c.Args[1].(*dsl.Class)
	if !ok {
		panic(dsl.Fail(dsl.Raise("TypeError", "%s is no class of words", ruby.NameText(c.Args[1]))))
	}
	var names []string
	for _, v := range ruby.List(c.Send(class, "instance_methods", dsl.False)) {
		names = append(names, ruby.NameText(v))
	}
	below, _ := c.Keywords.Sym("below")
	files := b.classesThatSay(class, names)
	if _, there := files.said[name]; there && below == nil {
		return files.said[name]
	}
	if below != nil {
		files.loadBelow(ruby.NameText(below))
	}
	files.said[name] = dsl.Nil
	if files.find(name) == nil {
		return dsl.Nil
	}
	files.loadPatches()
	words := map[string]func(*dsl.Call){}
	for _, word := range names {
		words[word] = func(line *dsl.Call) {
			object := line.Send(class, "new", said, dsl.NewString(bodyName(line.Self)))
			dsl.Must(line.Resend(object))
		}
	}
	b.Host.ReadFiles(files.heard, func(r Reading) {
		files.runClass(r, name, words)
		said = ruby.Kept(said)
	})
	files.said[name] = said
	return said
}

func (b gemModule) callBody(c *dsl.Call) dsl.Value {
	words, ok := c.Args[0].(*dsl.Object)
	if !ok || c.Block == nil {
		panic(dsl.Fail(dsl.Raise("ArgumentError", "body takes an object and a block")))
	}
	class := b.Interp.PlainClassOf(words).Name()
	self := b.Interp.NewObject(b.Interp.NewClass(class+"::Body", nil, b.bodyWords), ruby.Receiver(func(c *dsl.Call) dsl.Value {
		switch {
		case b.Interp.Defines(words, c.Name):
			return dsl.Must(c.Resend(words))
		case opening[c.Name] && len(c.Args) == 0 && c.Block == nil:
			return c.Self
		}
		return dsl.NewUnknown(ruby.CallText(c), c.Pos)
	}))
	return c.Exec(self, c.Block, self)
}

// bodyName is the name of the class or module whose body self is.
func bodyName(self dsl.Value) string {
	if o, ok := self.(*dsl.Object); ok {
		if b, ok := o.Host.(*classBody); ok {
			return b.name
		}
	}
	return ""
}

func (b gemModule) callWarn(c *dsl.Call) dsl.Value {
	b.warnFromGem(c, ruby.NameText(c.Args[0]))
	return dsl.Nil
}

func (b gemModule) callNote(c *dsl.Call) dsl.Value {
	b.noteGem(c, ruby.NameText(c.Args[0]), ruby.NameText(c.Args[1]))
	return dsl.Nil
}

func (b gemModule) noteGem(c *dsl.Call, gem, does string) {
	b.Host.Tell(route.Diagnostic{Severity: route.Note, Kind: route.GemNote, Summary: gem + " of Gemfile.lock " + does, Pos: b.mapperOf(c).Pos()})
}

func (b gemModule) callPath(c *dsl.Call) dsl.Value {
	if !ruby.Truthy(c.Args[0]) {
		return dsl.Nil
	}
	s := b.mapperOf(c).PathText(c.Args[0])
	return dsl.NewString(s)
}

func (b gemModule) callCertain(c *dsl.Call) dsl.Value {
	v := c.Args[0]
	if s, ok := v.(*dsl.String); ok && route.HoldsUnknown(s.String()) {
		return dsl.False
	}
	return dsl.Bool(ruby.Undecided(v) == nil)
}
