package expand

import (
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/grammar"
)

func redirectWords(name string) bool {
	switch name {
	case "call", "inspect", "to_s", "status", "redirect?":
		return true
	}
	return false
}

// redirect is `redirect`.
func (m *Mapper) redirect(c *dsl.Call) (dsl.Value, error) {
	r, err := m.newRedirect(c)
	if err != nil {
		return nil, err
	}
	return m.l.interp.NewObject(m.l.redirectClass, r), nil
}

func (m *Mapper) newRedirect(c *dsl.Call) (*route.Redirect, error) {
	options := c.Keywords
	args := c.Args
	if options == nil {
		options, args = oldOptions(args)
	}
	r := &route.Redirect{Status: dsl.Int(301)}
	if v := take(options, "status"); truthy(v) {
		r.Status = v
	}
	if u := dsl.UnknownIn(r.Status); u != nil {
		m.l.unknownAs(m, u, "It is used as a status; the table shows a placeholder.", route.NumberShape, "302")
	}
	status, err := m.showOption(r.Status)
	if err != nil {
		return nil, err
	}
	r.Text = "redirect(" + status + ")"
	var path dsl.Value
	if len(args) > 0 {
		path = args[0]
	}
	switch {
	case options.Len() > 0:
		r.Options = options
		for _, u := range unknownOptions(options) {
			m.l.unknown(m, u, "redirect")
		}
		shown, err := m.showOptions(options)
		r.Text = "redirect(" + status + ", " + shown + ")"
		return r, err
	case isString(path):
		r.Path = path.(*dsl.String)
		if u := dsl.UnknownIn(path); u != nil {
			m.l.unknown(m, u, "redirect")
		}
		r.Text = "redirect(" + status + ", " + r.Path.String() + ")"
	case m.responds(path, "call"):
		r.Block = path
		if u, ok := path.(*dsl.Unknown); ok && !strings.Contains(u.Text(), ".new") {
			m.l.unknown(m, u, "redirect")
			r.Text = "redirect(" + status + ", " + dsl.Brief(u.Text()) + ")"
		}
	case c.Block != nil:
		r.Block = c.KeepBlock()
	case len(args) == 0:
		return nil, hinted(dsl.Raise("ArgumentError", "redirection argument not supported"), "a `do` block belongs to the word in front of `redirect`: write `redirect { |params| ... }`")
	default:
		return nil, dsl.Raise("ArgumentError", "redirection argument not supported")
	}
	return r, nil
}

// unknownOptions returns what only the application knows in options, one value for each.
func unknownOptions(options *dsl.Hash) (list []*dsl.Unknown) {
	for i := range options.Len() {
		key, v := options.At(i)
		u := dsl.UnknownIn(v)
		if u == nil {
			u = dsl.UnknownIn(key)
		}
		if u != nil {
			list = append(list, u)
		}
	}
	return list
}

func isString(v dsl.Value) bool {
	_, ok := v.(*dsl.String)
	return ok
}

func (m *Mapper) showOptions(options *dsl.Hash) (string, error) {
	parts := make([]string, options.Len())
	for i := range parts {
		key, v := options.At(i)
		if u, ok := key.(*dsl.Unknown); ok && u.Splat() {
			parts[i] = dsl.Brief(u.Text())
			continue
		}
		k, err := m.str(key)
		if err != nil {
			return "", err
		}
		s, err := m.showOption(v)
		if err != nil {
			return "", err
		}
		parts[i] = k + ": " + s
	}
	return strings.Join(parts, ", "), nil
}

func (m *Mapper) showOption(v dsl.Value) (string, error) {
	switch v := v.(type) {
	case dsl.Int:
		return strconv.FormatInt(int64(v), 10), nil
	case *dsl.Unknown:
		return dsl.Brief(v.Text()), nil
	}
	if v == dsl.False {
		return "false", nil
	}
	return m.str(v)
}

// ---- redirects that a program subclasses

const redirectModule = "ActionDispatch::Routing::"

// redirectClasses are Rails' classes as far as a routes file sees them.
const redirectClasses = `
module ActionDispatch
  module Routing
    class Redirect
      attr_reader :status, :block
      def initialize(status, block, source_location = nil) = (@status, @block = status, block)
      def redirect? = true
      def call(env) = nil
      def inspect = "redirect(#{status})"
    end
    class PathRedirect < Redirect
      def inspect = "redirect(#{status}, #{block})"
    end
    class OptionRedirect < Redirect
      alias options block
      def inspect = "redirect(#{status}, #{options.map { |k, v| "#{k}: #{v}" }.join(', ')})"
    end
  end
end
`

// redirectConst defines those classes when a program names one.
func (l *loader) redirectConst(name string) (dsl.Value, error) {
	switch strings.TrimPrefix(name, redirectModule) {
	case "Redirect", "PathRedirect", "OptionRedirect":
	default:
		return nil, nil
	}
	file, err := grammar.Parse("redirection.rb", []byte(redirectClasses))
	if err != nil {
		return nil, err
	}
	if _, err := l.interp.NewThread().Run(file, nil); err != nil {
		return nil, err
	}
	v, _ := l.interp.Const(name)
	return v, nil
}

// redirectOf reads an object of a subclass of Rails' redirects; nil for others.
func (m *Mapper) redirectOf(o *dsl.Object) (*route.Redirect, error) {
	if !m.l.interp.IsA(o, redirectModule+"Redirect") {
		return nil, nil
	}
	status, err := m.call.TrySend(o, "status")
	if err != nil {
		return nil, err
	}
	block, err := m.call.TrySend(o, "block")
	if err != nil {
		return nil, err
	}
	r := &route.Redirect{Status: status}
	switch b := block.(type) {
	case *dsl.String:
		r.Path = b
	case *dsl.Hash:
		r.Options = b
	default:
		r.Block = b
	}
	r.Text, err = m.t.Inspect(o)
	return r, err
}
