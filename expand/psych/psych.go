// Package psych makes Ruby values of YAML, as Ruby's library of that name does:
//
//	v, err := psych.Load("config/pages.yml", []byte("about: {path: /us, on: yes}"), false)
//	// {"about" => {"path" => "/us", true => true}}
//
// A [Reader] is for files that are read in another way: .routes.yml with its tags, or a
// template whose values ERB has made.
package psych

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"signalbox/dsl"
	"signalbox/expand/ruby"
	"signalbox/grammar"
)

// An Error is YAML that cannot be read, or a value that is not taken:
//
//	config/pages.yml:2:3: did not find expected node content
type Error struct {
	Class   string // SyntaxError, or ArgumentError of a value
	Message string
	Pos     grammar.Pos
	Hint    string
	cause   error
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Message }

// Position returns the place of the error.
func (e *Error) Position() grammar.Pos { return e.Pos }

// Unwrap returns the error of the YAML library, if any.
func (e *Error) Unwrap() error { return e.cause }

// ErrRuby is the error of a value that only Ruby can make, such as a Date.
var ErrRuby = errors.New("only Ruby can make this value")

// The bounds of a value.
const (
	maxDepth = 50
	maxNodes = 100_000
)

// Load makes of a text what YAML.load makes of it; with symbols, the keys that are strings
// become symbols (symbolize_names:). The error is io.EOF for a text without a document,
// [ErrRuby], or an *[Error].
func Load(name string, src []byte, symbols bool) (dsl.Value, error) {
	n, err := Document(name, src)
	if err != nil {
		return nil, err
	}
	r := &Reader{Name: name}
	if symbols {
		r.Key = SymbolKey
	}
	return r.Value(n)
}

// Document returns the first document of a text. The error is io.EOF for a text without
// one, or an *[Error].
func Document(name string, src []byte) (*yaml.Node, error) {
	var n yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(src)).Decode(&n); errors.Is(err, io.EOF) {
		return nil, err
	} else if err != nil {
		return nil, SyntaxError(name, err, src)
	}
	if len(n.Content) == 0 {
		return nil, io.EOF
	}
	return n.Content[0], nil
}

// ofParser tells the errors of the YAML library's grammar from those of its scanner.
var ofParser = regexp.MustCompile(`^did not find expected (<|node content|'-' indicator|key|',' or)`)

// SyntaxError gives an error of the YAML library its place: it has only the line, and of
// aliases not even that.
func SyntaxError(name string, err error, src []byte) *Error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	pos := grammar.Pos{Filename: name, Line: 1, Column: 1}
	if name, ok := strings.CutPrefix(text, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		if at := bytes.Index(src, []byte("*"+name)); at >= 0 {
			before := src[:at]
			pos.Line += bytes.Count(before, []byte("\n"))
			pos.Column += utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
		}
	}
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				pos.Line, pos.Column, text = n, 1, message
				if ofParser.MatchString(message) {
					pos.Line = min(n+1, 1+bytes.Count(bytes.TrimRight(src, "\n"), []byte("\n"))) // it counts from 0 there
				}
			}
		}
	}
	return &Error{
		Class: "SyntaxError", Message: text, Pos: pos, cause: err,
		Hint: "text with one of : # [ ] { } & * ! % @ in it needs quotes around it, and lines are indented with spaces",
	}
}

// WrongSyntax returns an error about the form of a text.
func WrongSyntax(pos grammar.Pos, message, hint string) *Error {
	return &Error{Class: "SyntaxError", Message: message, Pos: pos, Hint: hint}
}

// A Reader makes Ruby values of nodes. The functions that are nil do what YAML.load does.
type Reader struct {
	Name string // of the file, in errors
	// Scalar makes the value of a scalar.
	Scalar func(n *yaml.Node) (dsl.Value, error)
	// Key makes a key of a mapping, of its node and value.
	Key func(n *yaml.Node, v dsl.Value) (dsl.Value, error)
	// Mapping makes the value of a mapping.
	Mapping func(h *dsl.Hash) dsl.Value

	count int
}

// Value returns the value of a node. The error is an *[Error], or that of a function.
func (r *Reader) Value(n *yaml.Node) (dsl.Value, error) { return r.value(n, 0) }

// Hash returns the hash of a mapping, as [Reader.Value] does.
func (r *Reader) Hash(n *yaml.Node) (*dsl.Hash, error) { return r.hash(n, 0) }

// Errorf returns an ArgumentError about a node.
func (r *Reader) Errorf(n *yaml.Node, format string, args ...any) error {
	return &Error{Class: "ArgumentError", Message: fmt.Sprintf(format, args...), Pos: grammar.Pos{Filename: r.Name, Line: n.Line, Column: n.Column}}
}

// enter counts a node against the bounds.
func (r *Reader) enter(n *yaml.Node, depth int) error {
	if r.count++; depth > maxDepth || r.count > maxNodes {
		return r.Errorf(n, "the value is too large: at most %d parts, %d levels deep", maxNodes, maxDepth)
	}
	return nil
}

func (r *Reader) value(n *yaml.Node, depth int) (dsl.Value, error) {
	if n.Kind == yaml.MappingNode {
		h, err := r.hash(n, depth)
		if err != nil || r.Mapping == nil {
			return h, err
		}
		return r.Mapping(h), nil
	}
	if err := r.enter(n, depth); err != nil {
		return nil, err
	}
	switch {
	case n.Kind == yaml.AliasNode:
		return r.value(n.Alias, depth+1)
	case n.Kind == yaml.SequenceNode:
		return r.list(n, depth)
	case r.Scalar != nil:
		return r.Scalar(n)
	}
	return scalar(n)
}

// untagged is the error of a list or a mapping with a tag.
func (r *Reader) untagged(n *yaml.Node) error {
	if n.Style&yaml.TaggedStyle == 0 || n.Tag == "!" || n.Tag == "!!map" || n.Tag == "!!seq" {
		return nil
	}
	err := r.Errorf(n, "the tag %s is not understood; objects are mappings without one", n.Tag).(*Error)
	err.cause = ErrRuby
	return err
}

func (r *Reader) list(n *yaml.Node, depth int) (dsl.Value, error) {
	if err := r.untagged(n); err != nil {
		return nil, err
	}
	list := dsl.NewArray()
	for _, e := range n.Content {
		v, err := r.value(e, depth+1)
		if err != nil {
			return nil, err
		}
		list.Elems = append(list.Elems, v)
	}
	return list, nil
}

func (r *Reader) hash(n *yaml.Node, depth int) (*dsl.Hash, error) {
	if err := r.untagged(n); err != nil {
		return nil, err
	}
	if err := r.enter(n, depth); err != nil {
		return nil, err
	}
	h := dsl.NewHash(len(n.Content) / 2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if Resolved(n.Content[i]).Tag == "!!merge" {
			if err := r.mergeInto(h, n.Content[i+1], depth+1); err != nil {
				return nil, err
			}
			continue
		}
		key, err := r.value(n.Content[i], depth+1)
		if err == nil && r.Key != nil {
			key, err = r.Key(Resolved(n.Content[i]), key)
		}
		if err != nil {
			return nil, err
		}
		v, err := r.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		h.Set(key, v)
	}
	return h, nil
}

// mergeInto merges the mapping of a `<<`, or those of a list, of which the first goes before
// the others.
func (r *Reader) mergeInto(h *dsl.Hash, n *yaml.Node, depth int) error {
	from := []*yaml.Node{n}
	if list := Resolved(n); list.Kind == yaml.SequenceNode {
		from = slices.Clone(list.Content)
		slices.Reverse(from)
	}
	for _, e := range from {
		mapping := Resolved(e)
		if mapping.Kind != yaml.MappingNode {
			return r.Errorf(e, "<< wants a mapping, or a list of them")
		}
		merged, err := r.hash(mapping, depth)
		if err != nil {
			return err
		}
		ruby.Merge(h, merged)
	}
	return nil
}

// SymbolKey is a Key that makes symbols of strings.
func SymbolKey(_ *yaml.Node, key dsl.Value) (dsl.Value, error) {
	if s, ok := key.(*dsl.String); ok {
		return dsl.Symbol(s.String()), nil
	}
	return key, nil
}

// Resolved returns the node that an alias stands for.
func Resolved(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// Pairs returns the values of a mapping by the names of its keys, of equal ones the last.
func Pairs(n *yaml.Node) map[string]*yaml.Node {
	n = Resolved(n)
	pairs := map[string]*yaml.Node{}
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			pairs[n.Content[i].Value] = n.Content[i+1]
		}
	}
	return pairs
}
