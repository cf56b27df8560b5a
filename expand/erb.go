package expand

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// ERB in YAML files of the configuration:
//
//	host: <%= ENV.fetch("HOST", "localhost") %>

// A template is the text that ERB made of a file. Values that text can't keep stand in
// it as marks: those that only the application knows, and those that lack a variable.
type template struct {
	text   bytes.Buffer
	values []dsl.Value
}

// The marks are numbers between two characters of private use.
const (
	markOpen  = '\uE010'
	markClose = '\uE011'
)

var valueMark = regexp.MustCompile(string(markOpen) + `(\d+)` + string(markClose))

// erb runs a template; nil if it can't be run. Rails: ActiveSupport::ConfigurationFile.
func (cf *configuration) erb(name string, src []byte) *template {
	program, texts, ok := erbProgram(string(src))
	if !ok || bytes.ContainsRune(src, markOpen) {
		return nil
	}
	file, err := grammar.Parse(name, []byte(program))
	if err != nil {
		cf.l.tellUnusable(name, err)
		return nil
	}
	t := &template{}
	var missing []dsl.Unset
	self := cf.l.interp.NewObject(cf.l.interp.NewClass("Object", nil, func(name string) bool { return name == erbText || name == erbValue }), ruby.Receiver(func(c *dsl.Call) dsl.Value {
		if c.Name == erbText {
			t.text.WriteString(texts[c.Args[0].(dsl.Int)])
			return dsl.Nil
		}
		if !cf.ofOtherEnvironment(t.text.Bytes()) {
			missedFor(&cf.l.variables.ofConstants, erbKey(t.text.Bytes()), missing)
		}
		missing = nil
		t.add(c)
		return dsl.Nil
	}))
	outer := cf.l.variables.collected
	cf.l.variables.collected = &missing
	cf.l.interp.WithoutJournal(func() {
		cf.l.looking.Aside(func(thread *dsl.Thread) { _, err = thread.Run(file, self) })
	})
	cf.l.variables.collected = outer
	if err != nil {
		return nil
	}
	return t
}

// The methods that a program made of a template calls: their names are short, so that
// code stands where it does in the file.
const (
	erbText  = "_"
	erbValue = "p"
)

// add adds a value.
func (t *template) add(c *dsl.Call) {
	v := c.Args[0]
	if dsl.UnknownIn(v) == nil && c.Interp().UnsetIn(v) == nil {
		t.text.WriteString(c.ToS(v))
		return
	}
	t.text.WriteString(string(markOpen) + strconv.Itoa(len(t.values)) + string(markClose))
	t.values = append(t.values, v)
}

// erbProgram is the Ruby of a template, line by line, and the texts in it. ok is
// false for one that ends within a tag.
func erbProgram(src string) (program string, texts []string, ok bool) {
	var b strings.Builder
	text := func(s string) {
		if s != "" {
			call := erbText + "(" + strconv.Itoa(len(texts)) + ");"
			lines, last := strings.Count(s, "\n"), s[strings.LastIndexByte(s, '\n')+1:]
			if lines == 0 {
				last = last[min(len(call), len(last)):]
			}
			b.WriteString(call + strings.Repeat("\n", lines) + strings.Repeat(" ", len(last)))
			texts = append(texts, strings.ReplaceAll(s, "%%>", "%>"))
		}
	}
	for {
		before, rest, found := strings.Cut(src, "<%")
		text(before)
		if !found {
			return b.String(), texts, true
		}
		if literal, escaped := strings.CutPrefix(rest, "%"); escaped {
			text("<%")
			src = literal
			continue
		}
		code, after, closed := strings.Cut(rest, "%>")
		switch {
		case !closed:
			return "", nil, false
		case strings.HasPrefix(code, "#"):
			b.WriteString(strings.Repeat("\n", strings.Count(code, "\n")))
		case strings.HasPrefix(code, "="):
			b.WriteString(erbValue + "((" + code[1:] + "));")
		default:
			b.WriteString("  " + code + ";")
		}
		src = after
	}
}

// erbKey is the key of YAML that the last line of a text begins with.
func erbKey(text []byte) string {
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	key, _, _ := bytes.Cut(line, []byte(":"))
	return strings.Trim(string(key), " -\"'")
}

var (
	yamlSection  = regexp.MustCompile(`(?m)^([\w-]+):`)
	environments = map[string]bool{"development": true, "test": true, "production": true, "staging": true}
)

// ofOtherEnvironment reports whether a text of YAML ends in the part for another
// environment.
func (cf *configuration) ofOtherEnvironment(text []byte) bool {
	sections := yamlSection.FindAllSubmatch(text, -1)
	if len(sections) == 0 {
		return false
	}
	last := string(sections[len(sections)-1][1])
	return environments[last] && last != cf.l.options.RailsEnv
}

// marked returns the value of a scalar with marks in it.
func (t *template) marked(interp *dsl.Interp, text string, plain bool) (dsl.Value, error) {
	marks := valueMark.FindAllStringSubmatchIndex(text, -1)
	value := func(m []int) dsl.Value {
		n, err := strconv.Atoi(text[m[2]:m[3]])
		if err != nil || n >= len(t.values) {
			return dsl.Nil
		}
		return t.values[n]
	}
	if plain && len(marks) == 1 && marks[0][0] == 0 && marks[0][1] == len(text) {
		return value(marks[0]), nil
	}
	thread := interp.NewThread()
	var all dsl.Value = dsl.NewString("")
	add := func(v dsl.Value) (err error) {
		if !dsl.IsUnknown(v) {
			v, err = thread.Call(v, "to_s")
		}
		if err == nil {
			all, err = thread.Call(all, "+", v)
		}
		return err
	}
	at := 0
	for _, m := range marks {
		if err := add(dsl.NewString(text[at:m[0]])); err != nil {
			return nil, err
		}
		if err := add(value(m)); err != nil {
			return nil, err
		}
		at = m[1]
	}
	return all, add(dsl.NewString(text[at:]))
}
