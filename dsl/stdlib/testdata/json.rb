# JSON.generate
JSON.generate({})
JSON.generate([])
JSON.generate(a: 1)
JSON.generate({ a: 1, "b" => [1, 2.5, nil, true, false, "x"] })
JSON.generate("a")
JSON.generate("<a> & 'b' \"c\"")
JSON.generate("é\u2028\u2029\n\t\u0001\u007f/\\")
JSON.generate(:sym)
JSON.generate(nil)
JSON.generate(1)
JSON.generate(1.0)
JSON.generate(1..2)
JSON.generate({ nil => 1, 2 => 3, 1.5 => 2 })
JSON.generate("a" => { "b" => { "c" => [] } })
JSON.generate([1, [2, [3]]])
JSON.dump({ a: "<" })
JSON.dump(nil)
{ a: "<b> & c" }.to_json
"<b>\u2028".to_json
"é".to_json
[1, nil, :a, 1.5].to_json
ActiveSupport::JSON.encode({ a: "<" })
ActiveSupport::JSON.decode('{"a":[1,2]}')
begin; JSON.generate(Float::NAN); rescue JSON::GeneratorError => e; e.class; end
begin; JSON.generate([1, Float::INFINITY]); rescue JSON::JSONError => e; e.class; end
begin; JSON.generate("\xff"); rescue JSON::GeneratorError => e; e.class; end
begin; JSON.generate; rescue ArgumentError => e; e.message; end
[Float::NAN, 1].to_json
# JSON.parse
JSON.parse('{"a":1,"b":[true,false,null],"c":"x"}')
JSON.parse('{"a":1}', symbolize_names: true)
JSON.parse('{"a":{"b":[{"c":1}]}}', symbolize_names: true)
JSON.parse("[]")
JSON.parse("1")
JSON.parse("1.5e3")
JSON.parse("-0")
JSON.parse('"a\u00e9\n"')
JSON.parse('"\ud83d\ude00"')
JSON.parse(" [1 , 2 ] ")
JSON.parse('{"a":1,"a":2}')
JSON.parse("null")
begin; JSON.parse(""); rescue JSON::ParserError => e; e.class; end
begin; JSON.parse("{"); rescue JSON::ParserError => e; e.class; end
begin; JSON.parse("[1,]"); rescue JSON::ParserError => e; e.class; end
begin; JSON.parse("{'a':1}"); rescue JSON::ParserError => e; e.class; end
begin; JSON.parse("[1] x"); rescue JSON::ParserError => e; e.class; end
begin; JSON.parse("nope"); rescue StandardError => e; e.class; end
begin; JSON.parse(nil); rescue TypeError => e; e.message; end
begin; JSON.parse(:a); rescue TypeError => e; e.message; end
JSON.parse('{"a":1}').fetch("a")
JSON.parse(JSON.generate({ a: [1, "b"] }))
JSON::ParserError.ancestors.include?(StandardError)
JSON::ParserError.superclass
JSON.parse('{"a":1}')["b"].nil?
