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
	heirs    map[string][]code.Descent // of a class or module
	mixed    map[string][]string       // the modules that a class has, each once
	mixers   map[string][]string       // the classes that have a module, each once
	definers map[string][]files.Text   // the texts, by what they define: of the configuration and of lib
	besides  map[string][]files.Text   // and others
}

// A family is a class alone, or with all that have its constants and class variables, or the methods of the module.
type family struct {
	class string
	kin   map[string]bool // the last names of them
	more  []files.Text    // see textsOf
	named []files.Text    // those of the configuration and of lib that name one of them, and more
	goes  *code.Flow      // where they go in the configuration, nil for too many ways
	asked bool            // whether follow was called
}

// A familyKey says which family.
type familyKey struct {
	class string
	kin   bool
}

// family returns that of a class alone, or with its kin.
func (d *Definitions) family(class string, kin bool) *family {
	key := familyKey{class, kin}
	if f := d.families[key]; f != nil {
		return f
	}
	f := &family{class: class, kin: map[string]bool{}}
	if class != "" {
		f.kin[code.LastName(class)] = true
	}
	if kin {
		f.kin = d.Kin(class)
		f.more = d.textsOf(f.kin)
	}
	if len(f.kin) == 1 && kin {
		f = d.family(class, false)
	}
	if !d.sealed {
		d.families[key] = f
	}
	return f
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
	k := &kinship{map[string][]code.Descent{}, map[string][]string{}, map[string][]string{}, map[string][]files.Text{}, map[string][]files.Text{}}
	d.kinship = k
	seen, named := map[string]bool{}, map[string]bool{}
	d.index()
	for _, f := range d.Texts() {
		seen[f.Name] = true
		k.add(d.outline(f).Descents)
		for _, name := range d.DefinedIn(f) {
			k.definers[name] = append(k.definers[name], f)
		}
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
			d.addWords(f)
			for _, name := range d.DefinedIn(f) {
				k.besides[name] = append(k.besides[name], f)
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

// textsOf returns the texts of the modules that some classes have, and those besides the configuration and lib
// that define the classes. Of one class alone there are none: its last name is that of others, too.
func (d *Definitions) textsOf(kin map[string]bool) (texts []files.Text) {
	if len(kin) == 1 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(kin)) {
		texts = append(texts, d.kin().besides[name]...)
		for _, module := range d.kin().mixed[name] {
			texts = append(append(texts, d.kin().definers[module]...), d.kin().besides[module]...)
		}
	}
	return eachOnce(texts)
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
