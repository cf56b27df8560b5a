# frozen_string_literal: true

# Prints the methods of Ruby and ActiveSupport 8.1, a line for each class and each class's own
# functions: an expression, and their names.
#
#   scripts/judge/run ruby missing
require "logger"
require "pathname"
require "set"
$VERBOSE = nil
require "active_support"
require "active_support/all"
abort "ActiveSupport 8.1 is needed, this is #{ActiveSupport.version}" unless ActiveSupport.version.to_s.start_with?("8.1.")

RECEIVERS = %w[
  [] {} "" :a 1 1.5 (1..2) /a/ "a".match(/a/) Set[1] Struct.new(:a).new(1) proc{} "".method(:size) nil true RuntimeError.new Class.new
  [].each [].lazy 1.day {}.with_indifferent_access ENV Pathname.new("a") Comparable Kernel
].freeze
ALL = Object.instance_methods

def row(text, names) = puts("#{text} #{(names - [:yaml_tag]).uniq.sort.join(" ")}")

row("Object.new", ALL)
row("Module.new", Module.instance_methods - ALL)
RECEIVERS.each { |text| row(text, eval(text).public_methods - ALL - (text =~ /\A[A-Z]\w*(\.new)?\z/ ? Module.instance_methods : [])) }
%w[Array Hash String Symbol Integer Float Range Regexp Set Struct Proc Exception Enumerator Process File Dir Math Time Date].each do |name|
  row(name, Object.const_get(name).singleton_methods)
end
