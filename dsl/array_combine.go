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

func arrayProduct(c *Call) (Value, error) {
	lists := [][]Value{selfArray(c).Elems}
	for _, arg := range c.Args {
		a, err := toArray(c, arg)
		if err != nil {
			return nil, err
		}
		lists = append(lists, a.Elems)
	}
	out := c.t.newArray()
	total := rowCount(lists)
	if c.Block == nil {
		if err := c.size(total); err != nil {
			return nil, err
		}
	}
	at := make([]int, len(lists))
	for more := total > 0; more; more = advance(at, lists) {
		row := c.t.listOfRoom(len(lists))
		c.t.looked(len(lists))
		for i, list := range lists {
			row.Elems = append(row.Elems, list[at[i]])
		}
		if err := emit(c, out, row); err != nil {
			return nil, err
		}
	}
	if c.Block != nil {
		return c.Self, nil
	}
	return out, nil
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

// advance goes to the next row, the last place first, and tells whether there
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

// emit gives a row to the block, or adds it to out.
func emit(c *Call, out, row *Array) error {
	if err := c.Step(); err != nil {
		return err
	}
	if c.Block != nil {
		_, err := c.Yield(row)
		return err
	}
	return appendTo(c, out, row)
}

func arrayCombination(c *Call) (Value, error) {
	return choose(c, func(picked []int, i int) bool { return len(picked) == 0 || i > picked[len(picked)-1] })
}

func arrayRepeatedCombination(c *Call) (Value, error) {
	return choose(c, func(picked []int, i int) bool { return len(picked) == 0 || i >= picked[len(picked)-1] })
}

func arrayRepeatedPermutation(c *Call) (Value, error) {
	return choose(c, func([]int, int) bool { return true })
}

func arrayPermutation(c *Call) (Value, error) {
	return choose(c, func(picked []int, i int) bool {
		c.t.looked(len(picked))
		return !slices.Contains(picked, i)
	})
}

// choose yields all rows of n elements whose indexes are allowed one after the
// other, in the order of the indexes.
func choose(c *Call, allowed func(picked []int, i int) bool) (Value, error) {
	list := slices.Clone(selfArray(c).Elems)
	n := len(list)
	if len(c.Args) > 0 && (c.Args[0] != Nil || c.Name != "permutation") {
		var err error
		if n, err = indexArg(c, 0); err != nil {
			return nil, err
		}
	}
	repeats := c.Name == "repeated_combination" || c.Name == "repeated_permutation"
	if n < 0 || (n > len(list) && (!repeats || len(list) == 0)) {
		return c.Self, nil
	}
	if err := nesting(c, n); err != nil {
		return nil, err
	}
	return c.Self, chooseNext(c, list, n, nil, allowed)
}

func chooseNext(c *Call, list []Value, n int, picked []int, allowed func([]int, int) bool) error {
	if len(picked) == n {
		row := c.t.listOfRoom(n)
		c.t.looked(n)
		for _, i := range picked {
			row.Elems = append(row.Elems, list[i])
		}
		return emit(c, nil, row)
	}
	for i := range list {
		if err := c.Step(); err != nil {
			return err
		}
		if !allowed(picked, i) {
			continue
		}
		if err := chooseNext(c, list, n, append(picked, i), allowed); err != nil {
			return err
		}
	}
	return nil
}

func arrayTranspose(c *Call) (Value, error) {
	rows := selfArray(c).Elems
	out := c.t.newArray()
	for i, row := range rows {
		a, err := toArray(c, row)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			for range a.Elems {
				if err := c.t.push(out, c.t.newArray()); err != nil {
					return nil, err
				}
			}
		}
		c.t.looked(len(a.Elems))
		if len(a.Elems) != len(out.Elems) {
			return nil, c.Errorf("IndexError", "element size differs (%d should be %d)", len(a.Elems), len(out.Elems))
		}
		for j, v := range a.Elems {
			if err := appendTo(c, out.Elems[j].(*Array), v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
