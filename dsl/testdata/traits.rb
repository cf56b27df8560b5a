# frozen_string_literal: true

# Writes traits.json beside it: by class, the methods that change their receiver, and
# those that return one of the values in it, as real Ruby and ActiveSupport 8.1 do when each
# is called in many ways.
#
#   scripts/judge/run ruby traits
require "json"
require "logger"
require "set"
require "timeout"
$VERBOSE = nil
require "active_support"
require "active_support/all"
ActiveSupport.deprecator.silenced = true
abort "ActiveSupport 8.1 is needed, this is #{ActiveSupport.version}" unless ActiveSupport.version.to_s.start_with?("8.1.")

Point = Struct.new(:a, :b)
Single = Struct.new(:a)

RECEIVERS = {
  Array => -> { [[3, nil, [1], 3], %w[b a], [1, "", nil], [[2, :a], [1, :b]], [1, { a: 2 }]] },
  Hash => -> { [{ "b" => 1, a: nil }, { 2 => { "a" => 1 } }, { a: "", b: { c: 1 } }] },
  String => -> { [+" ab\n", +"Aa", +"aab  c", +"\xff", +"e\u0301"] },
  Set => -> { [Set[1, 2], Set[nil, [1]]] },
  Struct => -> { [Point.new(2, 1)] },
  Range => -> { [1..3, "a".."c"] },
  Integer => -> { [5] }, Float => -> { [1.5] }, Symbol => -> { [:ab] }, Regexp => -> { [/a/] }, NilClass => -> { [nil] },
  ActiveSupport::OrderedOptions => -> { [ActiveSupport::OrderedOptions[{ a: 1, "b" => 2 }]] },
}.freeze

ARGUMENTS = [
  [], [1], ["a"], [:a], [nil], [[1]], [{ "a" => 2 }], [{ a: 2 }], [0, 1], [1, "x"], ["a", "b"], [:a, 1], [Set[1]], [/a/], [/a/, "c"], ["UTF-16"],
  ["BINARY"], [:nfd], [1, 2, 3], [[1], [2]], [-> (*) { 1 }], ["a".."b"], [0, "x", "y"], [0, 65], ["a", "b", "c"], [Class], ["  "], [2, 0],
].freeze
BLOCKS = [nil, ->(*) { nil }, ->(*) { true }, ->(*) { 5 }, ->(*a) { a.first }, ->(*) { "z" }, ->(*) { :k }].freeze

# What is asked of an object's behaviour, not of its contents, or never returns.
LEFT = %i[instance_eval instance_exec instance_variable_set remove_instance_variable extend singleton_class define_singleton_method freeze
          cycle taint untaint trust untrust pry byebug debugger binding_of_caller send public_send __send__ tap then yield_self try try! with with_options
          shuffle! initialize initialize_copy initialize_dup initialize_clone object_id display unpack unpack1 in? to_xml compare_by_identity].freeze

def shown(value)
  case value
  when ActiveSupport::OrderedOptions then value.to_a.inspect
  when Hash then [value.to_a, value.default, value.default_proc.nil?].inspect
  when String then [value, value.encoding].inspect
  else value.inspect
  end
end

def changed?(make, index, name, args, block)
  receiver = make.call[index]
  before = shown(receiver)
  Timeout.timeout(1) { receiver.public_send(name, *args.map { |a| a.frozen? ? a : a.dup }, &block) }
  shown(receiver) != before
rescue Exception
  shown(receiver) != before
end

def changes(make, name)
  make.call.each_index.any? do |index|
    ARGUMENTS.any? { |args| BLOCKS.any? { |block| changed?(make, index, name, args, block) } }
  end
end

HOLDERS = {
  Array => ->(v) { [[v, [8], [9]], [[8], v], [[8], v, [9]], *[0, 2, 3, 4, 41].map { |n| [[8]] * n + [v] }] },
  Hash => ->(v) { [{ "a" => v, a: [8], 1 => [9] }, { a: v }] },
  Set => ->(v) { [Set[v, [8]], Set[[8], v], Set[v]] },
  Struct => ->(v) { [Point.new(v, [8]), Point.new([8], v), Single.new(v)] },
}.freeze

# These return what an element has by a key; without one they are flukes.
BY_KEY = %i[minimum maximum pick].freeze

# Blocks that return none of the values in the receiver.
OTHERS = BLOCKS.reject { |block| block&.call([1]) == [1] }

def picked?(make, v, index, name, args, block)
  receiver = make.call(v)[index]
  Timeout.timeout(1) { receiver.public_send(name, *args.map { |a| a.frozen? ? a : a.dup }, &block) }.equal?(v)
rescue Exception
  false
end

def picks(make, name)
  [[7], { k: 7 }].any? do |v|
    make.call(v).each_index.any? do |index|
      [*ARGUMENTS, [v]].any? { |args| OTHERS.any? { |block| picked?(make, v, index, name, args, block) } }
    end
  end
end

def names_of(object) = (object.public_methods - LEFT - object.singleton_methods).sort

result = {
  changes: RECEIVERS.to_h { |klass, make| [klass.name, names_of(make.call.first).select { |name| changes(make, name) }] },
  picks: HOLDERS.to_h { |klass, make| [klass.name, (names_of(make.call([7]).first) - BY_KEY).select { |name| picks(make, name) }] },
}
File.write(File.join(__dir__, "traits.json"), "#{JSON.pretty_generate(result)}\n")
