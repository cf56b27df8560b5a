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
		if u := carriedText(c); u != nil { // nor is a text written that others may be reading
			s.unknown = u
		}
	case *Array:
		if !s.open && carriesOpen(c) && openElement(s.Elems) != nil { // others may be reading a list that stays as it is
			s.open = true
		}
	case *Hash:
		if !s.open && carriesOpen(c) && openElement(s.vals) != nil {
			s.open = true
		}
	}
	return v
}

// carriedText gives the unknown value that a string has from the receiver or
// the arguments of the method that made it; nil if there is none.
func carriedText(c *Call) *Unknown {
	own, ok := c.Self.(*String)
	switch {
	case ok && own.unknown != nil:
		return own.unknown
	case ok && joinsText[c.Name]:
		return unknownArgument(c)
	case !ok && textOfList[c.Name]:
		return UnknownIn(c.Self)
	}
	return nil
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
