package regex

// A program is a pattern as the matcher runs it: instructions that name the one that follows.
type program struct {
	code   []inst
	start  int32
	groups int // those that capture

	registers int    // of the loops: how often they ran, where an iteration began
	loops     []loop // those on whose state the outcome of a match depends
	regions   []region
	memos     int  // instructions that a match remembers
	pure      bool // what is to come depends on place and loops alone: nothing refers to groups

	first     bytesAt // what a match may begin with
	fromStart bool    // it has \G
	prefix    string  // what every match begins with
	min       int     // bytes of the shortest match
	atStart   bool    // matches begin at the text's beginning only
}

// An inst is one instruction. next follows it; what alt and the numbers are depends on op.
type inst struct {
	op   opcode
	kind uint8 // of a run: a repKind; of an assertion: an assertKind
	fold bool  // of a back-reference
	push bool  // of a group: what it held is restored when the matcher goes back
	wide bool  // the loops around have more state than memo has numbers for

	next, alt int32
	min, max  int32
	n         int32 // a byte, group, register, width
	loop      int32 // the innermost loop around whose state counts, -1 without
	region    int32 // the innermost region around, -1 without
	memo      int32 // its number among those that are remembered, and those behind for the states of the loops; -1 without

	class  *class
	text   string
	peek   *bytesAt // what must stand where next goes on
	peek2  *bytesAt // and where alt does
	groups []int    // of a back-reference
}

type opcode uint8

const (
	opMatch     opcode = iota
	opByte             // the byte n
	opText             // text
	opClass            // a character of class
	opRun              // min to max characters of class
	opSplit            // next, or else alt
	opBegin            // group n begins
	opEnd              // and ends
	opAssert           // an anchor
	opKeep             // \K
	opBackref          // what the last of groups that took part matched
	opCond             // next if group n took part, else alt
	opLook             // a look-ahead begins
	opLookEnd          // it holds: back to where it began
	opNot              // what must not match begins, n characters before; alt if it doesn't match
	opNotEnd           // it matches
	opAtomic           // an atomic group begins
	opAtomicEnd        // its other ways are given up
	opBack             // go back n characters
	opEmpty            // an iteration of a loop begins; n is its register
	opEmptyEnd         // and ends: alt if it matched nothing. kind is 1 if it captures
	opCount            // a counted loop begins: its register n becomes 0
	opCountEnd         // an iteration ends: again is next, alt is behind the loop. kind is a repKind
	opCall             // the recursive group at next; it returns to alt
	opReturn
	opAbsent // (?~a): next is a's beginning, alt is behind
	opAbsentTry
	opAbsentEnd
	opFail
)

// A loop is a loop whose state decides how a match goes on: how often it ran, or whether the iteration under way has matched something.
type loop struct {
	outer   int32
	counted bool
	reg     int32
	limit   int32   // beyond it, it doesn't matter how often a counted loop ran
	groups  []int32 // those inside, if they decide whether an empty iteration counts
	bits    int     // of what a memo must know of this and the outer loops
}

// A region is a group whose other ways are given up when it is left.
type region struct {
	end   int32 // the instruction that ends it
	marks bool  // a match of it leaves more than the place where it ends
	asked bool  // and a loop around asks for that
}
