# What blocks and methods of the program answer under a condition.
class Version
  include Comparable

  def <=>(_) = S.new? ? 1 : -1
end

Rails.application.routes.draw do
  [["b", 1], ["a", 2]].sort_by { |k, v| S.name? ? k : v.to_s }.each { |k, _| get "sorted-#{k}", to: "x#y" }
  list = %w[c a b]
  list.sort_by! { |k| S.name? ? k : "1" }
  list.each { |k| get "in-place-#{k}", to: "x#y" }
  get "by-hash", to: "x#y" if { "b" => 1, "a" => 2 }.sort_by { |k, v| S.name? ? k : v.to_s }.first.first == "a"
  get "min", to: "x#y" if [["b", 1], ["a", 2]].min_by { |k, v| S.name? ? k : v.to_s }.first == "a"
  get "max", to: "x#y" if %w[a b].each_with_index.max_by { |_, i| S.name? ? i : -i } == ["b", 1]
  get "newer", to: "x#y" if Version.new > Version.new

  options = { b: 2, a: (1 if S.name?) }.compact
  options.each { |k, v| get "option-#{k}#{v}", to: "x#y" }
  get "none", to: "x#y" if { a: 1 }.to_h { |k, v| [k, S.name? ? v : nil] }.compact.empty?
  get "present", to: "x#y" if { a: "x" }.transform_values { |v| S.name? ? v : nil }.compact.size == 1

  draw_it = proc { |a, b = "d"| get "#{a}-#{b}", to: "x#y" }
  draw_it.call(*(S.name? ? [%w[b c]] : ["l"]))
  draw_it.call(*(S.name? ? [%w[e f], "g"] : [%w[h i]]))
end
