package match

import "signalbox/dsl"

// A hostIndex finds the routes of one path that differ by host or subdomain
// without asking each: applications of many tenants have thousands of them.
type hostIndex struct {
	host, subdomain map[string][]leaf
	rest            []leaf
}

// manyLeaves is where an index beats asking every route.
const manyLeaves = 8

// indexHosts makes the index of a node that needs one.
func (b *builder) indexHosts(n *node) {
	if len(n.leaves) < manyLeaves {
		return
	}
	x := hostIndex{host: map[string][]leaf{}, subdomain: map[string][]leaf{}}
	for _, l := range n.leaves {
		c := b.t.Routes[l.index].Row.Constraints.Hash
		if host, ok := TextConstraint(c, "host"); ok {
			x.host[host] = append(x.host[host], l)
		} else if sub, ok := TextConstraint(c, "subdomain"); ok {
			x.subdomain[sub] = append(x.subdomain[sub], l)
		} else {
			x.rest = append(x.rest, l)
		}
	}
	if len(n.leaves)-len(x.rest) >= manyLeaves {
		n.ext.hosts = &x
	}
}

// TextConstraint returns the text that a condition on the request asks for; ok is false for
// another kind of condition.
func TextConstraint(c *dsl.Hash, name string) (string, bool) {
	v, _ := c.Sym(name)
	s, ok := v.(*dsl.String)
	if !ok || dsl.UnknownIn(s) != nil {
		return "", false
	}
	return s.String(), true
}

// indexed looks through the leaves of a node that can answer the request's host.
func (s *Search) indexed(n *node, flag uint32) {
	host, subdomain, err := s.Asker.Host()
	if err != nil { // the first route that asks for it tells
		s.list(n.leaves, flag)
		return
	}
	x := n.ext.hosts
	s.list(x.host[host], flag)
	s.list(x.subdomain[subdomain], flag)
	s.list(x.rest, flag)
}
