// Package dotenv reads .env files as the gem of that name does:
//
//	SITE=example.org
//	export URL="https://${SITE}/"
package dotenv

import (
	"regexp"
	"strings"
)

// An Environment has the text of variables that are set; ok is false for others.
type Environment interface {
	Text(name string) (text string, ok bool)
}

// A Variable is one that a file sets.
type Variable struct {
	Name, Value string
	Command     bool // the value is what a command prints: $(hostname)
}

// Parse returns the variables that a text sets, in the order of their first lines. Those of env
// keep their values, and are what `$NAME` in others stands for, unless the file overwrites them.
func Parse(src string, env Environment, overwrite bool) []Variable {
	p := &parser{env: env, overwrite: overwrite, values: map[string]string{}}
	p.parse(src)
	all := make([]Variable, len(p.order))
	for i, key := range p.order {
		all[i] = Variable{key, p.values[key], p.commands[key]}
	}
	return all
}

// A parser reads one file. Dotenv: Parser.
type parser struct {
	env       Environment
	overwrite bool
	values    map[string]string
	commands  map[string]bool // variables whose values commands print
	order     []string
}

var assignment = regexp.MustCompile(`(?m)(?:^|\A)\s*(export\s+)?([\w.]+)(?:(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|[^#\n]+)?)?\s*(?:#.*)?(?:$|\z)`)

func (p *parser) parse(src string) {
	src = strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\r", "\n")
	for _, m := range assignment.FindAllStringSubmatch(src, -1) {
		key, exports := m[2], m[1] != ""
		if _, again := p.values[key]; exports && m[3] == "" && again {
			continue // `export KEY` below its value
		} else if !again {
			p.order = append(p.order, key)
		}
		if v, ok := p.env.Text(key); ok && !p.overwrite {
			p.values[key] = v
			continue
		}
		p.values[key] = p.value(key, m[3])
	}
}

// value is a value without quotes, escapes and variables.
func (p *parser) value(key, text string) string {
	text = strings.TrimSpace(text)
	quote := byte(0)
	if n := len(text); n > 1 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] {
		quote, text = text[0], text[1:n-1]
	}
	switch quote {
	case '\'':
		return text
	case '"':
		text = strings.NewReplacer(`\n`, `\\n`, `\r`, `\\r`).Replace(text)
	}
	return p.substitute(key, escaped.ReplaceAllString(text, "$1"))
}

var (
	escaped   = regexp.MustCompile(`\\([^$])`)
	command   = regexp.MustCompile(`(?:^|[^\\])\$\(`)
	reference = regexp.MustCompile(`(?i)(\\)?\$(\(?)\{?([A-Z0-9_]+)?\}?`)
)

// substitute puts variables in their places. What a command prints, only the
// machine knows.
func (p *parser) substitute(key, text string) string {
	if command.MatchString(text) {
		if p.commands == nil {
			p.commands = map[string]bool{}
		}
		p.commands[key] = true
		return text
	}
	return reference.ReplaceAllStringFunc(text, func(found string) string {
		m := reference.FindStringSubmatch(found)
		switch {
		case m[1] != "":
			return found[1:]
		case m[3] == "" || m[2] != "":
			return found
		}
		if v, ok := p.values[m[3]]; ok {
			return v
		}
		v, _ := p.env.Text(m[3])
		return v
	})
}
