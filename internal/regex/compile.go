package regex

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a compiled program.
const (
	// maxCode is how many instructions it may have.
	maxCode = 1 << 17
	// maxExpanded is up to how many instructions a counted loop is written out, which is quicker than counting.
	maxExpanded = 1024
	// onigmoExpands is up to what size Onigmo writes a counted loop out. Where the body may be empty that shows: a loop that is written
	// out goes on after an empty iteration.
	onigmoExpands = 50
	// maxMemoBits is how much of the loops' state a match can remember; within loops that have more it remembers nothing.
	maxMemoBits = 128
	// fewBits is up to how many bits of it make numbers of their own.
	fewBits = 6
)

// A compiler makes a program from the end of the pattern to its beginning, so that what follows an instruction is known when it is made.
type compiler struct {
	p       *parser
	prog    *program
	infos   map[node]info
	classes map[*setNode]*class
	most    int           // instructions that it may have
	called  map[int]int32 // where the recursive groups begin, by their numbers
	pending []*groupNode  // those still to be compiled

	loop, region int32
	place
}

// A place is what matters of where a node stands: whether a group there keeps what it held before, for the way back. Onigmo does it where a
// group may run several times or not at all.
type place struct {
	optional bool
	forget   bool // no memo: what is to come depends on more than the loops
	// recursing: the beginning of a group is kept in a register, as recursion may begin it again before it ends.
	recursing bool
	// blind: every choice is tried, even if what follows can't begin there, as its groups show.
	blind bool
}

// A cont is what follows a node: an instruction, and what a match can go on with there.
type cont struct {
	pc    int32
	first bytesAt
}

// compile makes the program of a parsed pattern, within a budget.
func compile(p *parser, b *Budget) (*program, error) {
	c := newCompiler(p)
	c.most = min(maxCode, b.Left()/stepsPerInst+1)
	defer func() { b.Spend(len(c.prog.code) * stepsPerInst) }()
	c.blind = p.selfish
	end := c.emit(inst{op: opMatch})
	start := c.node(p.root, cont{end, anything})
	for len(c.pending) > 0 {
		g := c.pending[0]
		c.pending = c.pending[1:]
		c.subroutine(g)
	}
	for i := range c.prog.code {
		if in := &c.prog.code[i]; in.op == opCall {
			in.next = c.called[int(in.n)]
		}
	}
	switch {
	case c.full() && c.most < maxCode:
		return nil, ErrBudget
	case c.full():
		return nil, &LimitError{"too large a pattern: more than " + strconv.Itoa(maxCode) + " instructions"}
	}
	if !c.prog.pure {
		c.prog.memos = 0
	}
	prog := c.prog
	prog.start, prog.first = start.pc, start.first
	prog.min = c.info(p.root).min
	prog.atStart = startsText(p.root)
	prog.prefix = prog.literalStart()
	return prog, nil
}

func newCompiler(p *parser) *compiler {
	return &compiler{
		p: p, prog: &program{groups: p.numGroups, pure: true, fromStart: p.fromStart}, infos: map[node]info{}, classes: map[*setNode]*class{},
		called: map[int]int32{}, loop: -1, region: -1,
	}
}

// literalStart is the text that a program begins with.
func (p *program) literalStart() string {
	pc := p.start
	for p.code[pc].op == opBegin {
		pc = p.code[pc].next
	}
	switch in := &p.code[pc]; in.op {
	case opText:
		return in.text
	case opByte:
		return string([]byte{byte(in.n)})
	}
	return ""
}

// startsText reports whether n matches at the text's beginning only.
func startsText(n node) bool {
	switch n := n.(type) {
	case *assertNode:
		return n.kind == beginText
	case *catNode:
		return len(n.subs) > 0 && startsText(n.subs[0])
	case *altNode:
		for _, s := range n.subs {
			if !startsText(s) {
				return false
			}
		}
		return true
	case *groupNode:
		return startsText(n.sub)
	case *atomicNode:
		return startsText(n.sub)
	}
	return false
}

// emit adds an instruction. Behind the limit it adds none: the program will be refused.
func (c *compiler) emit(in inst) int32 {
	in.loop, in.region, in.memo = c.loop, c.region, -1
	switch in.op {
	case opSplit, opCount, opCountEnd, opRun, opAbsent:
		c.remember(&in)
	}
	if c.full() {
		return int32(c.most - 1)
	}
	c.prog.code = append(c.prog.code, in)
	return int32(len(c.prog.code) - 1)
}

// remember numbers an instruction for the memo: with one number, or with one for each state of the loops around it.
func (c *compiler) remember(in *inst) {
	bits := 0
	if c.loop >= 0 {
		bits = c.prog.loops[c.loop].bits
	}
	if c.forget || bits > maxMemoBits {
		return
	}
	in.memo = int32(c.prog.memos)
	if in.wide = bits > fewBits; in.wide {
		bits = 0
	}
	c.prog.memos += 1 << bits
}

func (c *compiler) full() bool { return len(c.prog.code) >= c.most }

// node compiles n before k.
func (c *compiler) node(n node, k cont) cont {
	if c.full() {
		return k
	}
	switch n := n.(type) {
	case *setNode:
		return c.set(n, k)
	case *foldNode:
		return c.fold(n, k)
	case *catNode:
		return c.sequence(n.subs, k)
	case *altNode:
		return c.alternatives(n.subs, k)
	case *repNode:
		return c.repeat(n, k)
	case *groupNode:
		return c.group(n, k)
	case *atomicNode:
		return c.atomic(n.sub, k)
	case *lookNode:
		return c.look(n, k)
	case *assertNode:
		return c.assert(n.kind, k)
	case *backrefNode:
		c.prog.pure = false
		return cont{c.emit(inst{op: opBackref, groups: n.groups, fold: n.fold, next: k.pc}), anything}
	case *callNode:
		return c.call(n.target, k)
	case *condNode:
		return c.conditional(n, k)
	case *keepNode:
		return cont{c.emit(inst{op: opKeep, next: k.pc}), k.first}
	case *absentNode:
		return c.absent(n, k)
	}
	return k
}

// class gives the class of a set, which is made once.
func (c *compiler) class(n *setNode) *class {
	k := c.classes[n]
	if k == nil {
		k = newClass(n.set)
		c.classes[n] = k
	}
	return k
}

func (c *compiler) set(n *setNode, k cont) cont {
	r, one := n.set.single()
	switch {
	case one && r < utf8.RuneSelf:
		return cont{c.emit(inst{op: opByte, n: r, next: k.pc}), c.class(n).lead}
	case one:
		return c.text(string(r), k)
	}
	class := c.class(n)
	return cont{c.emit(inst{op: opClass, class: class, next: k.pc}), class.lead}
}

func (c *compiler) text(s string, k cont) cont {
	if len(s) == 1 {
		return c.set(&setNode{set: set{rune(s[0]), rune(s[0])}}, k)
	}
	var first bytesAt
	first.add(s[0])
	return cont{c.emit(inst{op: opText, text: s, next: k.pc}), first}
}

// sequence compiles nodes that follow one another; characters become texts.
func (c *compiler) sequence(subs []node, k cont) cont {
	for i := len(subs) - 1; i >= 0; i-- {
		j := i
		for j >= 0 {
			if s, ok := subs[j].(*setNode); !ok || len(s.set) != 2 || s.set[0] != s.set[1] {
				break
			}
			j--
		}
		if i-j < 2 {
			k = c.node(subs[i], k)
			continue
		}
		var b strings.Builder
		for _, s := range subs[j+1 : i+1] {
			b.WriteRune(s.(*setNode).set[0])
		}
		k, i = c.text(b.String(), k), j+1
	}
	return k
}

// fold compiles the ways to write something when case is ignored.
func (c *compiler) fold(n *foldNode, k cont) cont {
	return c.choice(len(n.alts), func(i int) cont {
		way := k
		for j := len(n.alts[i]) - 1; j >= 0; j-- {
			way = c.set(&setNode{set: n.alts[i][j]}, way)
		}
		return way
	})
}

func (c *compiler) alternatives(subs []node, k cont) cont {
	defer c.at(c.place)
	c.optional = true
	return c.choice(len(subs), func(i int) cont { return c.node(subs[i], k) })
}

// at goes back to another place.
func (c *compiler) at(p place) { c.place = p }

// choice compiles n alternatives, the first preferred.
func (c *compiler) choice(n int, way func(int) cont) cont {
	k := way(n - 1)
	for i := n - 2; i >= 0; i-- {
		k = c.split(way(i), k)
	}
	return k
}

// split goes on with a, or else with b.
func (c *compiler) split(a, b cont) cont {
	in := inst{op: opSplit, next: a.pc, alt: b.pc}
	c.peek(&in, a.first, b.first)
	return cont{c.emit(in), a.first.or(b.first)}
}

// peek lets a split look at the next byte, if that tells anything.
func (c *compiler) peek(in *inst, a, b bytesAt) {
	if !c.blind && (a != anything || b != anything) {
		in.peek, in.peek2 = &a, &b
	}
}

func (c *compiler) group(n *groupNode, k cont) cont {
	switch {
	case n.recursive:
		return c.call(n, k)
	case n.index == 0:
		return c.node(n.sub, k)
	}
	return c.capture(n, k)
}

func (c *compiler) capture(n *groupNode, k cont) cont {
	start := int32(0)
	if c.recursing {
		start = c.register() + 1
	}
	end := c.emit(inst{op: opEnd, n: int32(n.index), alt: start, next: k.pc})
	body := c.node(n.sub, cont{end, k.first})
	return cont{c.emit(inst{op: opBegin, n: int32(n.index), alt: start, next: body.pc, push: c.optional || n.referred}), body.first}
}

// call compiles a call of a group: the group once more, or, if it is recursive, a jump to it.
func (c *compiler) call(n *groupNode, k cont) cont {
	if !n.recursive {
		return c.group(n, k)
	}
	c.prog.pure = false
	if _, ok := c.called[n.number]; !ok {
		c.called[n.number] = -1
		c.pending = append(c.pending, n)
	}
	return cont{c.emit(inst{op: opCall, n: int32(n.number), alt: k.pc}), anything} // next is set when the group is compiled
}

// subroutine compiles a recursive group.
func (c *compiler) subroutine(n *groupNode) {
	c.optional, c.recursing = true, true
	back := c.emit(inst{op: opReturn})
	k := cont{back, anything}
	if n.index == 0 {
		k = c.node(n.sub, k)
	} else {
		k = c.capture(n, k)
	}
	c.called[n.number] = k.pc
}

// register gives a new register.
func (c *compiler) register() int32 {
	c.prog.registers++
	return int32(c.prog.registers - 1)
}

// within compiles what f makes as a region of its own.
func (c *compiler) within(end inst, marks bool, f func(end int32) cont) cont {
	loop, outer := c.loop, c.region
	id := len(c.prog.regions)
	c.prog.regions = append(c.prog.regions, region{marks: marks, asked: marks && c.inGroups()})
	c.loop, c.region = -1, int32(id)
	pc := c.emit(end)
	c.prog.regions[id].end = pc
	k := f(pc)
	c.loop, c.region = loop, outer
	return k
}

// inGroups tells whether a loop around decides by its groups how it goes on.
func (c *compiler) inGroups() bool {
	for id := c.loop; id >= 0; id = c.prog.loops[id].outer {
		if c.prog.loops[id].groups != nil {
			return true
		}
	}
	return false
}

func (c *compiler) atomic(sub node, k cont) cont {
	if rep, ok := alone(sub).(*repNode); ok && rep.kind == greedy && rep.max < 0 {
		if s, ok := alone(rep.sub).(*setNode); ok {
			return c.run(s, rep, possessive, k)
		}
	}
	body := c.within(inst{op: opAtomicEnd, next: k.pc}, leavesMarks(sub), func(end int32) cont { return c.node(sub, cont{end, anything}) })
	return cont{c.emit(inst{op: opAtomic, next: body.pc}), body.first}
}

func (c *compiler) look(n *lookNode, k cont) cont {
	switch {
	case n.behind:
		return c.behind(n, k)
	case n.not:
		return c.not(n.sub, 0, k)
	}
	body := c.within(inst{op: opLookEnd, next: k.pc}, leavesMarks(n.sub), func(end int32) cont { return c.node(n.sub, cont{end, anything}) })
	return cont{c.emit(inst{op: opLook, next: body.pc}), body.first.and(k.first)}
}

// not compiles what must not match width characters before.
func (c *compiler) not(sub node, width int, k cont) cont {
	defer c.at(c.place)
	c.optional = true
	body := c.within(inst{op: opNotEnd}, false, func(end int32) cont { return c.node(sub, cont{end, anything}) })
	return cont{c.emit(inst{op: opNot, n: int32(width), next: body.pc, alt: k.pc}), k.first}
}

// behind compiles a look-behind, each width of its own.
func (c *compiler) behind(n *lookNode, k cont) cont {
	ways := behindWays(n.sub)
	if n.not {
		for i := len(ways) - 1; i >= 0; i-- {
			k = c.not(ways[i].node, ways[i].width, k)
		}
		return k
	}
	each := func(end int32) cont {
		first := k.first
		way := c.choice(len(ways), func(i int) cont {
			body := c.node(ways[i].node, cont{end, anything})
			return cont{c.emit(inst{op: opBack, n: int32(ways[i].width), next: body.pc}), anything}
		})
		return cont{way.pc, first}
	}
	if leavesMarks(n.sub) { // which way matched may show
		defer c.at(c.place)
		c.forget = true
		return each(k.pc)
	}
	body := c.within(inst{op: opLookEnd, next: k.pc}, false, each)
	return cont{c.emit(inst{op: opLook, next: body.pc}), k.first}
}

func (c *compiler) conditional(n *condNode, k cont) cont {
	c.prog.pure = false
	defer c.at(c.place)
	c.optional = true
	no := c.node(n.no, k)
	yes := c.node(n.yes, k)
	return cont{c.emit(inst{op: opCond, n: int32(n.groups[0]), next: yes.pc, alt: no.pc}), yes.first.or(no.first)}
}

func (c *compiler) absent(n *absentNode, k cont) cont {
	place := c.place
	c.blind, c.forget = true, true // what is in it depends on where the text is taken to end
	end := c.emit(inst{op: opAbsentEnd})
	body := c.node(n.sub, cont{end, anything})
	try := c.emit(inst{op: opAbsentTry, next: body.pc, alt: k.pc})
	c.place = place
	return cont{c.emit(inst{op: opAbsent, next: try}), anything}
}

func (c *compiler) assert(kind assertKind, k cont) cont {
	first := k.first
	switch kind {
	case endText:
		first = bytesAt{end: true}
	case endLine, endTextNewline:
		first = bytesAt{end: true}
		first.add('\n')
		first = first.and(k.first)
	}
	return cont{c.emit(inst{op: opAssert, kind: uint8(kind), next: k.pc}), first}
}

// memoBits tells how many bits the state of a loop and those around it has.
func (c *compiler) memoBits(l loop) int {
	n := 1
	switch {
	case l.counted:
		n = bits.Len(uint(l.limit))
	case l.groups != nil:
		n = 3 + 3*len(l.groups)
	}
	if l.outer >= 0 {
		n += c.prog.loops[l.outer].bits
	}
	return n
}
