package dsl

// truth reports whether u is true: as Options.UnknownAs decides, or as the
// conditions around the code say. known is false if it is open.
func (t *Thread) truth(u *Unknown) (yes, known bool) {
	q := question{t: t}
	a := q.of(u)
	return a.yes, a.known
}

func (t *Thread) truthOf(v Value) (yes, known bool) {
	q := question{t: t}
	a := q.ofValue(v)
	return a.yes, a.known
}

// implied is truth without Options.UnknownAs.
func (t *Thread) implied(u *Unknown) (yes, known bool) {
	t.looked(len(t.held))
	for i := len(t.held) - 1; i >= 0; i-- {
		q := inference{about: u}
		yes, known = q.implied(t.held[i].u)
		t.looked(q.looked)
		if known {
			return yes, true
		}
	}
	return false, false
}

// A question is one for the truth of a value. Values that were made of others
// share their parts, so that a part may stand in it in many places: each is
// asked once.
type question struct {
	t     *Thread
	asked map[*Unknown]answer
}

type answer struct{ yes, known bool }

func (a answer) not() answer { return answer{!a.yes, a.known} }

func (q *question) of(u *Unknown) answer {
	if yes, known := q.t.implied(u); known {
		return answer{yes, true}
	}
	q.t.used.steps++
	f := &u.form
	if f.not == nil && f.all[0] == nil && f.any[0] == nil && f.choice == nil {
		return q.t.decided(u)
	}
	if a, ok := q.asked[u]; ok {
		return a
	}
	a := q.ofParts(f)
	if q.asked == nil {
		q.asked = map[*Unknown]answer{}
	}
	q.asked[u] = a
	return a
}

func (q *question) ofParts(f *unknownForm) answer {
	switch {
	case f.not != nil:
		return q.of(f.not).not()
	case f.all[0] != nil:
		return q.ofTwo(f.all, false)
	case f.any[0] != nil:
		return q.ofTwo(f.any, true)
	}
	return q.ofChoice(f.choice)
}

// ofTwo is that of && and ||: one operand that is `enough` decides.
func (q *question) ofTwo(parts [2]*Unknown, enough bool) answer {
	a, b := q.of(parts[0]), q.of(parts[1])
	if parts[1].negates(parts[0]) || a.known && a.yes == enough || b.known && b.yes == enough {
		return answer{enough, true}
	}
	return answer{!enough, a.known && b.known}
}

func (q *question) ofChoice(c *choice) answer {
	if when := q.of(c.when); when.known {
		if when.yes {
			return q.ofValue(c.yes)
		}
		return q.ofValue(c.no)
	}
	a, b := q.ofValue(c.yes), q.ofValue(c.no)
	return answer{a.yes, a.known && b.known && a.yes == b.yes}
}

func (q *question) ofValue(v Value) answer {
	if u, ok := v.(*Unknown); ok {
		return q.of(u)
	}
	return answer{Truthy(v), true}
}

// decided is what the host says of a value that is made of no others.
func (t *Thread) decided(u *Unknown) answer {
	switch as := t.in.options.UnknownAs; {
	case t.Decide != nil:
		return answer{t.hostDecides(u), true}
	case as != "":
		if f := t.in.options.Decided; f != nil && !t.request {
			f(u)
		}
		return answer{as == "true", true}
	}
	return answer{}
}

// hostDecides asks the host, whose error ends the execution.
func (t *Thread) hostDecides(u *Unknown) bool {
	yes, err := t.Decide(u)
	if t.stopped == nil {
		t.stopped = err
	}
	return yes
}

// An inference tells what a fact says of a value. Facts that were made of others
// share their parts: each is looked at once.
type inference struct {
	about  *Unknown
	looked int
	seen   map[part]bool
}

// A part is one of a fact, which is true or false.
type part struct {
	u       *Unknown
	refuted bool
}

// manyParts is how many parts are looked at before it is noted which.
const manyParts = 50

func (q *inference) isNew(p part) bool {
	if q.looked++; q.looked < manyParts {
		return true
	}
	if q.seen == nil {
		q.seen = map[part]bool{}
	}
	is := !q.seen[p]
	q.seen[p] = true
	return is
}

// implied tells what the truth of fact says.
func (q *inference) implied(fact *Unknown) (yes, known bool) {
	u := q.about
	if sameText(fact, u) {
		return true, true
	}
	if u.form.not != nil && sameText(u.form.not, fact) {
		return false, true
	}
	if !q.isNew(part{fact, false}) {
		return false, false
	}
	for _, one := range fact.form.all {
		if one == nil {
			break
		}
		if yes, known = q.implied(one); known {
			return yes, true
		}
	}
	if fact.form.not != nil {
		return q.refuted(fact.form.not)
	}
	return false, false
}

// refuted tells what it says that fact is false.
func (q *inference) refuted(fact *Unknown) (yes, known bool) {
	if n := fact.form.not; n != nil {
		return q.implied(n)
	}
	u := q.about
	switch {
	case u.negates(fact):
		return true, true
	case sameText(fact, u), u.form.not != nil && u.form.not.negates(fact):
		return false, true
	}
	if !q.isNew(part{fact, true}) {
		return false, false
	}
	for _, one := range fact.form.any {
		if one == nil {
			break
		}
		if yes, known = q.refuted(one); known {
			return yes, true
		}
	}
	return false, false
}
