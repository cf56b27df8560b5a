# ENV: texts by their names.
ENV.replace({ "A" => "1", "B" => "2" })
[ENV["A"], ENV["C"], ENV.fetch("A"), ENV.fetch("C", 3), ENV.fetch("C") { |k| k * 2 }, ENV.to_h, ENV.to_s]
#---
ENV.replace({})
ENV["X"] = "v"
ENV["Y"] ||= "w"
ENV["X"] ||= "z"
ENV["X"] += "!"
ENV["Y"] &&= "q"
ENV["Z"] &&= "q"
ENV.to_h
#---
ENV.replace({})
[(ENV["X"] = "v"), ENV.store("Y", "w"), ENV.size, ENV.length, ENV.empty?, ENV.any?, ENV.none?]
#---
ENV.replace({ "A" => "1" })
ENV["A"] = nil
ENV["B"] = nil
ENV.to_h
#---
ENV["A"] = 1
#---
ENV.store(:A, "1")
#---
ENV["A"] = :b
#---
ENV[:A]
#---
ENV.fetch(:A, 1)
#---
ENV.key?(:A)
#---
ENV.replace({ "A" => "1" })
ENV["A"].frozen?
#---
ENV.replace({ "A" => "1" })
[ENV.update({ "B" => "2", "A" => nil }).equal?(ENV), ENV.to_h]
#---
ENV.replace({ "A" => "1" })
ENV.update({ "B" => "2", "A" => "3" }) { |k, old, new| "#{k}#{old}#{new}" }
ENV.to_h
#---
ENV.replace({ "A" => "1" })
ENV.update("B" => "2", "C" => "3")
ENV.to_h
#---
ENV.replace({})
ENV.update({ "A" => 1 })
#---
ENV.replace({ "A" => "1", "B" => "2" })
[ENV.delete("A"), ENV.delete("A"), ENV.delete("Q") { |k| "no #{k}" }, ENV.to_h]
#---
ENV.replace({ "A" => "1", "B" => "2" })
[ENV.values_at("B", "C", "A"), ENV.slice("A", "C"), ENV.key("2"), ENV.key("9"), ENV.keys, ENV.values, ENV.value?("1"), ENV.has_value?("7")]
#---
ENV.replace({ "A" => "1", "B" => "2" })
[ENV.to_h { |k, v| [k.downcase, v.to_i] }, ENV.to_a, ENV.map { |k, v| k + v }, ENV.select { |k, _| k == "A" }, ENV.reject { |k, _| k == "A" }, ENV.filter { |_, v| v == "2" }, ENV.filter_map { |k, v| k if v == "2" }]
#---
ENV.replace({ "A" => "1", "B" => "2" })
seen = []
result = ENV.each { |k, v| seen << k + v }
ENV.each_pair { |k, v| seen << v }
ENV.each_key { |k| seen << k }
ENV.each_value { |v| seen << v }
[seen, result.equal?(ENV)]
#---
ENV.replace({ "A" => "1", "B" => "2" })
[ENV.find { |k, v| v == "2" }, ENV.any? { |k, v| v == "2" }, ENV.include?("A"), ENV.member?("B"), ENV.has_key?("C"), ENV.key?("A"), ENV.count, ENV.sort, ENV.assoc("A"), ENV.rassoc("2"), ENV.invert]
#---
ENV.replace({ "A" => "1", "B" => "2", "C" => "3" })
ENV.delete_if { |k, _| k == "A" }
ENV.keep_if { |k, _| k != "B" }
ENV.to_h
#---
ENV.replace({ "A" => "1", "B" => "2", "C" => "3" })
[ENV.reject! { |k, _| k == "A" }.equal?(ENV), ENV.reject! { |k, _| k == "Z" }, ENV.select! { |k, _| k == "B" }.equal?(ENV), ENV.select! { true }, ENV.filter! { true }, ENV.to_h]
#---
ENV.replace({ "A" => "1", "B" => "2" })
[ENV.except("A"), ENV.shift.size, ENV.size]
#---
ENV.replace({ "A" => "1" })
[ENV.replace({ "B" => "2" }).equal?(ENV), ENV.to_h, ENV.clear.equal?(ENV), ENV.to_h]
#---
ENV.replace({ "A" => 1 })
#---
ENV.replace({ "A" => "1" })
ENV.freeze
#---
ENV.dup
#---
ENV.dig("A")
#---
ENV.symbolize_keys
#---
ENV.replace({ "A" => "1" })
copy = ENV.to_h
copy["B"] = "2"
ENV.to_hash["C"] = "3"
ENV.to_h
#---
ENV.replace({ "A" => "1" })
ENV["B"] = ENV["A"]
ENV["C"] = "#{ENV["A"]}#{ENV["Q"]}"
env = ENV
env["D"] = "4"
ENV.tap { |e| e["E"] ||= "5" }
{ "F" => "6", "A" => "7" }.each { |k, v| ENV[k] ||= v }
ENV["G"], ENV["H"] = "8", "9"
ENV.to_h
#---
ENV.replace({ "A" => " ", "B" => "2" })
[ENV["A"].present?, ENV["B"].present?, ENV["C"].present?, ENV["A"].presence, ENV["C"].blank?, ENV["C"].to_s, ENV["C"].nil?, ENV["B"]&.to_i, ENV["C"]&.to_i, ENV["C"].try(:to_i)]
#---
ENV.replace({ "A" => "1" })
{ **ENV.to_h.transform_keys(&:downcase).symbolize_keys, b: 2 }
#---
ENV.replace({ "A" => "1" })
case { x: ENV["A"] }
in { x: "1" } then :one
else :other
end
#---
ENV.replace({ "A" => "1" })
ENV.fetch("B")
#---
ENV.replace({ "A" => "1" })
ENV.rehash
#---
[ENV.is_a?(Enumerable), ENV.class, ENV.is_a?(Hash), ENV.respond_to?(:update), ENV.respond_to?(:dig)]
#---
ENV.replace({ "A" => "1", "B" => "2" })
[ENV.each_with_object([]) { |(k, v), list| list << k << v }, ENV.partition { |k, _| k == "A" }, ENV.sum { |_, v| v.to_i }, ENV.group_by { |_, v| v }, ENV.min_by { |k, _| k }, ENV.each_with_index.to_a, ENV.first, ENV.to_a.to_h == ENV.to_h]
#---
ENV.replace({ "A" => "1" })
[ENV == ENV, ENV == ENV.to_h, ENV.to_h == { "A" => "1" }]
#---
ENV["A=B"] = "1"
#---
# ENV takes what an object converts itself into.
class Vars
  def to_hash = { "A" => "1", "B" => nil }
end
ENV["B"] = "b"
[ENV.update(Vars.new).equal?(ENV), ENV["A"], ENV["B"], (ENV.update(1) rescue $!.message), (ENV.replace(2) rescue $!.message)]
