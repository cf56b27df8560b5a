package limits

// What values take of [Limits.Memory]: the bytes that Go takes for them, rounded up.
// What makes values counts them; a collection that grows is counted by what it grows by.
const (
	SizeArray      = 48
	SizeElement    = 24 // of a list: the place in it, and what stands for a number there
	SizeString     = 48
	SizeSymbol     = 16
	SizeHash       = 128
	SizePair       = 40 // of a hash
	SizeIndex      = 64 // more, where an index leads to it
	SizeObject     = 112
	SizeVariable   = 40 // of an object, a scope or a class, with its name
	SizeRange      = 48
	SizeRegexp     = 4096 // compiled
	SizeProc       = 176
	SizeScope      = 112 // the variables of a block or method that a proc keeps
	SizeFrame      = 176 // what the blocks of a method share
	SizeMethod     = 320 // its entry in a table included
	SizeConst      = 112
	SizeOrder      = 128
	SizeParsed     = 100 // of a byte of a program that is read
	SizeClass      = 640
	SizeUnknown    = 320
	SizeError      = 256
	SizeCall       = 64 // of a backtrace
	SizeEnumerator = 288
)
