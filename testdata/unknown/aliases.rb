# What stands under a key that only the application knows, or is one of two things,
# and is changed or called.
Rails.application.routes.draw do
  lists = { a: ["1"], b: [] }
  lists[S.mode] << "2" if [:a, :b].include?(S.mode)
  lists.each { |key, list| list.each { |x| get "#{key}/#{x}", to: "x#y" } }

  deep = { a: { x: ["1"] }, b: { x: ["3"] }, "c" => { x: [] } }
  deep.dig(S.mode, :x) << "4"
  deep.fetch(S.mode)[:y] = ["5"]
  deep.fetch(S.mode).merge!(z: ["6"])
  deep.each { |key, pairs| pairs.each { |name, list| list.each { |x| get "deep/#{key}/#{name}/#{x}", to: "x#y" } } }

  draws = { a: -> { get "drawn/a", to: "x#y" }, b: -> { get "drawn/b", to: "x#y" }, "c" => -> {} }
  draws[S.mode].call

  one = ["1"]
  other = ["2"]
  either = S.e? ? one : other
  either << "3"
  one << "4"
  one.each { |x| get "one/#{x}", to: "x#y" }
  other.each { |x| get "other/#{x}", to: "x#y" }
  either.each { |x| get "either/#{x}", to: "x#y" }
  either.delete("4") if S.d?
  one.each { |x| get "then/#{x}", to: "x#y" }
  either.each { |x| get "then/either/#{x}", to: "x#y" }

  pairs = { a: 1 }
  more = {}
  (S.e? ? pairs : more)[:b] = 2
  pairs.each_key { |x| get "pairs/#{x}", to: "x#y" }
  more.each_key { |x| get "more/#{x}", to: "x#y" }

  made = Hash.new { |hash, key| hash[key] = [] }
  made[:a] << "1"
  made[:b] << "2"
  made["c"] << "3"
  made[S.mode] << "4"
  made.each { |key, list| list.each { |x| get "made/#{key}/#{x}", to: "x#y" } if key == :a || key == :b }

  counted = Hash.new { |_, key| get "counted", to: "x#y"; key }
  counted[:b] = 1
  counted[S.mode]
end
