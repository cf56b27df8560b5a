# What `each` of the program's own classes, and enumerators, yield under a condition.
class Plugins
  include Enumerable

  def each
    yield :a
    yield :b if S.b?
    yield :d
  end
end

class Named
  include Enumerable

  def initialize(list) = @list = list
  def each(&block) = @list.each(&block)
end

Rails.application.routes.draw do
  {
    "own" => Plugins.new,
    "handed" => Named.new([:a, *(S.b? ? [:b] : []), :d]),
    "enumerator" => Enumerator.new { |y| y << :a; y << :b if S.b?; y.yield :d },
    "method" => Plugins.new.to_enum(:each),
    "lazy" => [:a, (:b if S.b?), :d].lazy.reject(&:nil?),
  }.each do |kind, list|
    scope kind do
      list.map(&:to_s).each { |n| get n, to: "x#y" }
      list.select { |n| n != :a }.each { |n| get "select-#{n}", to: "x#y" }
      list.reverse_each { |n| get "reverse-#{n}", to: "x#y" }
      list.each_slice(2) { |n| get "slice-#{n.join}", to: "x#y" }
      list.each_cons(2) { |n| get "cons-#{n.join}", to: "x#y" }
      [*list].each { |n| get "splat-#{n}", to: "x#y" }
      %w[1 2 3].zip(list) { |i, n| get "zip-#{i}#{n}", to: "x#y" }
      get "first", to: "x#y" if list.first(2) == %i[a d]
      get "two", to: "x#y" if list.count == 2
      get "include", to: "x#y" if list.include?(:b)
      get "find", to: "x#y" if list.find { |n| n != :a } == :d
      get "inject", to: "x#y" if list.inject { |m, n| "#{m}#{n}" } == "ad"
      get "sort", to: "x#y" if list.sort_by(&:to_s).first(2) == [:a, :d]
      get "set", to: "x#y" if list.to_set.size == 2
      get "tally", to: "x#y" if list.tally.key?(:b)
      get "groups", to: "x#y" if list.group_by { |n| n == :a }[false].size == 1
      get "chunks", to: "x#y" if list.chunk_while { |_, n| n == :b }.to_a.size == 2
      get "max", to: "x#y" if list.min_by { |n| n == :b ? 0 : 1 } == :b
      list.each_with_index { |n, i| get "index-#{n}", to: "x#y" if i == 1 }
      list.each_entry.with_index(1) { |n, i| get "with-#{n}", to: "x#y" if i == 3 }
    end
  end
  counted = Enumerator.new { |y| n = 0; loop { y << n; n += 1 } }
  counted.first(2).each { |n| get "n#{n}", to: "x#y" }
  get "found#{counted.find { |n| n > 300 }}", to: "x#y"
  get "lazily#{counted.lazy.map { |n| n * 2 }.find { |n| n > 7 }}", to: "x#y"

  pairs = { a: 1 }
  pairs[:b] = 2 if S.b?
  get "pairs", to: "x#y" if pairs.each_with_index.to_a.size == 1
  get "entries", to: "x#y" if pairs.each_entry.to_a == [[:a, 1]]
  get "values", to: "x#y" if pairs.lazy.map { |_, v| v }.to_a == [1]

  set = Set[1]
  set << 2 if S.b?
  get "last", to: "x#y" if set.each_with_index.to_a.last == [2, 1]
  get "disjoint", to: "x#y" if set.disjoint?([2])
  get "added", to: "x#y" if set.add?(2)
  merged = Set[0].merge([1, *(S.b? ? [2] : [])])
  get "merged", to: "x#y" if merged.include?(2) && merged.size == 3
end
