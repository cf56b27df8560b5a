package grammar

// Arity counts parameters as Ruby's Proc#arity does: the number of required ones, -(n+1) when
// optional ones follow. strict counts them as a method and a lambda do.
func (ps *Params) Arity(strict bool) int {
	if ps == nil {
		return 0
	}
	lo, hi := ps.arityRange()
	if strict && lo == hi || !strict && hi >= 0 {
		return lo
	}
	return -lo - 1
}

// arityRange is the least and the greatest number of arguments, keywords
// counted as one; hi -1 means any number.
func (ps *Params) arityRange() (lo, hi int) {
	rest, keys, requiredKey := false, 0, 0
	for _, p := range ps.List {
		switch p.Kind {
		case Required, Destructured:
			lo++
			hi++
		case Optional:
			hi++
		case Rest, ForwardAll:
			rest = true
		case RequiredKey:
			keys, requiredKey = 1, 1
		case OptionalKey, KeyRest:
			keys = 1
		}
	}
	if rest {
		return lo + requiredKey, -1
	}
	return lo + requiredKey, hi + keys
}
