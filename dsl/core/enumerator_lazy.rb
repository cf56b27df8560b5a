# The stages of lazy enumerators: each goes through the elements of the one before. Where
# only the application knows what becomes of an element, it is handed on under a condition.
class Enumerator::Lazy
  forks def map = Primitive.lazy_by(proc { size }) { |y| each { |*v| y << yield(*v) } }
  alias collect map

  forks def flat_map
    Primitive.lazy_by do |y|
      each do |*v|
        list = yield(*v)
        Array === list || list.respond_to?(:force) ? list.each { |e| y << e } : y << list
      end
    end
  end
  alias collect_concat flat_map

  forks def select = Primitive.lazy_by { |y| each { |*v| y.yield(*v) if yield(*v) } }
  alias filter select
  alias find_all select

  forks def reject = Primitive.lazy_by { |y| each { |*v| y.yield(*v) unless yield(*v) } }

  forks def filter_map
    Primitive.lazy_by do |y|
      each do |*v|
        made = yield(*v)
        y << made if made
      end
    end
  end

  forks def take_while = Primitive.lazy_by { |y| each { |*v| yield(*v) ? y.yield(*v) : break } }

  forks def drop_while
    Primitive.lazy_by do |y|
      dropping = true
      each { |*v| y.yield(*v) unless dropping && (dropping = yield(*v)) }
    end
  end

  forks def take(count)
    n = Primitive.int(count)
    raise ArgumentError, "attempt to take negative size" if n < 0
    Primitive.lazy(proc { size && [size, n].min }) do |y|
      taken = 0
      each { |*v| y.yield(*v); break if (taken += 1) >= n } if n > 0
    end
  end

  forks def drop(count)
    n = Primitive.int(count)
    raise ArgumentError, "attempt to drop negative size" if n < 0
    Primitive.lazy(proc { size && [size - n, 0].max }) do |y|
      dropped = 0
      each { |*v| dropped < n ? dropped += 1 : y.yield(*v) }
    end
  end

  forks def with_index(offset = 0)
    Primitive.lazy(proc { size }, offset) do |y|
      i = Primitive.int(offset || 0) - 1
      each_entry do |v|
        i += 1
        yield v, i if block_given?
        y << (block_given? ? v : [v, i])
      end
    end
  end

  forks def grep(pattern) = Primitive.lazy { |y| each_entry { |v| y << (block_given? ? yield(v) : v) if pattern === v } }

  forks def grep_v(pattern) = Primitive.lazy { |y| each_entry { |v| y << (block_given? ? yield(v) : v) unless pattern === v } }

  def zip(*others, &block)
    return entries.zip(*others, &block) if block
    others.each { |o| raise TypeError, "wrong argument type #{o.class} (must respond to :each)" unless o.respond_to?(:each) }
    Primitive.lazy(proc { size }) do |y|
      rest = others.map(&:each_entry)
      each_entry { |v| y << [v, *rest.map { |e| Primitive.next(e) }] }
    end
  end

  def uniq
    Primitive.lazy do |y|
      seen = {}
      each_entry do |v|
        key = block_given? ? yield(v) : v
        next if seen.key?(key)
        seen[key] = true
        y << v
      end
    end
  end

  forks def compact = Primitive.lazy { |y| each_entry { |v| y << v unless v.nil? } }

  def force = to_a
end
