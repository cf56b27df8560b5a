# Methods of Enumerable that are made of others. ActiveSupport: core_ext/enumerable.rb.
module Enumerable
  enumerator forks partial asList def each_with_index(*args)
    i = -1
    each_entry(*args) { |v| yield v, i += 1 }
    self
  end

  unsized enumerator def take_while
    list = []
    each { |*v| yield(*v) ? list << (v.size > 1 ? v : v[0]) : break }
    list
  end

  unsized enumerator def drop_while
    list = []
    dropping = true
    each_entry { |v| list << v unless dropping &&= yield(v) }
    list
  end

  def drop(count) = to_a.drop(count)

  def to_set(*, &block) = Set.new(self, &block)

  opaque picks givesBlock def inject(initial = NONE, operator = NONE, &block)
    initial, operator = NONE, initial if !block && NONE.equal?(operator)
    each_entry do |v|
      initial = if NONE.equal?(initial) then v
                elsif !NONE.equal?(operator) then initial.send(operator, v)
                elsif block then yield(initial, v)
                else raise LocalJumpError, "no block given"
                end
    end
    initial unless NONE.equal?(initial)
  end
  alias reduce inject

  enumerates def find_index(value = NONE)
    any = NONE.equal?(value)
    return to_enum(:find_index) if any && !block_given?
    i = -1
    each { |*v| i += 1; return i if any ? yield(*v) : (v.size > 1 ? v : v[0]) == value }
    nil
  end

  anyOrder def one?(pattern = NONE)
    any = NONE.equal?(pattern)
    n = 0
    each_entry { |v| return false if (!any ? pattern === v : block_given? ? yield(v) : v) && (n += 1) > 1 }
    n == 1
  end

  enumerator asList def reverse_each(&block)
    to_a.reverse.each(&block)
    self
  end

  enumerates def cycle(times = nil)
    return to_enum(:cycle, *times) { (n = try(:size)) && (n == 0 ? 0 : times ? n * [times, 0].max : Float::INFINITY) } unless block_given?
    times = Primitive.int(times) unless times.nil?
    list = entries
    list.each { |v| yield v } until list.empty? || times && (times -= 1) < 0
  end

  # Integers exactly, floats by Kahan and Babuska's algorithm, everything else with +.
  givesBlock def sum(initial = 0, &block)
    total = initial
    lost = 0.0 # by the rounding of a float total
    each_entry do |v|
      v = block.call(v) if block # several values that were yielded at once stay one
      float = Primitive.is?(total, Float)
      if float ? !Primitive.number?(v) : !Primitive.is?(total, Integer) || !Primitive.is?(v, Float)
        total = (float ? total + lost : total) + v
        lost = 0.0
        next
      end
      sum = total + v
      lost += total.abs >= v.abs ? total - sum + v : v - sum + total
      lost = 0.0 unless sum.finite?
      total = sum
    end
    Primitive.is?(total, Float) ? total + lost : total
  end

  anyOrder def minmax(&block) = [min(&block), max(&block)]

  enumerates def each_slice(length)
    length = Primitive.int(length)
    raise ArgumentError, "invalid slice size" if length <= 0
    return to_enum(:each_slice, length) { (n = try(:size)) && (n + length - 1) / length } unless block_given?
    return 0.step(size - 1, length) { |i| yield self[i, length] } && self if Array === self
    part = []
    each_entry do |v|
      part << v
      next if part.size < length
      full, part = part, []
      yield full
    end
    yield part unless part.empty?
    self
  end

  enumerates def each_cons(length)
    length = Primitive.int(length)
    raise ArgumentError, "invalid size" if length <= 0
    return to_enum(:each_cons, length) { (n = try(:size)) && [n - length + 1, 0].max } unless block_given?
    last = []
    each_entry do |v|
      last.shift if last.size == length
      last << v
      yield last.dup if last.size == length
    end
    self
  end

  enumerator def group_by = each_with_object({}) { |v, groups| (groups[yield v] ||= []) << v }

  enumerator def partition
    groups = [[], []]
    each_entry { |v| groups[yield(v) ? 0 : 1] << v }
    groups
  end

  def tally(counts = {})
    {}.merge(counts)
    raise FrozenError, "can't modify frozen Hash: #{counts.inspect}" if counts.frozen?
    each_entry do |v|
      count = counts.fetch(v, 0)
      raise TypeError, "wrong argument type #{count.class} (expected Integer)" unless Integer === count
      counts[v] = count + 1
    end
    counts
  end

  # ---- groups of elements that stand together

  enumerator def chunk
    groups = []
    joins = false
    each_entry do |v|
      key = yield(v)
      if key.nil? || key == :_separator
        joins = false
      elsif joins && key != :_alone && groups.last.first == key
        groups.last.last << v
      else
        groups << [key, [v]]
        joins = true
      end
    end
    groups.each
  end

  def slice_when(&block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    groups = []
    last = nil
    each_entry do |v|
      groups.empty? || yield(last, v) ? groups << [v] : groups.last << v
      last = v
    end
    groups.each
  end

  def chunk_while(&block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    slice_when { |a, b| !yield(a, b) }
  end

  def slice_before(*pattern, &block)
    raise ArgumentError, "wrong number of arguments (given #{pattern.size}, expected #{block ? 0 : 1})" if pattern.size != (block ? 0 : 1)
    groups = []
    each_entry { |v| groups.empty? || (block ? yield(v) : pattern.first === v) ? groups << [v] : groups.last << v }
    groups.each
  end

  def slice_after(*pattern, &block)
    raise ArgumentError, "both pattern and block are given" if block && !pattern.empty?
    raise ArgumentError, "wrong number of arguments (given #{pattern.size}, expected 1)" if pattern.size != (block ? 0 : 1)
    groups = []
    ended = true
    each_entry do |v|
      ended ? groups << [v] : groups.last << v
      ended = block ? yield(v) : pattern.first === v
    end
    groups.each
  end

  # ---- ActiveSupport

  enumerator def index_by = each_with_object({}) { |v, h| h[yield v] = v }

  enumerates givesBlock def index_with(value = NONE)
    return to_enum(:index_with) { try(:size) } if NONE.equal?(value) && !block_given?
    each_with_object({}) { |v, h| h[v] = block_given? ? yield(v) : value }
  end

  anyOrder def many?
    n = 0
    each_entry { |v| return true if (!block_given? || yield(v)) && (n += 1) > 1 }
    false
  end

  anyOrder def exclude?(value) = !include?(value)

  def including(*elements) = to_a.including(*elements)

  forks partial asList def excluding(*elements)
    elements = elements.flatten(1)
    reject { |v| elements.include?(v) }
  end
  alias without excluding

  forks partial asList def pluck(*keys) = keys.size > 1 ? map { |v| keys.map { |key| v[key] } } : map { |v| v[keys[0]] }

  def pick(*keys) = first(1).pluck(*keys)[0]

  forks partial asList sameOrder def compact_blank = reject(&:blank?)

  def in_order_of(key, series, filter: true)
    groups = group_by(&key)
    found = groups.values_at(*series).compact.flatten(1)
    filter ? found.compact : (found + groups.except(*series).values.flatten(1)).compact
  end

  picks def sole
    found = first(2)
    raise Enumerable::SoleItemExpectedError, found.empty? ? "no item found" : "multiple items found" if found.size != 1
    found[0]
  end

  def minimum(key) = map(&key).min

  def maximum(key) = map(&key).max
end
