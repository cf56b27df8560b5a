package grammar

import "strconv"

// Start implements Node.
func (n *Stmts) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Body) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Rescue) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Nil) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Bool) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Self) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Int) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Float) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Str) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Sym) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Regexp) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Interp) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Array) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Hash) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Pair) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Range) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Local) Start() Pos { return n.Pos }

// Start implements Node.
func (n *IVar) Start() Pos { return n.Pos }

// Start implements Node.
func (n *CVar) Start() Pos { return n.Pos }

// Start implements Node.
func (n *GVar) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Const) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Call) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Index) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Super) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Yield) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Splat) Start() Pos { return n.Pos }

// Start implements Node.
func (n *BlockArg) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Forward) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Block) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Lambda) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Params) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Param) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Not) Start() Pos { return n.Pos }

// Start implements Node.
func (n *And) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Or) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Defined) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Assign) Start() Pos { return n.Pos }

// Start implements Node.
func (n *OpAssign) Start() Pos { return n.Pos }

// Start implements Node.
func (n *MultiAssign) Start() Pos { return n.Pos }

// Start implements Node.
func (n *MultiTarget) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Paren) Start() Pos { return n.Pos }

// Start implements Node.
func (n *If) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Ternary) Start() Pos { return n.Pos }

// Start implements Node.
func (n *While) Start() Pos { return n.Pos }

// Start implements Node.
func (n *For) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Case) Start() Pos { return n.Pos }

// Start implements Node.
func (n *When) Start() Pos { return n.Pos }

// Start implements Node.
func (n *CaseIn) Start() Pos { return n.Pos }

// Start implements Node.
func (n *MatchPattern) Start() Pos { return n.Pos }

// Start implements Node.
func (n *PatternVar) Start() Pos { return n.Pos }

// Start implements Node.
func (n *PatternPin) Start() Pos { return n.Pos }

// Start implements Node.
func (n *PatternAlt) Start() Pos { return n.Pos }

// Start implements Node.
func (n *PatternAs) Start() Pos { return n.Pos }

// Start implements Node.
func (n *PatternList) Start() Pos { return n.Pos }

// Start implements Node.
func (n *PatternRest) Start() Pos { return n.Pos }

// Start implements Node.
func (n *PatternHash) Start() Pos { return n.Pos }

// Start implements Node.
func (n *In) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Begin) Start() Pos { return n.Pos }

// Start implements Node.
func (n *RescueMod) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Jump) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Def) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Class) Start() Pos { return n.Pos }

// Start implements Node.
func (n *SingletonClass) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Module) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Alias) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Undef) Start() Pos { return n.Pos }

// Start implements Node.
func (n *Unsupported) Start() Pos { return n.Pos }

// Start implements Node.
func (n *BadStmt) Start() Pos { return n.Pos }

func (*Nil) expr()            {}
func (*Bool) expr()           {}
func (*Self) expr()           {}
func (*Int) expr()            {}
func (*Float) expr()          {}
func (*Str) expr()            {}
func (*Sym) expr()            {}
func (*Regexp) expr()         {}
func (*Interp) expr()         {}
func (*Array) expr()          {}
func (*Hash) expr()           {}
func (*Range) expr()          {}
func (*Local) expr()          {}
func (*IVar) expr()           {}
func (*CVar) expr()           {}
func (*GVar) expr()           {}
func (*Const) expr()          {}
func (*Call) expr()           {}
func (*Index) expr()          {}
func (*Super) expr()          {}
func (*Yield) expr()          {}
func (*Splat) expr()          {}
func (*Forward) expr()        {}
func (*Lambda) expr()         {}
func (*Not) expr()            {}
func (*And) expr()            {}
func (*Or) expr()             {}
func (*Defined) expr()        {}
func (*Assign) expr()         {}
func (*OpAssign) expr()       {}
func (*MultiAssign) expr()    {}
func (*MultiTarget) expr()    {}
func (*Paren) expr()          {}
func (*If) expr()             {}
func (*Ternary) expr()        {}
func (*While) expr()          {}
func (*For) expr()            {}
func (*Case) expr()           {}
func (*Begin) expr()          {}
func (*RescueMod) expr()      {}
func (*Jump) expr()           {}
func (*Def) expr()            {}
func (*Class) expr()          {}
func (*SingletonClass) expr() {}
func (*Module) expr()         {}
func (*Alias) expr()          {}
func (*Undef) expr()          {}
func (*CaseIn) expr()         {}
func (*MatchPattern) expr()   {}
func (*PatternVar) expr()     {}
func (*PatternPin) expr()     {}
func (*PatternAlt) expr()     {}
func (*PatternAs) expr()      {}
func (*PatternList) expr()    {}
func (*PatternRest) expr()    {}
func (*PatternHash) expr()    {}
func (*Unsupported) expr()    {}
func (*BadStmt) expr()        {}

// Start is the beginning of the file.
func (f *File) Start() Pos { return Pos{Filename: f.Name, Line: 1, Column: 1} }

// Value returns the number, or an *[UnsupportedError] beyond 64 bits.
func (x *Int) Value() (int64, error) {
	text, base := x.Text, 10
	if len(text) > 1 && text[0] == '0' {
		if base = 0; text[1] == 'd' || text[1] == 'D' { // 0x, 0b and 0o are as in Go
			text, base = text[2:], 10
		}
	}
	n, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		return 0, &UnsupportedError{Pos: x.Pos, What: "an integer beyond 64 bits"}
	}
	return n, nil
}
