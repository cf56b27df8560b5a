OpenStruct.new(a: 1, "b" => 2).b
OpenStruct.new.missing
OpenStruct.new(a: 1)[:a]
OpenStruct.new(a: 1)["a"]
o = OpenStruct.new; o.x = 3; o.x
o = OpenStruct.new; o[:name] = "n"; o.name
o = OpenStruct.new(a: 1); o["b"] = 2; o.to_h
OpenStruct.new(a: 1, b: 2).to_h { |k, v| [k.to_s, v * 2] }
OpenStruct.new(a: { b: [1, 2] }).dig(:a, :b, 1)
OpenStruct.new(a: 1).each_pair.to_a
OpenStruct.new(a: 1) == OpenStruct.new("a" => 1)
OpenStruct.new(a: 1) == { a: 1 }
OpenStruct.new(a: 1).respond_to?(:a)
OpenStruct.new(a: 1).respond_to?(:b)
OpenStruct.new(a: 1).respond_to?(:a=)
o = OpenStruct.new(a: 1, b: 2); o.delete_field(:a); o.to_h
OpenStruct.new(a: 1, b: "x").inspect
OpenStruct.new.inspect
OpenStruct.new(a: 1).to_s
OpenStruct.new(class: 1).class
OpenStruct.new(method: 5).method
OpenStruct.new(a: 1).missing(2)
OpenStruct.new(a: 1).dup.a
o = OpenStruct.new(a: 1); d = o.dup; d.a = 2; o.a
OpenStruct.new(a: 1).freeze.frozen?
OpenStruct.new(nil).to_h
OpenStruct.new(a: 1).eql?(OpenStruct.new(a: 1))
OpenStruct.new(a: 1).hash == OpenStruct.new(a: 1).hash
o = OpenStruct.new(a: 1); o.a += 1; o.a
o = OpenStruct.new; o.list ||= []; o.list << 1; o.list
o = OpenStruct.new(class: 1); d = o.dup; [d.class, o.class]
o = OpenStruct.new(method: 1); d = o.clone; d.method = 2; [o.method, d.method]
{ OpenStruct.new(a: 1) => 2 }[OpenStruct.new(a: 1)]
OpenStruct.new(a: 1).freeze.a = 2
OpenStruct.new(a: 1).to_h.merge(b: 2)
OpenStruct.new(a: [1]).a.frozen?
o = OpenStruct.new(a: 1); o.each_pair { |k, v| o }.equal?(o)
OpenStruct.new("a b" => 1)[:"a b"]
