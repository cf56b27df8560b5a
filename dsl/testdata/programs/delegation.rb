# delegate_missing_to: what a class or module lacks is asked of another object.
class Partition
  def initialize(event) = @event = event
  attr_reader :event
  delegate_missing_to :event
  def own = :own
end
Event = Struct.new(:name, :size) do
  def twice(x = 2, y: 1, &block) = block ? block.call(x * y) : x * y
end
p = Partition.new(Event.new("a", 3))
[p.own, p.name, p.size, p.twice(4, y: 2), p.twice { |x| x + 1 }, p.respond_to?(:name), p.respond_to?(:other)]
#---
class Settings
  VALUES = { tier: "gold" }
  class << self
    delegate_missing_to :values
    def values = VALUES
  end
end
[Settings.fetch(:tier), Settings.key?(:x), Settings.to_a]
#---
class Partition
  delegate_missing_to :@event
  def initialize(event) = @event = event
end
[Partition.new("abc").upcase, Partition.new([3, 1]).sort]
#---
class Partition
  delegate_missing_to :event
  def event = nil
end
Partition.new.name
#---
class Partition
  delegate_missing_to :event, allow_nil: true
  def event = nil
end
[Partition.new.name, Partition.new.other(1)]
#---
class Partition
  delegate_missing_to :event
  def event = "x"
end
Partition.new.nothing_like_it
#---
class Partition
  delegate_missing_to :event
  def event = "x"
  def method_missing(name, *args) = name == :mine ? args : super
  def respond_to_missing?(name, all = false) = name == :mine || super
end
Partition.new.mine(1)
#---
module Words
  def self.list = %w[a b]
  singleton_class.delegate_missing_to :list
end
[Words.first, Words.size]
