package settings

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"signalbox/expand/psych"
)

// YAML as people write settings: `[:edit]` is a list of symbols, as in Ruby. YAML
// has no text that begins with a colon in brackets and refuses it, so nothing
// that it takes changes its meaning.

// readYAML reads the first document of a text, and the second if there is one.
// The error is io.EOF for a text without a document.
func readYAML(src []byte) (first, second *yaml.Node, err error) {
	first, second, err = documents(src)
	if err == nil || errors.Is(err, io.EOF) || bytes.ContainsRune(src, symbolMark) || bytes.ContainsRune(src, questionMark) {
		return first, second, err
	}
	marked := inFlow.ReplaceAll(src, []byte("${1}"+string(symbolMark)+"${2}"))
	marked = question.ReplaceAll(marked, []byte("${1}"+string(questionMark)))
	if bytes.Equal(marked, src) {
		return nil, nil, err
	}
	if first, second, err = documents(marked); err == nil {
		nameSymbols(first)
	}
	return first, second, err
}

func documents(src []byte) (first, second *yaml.Node, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	first, second = new(yaml.Node), new(yaml.Node)
	if err := decoder.Decode(first); err != nil {
		return nil, nil, err
	}
	err = decoder.Decode(second)
	if errors.Is(err, io.EOF) {
		return first, nil, nil
	}
	return first, second, err
}

// symbolMark stands for the colon of what may be a symbol; it is one character
// too, so that places stay what they are.
const symbolMark = '\uE000'

// questionMark stands for the mark at the end of a name, which Ruby's reader takes
// in brackets: {Settings.beta?: true}.
const questionMark = '\uE001'

var question = regexp.MustCompile(`([\pL\pN_)\]])\?`)

var inFlow = regexp.MustCompile(`(?m)(^|[\[{,\s]):(["'\pL_])`)

// nameSymbols makes symbols of what begins with the mark; elsewhere, as in text
// in quotes, it is a colon again.
func nameSymbols(n *yaml.Node) {
	n.Value = strings.ReplaceAll(n.Value, string(questionMark), "?")
	name, marked := strings.CutPrefix(n.Value, string(symbolMark))
	switch {
	case n.Kind == yaml.ScalarNode && marked && n.Style == 0:
		n.Tag, n.Style, n.Value = "!ruby/symbol", yaml.TaggedStyle, psych.SymbolName(name)
	case strings.ContainsRune(n.Value, symbolMark):
		n.Value = strings.ReplaceAll(n.Value, string(symbolMark), ":")
	}
	for _, e := range n.Content {
		nameSymbols(e)
	}
}
