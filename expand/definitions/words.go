package definitions

import (
	"slices"
	"strings"

	"signalbox/expand/code"
	"signalbox/expand/files"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// Which files have a word: what is asked of a name looks at these alone, and parses no others.

// words are those of texts outside of comments, without what makes them variables or questions: list for
// @list, list? and list=.
type words struct {
	in     map[string][]int32 // the texts that have a word, by their numbers
	number map[string]int32   // of a text: the configuration and lib come first, in the order of Texts
	count  int32
}

// setsVariable is the word for instance_variable_set and its like.
const setsVariable = "variable_set"

// wordOf returns the word of a name; empty for an operator.
func wordOf(name string) string {
	if name = strings.Trim(name, "@$?!="); ruby.IsWord(name) {
		return name
	}
	return ""
}

// wordsIn returns the words of a text, each once.
func wordsIn(src []byte) (words []string) {
	seen := map[string]bool{}
	for line := range strings.Lines(string(src)) {
		if text := strings.TrimLeft(line, " \t"); strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "#{") {
			continue
		}
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return r < 0x80 && !ruby.IsWordByte(byte(r)) }) {
			if strings.HasSuffix(word, setsVariable) {
				word = setsVariable
			}
			if !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return words
}

// index returns the words of the configuration and of lib, and of what kin adds.
func (d *Definitions) index() *words {
	if d.words.in == nil {
		d.words = words{in: map[string][]int32{}, number: map[string]int32{}}
		for _, f := range d.Texts() {
			d.addWords(f)
		}
	}
	return &d.words
}

// addWords adds a text to the index.
func (d *Definitions) addWords(f files.Text) {
	number := d.words.count
	d.words.number[f.Name] = number
	d.words.count++
	for _, word := range d.textFacts(f).words() {
		d.words.in[word] = append(d.words.in[word], number)
	}
}

// naming returns the texts of the configuration and of lib that have the word of a name.
func (d *Definitions) naming(name string) []files.Text {
	return d.namingAny([]string{wordOf(code.LastName(name))})
}

// has reports whether a text of the index has the word of a name.
func (d *Definitions) has(f files.Text, name string) bool {
	number, known := d.index().number[f.Name]
	_, found := slices.BinarySearch(d.words.in[wordOf(name)], number)
	return known && found
}

// mentions reports whether a file of the configuration or of lib besides one has a word.
func (d *Definitions) mentions(name, besides string) bool {
	return slices.ContainsFunc(d.index().in[wordOf(name)], func(i int32) bool { return int(i) < len(d.texts) && d.texts[i].Name != besides })
}

// namingAny returns the texts of the configuration and of lib that have one of some words.
func (d *Definitions) namingAny(words []string) (texts []files.Text) {
	var at []int32
	for _, word := range words {
		at = append(at, d.index().in[word]...)
	}
	slices.Sort(at)
	for _, i := range slices.Compact(at) {
		if int(i) < len(d.texts) {
			texts = append(texts, d.texts[i])
		}
	}
	return texts
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

// namesAny reports whether a text of which the words are known names one of some classes.
func (d *Definitions) namesAny(f files.Text, classes map[string]bool) bool {
	for name := range classes {
		if d.has(f, name) {
			return true
		}
	}
	return false
}

// definersOf returns the texts of the configuration and of lib that define a constant of some last name.
func (d *Definitions) definersOf(constant string) []files.Text {
	last := code.LastName(constant)
	return slices.DeleteFunc(d.naming(last), func(f files.Text) bool { return !slices.Contains(d.DefinedIn(f), last) })
}

// defines reports whether a text of the configuration or of lib defines a method of some name.
func (d *Definitions) defines(method string) bool {
	return slices.ContainsFunc(d.naming(method), func(f files.Text) bool { return slices.Contains(d.textFacts(f).methods(), method) })
}

// beyond returns the files of the configuration and of lib that mention a name, and the class or module
// that it stands in. What calls an operator does not mention it.
func (d *Definitions) beyond(name, within string) []*code.Index {
	if wordOf(name) == "" {
		name, within = within, ""
	}
	texts := d.naming(name)
	if within != "" {
		texts = slices.DeleteFunc(texts, func(f files.Text) bool { return !d.has(f, within) })
	}
	var list []*grammar.File
	for _, f := range texts {
		if file := d.Application.SourceText(f.Name, f.Src); file != nil {
			list = append(list, file)
		}
	}
	return d.indices(list)
}

// indices returns the indices of files.
func (d *Definitions) indices(list []*grammar.File) (all []*code.Index) {
	for _, file := range list {
		all = append(all, files.Fact(d.Memo, file, func(file *grammar.File) *code.Index { return code.IndexOf(file) }))
	}
	return all
}
