:a
:"a b"
:"a-b"
:a?
:a!
:a=
:[]
:[]=
:+
:-@
:!
:!=
:=~
:<=>
:===
:**
:"&&"
:"foo bar".inspect
:"9a"
:""
:A
:Ab1
:@a
:@@a
:$a
:$1
:"@1"
:"a?b"
:"a=b"
:"a?="
:é
:"日本"
:"a\nb"
:"a\"b"
:"#{1}a"
:"foo?bar"
:nil
:self
:class
:if
:"@"
:"$"
:"="
:"@a?"
:"a@"
:"[]?"
{ a: 1 }
{ "a b": 1 }
{ a?: 1 }
{ A: 1 }
{ "a-b": 1, "c" => 2 }
{ :+ => 1 }
{ :a= => 1 }
{ :[] => 1 }
{ nil: 1, if: 2 }
[:a, :"b c"]
%i[a b]
:a.inspect
:a.to_s
:a.name
:a.id2name
:a.to_sym
:a.to_proc.call("x")
:upcase.to_proc.call("a")
%w[a b].map(&:upcase)
:a == :a
:a == "a"
:a === :a
:a.eql?(:a)
:a.equal?(:a)
:a != :b
:a <=> :b
:b <=> :a
:a <=> :a
:a <=> "a"
:a <=> nil
:a < :b
:a < "b"
:a > nil
:b.between?(:a, :c)
:b.clamp(:c, :d)
:abc.length
:abc.size
:"日本".size
:"".empty?
:a.empty?
:abc[0]
:abc[1..]
:abc[0, 2]
:abc["b"]
:abc["x"]
:abc[/b./]
:abc[9]
:abc.upcase
:ABC.downcase
:abc.capitalize
:aBc.swapcase
:é.upcase
:a.succ
:az.next
:abc.start_with?("a")
:abc.start_with?(/B/i)
:abc.end_with?("c", "x")
:abc.starts_with?("ab")
:abc.ends_with?("bc")
:abc =~ /b/
:abc =~ /x/
:abc =~ nil
:abc =~ "b"
:abc.match(/b(.)/)
:abc.match(/b(.)/)[1]
:abc.match?(/b/)
:abc.match?(/x/)
:abc.match?("b")
:a.casecmp(:A)
:a.casecmp(:b)
:a.casecmp("a")
:a.casecmp?(:A)
:a.casecmp?("A")
:a.frozen?
:a.dup
:a.class
:a.is_a?(Symbol)
:a.is_a?(Comparable)
:a.hash == :a.hash
:a.respond_to?(:upcase)
:a.respond_to?(:gsub)
:a.gsub(/a/, "b")
:a + :b
:a + "b"
:a.upcase(1)
:a.length(1)
:a.nope
:a.to_i
Symbol.new
Symbol === :a
[:b, :a].sort
[:b, :a].max
[:a, "a"].sort
[:b, :a, :c].sort_by(&:to_s)
[:a, :b].include?(:a)
[:a, :b].index(:b)
"#{:a}"
"a".to_sym == :a
:a.in?([:a])
:a.blank?
:"".blank?
:a.present?
:a.presence
:a.to_param
:"a_b".to_s.camelize
:a.then { |x| x }
:a.nil?
[:a, :b].map(&:to_s)
[[1, 2], [3]].map(&:first)
[1, 2].inject(:+)
%w[a b].each_with_index.map { |x, i| :"#{x}#{i}" }
case :a when :a then 1 end
case :a when /a/ then 1 else 2 end
case :a when Symbol then 1 end
case :a when "a" then 1 else 2 end
:a.instance_of?(Symbol)
:+.to_proc.call(1, 2)
:size.to_proc.call([1])
:a&.to_s
:a.itself
:a.freeze
:ab.casecmp(:AB)
:ab.casecmp("AB")
:ab.casecmp?(:AB)
:ab.casecmp?(nil)
:ab.casecmp
:ab.present?
:"".present?
:"".presence
:a.clamp(:b)
:ab.upcase(:ascii)
:ab.upcase(:bad)
:é.upcase
:aB.swapcase
:AB.downcase(:fold)
:ab.capitalize
:az.succ
:az.next
:"".succ
:a <=> :b
:a <=> "a"
:b <=> :a
:a.upcase(1, 2, 3)
:a.succ(1)
[:c, :a].sort
[:c, :a].min
