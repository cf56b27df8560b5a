package dsl

import (
	"fmt"
	"slices"

	"signalbox/grammar"
)

func argumentText(call string, i int) string { return fmt.Sprintf("%s(%d)", call, i) }

// callUnknown is a call on an unknown value as the program writes it. A block
// is run, with unknown arguments, under the condition that the call makes.
func (t *Thread) callUnknown(u *Unknown, c *Call) (Value, error) {
	t.pos = c.Pos
	if u.form.choice != nil {
		return t.callChoice(u.form.choice, c)
	}
	s := t.callSource(u.operand(), u.form.vague, c)
	switch {
	case c.Name == "!" && len(c.Args) == 0:
		return u.not(), nil
	case c.Block == nil && sameOperand[c.Name] && len(c.Args) == 1 && t.surelySame(u, c.Args[0]):
		return Bool(c.Name != "!="), nil
	}
	return t.unknownResult(s, c)
}

// unknownResult is the value of a call that only the application knows: what
// the host was told that it is, or an unknown one. A block is run under the
// condition that the call makes.
func (t *Thread) unknownResult(s *source, c *Call) (Value, error) {
	u := s.unknown(c.Pos)
	if v, ok := t.settled(u.Text); ok {
		return t.settledCall(v, c.Block)
	}
	if c.Block == nil {
		return u, nil
	}
	return t.runUnderCondition(u, c.Block)
}

// sameOperand are the comparisons that a value has with itself.
var sameOperand = names("== === != equal? eql?")

// callChoice calls the method of both values that a condition picks from.
func (t *Thread) callChoice(k *choice, c *Call) (Value, error) {
	run := func(v Value) func() (Value, error) {
		return func() (Value, error) {
			own := *c
			own.Self = v
			if u, ok := v.(*Unknown); ok {
				return t.callUnknown(u, &own)
			}
			return t.dispatch(&own, nil, nil)
		}
	}
	return t.fork(k.when, run(k.yes), run(k.no))
}

// ---- built-in methods

// ask answers a question that a built-in method has about a value that only the
// application knows. Where nothing decides it, the answer is no, and the
// method's result is unknown, see [Thread.unsure].
func (t *Thread) ask(u *Unknown) bool {
	yes, known := t.truth(u)
	if !known && t.asked == nil {
		t.asked = u
	}
	return yes
}

// truthy is [Truthy] as built-in methods ask it.
func (t *Thread) truthy(v Value) bool {
	if u, ok := v.(*Unknown); ok {
		return t.ask(u)
	}
	return Truthy(v)
}

func (c *Call) truthy(v Value) bool { return c.t.truthy(v) }

// key is [hashKey] as built-in methods use it to compare values.
func (c *Call) key(v Value) any {
	if u := UnknownIn(v); u != nil {
		c.t.ask(&Unknown{Text: u.Text, Pos: u.Pos, form: unknownForm{vague: true}})
	}
	return hashKey(v)
}

// askEqual is ask for `a op b` of which one is unknown.
func (t *Thread) askEqual(a Value, op string, b Value) (bool, error) {
	if t.surelySame(a, b) {
		return true, nil
	}
	if u, ok := choiceOf(a); ok {
		return t.askEither(u, func(v Value) (bool, error) { return t.askOne(v, op, b) })
	}
	if u, ok := choiceOf(b); ok {
		return t.askEither(u, func(v Value) (bool, error) { return t.askOne(a, op, v) })
	}
	s := source{t: t, operator: true}
	s.value(a)
	s.add(" ", op, " ")
	s.value(b)
	return t.ask(s.unknown(t.pos)), nil
}

func choiceOf(v Value) (*choice, bool) {
	if u, ok := v.(*Unknown); ok {
		return u.form.choice, u.form.choice != nil
	}
	return nil, false
}

func (t *Thread) askOne(a Value, op string, b Value) (bool, error) {
	if op == "===" {
		return t.caseEqual(a, b)
	}
	return t.equal(a, b)
}

// askEither asks the same of both values that a condition picks from.
func (t *Thread) askEither(k *choice, question func(Value) (bool, error)) (bool, error) {
	answer := func(v Value) (Value, error) {
		outer := t.asked
		t.asked = nil
		yes, err := question(v)
		u := t.asked
		t.asked = outer
		if u != nil {
			return u, err
		}
		return Bool(yes), err
	}
	yes, err := answer(k.yes)
	if err != nil {
		return false, err
	}
	no, err := answer(k.no)
	if err != nil {
		return false, err
	}
	return t.truthy(t.choose(k.when, yes, no)), nil
}

// runBuiltinUnsure runs a built-in method on values of which the application
// knows more; done is false if the method may run as on any others.
func (t *Thread) runBuiltinUnsure(c *Call) (v Value, done bool, err error) {
	if class, ok := c.Self.(*Class); ok || c.Self == Value(t.in.main) || !isData(c.Self) {
		v = t.unknownConversion(c, class)
		return v, v != nil, nil
	}
	if k := t.choiceArgument(c); k >= 0 && !mutates[c.Name] && !opaque[c.Name] {
		v, err = t.forkArgument(c, k)
		return v, true, err
	}
	if list := t.possibleList(c); list != nil {
		v, err = t.send(list, c.Name, c.Args, c.Keywords, c.Block, c.Pos)
		return v, true, err
	}
	u := unknownReceiver(c)
	if u != nil {
		if k := t.possibleAt(c.Self); k >= 0 {
			v, err = t.forkReceiver(c, k)
			return v, true, err
		}
	}
	if u == nil && (len(c.Args) > 0 || c.Keywords != nil) && !opaque[c.Name] {
		u = unknownArgument(c)
		if s, ok := c.Self.(*String); ok && u != nil && joinsText[c.Name] {
			return nil, false, t.textArguments(c, s)
		}
	}
	if u == nil && len(c.Name) > 4 && looksAtKinds[c.Name] {
		if u = UnknownIn(c.Self); u == nil {
			u = unknownAmong(c.Args, 0)
		}
	}
	if u == nil {
		return nil, false, nil
	}
	if v, err = t.withUnknownList(c); v != nil || err != nil {
		return v, true, err
	}
	if mutates[c.Name] {
		t.journal.noteValue(t, c.Self)
		t.blur(c.Self, u)
	}
	result := t.unknownCallOf(c)
	result.Pos = u.Pos
	if c.Block == nil {
		return result, true, nil
	}
	under := *c
	under.Block = nil
	condition := t.unknownCallOf(&under)
	condition.form.vague = false
	_, err = t.runUnderCondition(condition, c.Block)
	return result, true, err
}

func (j *journal) noteValue(t *Thread, v Value) {
	if j != nil {
		t.changingValue(v)
	}
}

// isData tells the values whose built-in methods look at what they are given.
func isData(v Value) bool {
	switch v := v.(type) {
	case *String, Symbol, Int, Float, *Array, *Hash, *Range, *Regexp, *MatchData, Bool, nilValue:
		return true
	case *Object:
		return v.data != nil
	}
	return false
}

// choiceArgument finds an argument that a condition picks from two values.
func (t *Thread) choiceArgument(c *Call) int {
	for i, a := range c.Args {
		if u, ok := a.(*Unknown); ok && u.form.choice != nil {
			return i
		}
	}
	return -1
}

func (t *Thread) forkArgument(c *Call, i int) (Value, error) {
	k := c.Args[i].(*Unknown).form.choice
	run := func(v Value) func() (Value, error) {
		return func() (Value, error) {
			own := *c
			own.Args = slices.Clone(c.Args)
			own.Args[i] = v
			return t.runBuiltin(c.method.builtin, &own)
		}
	}
	return t.fork(k.when, run(k.yes), run(k.no))
}

// unknownReceiver gives the unknown value that decides what a method of the
// receiver gives.
func unknownReceiver(c *Call) *Unknown {
	switch v := c.Self.(type) {
	case *String:
		if v.unknown != nil && !keepsText[c.Name] && !opaque[c.Name] {
			return v.unknown
		}
	case *Range:
		u := UnknownIn(v)
		if u != nil && !rangeKeeps[c.Name] && !opaque[c.Name] {
			return u
		}
	case *Array:
		if v.open && !openList[c.Name] {
			return openElement(v.Elems)
		}
	case *Hash:
		if v.open && !openHash[c.Name] {
			return openPair(v)
		}
	case *Object:
		return unknownObject(v, c.Name)
	}
	return nil
}

// unknownObject is unknownReceiver for sets and structs.
func unknownObject(o *Object, name string) *Unknown {
	switch d := o.data.(type) {
	case *setData:
		if d.elems.open && !openSet[name] {
			return openPair(d.elems)
		}
	}
	return nil
}

// openElement gives the condition or value that makes a list uncertain.
func openElement(list []Value) *Unknown {
	for _, v := range list {
		if u, ok := v.(*Unknown); ok && u.form.element != nil {
			return u.form.element.when
		}
	}
	return nil
}

func openPair(h *Hash) *Unknown {
	if u := openElement(h.vals); u != nil {
		return u
	}
	return unknownAmong(h.keys, 0)
}

// unknownArgument gives an unknown value among the arguments, or in the text of
// one.
func unknownArgument(c *Call) *Unknown {
	for _, a := range c.Args {
		if u := unknownScalar(a); u != nil {
			return u
		}
	}
	for i := range c.Keywords.Len() {
		_, v := c.Keywords.At(i)
		if u := unknownScalar(v); u != nil {
			return u
		}
	}
	return nil
}

func unknownScalar(v Value) *Unknown {
	switch v := v.(type) {
	case *Unknown:
		return v
	case *String:
		return v.unknown
	}
	return nil
}

// textArguments makes unknown arguments of a method that only joins texts into
// placeholders, as interpolation does.
func (t *Thread) textArguments(c *Call, s *String) error {
	for i, a := range c.Args {
		if u, ok := a.(*Unknown); ok {
			c.Args = slices.Clone(c.Args)
			c.Args[i] = &String{s: u.placeholder(), unknown: u}
		}
	}
	return nil
}

// withUnknownList is `known + unknown`, `known.concat(unknown)` and the like:
// what is known stays.
func (t *Thread) withUnknownList(c *Call) (Value, error) {
	switch self := c.Self.(type) {
	case *Array:
		if !addsList[c.Name] {
			return nil, nil
		}
		elems := slices.Clone(self.Elems)
		for _, a := range c.Args {
			switch a := a.(type) {
			case *Unknown:
				elems = append(elems, t.elementsOf(a))
			case *Array:
				elems = append(elems, a.Elems...)
			default:
				return nil, nil
			}
		}
		if c.Name != "concat" {
			return &Array{Elems: elems, open: true}, t.size(len(elems))
		}
		if self.frozen {
			return nil, t.frozenError(self)
		}
		t.journal.noteValue(t, self)
		self.Elems, self.open = elems, true
		return self, t.size(len(elems))
	case *Hash:
		if !addsPairs[c.Name] || c.Block != nil {
			return nil, nil
		}
		into := self
		if mutates[c.Name] {
			if self.frozen {
				return nil, t.frozenError(self)
			}
			t.journal.noteValue(t, self)
		} else {
			into = self.Clone()
		}
		for _, a := range c.Args {
			switch a := a.(type) {
			case *Unknown:
				t.mergeUnknown(into, a)
			case *Hash:
				for i := range a.keys {
					into.Set(a.keys[i], a.vals[i])
				}
			default:
				return nil, nil
			}
		}
		return into, t.size(into.Len())
	}
	return nil, nil
}

// mergeUnknown adds the pairs of an unknown hash: any key may be another one's
// value then.
func (t *Thread) mergeUnknown(h *Hash, u *Unknown) {
	h.Set(&Unknown{Text: "**" + u.operand(), Pos: u.Pos, form: unknownForm{list: true, vague: u.form.vague}}, u)
}

// unsure is for the result of a built-in method that asked what only the
// application knows. before is what its receiver held.
func (t *Thread) unsure(c *Call, u *Unknown, before Value) Value {
	if mutates[c.Name] {
		t.restoreBlurred(c.Self, before, u)
	}
	result := t.unknownCallOf(c)
	if result.Pos.Line == 0 {
		result.Pos = u.Pos
	}
	return result
}

// restoreBlurred gives a changed collection back what it held before, each part
// as one that may be there.
func (t *Thread) restoreBlurred(v, before Value, u *Unknown) {
	switch v := v.(type) {
	case *Array:
		v.Elems = slices.Clone(before.(*Array).Elems)
	case *Hash:
		frozen := v.frozen
		*v = *before.(*Hash).Clone()
		v.frozen = frozen
	case *Object:
		if d, ok := v.data.(*setData); ok {
			*d.elems = *before.(*Hash).Clone()
		}
	}
	t.blur(v, u)
}

// blur makes every part of a collection one that may be there.
func (t *Thread) blur(v Value, u *Unknown) {
	switch v := v.(type) {
	case *Array:
		for i, e := range v.Elems {
			v.Elems[i] = t.possible(e, t.doubt(e, u))
		}
		v.open = true
	case *Hash:
		for i, e := range v.vals {
			v.vals[i] = t.possible(e, t.doubt(v.keys[i], u))
		}
		v.open = true
	case *String:
		v.unknown = u
	case *Object:
		if d, ok := v.data.(*setData); ok {
			t.blur(d.elems, u)
		}
	}
}

// doubt is the condition of one part of a collection that u has changed.
func (t *Thread) doubt(part Value, u *Unknown) *Unknown {
	s := source{t: t}
	s.value(part)
	s.add(" stays: ", u.Text)
	w := s.unknown(u.Pos)
	w.form.operator = true
	return w
}

// heldBefore copies what a method that changes its receiver may have to take
// back.
func (t *Thread) heldBefore(c *Call) Value {
	if opaque[c.Name] || !mutates[c.Name] {
		return nil
	}
	switch v := c.Self.(type) {
	case *Array:
		if c.Block == nil && UnknownIn(v) == nil && unknownAmong(c.Args, 0) == nil {
			break
		}
		return &Array{Elems: slices.Clone(v.Elems)}
	case *Hash:
		return v.Clone()
	case *Object:
		if d, ok := v.data.(*setData); ok {
			return d.elems.Clone()
		}
	}
	return c.Self
}

// aboutUnknown tells an error that a built-in method itself raised because it
// was given a value that only the application knows.
func (t *Thread) aboutUnknown(c *Call, err error) *Unknown {
	ee, ok := err.(*EvalError)
	if !ok || !isData(c.Self) || len(ee.Stack) > len(t.stack)+1 {
		return nil
	}
	switch ee.Class {
	case "TypeError", "ArgumentError", "NoMethodError", "KeyError", "IndexError", "FloatDomainError", "RangeError":
	default:
		return nil
	}
	u := UnknownIn(c.Self)
	if u == nil {
		u = unknownAmong(c.Args, 0)
	}
	if u == nil {
		u = t.given
	}
	return u
}

// unknownConversion is the result of the functions that look into their
// argument: Regexp.union(Settings.list). Nil for others.
func (t *Thread) unknownConversion(c *Call, class *Class) Value {
	if !converts[c.Name] || c.Name == "new" && class != t.in.classes.regexp || class == t.in.classes.set {
		return nil
	}
	u := unknownArgument(c)
	if class != nil && u == nil {
		u = unknownAmong(c.Args, 0)
	}
	if u == nil {
		return nil
	}
	result := t.unknownCallOf(c)
	result.Pos = u.Pos
	return result
}

// carryUnknown marks a string that a method made of one with an unknown value
// in its text, and a collection made of one with uncertain elements.
func carryUnknown(c *Call, v Value) Value {
	switch s := v.(type) {
	case nil:
		return Nil
	case *String:
		if s.unknown != nil || s == c.Self {
			return s
		}
		if own, ok := c.Self.(*String); ok {
			if s.unknown = own.unknown; s.unknown == nil && joinsText[c.Name] {
				s.unknown = unknownArgument(c)
			}
		} else if textOfList[c.Name] {
			s.unknown = UnknownIn(c.Self)
		}
	case *Array:
		s.open = s.open || carriesOpen(c) && openElement(s.Elems) != nil
	case *Hash:
		s.open = s.open || carriesOpen(c) && openElement(s.vals) != nil
	}
	return v
}

func carriesOpen(c *Call) bool {
	return isOpen(c.Self) || slices.ContainsFunc(c.Args, isOpen)
}

func isOpen(v Value) bool {
	switch v := v.(type) {
	case *Array:
		return v.open
	case *Hash:
		return v.open
	}
	return false
}

func (t *Thread) noteLoop(u *Unknown, pos grammar.Pos) {
	t.pos = pos
	t.note("how often the loop runs depends on "+u.Text+", which is known to the application only", "Its body is in the table once.")
}

var (
	// opaque are the methods that do as told without looking at their
	// arguments.
	opaque = names(`tap then yield_self instance_exec instance_eval send public_send __send__ equal? kind_of? is_a? instance_of? respond_to?
		<< push append unshift prepend []= store itself nil? frozen? freeze dup clone class object_id method methods
		each_with_object inject reduce instance_variable_set instance_variable_get extend singleton_class
		define_singleton_method raise fill try try! with_options`)
	// looksAtKinds are the methods that tell arrays or nil from other elements.
	looksAtKinds = names("compact! flatten! assoc rassoc transform_keys transform_keys! deep_transform_keys")
	// keepsText are the methods of String that only join texts, or give them on.
	keepsText = names("+ * << concat prepend to_s to_str html_safe inspect -@ +@ force_encoding encode b scrub unicode_normalize encoding valid_encoding?")
	// joinsText are those of them that take texts.
	joinsText  = names("+ << concat prepend")
	textOfList = names("join inspect to_s to_sentence to_query to_param to_json to_fs to_formatted_s pack")
	rangeKeeps = names("begin end exclude_end? to_s inspect")
	addsList   = names("+ concat including | union")
	addsPairs  = names("merge merge! update reverse_merge reverse_merge! with_defaults with_defaults! deep_merge deep_merge!")
	// listMethods are the methods that hashes and sets have because they are
	// lists of pairs and elements.
	listMethods = names("each map collect flat_map collect_concat filter_map each_entry each_with_object each_with_index to_a entries reverse_each sort sort_by find_all")
	// openList are the methods of Array that work where only the application
	// knows whether some elements are there.
	openList = names(`each map collect flat_map collect_concat filter_map select filter find_all reject each_entry each_with_object
		reverse_each reverse + concat << push append unshift prepend dup clone freeze frozen? itself to_a to_ary entries tap then yield_self
		send public_send __send__ inspect to_s class is_a? kind_of? instance_of? nil? object_id respond_to? equal? compact deep_dup excluding
		without pluck instance_exec extend singleton_class clear replace method methods compact_blank each_with_index lazy to_s`)
	openHash = names(`each each_pair merge merge! update []= store dup clone freeze frozen? itself
		to_h to_hash tap then yield_self send public_send __send__ inspect to_s class is_a? kind_of? instance_of? nil? object_id respond_to? equal?
		deep_dup symbolize_keys deep_symbolize_keys stringify_keys with_indifferent_access instance_exec extend singleton_class clear replace
		method methods each_value reverse_merge with_defaults deep_merge`)
	openSet = names("<< add merge dup clone freeze frozen? itself to_set inspect to_s class is_a? kind_of? nil? object_id respond_to? equal? tap then send public_send __send__ clear replace")
	// converts are the functions that look into their argument.
	converts = names("new compile union escape quote Integer Float String format sprintf sqrt parse")
	// mutates are the methods of strings and collections that change them.
	mutates = names(`<< push append concat prepend unshift insert []= store merge! update delete delete_at delete_if
		reject! select! filter! keep_if map! collect! compact! flatten! uniq! reverse! sort! sort_by! shift pop clear replace add add? delete?
		sub! gsub! upcase! downcase! capitalize! swapcase! strip! lstrip! rstrip! chomp! chop! squeeze! tr! tr_s! slice! fill rotate! shuffle!
		deep_merge! reverse_merge! reverse_update with_defaults! deep_transform_keys! deep_transform_values! transform_values! transform_keys!
		symbolize_keys! to_options! stringify_keys! deep_symbolize_keys! deep_stringify_keys! except! extract! compact_blank! subtract delete! indent! insert
		merge difference! squish! remove! truncate! succ! next! encode! unicode_normalize! force_encoding setbyte delete_prefix! delete_suffix!
		default= compare_by_identity rehash initialize_copy`)
)

// eachElement runs f for an element of a list, under a condition if only the
// application knows whether it is there.
func (t *Thread) eachElement(v Value, f func(Value) error) error {
	u, ok := v.(*Unknown)
	if !ok || u.form.element == nil {
		return f(v)
	}
	k := u.form.element
	run := func() (Value, error) { return Nil, f(k.yes) }
	if u.form.list {
		_, err := t.runUnderCondition(k.when, codeBlock(run))
		return err
	}
	_, err := t.fork(k.when, run, func() (Value, error) { return Nil, nil })
	return err
}

// eachUnknown runs f once for a list that only the application knows.
func (t *Thread) eachUnknown(u *Unknown, f func(Value) error) error {
	if k := u.form.choice; k != nil {
		side := func(v Value) func() (Value, error) {
			return func() (Value, error) { return Nil, t.eachRaw(v, f) }
		}
		_, err := t.fork(k.when, side(k.yes), side(k.no))
		return err
	}
	list := &Unknown{Text: u.operand() + ".each", Pos: u.Pos, form: unknownForm{vague: u.form.vague}}
	item := &Unknown{Text: argumentText(list.Text, 0), Pos: u.Pos, form: unknownForm{list: true, vague: u.form.vague}}
	_, err := t.runUnderCondition(list, codeBlock(func() (Value, error) { return Nil, f(item) }))
	return err
}

func codeBlock(run func() (Value, error)) *Proc {
	return &Proc{arity: 0, fn: func(*Call) (Value, error) { return run() }}
}

// appendIf adds v to a list if u is as wanted; where only the application knows
// it, as an element that may be there.
func appendIf(c *Call, out *Array, v Value, u *Unknown, want bool) error {
	u = c.t.condition(u)
	if yes, known := c.t.truth(u); known {
		if yes != want {
			return nil
		}
		return appendTo(c, out, v)
	}
	if !want {
		u = u.not()
	}
	out.open = true
	return appendTo(c, out, c.t.possible(v, u))
}

// collectPossible is collected for a list with elements that may be there: what
// f adds for such an element may be there too.
func collectPossible(c *Call, list []Value, out *Array, f func(out *Array, v Value) error) error {
	for _, v := range list {
		if err := c.Step(); err != nil {
			return err
		}
		u, ok := v.(*Unknown)
		if !ok || u.form.element == nil {
			if err := f(out, v); err != nil {
				return err
			}
			continue
		}
		part := &Array{}
		err := c.t.eachElement(v, func(v Value) error { return f(part, v) })
		if err != nil {
			return err
		}
		for _, v := range part.Elems {
			if yes, known := c.t.truth(u.form.element.when); known && yes {
				out.Elems = append(out.Elems, v)
				continue
			}
			e := c.t.possible(v, u.form.element.when)
			e.form.list = u.form.list
			out.Elems = append(out.Elems, e)
		}
		out.open = true
		if err := c.size(len(out.Elems)); err != nil {
			return err
		}
	}
	return nil
}

// possibleList gives the elements of a set, or the pairs of a hash, of which
// only the application knows whether some are there, for a method that any list
// has. Nil for others.
func (t *Thread) possibleList(c *Call) *Array {
	h, isSet := elemsOf(c.Self)
	if !isSet {
		h, _ = c.Self.(*Hash)
	}
	if h == nil || !h.open || !listMethods[c.Name] || !isSet && c.Name == "each" || openElement(h.vals) == nil {
		return nil
	}
	list := &Array{open: true}
	for i, key := range h.keys {
		value, when := h.vals[i], (*Unknown)(nil)
		if u, ok := value.(*Unknown); ok && u.form.element != nil {
			value, when = u.form.element.yes, u.form.element.when
		}
		item := key
		if !isSet {
			item = NewArray(key, value)
		}
		if when != nil {
			item = t.possible(item, when)
		}
		list.Elems = append(list.Elems, item)
	}
	return list
}

// eachPossibleWithIndex is each_with_index for a list with elements that may be
// there: behind them, only the application knows the index.
func (t *Thread) eachPossibleWithIndex(c *Call, list []Value) error {
	var index Value = Int(0)
	for i, v := range list {
		err := t.eachElement(v, func(v Value) error {
			_, err := c.Yield(v, index)
			return err
		})
		if err != nil {
			return err
		}
		u, ok := v.(*Unknown)
		switch {
		case ok && u.form.element != nil:
			s := source{t: t, vague: true}
			s.add("the index behind ", u.Text)
			index = s.unknown(u.Pos)
		case !IsUnknown(index):
			index = Int(i + 1)
		}
	}
	return nil
}

// choiceList is the list that a splat makes of a value of which a condition
// picks one of two.
func (t *Thread) choiceList(u *Unknown) ([]Value, error) {
	k := u.form.choice
	if k == nil {
		return []Value{u}, nil
	}
	yes, err := t.toList(k.yes)
	if err != nil {
		return nil, err
	}
	no, err := t.toList(k.no)
	if err != nil {
		return nil, err
	}
	return t.chooseList(k.when, &Array{Elems: yes}, &Array{Elems: no}).Elems, nil
}

// appendUnlessNil adds u where it is not nil and when, if given, holds.
func appendUnlessNil(c *Call, out *Array, u *Unknown, when *Unknown) error {
	k := u.form.choice
	if k == nil {
		return appendIf(c, out, u, both(when, u.call("nil?", c.t).not()), true)
	}
	for _, side := range []struct {
		when *Unknown
		v    Value
	}{{k.when, k.yes}, {k.when.not(), k.no}} {
		on := both(when, side.when)
		var err error
		if u, ok := side.v.(*Unknown); ok {
			err = appendUnlessNil(c, out, u, on)
		} else if side.v != Nil {
			err = appendIf(c, out, side.v, on, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// maxPossible bounds the elements that may be there of a list whose methods run
// both with and without each.
const maxPossible = 5

// possibleAt finds an element of a list, or a pair of a hash, that may be there;
// -1 if there is none, or too many.
func (t *Thread) possibleAt(v Value) int {
	var list []Value
	switch v := v.(type) {
	case *Array:
		list = v.Elems
	case *Hash:
		list = v.vals
		if unknownAmong(v.keys, 0) != nil {
			return -1
		}
	}
	at, n := -1, 0
	for i, e := range list {
		u, ok := e.(*Unknown)
		if !ok || u.form.element == nil {
			continue
		}
		if u.form.list {
			return -1
		}
		if n++; at < 0 {
			at = i
		}
	}
	if n > maxPossible {
		return -1
	}
	return at
}

// forkReceiver runs a method of a list or hash with its k-th part, where that is
// there, and without it.
func (t *Thread) forkReceiver(c *Call, k int) (Value, error) {
	run := func(with bool) func() (Value, error) {
		return func() (Value, error) {
			own := *c
			if !mutates[c.Name] {
				own.Self = partly(c.Self, k, with)
				return t.runBuiltin(c.method.builtin, &own)
			}
			t.changingValue(c.Self)
			switch self := c.Self.(type) {
			case *Array:
				part := partly(self, k, with).(*Array)
				self.Elems, self.open = part.Elems, part.open
			case *Hash:
				frozen := self.frozen
				*self = *partly(self, k, with).(*Hash)
				self.frozen = frozen
			}
			return t.runBuiltin(c.method.builtin, &own)
		}
	}
	if isFrozen(c.Self) && mutates[c.Name] {
		return nil, t.frozenError(c.Self)
	}
	var when *Unknown
	switch self := c.Self.(type) {
	case *Array:
		when = self.Elems[k].(*Unknown).form.element.when
	case *Hash:
		when = self.vals[k].(*Unknown).form.element.when
	}
	return t.fork(when, run(true), run(false))
}

// partly is a copy of a list or hash with its k-th part there for sure, or
// without it.
func partly(v Value, k int, with bool) Value {
	switch v := v.(type) {
	case *Array:
		out := &Array{Elems: slices.Clone(v.Elems)}
		if with {
			out.Elems[k] = v.Elems[k].(*Unknown).form.element.yes
		} else {
			out.Elems = slices.Delete(out.Elems, k, k+1)
		}
		out.open = openElement(out.Elems) != nil
		return out
	case *Hash:
		out := v.Clone()
		if with {
			out.vals[k] = v.vals[k].(*Unknown).form.element.yes
		} else {
			out.Delete(v.keys[k])
		}
		out.open = openElement(out.vals) != nil
		return out
	}
	return v
}

// quantified is any? (enough is true) and all? (false): the first element that
// is enough decides. Of answers that only the application knows it is all of
// them, joined by || or &&.
func quantified(c *Call, enough bool) (Value, error) {
	var open *Unknown
	found := false
	err := eachOf(c, func(v Value) error {
		outer := c.t.asked
		c.t.asked = nil
		yes, err := matches(c, v)
		u := c.t.asked
		c.t.asked = outer
		switch {
		case err != nil:
			return err
		case u != nil && open == nil:
			open = u
		case u != nil && enough:
			open = open.Or(u)
		case u != nil:
			open = both(open, u)
		case yes == enough:
			found = true
			return errStop
		}
		return nil
	})
	if err != nil || found || open == nil {
		return Bool(found == enough), err
	}
	return open, nil
}
