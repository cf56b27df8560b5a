package mapper

import (
	"strconv"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/route"
	"signalbox/expand/ruby"
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
func (m *Mapper) redirect(c *dsl.Call) dsl.Value {
	return m.drawing.Interp.NewObject(m.drawing.class.redirect, m.newRedirect(c))
}

func (m *Mapper) newRedirect(c *dsl.Call) *route.Redirect {
	options := c.Keywords
	args := c.Args
	if options == nil {
		options, args = ruby.OldOptions(args)
	}
	r := &route.Redirect{Status: dsl.Int(301)}
	if v := take(options, "status"); ruby.Truthy(v) {
		r.Status = v
	}
	if u := dsl.UnknownIn(r.Status); u != nil {
		m.drawing.UnknownAs(m, u, "unknown status %s, shown as a placeholder", "set it to a number", route.NumberShape, "302")
	}
	status := m.showOption(r.Status)
	r.Text = "redirect(" + status + ")"
	var path dsl.Value
	if len(args) > 0 {
		path = args[0]
	}
	switch {
	case options.Len() > 0:
		r.Options = options
		for _, u := range unknownOptions(options) {
			m.drawing.Unknown(m, u, "redirect")
		}
		r.Text = "redirect(" + status + ", " + m.showOptions(options) + ")"
		return r
	case isString(path):
		r.Path = path.(*dsl.String)
		if u := dsl.UnknownIn(path); u != nil {
			m.drawing.Unknown(m, u, "redirect")
		}
		r.Text = "redirect(" + status + ", " + r.Path.String() + ")"
	case m.drawing.responds(path, "call"):
		r.Block = path
		if u, ok := path.(*dsl.Unknown); ok && !strings.Contains(u.Text(), ".new") {
			m.drawing.Unknown(m, u, "redirect")
			r.Text = "redirect(" + status + ", " + dsl.Brief(u.Text()) + ")"
		}
	case c.Block != nil:
		r.Block = c.KeepBlock()
	case len(args) == 0:
		panic(dsl.Fail(ruby.Hinted(dsl.Raise("ArgumentError", "redirection argument not supported"), "a `do` block belongs to the word in front of `redirect`: write `redirect { |params| ... }`")))
	default:
		panic(dsl.Fail(dsl.Raise("ArgumentError", "redirection argument not supported")))
	}
	return r
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

func (m *Mapper) showOptions(options *dsl.Hash) string {
	parts := make([]string, options.Len())
	for i := range parts {
		key, v := options.At(i)
		if u, ok := key.(*dsl.Unknown); ok && u.Splat() {
			parts[i] = dsl.Brief(u.Text())
			continue
		}
		parts[i] = m.Str(key) + ": " + m.showOption(v)
	}
	return strings.Join(parts, ", ")
}

func (m *Mapper) showOption(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Int:
		return strconv.FormatInt(int64(v), 10)
	case *dsl.Unknown:
		return dsl.Brief(v.Text())
	}
	if v == dsl.False {
		return "false"
	}
	return m.Str(v)
}

// ---- redirects that a program subclasses

// RedirectModule is how the names of Rails' classes of redirects begin.
const RedirectModule = "ActionDispatch::Routing::"

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

// RedirectConst defines those classes when a program names one.
func (d *Drawing) RedirectConst(name string) (dsl.Value, error) {
	switch strings.TrimPrefix(name, RedirectModule) {
	case "Redirect", "PathRedirect", "OptionRedirect":
	default:
		return nil, nil
	}
	file, err := grammar.Parse("redirection.rb", []byte(redirectClasses))
	if err != nil {
		return nil, err
	}
	if _, err := d.Interp.NewThread().Run(file, nil); err != nil {
		return nil, err
	}
	v, _ := d.Interp.Const(name)
	return v, nil
}

// redirectOf is the redirect that an object is, also one of a subclass of Rails' redirects; nil for
// others.
func (m *Mapper) redirectOf(o *dsl.Object) *route.Redirect {
	if r, ok := o.Host.(*route.Redirect); ok {
		return r
	}
	if !m.drawing.Interp.IsA(o, RedirectModule+"Redirect") {
		return nil
	}
	r := &route.Redirect{Status: m.call.Send(o, "status")}
	switch b := m.call.Send(o, "block").(type) {
	case *dsl.String:
		r.Path = b
	case *dsl.Hash:
		r.Options = b
	default:
		r.Block = b
	}
	r.Text = dsl.Must(m.t.Inspect(o))
	return r
}
