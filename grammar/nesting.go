package grammar

// nesting is the stack of what is open at the place where the lexer is.
type nesting struct {
	max    int // deepest nesting allowed
	frames []frame
	ops    int // levels of operators, summed over frames
}

// frame is one open bracket or block, with what the lexer must remember of it.
type frame struct {
	opener
	scope
	depth
	unfinished
	pattern bool // names in the current pattern declare locals
	clause  bool // a rescue clause, or an in of a case, was seen
	tern    int  // ? of ternaries still open
}

// opener is what opened a frame.
type opener struct {
	kind byte   // r file, e ...end, ( group, c arguments, [ , h hash, b block, l lambda, i interpolation, | parameters, d endless def
	word string // as written
	off  int    // its offset
	tok  int    // its index in toks
}

// scope is what names mean within a frame.
type scope struct {
	locals    int  // number of locals outside
	base      int  // index of the first visible local
	newScope  bool // locals end with the first line, of class and module
	params    bool // names declare locals here
	noParams  bool // a block without parameters: _1 and it mean them
	numbered  bool // _1 is used in this block
	inner     bool // _1 is used in a block within
	lam       int  // -> seen whose body is still to come
	lamLocals int  // number of locals before the parameters of a pending ->
	lamPar    bool // bare parameters of a ->
}

// depth is how many levels a frame's current statement adds to the tree.
type depth struct {
	ops    int
	cmds   int // the part of ops that a comma does not end
	elsifs int // each of which has an `end` of its own
}

// unfinished is what of a statement or of a construct's first line is still to come.
type unfinished struct {
	jump    bool // inside the values of a return
	cmd     bool // inside the arguments of a command call
	cond    bool // a while, until or for waits for its do
	head    bool // the condition of an if, when, while.. is not over: then, do or a line's end is to come
	header  bool // of def, class, module: not finished
	parDone bool // a def's parameters are over, its line is not
	rescue  bool // between rescue and the end of its line
	nameTok int  // of a def: the index of its name
}

func (l *lex) top() *frame { return &l.frames[len(l.frames)-1] }

// push opens a frame whose opener is the last token.
func (l *lex) push(kind byte, word string, off int) *frame {
	if l.deep() {
		l.tooDeep(off)
	}
	f := l.top()
	l.frames = append(l.frames, frame{
		opener: opener{kind, word, off, len(l.toks) - 1}, scope: scope{locals: len(l.locals), base: f.base},
		pattern: f.pattern && (kind == '[' || kind == '(' || kind == 'c' || kind == 'h'),
	})
	return l.top()
}

func (l *lex) deep() bool { return len(l.frames)+l.ops > l.max }

func (l *lex) tooDeep(off int) {
	if !l.stop {
		l.fail(off, nil, "", "nested too deep: more than %d levels", l.max)
		l.stop = true
	}
}

// pop closes the top frame and forgets the locals it declared.
func (l *lex) pop() {
	f := l.top()
	l.ops -= f.ops
	if f.numbered || f.inner {
		if g := &l.frames[len(l.frames)-2]; f.kind != 'd' && !newSelf[f.word] {
			g.inner = true
		}
	}
	switch f.kind {
	case 'b', 'l', 'd':
		l.forget(f.locals)
	case 'e':
		switch f.word {
		case "do", "def", "class", "module":
			l.forget(f.locals)
		}
	}
	l.frames = l.frames[:len(l.frames)-1]
}
