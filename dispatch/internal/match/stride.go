package match

// Quick is [Search.Take], [Search.Start] and Find(0) in one pass over a path as it came: what
// equals the text of a node needs no look at its bytes. ok is false if the path needs
// normalizing, or the verb is none that all routers know: then only the three know.
func (s *Search) Quick(path, verb string) (i uint32, ok bool) {
	s.Verb, s.bit = verb, verbBit(verb)
	if s.bit == bitOther || path == "" || path[0] != '/' || len(path) > MaxPath || len(path) > 1 && path[len(path)-1] == '/' {
		return None, false
	}
	if s.bit == bitHead && !s.Trie.heads {
		s.Verb, s.bit = "GET", bitGet
	}
	s.budget(path)
	s.Path, s.n, s.simple, s.plain = path, -1, true, true
	s.lo, s.best, s.tokens, s.Err = 0, None, nil, nil
	if !s.stride(s.Trie.root, 0, 0) {
		s.Work = nil
		return None, false
	}
	s.seen.reset()
	if s.best == None && s.bit == bitHead {
		s.Verb, s.bit = "GET", bitGet
		return s.Find(0), true
	}
	return s.best, true
}

// stride is walk while the path behind byte i, where pair t begins, is not taken apart. It
// takes it apart as it goes, and reports whether it can be taken as it came. Nobody is asked
// before all of the path has been seen: a route at its end, others behind rest. At
// requirements, globs and patterns that are no rows of pairs, walk goes on.
func (s *Search) stride(n *node, i, t int) bool {
	path := s.Path
	for {
		x := n.ext
		if x != nil && x.slow {
			if !s.rest(i, t) {
				return false
			}
			s.walk(n, t)
			return true
		}
		s.mark(i, t)
		if i == len(path) {
			s.n = t
			s.leaf(n, 0)
			return true
		}
		literal, end := n.beginning(path, i)
		if literal == nil {
			end = pairEnd(path, i)
		}
		if isOdd(path, i, end) {
			return false
		}
		var param *node
		long := end > i+1
		switch {
		case long && path[i] == '/':
			param = n.param
		case long && end == len(path):
			s.n = t + 1
			s.mark(end, t+1)
			s.leaf(n, formatBit)
		}
		if x != nil {
			if x.literals != nil {
				literal = x.literals.get(path[i:end])
			}
			if long && path[i] == '.' {
				param = x.dot
			}
		}
		i, t = end, t+1
		switch {
		case !literal.open(s):
			n = param
		case !param.open(s):
			n = literal
		default:
			if !s.stride(literal, i, t) {
				return false
			}
			n = param
		}
		if !n.open(s) {
			return s.rest(i, t)
		}
	}
}

// open is live as far as it is known without the number of pairs.
func (n *node) open(s *Search) bool { return n != nil && n.min < s.best && n.mask&s.bit != 0 }

// beginning gives the child of few whose text the path goes on with, and where that ends.
func (n *node) beginning(path string, i int) (child *node, end int) {
	for k := range n.few {
		key := n.few[k].key
		end := i + len(key)
		if end > len(path) || end < len(path) && path[end] != '/' && path[end] != '.' || path[i:end] != key {
			continue
		}
		return n.few[k].node, end
	}
	return nil, 0
}

// pairEnd is where the token of the pair at i ends, or the first byte that keeps the path from
// being taken as it came.
func pairEnd(path string, i int) int {
	for i++; i < len(path) && scanClass[path[i]] == plainText; i++ {
	}
	return i
}

// isOdd reports whether what follows the pair between two places keeps a path from being taken
// as it came.
func isOdd(path string, i, end int) bool {
	return end < len(path) && (scanClass[path[end]] == oddByte || path[end] == '/' && end == i+1 && path[i] == '/')
}

// rest takes apart what is left of the path, if nothing has before; false if it cannot be taken
// as it came.
func (s *Search) rest(i, t int) bool {
	path := s.Path
	for ; s.n < 0; t++ {
		s.mark(i, t)
		if i == len(path) {
			s.n = t
			break
		}
		end := pairEnd(path, i)
		if isOdd(path, i, end) {
			return false
		}
		i = end
	}
	return true
}

// mark notes where pair t begins.
func (s *Search) mark(i, t int) {
	if t < len(s.at) {
		s.at[t] = int32(i)
		return
	}
	s.at = append(s.at, int32(i))
}
