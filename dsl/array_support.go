package dsl

import (
	"slices"
	"strings"
)

// arraySupportMethods are what ActiveSupport adds to Array.
var arraySupportMethods = methodTable{
	"second":           fn(0, arrayNth(1)).is(picks),
	"third":            fn(0, arrayNth(2)).is(picks),
	"fourth":           fn(0, arrayNth(3)).is(picks),
	"fifth":            fn(0, arrayNth(4)).is(picks),
	"forty_two":        fn(0, arrayNth(41)).is(picks),
	"third_to_last":    fn(0, arrayNth(-3)).is(picks),
	"second_to_last":   fn(0, arrayNth(-2)).is(picks),
	"from":             fn(1, arrayFrom),
	"to":               fn(1, arrayTo),
	"including":        fnAny(arrayIncluding).is(adds),
	"excluding":        fnAny(arrayExcluding).is(partial | sameOrder),
	"without":          fnAny(arrayExcluding).is(partial | sameOrder),
	"in_groups_of":     fnOpt(1, 2, arrayInGroupsOf),
	"in_groups":        fnOpt(1, 2, arrayInGroups),
	"split":            fnOpt(0, 1, arraySplit),
	"to_sentence":      fnOpt(0, 1, arrayToSentence).is(showsParts),
	"extract_options!": fn(0, arrayExtractOptions).is(changes | picks),
	"extract!":         withBlock(fn(0, arrayExtract)).is(changes),
	"compact_blank!":   fn(0, arrayCompactBlankBang).is(changes),
	"inquiry":          fn(0, arrayInquiry).is(undetermined),
	"deep_dup":         fn(0, containerDeepDup).is(partial | sameOrder),
	"to_fs":            fnOpt(0, 1, arrayToFs).is(showsParts),
	"to_formatted_s":   fnOpt(0, 1, arrayToFs).is(showsParts),
}

func arrayNth(i int) func(*Call) Value {
	return func(c *Call) Value {
		v, _ := elementAt(selfArray(c).Elems, i)
		return v
	}
}

func arrayFrom(c *Call) Value {
	i := c.int(0)
	list := selfArray(c).Elems
	if i < 0 {
		i += len(list)
	}
	if i < 0 || i > len(list) {
		return c.t.newArray()
	}
	return c.t.copyOf(list[i:])
}

func arrayTo(c *Call) Value {
	i := c.int(0)
	list := selfArray(c).Elems
	if i < 0 {
		i += len(list)
	}
	i = min(max(i, -1), len(list)-1)
	return c.t.copyOf(list[:i+1])
}

// flatArgs returns the arguments with arrays among them opened.
func flatArgs(c *Call) []Value {
	var out []Value
	for _, arg := range c.Args {
		if a, ok := arg.(*Array); ok {
			c.t.moved(len(a.Elems))
			out = append(out, a.Elems...)
		} else {
			out = append(out, arg)
		}
		c.size(len(out))
	}
	return out
}

func arrayIncluding(c *Call) Value {
	list := selfArray(c).Elems
	more := flatArgs(c)
	c.size(len(list) + len(more))
	c.t.moved(len(list) + len(more))
	return c.t.newArray(slices.Concat(list, more)...)
}

func arrayExcluding(c *Call) Value {
	set := keysOf(c, flatArgs(c))
	return c.t.newArray(set.filter(c, selfArray(c).Elems, false)...)
}

// fill is the value that fills groups up, nil for `false`: no filling.
func groupFill(c *Call) Value {
	if c.arg(1) == False {
		return nil
	}
	return c.arg(1)
}

func arrayInGroupsOf(c *Call) Value {
	n := c.int(0)
	if n <= 0 {
		panic(c.exception("ArgumentError", "Group size must be a positive integer, was %s", c.inspect(c.arg(0))))
	}
	list := selfArray(c).Elems
	fill := groupFill(c)
	if fill != nil && len(list) > 0 {
		c.size(n)
	}
	groups := c.t.newArray()
	for len(list) > 0 {
		c.step()
		k := min(n, len(list))
		group := slices.Clone(list[:k])
		for fill != nil && len(group) < n {
			group = append(group, fill)
		}
		c.t.looked(len(group))
		list = list[k:]
		c.push(groups, c.t.newArray(group...))
	}
	return yieldGroups(c, groups, c.Self)
}

// yieldGroups passes the groups to the block and returns result; without a block
// it returns the groups.
func yieldGroups(c *Call, groups *Array, result Value) Value {
	if c.Block == nil {
		return groups
	}
	for _, g := range groups.Elems {
		c.yield(g)
	}
	return result
}

func arrayInGroups(c *Call) Value {
	n := c.int(0)
	if n == 0 {
		panic(c.exception("ZeroDivisionError", "divided by 0"))
	}
	c.size(n)
	list := selfArray(c).Elems
	fill := groupFill(c)
	groups := c.t.newArray()
	start, short, rest := 0, len(list)/max(n, 1), len(list)%max(n, 1)
	for i := range max(n, 0) {
		size := short
		if i < rest {
			size++
		}
		c.step()
		group := slices.Clone(list[start : start+size])
		if fill != nil && rest > 0 && size == short {
			group = append(group, fill)
		}
		c.t.moved(size)
		c.push(groups, c.t.newArray(group...))
		start += size
	}
	return yieldGroups(c, groups, groups)
}

func arraySplit(c *Call) Value {
	part := c.t.newArray()
	out := c.t.newArray(part)
	for _, v := range selfArray(c).Elems {
		c.step()
		var ends bool
		if c.Block != nil {
			ends = truth(c, v)
		} else {
			ends = c.equal(v, c.arg(0))
		}
		if ends {
			part = c.t.newArray()
			c.push(out, part)
			continue
		}
		c.push(part, v)
	}
	return out
}

var sentenceWords = []struct{ key, word string }{
	{"words_connector", ", "},
	{"two_words_connector", " and "},
	{"last_word_connector", ", and "},
}

func arrayToSentence(c *Call) Value {
	words := sentenceConnectors(c)
	list := selfArray(c).Elems
	between := words["words_connector"]
	end := words["last_word_connector"]
	if len(list) == 2 {
		end = words["two_words_connector"]
	}
	var text strings.Builder
	for i, v := range list {
		s := c.toS(v)
		switch {
		case i == 0:
		case i == len(list)-1:
			text.WriteString(end)
		default:
			text.WriteString(between)
		}
		text.WriteString(s)
		must(c.Thread().stringSize(text.Len()))
	}
	return c.t.newString(text.String())
}

// sentenceConnectors reads the options of to_sentence.
func sentenceConnectors(c *Call) map[string]string {
	words := map[string]string{}
	valid := []Value{}
	for _, w := range sentenceWords {
		words[w.key] = w.word
		valid = append(valid, Symbol(w.key))
	}
	if len(c.Args) == 0 {
		return words
	}
	options := c.hash(0)
	c.send(options, "assert_valid_keys", append(valid, Symbol("locale"))...)
	for i := range options.Len() {
		k, v := options.At(i)
		name, _ := k.(Symbol)
		words[string(name)] = c.toS(v)
	}
	return words
}

func arrayExtractOptions(c *Call) Value {
	a := selfArray(c)
	v, _ := elementAt(a.Elems, -1)
	options, ok := v.(*Hash)
	if !ok {
		return c.t.newHash(0)
	}
	changeableArray(c)
	a.Elems = a.Elems[:len(a.Elems)-1]
	return options
}

func arrayExtract(c *Call) Value {
	a := changeableArray(c)
	taken, kept := c.t.newArray(), make([]Value, 0, len(a.Elems))
	for i := 0; i < len(a.Elems); i++ {
		v := a.Elems[i]
		if truth(c, v) {
			c.push(taken, v)
		} else {
			kept = append(kept, v)
		}
	}
	replaceElems(c, a, kept)
	return taken
}

func arrayCompactBlankBang(c *Call) Value {
	a := changeableArray(c)
	kept := make([]Value, 0, len(a.Elems))
	for _, v := range a.Elems {
		c.step()
		if !isBlank(c, v) {
			kept = append(kept, v)
		}
	}
	replaceElems(c, a, kept)
	return a
}

// arrayInquiry would make an object whose `x?` reports whether the array has :x.
func arrayInquiry(c *Call) Value {
	panic(c.exception("NotImplementedError", "%s#%s is not supported", c.Interp().plainClassOf(c.Self).Name(), c.Name))
}

// arrayToFs is to_s but for :db, which asks the elements for their id.
func arrayToFs(c *Call) Value {
	if c.arg(0) != Symbol("db") {
		return c.t.newString(c.toS(c.Self))
	}
	list := selfArray(c).Elems
	if len(list) == 0 {
		return c.t.newString("null")
	}
	ids := c.t.listOfRoom(len(list))
	for _, v := range list {
		ids.Elems = append(ids.Elems, c.send(v, "id"))
	}
	return joinArray(c, ids, ",")
}

// containerDeepDup copies arrays and hashes all the way down, and the strings
// in them.
func containerDeepDup(c *Call) Value { return deepDup(c, c.Self, 0) }

func deepDup(c *Call, v Value, depth int) Value {
	c.step()
	nesting(c, depth)
	switch v := v.(type) {
	case *String:
		return c.t.substring(v.s)
	case *Array:
		out := c.t.listOfRoom(len(v.Elems))
		for _, e := range v.Elems {
			d := deepDup(c, e, depth+1)
			out.Elems = append(out.Elems, d)
		}
		return out
	case *Object:
		return c.send(v, "deep_dup")
	case *Hash:
		out := emptyLike(c, v)
		for i := range v.Len() {
			key, value := v.At(i)
			d := deepDup(c, value, depth+1)
			c.put(out, key, d)
		}
		return out
	}
	return v
}
