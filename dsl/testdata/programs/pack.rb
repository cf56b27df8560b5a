# What each letter packs, and unpacks again.
%w[n N v V C c U].product([0, 1, 65, 255, 65_535, 8364]).map { |kind, n| [[n].pack(kind).bytes, [n].pack(kind).unpack(kind)] }
#---
texts = ["", "a1c", "hello world, " * 5, "10110"]
%w[a A Z H h B b m].product(["", "1", "3", "9", "*", "0"], texts).map { |kind, count, s| [s].pack(kind + count).bytes }
#---
%w[a A Z H h B b].product(["", "1", "3", "6", "*"], ["\u0012az", "a b \0", "\0a\0b"]).map { |kind, count, s| s.unpack(kind + count).map(&:bytes) }
#---
["aGVsbG8=", "aGVs bG8", "aGVsbG8", "a", "=", "aGVsbA==bG8=", "a=GVs", "aGV=sb", "aG\nVs"].map { |s| s.unpack1("m").bytes }
#---
["aGVsbG8=", "aGVs"].map { |s| s.unpack1("m0") }
#---
"aGVsbG8".unpack1("m0")
#---
"aGVs\n".unpack1("m0")
#---
[1, "ab", 2, 3, "c"].pack("Ca4 n*x2") rescue $!.message
#---
[1, "ab", 258, 3].pack("Ca4 n*x2").bytes
#---
[1].pack("CC")
#---
["a"].pack("C")
#---
[1.9, -1].pack("CC").bytes
#---
[1].pack("a")
#---
[nil, nil].pack("am0") rescue $!.message
#---
[nil].pack("a3").bytes
#---
[8364, 97].pack("U*")
#---
"\x01\x02\x03".unpack("x2C")
#---
"\x01".unpack("x2C")
#---
"abc".unpack("C2 x0 a*")
#---
"\x01\x02\x03\x04\x05".unpack("nNn")
#---
"€a".unpack("UC")
#---
"€ab".unpack("U2a")
#---
["616"].pack("H2h1").bytes rescue $!.message
#---
["616g", "Za"].pack("H*h*").bytes
#---
["abc", 1].pack(1)
#---
"a".unpack1("") 
#---
["a", "b"].pack("m").frozen?
#---
["ab\ncd"].pack("m9")
