package stdlib

import (
	"crypto/hmac"
	"crypto/md5"  //nolint:gosec // programs ask for it
	"crypto/sha1" //nolint:gosec // programs ask for it
	"crypto/sha256"
	"crypto/sha512"
	"hash"

	"signalbox/dsl"
)

// digestFunctions are those of Digest and OpenSSL.
var digestFunctions = functions{
	"digest": func(c *dsl.Call) dsl.Value {
		made := algorithm(c)
		data := text(c, 1)
		h := made()
		h.Write([]byte(data))
		return c.NewString(string(h.Sum(nil)))
	},
	"hmac": func(c *dsl.Call) dsl.Value {
		made := algorithm(c)
		key := text(c, 1)
		data := text(c, 2)
		h := hmac.New(made, []byte(key))
		h.Write([]byte(data))
		return c.NewString(string(h.Sum(nil)))
	},
}

var algorithms = map[string]func() hash.Hash{
	"MD5": md5.New, "SHA1": sha1.New, "SHA224": sha256.New224, "SHA256": sha256.New, "SHA384": sha512.New384, "SHA512": sha512.New,
}

// algorithm is the one that the first argument names.
func algorithm(c *dsl.Call) func() hash.Hash {
	name := text(c, 0)
	made, ok := algorithms[name]
	if !ok {
		panic(dsl.Undecided())
	}
	return made
}
