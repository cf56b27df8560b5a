package expand

import (
	"slices"
	"strings"

	"signalbox/dsl"
	"signalbox/grammar"
)

// An adminSite is what app/admin and the initializer tell Active Admin. Active
// Admin: Application.
type adminSite struct {
	l          *loader
	folder     string
	first      string // default_namespace, "" for the root
	batch      bool
	rootTo     string
	logout     dsl.Value // logout_link_method
	namespaces []*adminNamespace
}

// An adminNamespace is `admin`, or the root with an empty name.
type adminNamespace struct {
	name      string
	resources []*adminResource
}

// An adminResource is a `register` or `register_page`.
type adminResource struct {
	page       bool
	name       string // Post, BankAccount
	only       []string
	member     []adminAction
	collection []adminAction // of a page: its actions
	batch      bool
	parent     string // belongs_to
	optional   bool
	under      []dsl.Condition
}

// An adminAction is a `member_action`, `collection_action` or `page_action`.
type adminAction struct {
	name  string
	verbs []string
	under []dsl.Condition
}

var adminActions = []string{"index", "show", "new", "create", "edit", "update", "destroy"}

// readAdmin reads the site.
func (l *loader) readAdmin() *adminSite {
	s := &adminSite{l: l, folder: "app/admin", first: "admin", rootTo: "dashboard#index", logout: dsl.Symbol("get")}
	l.initializers("ActiveAdmin.setup", s.setting)
	files := l.lookup.files.below(s.folder, maxListedFiles)
	slices.Sort(files)
	for _, name := range files {
		src, err := l.read(name)
		if err != nil {
			continue
		}
		if file, _ := grammar.Parse(name, src); file != nil {
			s.file(file)
		}
	}
	s.namespace(s.first)
	for _, n := range s.namespaces {
		n.add(&adminResource{name: "Comment", only: []string{"index", "show", "create", "destroy"}})
	}
	return s
}

// setting takes a line of ActiveAdmin.setup.
func (s *adminSite) setting(d declared, consts constants) {
	if d.name == "namespace" && !d.set && len(d.args) == 1 {
		if v, ok := s.l.value(consts, d.args[0]); ok {
			s.namespace(adminName(v))
		}
		return
	}
	known := []string{"default_namespace", "batch_actions", "root_to", "logout_link_method"}
	if !d.set || !slices.Contains(append(known, "route_options", "load_paths", "root_to_options"), d.name) {
		return
	}
	v, ok := s.l.value(consts, d.args[0])
	if !ok || !slices.Contains(known, d.name) {
		s.l.warn(d.pos, "config."+d.name+" of Active Admin is known to the application only", "The table follows the default.")
		return
	}
	switch d.name {
	case "default_namespace":
		s.first = adminName(v)
	case "batch_actions":
		s.batch = truthy(v)
	case "root_to":
		if text, ok := v.(*dsl.String); ok {
			s.rootTo = text.String()
		}
	case "logout_link_method":
		s.logout = v
	}
}

// adminName is the name of a namespace; empty for the root, which is false.
func adminName(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Symbol:
		return strings.TrimPrefix(string(v), "root")
	case *dsl.String:
		return v.String()
	}
	return ""
}

func (s *adminSite) namespace(name string) *adminNamespace {
	for _, n := range s.namespaces {
		if n.name == name {
			return n
		}
	}
	n := &adminNamespace{name: name}
	s.namespaces = append(s.namespaces, n)
	return n
}

// add adds a resource; one of the same name is opened again.
func (n *adminNamespace) add(r *adminResource) *adminResource {
	for _, old := range n.resources {
		if old.name == r.name && old.page == r.page {
			return old
		}
	}
	n.resources = append(n.resources, r)
	return r
}

// ---- app/admin

// file takes the registrations of one file.
func (s *adminSite) file(file *grammar.File) {
	consts := literalConstants(file)
	eachStatement(file.Body, nil, func(x grammar.Expr, under []dsl.Condition) {
		if c, ok := x.(*grammar.Call); ok && constName(c.Recv) == "ActiveAdmin" && strings.HasPrefix(c.Name, "register") {
			s.register(c, consts, under)
		}
	})
}

// eachStatement visits statements, also those of both sides of conditions.
func eachStatement(list *grammar.Stmts, under []dsl.Condition, visit func(grammar.Expr, []dsl.Condition)) {
	if list == nil {
		return
	}
	for _, x := range list.List {
		cond, ok := x.(*grammar.If)
		if !ok {
			visit(x, under)
			continue
		}
		yes, no := grammar.String(cond.Cond), "!("+grammar.String(cond.Cond)+")"
		if cond.Unless {
			yes, no = no, yes
		}
		under := under[:len(under):len(under)]
		eachStatement(cond.Then, append(under, dsl.Condition{Text: yes, Pos: cond.Pos}), visit)
		eachStatement(cond.Else, append(under, dsl.Condition{Text: no, Pos: cond.Pos}), visit)
	}
}

// register is ActiveAdmin.register and register_page.
func (s *adminSite) register(c *grammar.Call, consts constants, under []dsl.Condition) {
	if len(c.Args) == 0 {
		return
	}
	r := &adminResource{page: c.Name == "register_page", only: adminActions, batch: s.batch, under: under}
	r.name = constName(c.Args[0])
	if v, ok := s.l.value(consts, c.Args[0]); ok && r.name == "" {
		if text, ok := v.(*dsl.String); ok {
			r.name = text.String()
		}
	}
	options := dsl.NewHash(0)
	if h, ok := c.Args[len(c.Args)-1].(*grammar.Hash); ok {
		options, _ = consts.hash(h)
	}
	if as, ok := options.Sym("as"); ok {
		if text, ok := as.(*dsl.String); ok {
			r.name = strings.Join(strings.Fields(text.String()), "")
		}
	}
	if r.name == "" {
		s.l.warn(c.Pos, "ActiveAdmin."+c.Name+" "+grammar.String(c.Args[0])+" is known to the application only", "Its routes are not in the table.")
		return
	}
	place := s.first
	if v, ok := options.Sym("namespace"); ok {
		place = adminName(v)
	}
	r = s.namespace(place).add(r)
	if c.Block != nil && c.Block.Body != nil {
		eachStatement(c.Block.Body.Stmts, nil, func(x grammar.Expr, under []dsl.Condition) { s.line(r, x, consts, under) })
	}
}

// line takes one line of a registration.
func (s *adminSite) line(r *adminResource, x grammar.Expr, consts constants, under []dsl.Condition) {
	switch x := x.(type) {
	case *grammar.Assign:
		if t, ok := x.Target.(*grammar.Call); ok && t.Name == "batch_actions" {
			v, ok := s.l.value(consts, x.Value)
			r.batch = ok && truthy(v)
		}
	case *grammar.Call:
		if x.Recv != nil {
			return
		}
		args, rest := consts.list(x.Args)
		var options *dsl.Hash
		if n := len(args); n > 0 {
			if h, ok := args[n-1].(*dsl.Hash); ok {
				options, args = h, args[:n-1]
			}
		}
		switch x.Name {
		case "member_action", "collection_action", "page_action", "belongs_to", "actions":
			if len(rest) > 0 || len(args) == 0 && x.Name != "actions" {
				s.l.warn(x.Pos, x.Name+" is given what is known to the application only", "What it maps is not in the table.")
				return
			}
			r.declare(x.Name, args, options, under)
		}
	}
}

func (r *adminResource) declare(word string, args []dsl.Value, options *dsl.Hash, under []dsl.Condition) {
	switch word {
	case "actions":
		r.only = chosenActions(args, options)
		return
	case "belongs_to":
		v, _ := options.Sym("optional")
		r.parent, r.optional = textOfName(args[0]), truthy(v)
		return
	}
	a := adminAction{name: textOfName(args[0]), verbs: []string{"get"}, under: under}
	if v, _ := options.Sym("method"); truthy(v) {
		a.verbs = nil
		for _, verb := range list(v) {
			a.verbs = append(a.verbs, textOfName(verb))
		}
	}
	if word == "member_action" {
		r.member = append(r.member, a)
	} else {
		r.collection = append(r.collection, a)
	}
}

// chosenActions is `actions :all, except: [...]`. Inherited Resources:
// ClassMethods#actions.
func chosenActions(args []dsl.Value, options *dsl.Hash) (only []string) {
	keep := map[string]bool{}
	for _, v := range args {
		keep[textOfName(v)] = true
	}
	except, _ := options.Sym("except")
	for _, v := range list(except) {
		keep["-"+textOfName(v)] = true
	}
	for _, a := range adminActions {
		if (keep["all"] || keep[a]) && !keep["-"+a] {
			only = append(only, a)
		}
	}
	return only
}

func textOfName(v dsl.Value) string {
	switch v := v.(type) {
	case dsl.Symbol:
		return string(v)
	case *dsl.String:
		return v.String()
	}
	return ""
}
