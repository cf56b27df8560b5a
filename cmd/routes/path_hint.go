package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/expand/check"
	"signalbox/expand/route"
	"signalbox/expand/urls"
	"signalbox/grammar"
)

// What is told of helpers that there are not, and of those that are not certain.

// use notes the routes that the helper of a name leads to.
func (p *pathPrinter) use(full string, table *route.Table, name string) {
	mount, _, _ := strings.Cut(full, ".")
	for _, r := range []*route.Route{table.Named(name), p.table.Named(mount)} {
		if r != nil {
			p.used[r] = true
		}
	}
	for _, d := range table.Directs {
		if d.Name == name && len(d.Conditions) > 0 {
			p.directs[d.Pos] = true
		}
	}
}

// warn prints on stderr what the helpers depend on that were asked for.
func (p *pathPrinter) warn() error {
	open := p.table.UnknownURLOptions
	for _, u := range open {
		fmt.Fprintf(p.c.stderr, "%s: warning: unknown default_url_options %s, assumed to name a host; set the hash\n", u.Pos, u.Text())
	}
	told := p.conditions()
	writeGroups(p.c.stderr, told)
	p.c.remedy(p.table, told, p.from)
	if p.from.strict && len(told)+len(open) > 0 {
		return errUnresolved
	}
	return nil
}

// conditions are what the routes of the helpers depend on: whether they exist, and what
// their texts and requirements are.
func (p *pathPrinter) conditions() (told []check.FindingGroup) {
	if len(p.used)+len(p.directs) == 0 {
		return nil
	}
	for _, d := range check.Groups(p.table) {
		ofDirect := slices.ContainsFunc(d.Places, func(at grammar.Pos) bool { return p.directs[at] })
		ofRoute := slices.ContainsFunc(d.Routes, func(r *route.Route) bool {
			return p.used[r] && (isCondition(d) || d.Kind == route.UnsetVariable.String() || d.Kind == route.UnknownValue.String() && hasUnknownRequirement(r))
		})
		if ofRoute || ofDirect {
			told = append(told, d)
		}
	}
	return told
}

// hasUnknownRequirement reports whether a part of the path has an unknown requirement. An unknown option of a part's name is a default, or a pattern.
func hasUnknownRequirement(r *route.Route) bool {
	if _, open := r.Relaxed(); len(open) > 0 {
		return true
	}
	return slices.ContainsFunc(r.RequiredParts(), func(part string) bool {
		v, _ := r.Defaults.Sym(part)
		return dsl.UnknownIn(v) != nil
	})
}

// explained adds a hint to the error for an undefined helper.
func (p *pathPrinter) explained(err error, full string, table *route.Table, name string) error {
	var u *urls.URLError
	if !errors.As(err, &u) || u.Hint != "" || !errors.Is(err, urls.ErrUndefined) {
		return err
	}
	own := *u
	own.Hint = p.hint(full, table)
	return &own
}

func (p *pathPrinter) hint(full string, table *route.Table) string {
	if mount, _, ok := strings.Cut(full, "."); ok {
		return p.mountHint(mount, table)
	}
	if t := p.framework(); t != nil && t.Named(full) != nil {
		return "it is a route of Rails or of an engine in the Gemfile, which --framework adds"
	}
	return p.lacking()
}

// search is how to look for a helper of which nothing is known.
func (p *pathPrinter) search(name string) string {
	return p.from.command("routes -g "+shortName(name)) + " looks for it; `shop.product` is the helper of what is mounted as shop"
}

// whyLacking names what may draw routes that the table lacks; empty if nothing
// does.
func (p *pathPrinter) whyLacking() string {
	for _, d := range check.Groups(p.table) {
		if d.Kind == "word" && isWarning(d) && len(d.Places) > 0 {
			return fmt.Sprintf("the table may lack it: %s at %s; %s", d.Summary, placesText(d.Places[:1]), p.from.command("routes check"))
		}
	}
	return ""
}

// shortName is a word of a name that a filter takes.
func shortName(name string) string {
	i := strings.LastIndexByte(name, '_')
	if word := name[i+1:]; word != "" && simpleWord(word) {
		return word
	}
	return "NAME"
}

func simpleWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// mountHint tells of `spree.product` whose first part has no such helper.
func (p *pathPrinter) mountHint(mount string, table *route.Table) string {
	r := p.table.Named(mount)
	switch {
	case mount == "main_app" && table == p.table:
		return p.from.command("routes") + " lists the helpers of the application"
	case r == nil:
		return "nothing is mounted as " + quote(mount) + p.mounts()
	case r.Endpoint.Table != nil && len(r.Endpoint.Table.Routes) > 0:
		return r.Endpoint.Text + ", mounted at " + r.Source() + ", has no such helper; " + p.from.command("routes") + " lists its routes too"
	case r.Endpoint.Kind == route.Engine || r.Endpoint.Kind == route.Rack:
		return r.Endpoint.Text + ", mounted at " + r.Source() + ", is in no file of the application: only its gem knows its helpers; " + quote(mount) + " alone is where it is mounted"
	}
	return quote(mount) + " is a route at " + r.Source() + ", where nothing is mounted" + p.mounts()
}

// maxMounts bounds the mounts that a hint names.
const maxMounts = 8

// mounts names what helpers of engines may begin with.
func (p *pathPrinter) mounts() string {
	var names []string
	for _, r := range p.table.Routes {
		if r.Name != "" && r.Endpoint.Kind == route.Engine && len(names) < maxMounts {
			names = append(names, "`"+r.Name+"`")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; engines are mounted as " + strings.Join(names, ", ")
}

// withFramework is the table with the routes that --framework adds; nil if it has
// them.
func (p *pathPrinter) withFramework() *route.Table {
	if p.from.framework {
		return nil
	}
	with := *p.from
	with.framework = true
	table, err := p.c.load(&with)
	if err != nil {
		return nil
	}
	return table
}
