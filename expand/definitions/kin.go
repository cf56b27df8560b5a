package definitions

import (
	"maps"
	"slices"
	"strings"

	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/grammar"
)

// Which classes share the constants and class variables of a class, and the methods of a module.

// A kinship says which classes descend from which, as far as the texts show it of the configuration and of
// lib, and of the files of classes that the configuration and the routes name. Classes go by their last names.
type kinship struct {
	heirs  map[string][]code.Descent // of a class or module
	mixed  map[string][]string       // the modules that a class has, each once
	mixers map[string][]string       // the classes that have a module, each once
	texts  map[string][]files.Text   // those besides, by what they define
}

// Kin returns the last names of a class or module, and of all that descend from it.
func (d *Definitions) Kin(class string) map[string]bool {
	kin := map[string]bool{}
	d.kin().addHeirs(kin, class)
	return kin
}

func (k *kinship) addHeirs(kin map[string]bool, class string) {
	last := code.LastName(class)
	if kin[last] {
		return
	}
	kin[last] = true
	if last == "" { // what is below classes without a name, nobody says
		return
	}
	for _, x := range k.heirs[last] {
		if strings.HasSuffix("::"+class, "::"+x.Of) || strings.HasSuffix("::"+x.Of, "::"+class) {
			k.addHeirs(kin, x.Class)
		}
	}
}

func (d *Definitions) kin() *kinship {
	if d.kinship != nil {
		return d.kinship
	}
	k := &kinship{map[string][]code.Descent{}, map[string][]string{}, map[string][]string{}, map[string][]files.Text{}}
	d.kinship = k
	seen, named := map[string]bool{}, map[string]bool{}
	for _, f := range d.Texts() {
		seen[f.Name] = true
		k.add(d.outline(f).Descents)
		if inConfig(f.Name) {
			d.addNamed(named, f)
		}
	}
	for f := range d.Application.TextsOf(append(d.Layout.Below("config/routes"), "config/routes.rb")) {
		d.addNamed(named, f)
	}
	for len(named) > 0 {
		var next []string
		for _, name := range slices.Sorted(maps.Keys(named)) {
			for _, file := range d.FilesOf(name) {
				if !seen[file] {
					seen[file] = true
					next = append(next, file)
				}
			}
		}
		clear(named)
		for f := range d.Application.TextsOf(next) {
			descents := d.outline(f).Descents
			k.add(descents)
			for _, x := range descents {
				named[x.Of] = true
			}
			for _, name := range d.DefinedIn(f) {
				k.texts[name] = append(k.texts[name], f)
			}
		}
	}
	return k
}

func (k *kinship) add(descents []code.Descent) {
	for _, x := range descents {
		class, of := code.LastName(x.Class), code.LastName(x.Of)
		k.heirs[of] = append(k.heirs[of], x)
		if x.Mixed && !slices.Contains(k.mixed[class], of) {
			k.mixed[class] = append(k.mixed[class], of)
			k.mixers[of] = append(k.mixers[of], class)
		}
	}
}

// addNamed adds the constants that a text names, and those around them.
func (d *Definitions) addNamed(names map[string]bool, f files.Text) {
	for _, name := range d.NamedIn(f) {
		for name = strings.TrimRight(name, ":"); name != "" && !names[name]; name = code.OuterName(name) {
			names[name] = true
		}
	}
}

// ModulesOf returns the last names of the modules that some classes have.
func (d *Definitions) ModulesOf(kin map[string]bool) map[string]bool {
	modules := map[string]bool{}
	for name := range kin {
		for _, module := range d.kin().mixed[name] {
			modules[module] = true
		}
	}
	return modules
}

// namingAny returns the texts of the configuration and of lib that name one of some classes, and those of
// what they are and of what they have.
func (d *Definitions) namingAny(kin map[string]bool) []files.Text {
	var texts []files.Text
	for _, name := range slices.Sorted(maps.Keys(kin)) {
		texts = append(texts, d.naming(name)...)
	}
	return eachOnce(append(texts, d.textsOf(kin)...))
}

// textsOf returns the texts of the modules that some classes have, and those besides the configuration and lib
// that define the classes. Of one class alone there are none: its last name is that of others, too.
func (d *Definitions) textsOf(kin map[string]bool) (texts []files.Text) {
	if len(kin) == 1 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(kin)) {
		texts = append(texts, d.kin().texts[name]...)
		for _, module := range d.kin().mixed[name] {
			texts = append(append(texts, d.definersOf(module)...), d.kin().texts[module]...)
		}
	}
	return eachOnce(texts)
}

func eachOnce(texts []files.Text) (list []files.Text) {
	seen := map[string]bool{}
	for _, f := range texts {
		if !seen[f.Name] {
			seen[f.Name] = true
			list = append(list, f)
		}
	}
	return list
}

// opensAny reports whether a file opens one of some classes, or a module that one of them has.
func (d *Definitions) opensAny(file *grammar.File, kin map[string]bool) bool {
	for name := range d.patched(file) {
		if d.isOf(name, kin) {
			return true
		}
	}
	return false
}

// isOf reports whether a class or module is one of some classes, or a module that one of them has.
func (d *Definitions) isOf(name string, kin map[string]bool) bool {
	return kin[name] || len(kin) > 1 && slices.ContainsFunc(d.kin().mixers[name], func(class string) bool { return kin[class] })
}
