package dsl

import (
	"math"
	"slices"
)

var arrayCombineMethods = methodTable{
	"product":              fnAny(arrayProduct).is(takesOrder),
	"combination":          withBlock(fn(1, arrayCombination)),
	"permutation":          withBlock(fnOpt(0, 1, arrayPermutation)),
	"repeated_combination": withBlock(fn(1, arrayRepeatedCombination)),
	"repeated_permutation": withBlock(fn(1, arrayRepeatedPermutation)),
	"transpose":            fn(0, arrayTranspose),
}

func arrayProduct(c *Call) Value {
	lists := [][]Value{selfArray(c).Elems}
	for _, arg := range c.Args {
		a := toArray(c, arg)
		lists = append(lists, a.Elems)
	}
	out := c.t.newArray()
	total := rowCount(lists)
	if c.Block == nil {
		c.size(total)
	}
	at := make([]int, len(lists))
	for more := total > 0; more; more = advance(at, lists) {
		row := c.t.listOfRoom(len(lists))
		c.t.looked(len(lists))
		for i, list := range lists {
			row.Elems = append(row.Elems, list[at[i]])
		}
		emit(c, out, row)
	}
	if c.Block != nil {
		return c.Self
	}
	return out
}

// rowCount is how many rows the product of the lists has.
func rowCount(lists [][]Value) int {
	total := 1
	for _, list := range lists {
		if len(list) == 0 {
			return 0
		}
		if total > math.MaxInt/len(list) {
			total = math.MaxInt
			continue
		}
		total *= len(list)
	}
	return total
}

// advance goes to the next row, the last place first, and reports whether there
// is one.
func advance(at []int, lists [][]Value) bool {
	for i := len(at) - 1; i >= 0; i-- {
		if at[i]++; at[i] < len(lists[i]) {
			return true
		}
		at[i] = 0
	}
	return false
}

// emit passes a row to the block, or adds it to out.
func emit(c *Call, out, row *Array) {
	c.step()
	if c.Block != nil {
		c.yield(row)
		return
	}
	c.push(out, row)
}

func arrayCombination(c *Call) Value {
	return choose(c, func(picked []int, i int) bool { return len(picked) == 0 || i > picked[len(picked)-1] })
}

func arrayRepeatedCombination(c *Call) Value {
	return choose(c, func(picked []int, i int) bool { return len(picked) == 0 || i >= picked[len(picked)-1] })
}

func arrayRepeatedPermutation(c *Call) Value {
	return choose(c, func([]int, int) bool { return true })
}

func arrayPermutation(c *Call) Value {
	return choose(c, func(picked []int, i int) bool {
		c.t.looked(len(picked))
		return !slices.Contains(picked, i)
	})
}

// choose yields all rows of n elements whose indexes are allowed one after the
// other, in the order of the indexes.
func choose(c *Call, allowed func(picked []int, i int) bool) Value {
	list := slices.Clone(selfArray(c).Elems)
	n := len(list)
	if len(c.Args) > 0 && (c.Args[0] != Nil || c.Name != "permutation") {
		n = c.int(0)
	}
	repeats := c.Name == "repeated_combination" || c.Name == "repeated_permutation"
	if n < 0 || (n > len(list) && (!repeats || len(list) == 0)) {
		return c.Self
	}
	nesting(c, n)
	chooseNext(c, list, n, nil, allowed)
	return c.Self
}

func chooseNext(c *Call, list []Value, n int, picked []int, allowed func([]int, int) bool) {
	if len(picked) == n {
		row := c.t.listOfRoom(n)
		c.t.looked(n)
		for _, i := range picked {
			row.Elems = append(row.Elems, list[i])
		}
		emit(c, nil, row)
		return
	}
	for i := range list {
		c.step()
		if !allowed(picked, i) {
			continue
		}
		chooseNext(c, list, n, append(picked, i), allowed)
	}
}

func arrayTranspose(c *Call) Value {
	rows := selfArray(c).Elems
	out := c.t.newArray()
	for i, row := range rows {
		a := toArray(c, row)
		if i == 0 {
			for range a.Elems {
				c.push(out, c.t.newArray())
			}
		}
		c.t.looked(len(a.Elems))
		if len(a.Elems) != len(out.Elems) {
			panic(c.exception("IndexError", "element size differs (%d should be %d)", len(a.Elems), len(out.Elems)))
		}
		for j, v := range a.Elems {
			c.push(out.Elems[j].(*Array), v)
		}
	}
	return out
}
