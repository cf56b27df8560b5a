# Methods of Array that are made of others. ActiveSupport: core_ext/array,
# core_ext/object/to_query.
class Array
  showsParts def pack(format)
    left = dup
    bytes = Primitive.directives("pack", format).flat_map do |kind, count, given|
      next [0] * count.to_i if kind == "x"
      numbers = "CcnNvVU".include?(kind)
      n = numbers ? count || left.size : 1
      raise ArgumentError, "too few arguments" if n > left.size
      values = left.shift(n)
      numbers ? values.flat_map { |v| Primitive.packed_integer(kind, v) } : Primitive.packed_text(kind, count, given, values[0])
    end
    Primitive.binary(bytes)
  end

  # ---- combinations

  enumerates def combination(n)
    n = Primitive.int(n)
    return to_enum(:combination, n) { n < 0 ? 0 : (0...n).inject(1) { |count, i| count * (size - i) / (i + 1) } } unless block_given?
    yield [] if n == 0
    return self unless n.between?(1, size)
    list = dup
    list.each_with_index do |v, i|
      list.drop(i + 1).combination(n - 1) { |row| yield [v, *row] }
    end
    self
  end

  enumerates def permutation(length = nil)
    n = length.nil? ? size : Primitive.int(length)
    return to_enum(:permutation, *length) { n < 0 ? 0 : (0...n).inject(1) { |count, i| count * (size - i) } } unless block_given?
    yield [] if n == 0
    return self unless n.between?(1, size)
    list = dup
    list.each_with_index do |v, i|
      (list.take(i) + list.drop(i + 1)).permutation(n - 1) { |row| yield [v, *row] }
    end
    self
  end

  enumerates def repeated_combination(n)
    n = Primitive.int(n)
    return to_enum(:repeated_combination, n) { n < 0 ? 0 : (0...n).inject(1) { |count, i| count * (size + i) / (i + 1) } } unless block_given?
    yield [] if n == 0
    return self if n <= 0
    list = dup
    list.each_with_index do |v, i|
      list.drop(i).repeated_combination(n - 1) { |row| yield [v, *row] }
    end
    self
  end

  enumerates def repeated_permutation(n)
    n = Primitive.int(n)
    return to_enum(:repeated_permutation, n) { n < 0 ? 0 : size**n } unless block_given?
    yield [] if n == 0
    return self if n <= 0
    list = dup
    list.each do |v|
      list.repeated_permutation(n - 1) { |row| yield [v, *row] }
    end
    self
  end

  takesOrder def product(*lists, &block)
    rows = lists.inject(map { |v| [v] }) do |rows, list|
      list = [] + list
      rows.flat_map { |row| list.map { |v| row + [v] } }
    end
    return rows unless block
    rows.each(&block)
    self
  end

  def transpose
    width = nil
    rows = map do |row|
      row = [] + row
      raise IndexError, "element size differs (#{row.size} should be #{width})" if row.size != (width ||= row.size)
      row
    end
    Array.new(width || 0) { |i| rows.map { |row| row[i] } }
  end

  def rotate(count = 1)
    count = Primitive.int(count)
    empty? ? [] : drop(count % size) + take(count % size)
  end

  unfrozen changes def rotate!(count = 1)
    count = Primitive.int(count)
    empty? ? self : push(*shift(count % size))
  end

  # ---- search

  anyOrder def intersect?(other) = !(self & other).empty?

  looksAtKinds def assoc(key) = find { |pair| Array === pair && !pair.empty? && pair[0] == key }

  looksAtKinds def rassoc(value) = find { |pair| Array === pair && pair.size > 1 && pair[1] == value }

  unsized enumerator picks def bsearch = (at = (0...size).bsearch { |i| yield self[i] }) && self[at]

  unsized enumerator def bsearch_index = (0...size).bsearch { |i| yield self[i] }

  enumerates def index(value = NONE)
    any = NONE.equal?(value)
    return to_enum(__method__) if any && !block_given?
    i = -1
    while (i += 1) < size
      return i if any ? yield(self[i]) : self[i] == value
    end
  end
  alias find_index index

  enumerates def rindex(value = NONE)
    any = NONE.equal?(value)
    return to_enum(:rindex) if any && !block_given?
    i = size
    while (i -= 1) >= 0
      return i if i < size && (any ? yield(self[i]) : self[i] == value)
    end
  end

  def values_at(*indexes)
    indexes.flat_map do |i|
      next [self[Primitive.int(i)]] unless Range === i
      start, n = Primitive.span(i, size)
      Array.new(i.end.nil? ? [size - start, 0].max : n) { |j| self[start + j] }
    end
  end

  def fetch_values(*indexes) = indexes.map { |i| block_given? ? fetch(i) { yield i } : fetch(i) }

  enumerator def each_index
    i = -1
    yield i while (i += 1) < size
    self
  end

  # ---- changes

  unfrozen changes opaque def insert(index, *values)
    index = Primitive.int(index)
    return self if values.empty?
    raise IndexError, "index #{index} too small for array; minimum: -#{size + 1}" if index < -size - 1
    self[index < 0 ? index + size + 1 : index, 0] = values
    self
  end

  unfrozen changes picks def delete_at(index)
    index = Primitive.int(index)
    return unless index >= -size && index < size
    v = self[index]
    self[index, 1] = []
    v
  end

  unfrozen changes picks def slice!(index, length = NONE)
    place = NONE.equal?(length) ? [index] : [index, length]
    return delete_at(index) unless place.size == 2 || Range === index
    part = slice(*place)
    self.[]=(*place, []) if part
    part
  end

  enumerator unfrozen changes def map! = each_index { |i| self[i] = yield self[i] }
  alias collect! map!

  unfrozen changes def sort!(&block) = replace(sort(&block))

  enumerator forks unfrozen changes def sort_by!(&block) = replace(sort_by(&block))

  unfrozen changes def reverse! = replace(reverse)

  unfrozen changes looksAtKinds def compact!
    list = compact
    replace(list) if list.size != size
  end

  unfrozen changes def uniq!(&block)
    list = uniq(&block)
    replace(list) if list.size != size
  end

  unfrozen changes looksAtKinds def flatten!(level = nil)
    list = flatten(level)
    replace(list) if level != 0 && any?(Array)
  end

  # As keep_if are delete_if and those that return nil where nothing went.
  enumerator unfrozen changes def keep_if
    drops = __method__.in?(%i[delete_if reject!])
    kept = []
    asked = 0
    begin
      while asked < size
        v = self[asked]
        kept << v if yield(v) ? !drops : drops
        asked += 1
      end
    ensure
      replace(kept + drop(asked))
    end
    self if kept.size < asked || !__method__.end_with?("!")
  end
  alias delete_if keep_if
  alias select! keep_if
  alias filter! keep_if
  alias reject! keep_if

  # ---- ActiveSupport

  forks partial sameOrder def deep_dup = Primitive.duplicate(self)

  picks def second = self[1]
  picks def third = self[2]
  picks def fourth = self[3]
  picks def fifth = self[4]
  picks def forty_two = self[41]
  picks def third_to_last = self[-3]
  picks def second_to_last = self[-2]

  def from(position) = self[position, size] || []

  def to(position) = position < 0 ? self[0..position] : take(position + 1)

  adds def including(*elements) = self + elements.flatten(1)

  partial sameOrder def excluding(*elements) = self - elements.flatten(1)
  alias without excluding

  def in_groups_of(number, fill_with = nil, &block)
    raise ArgumentError, "Group size must be a positive integer, was #{number.inspect}" if number.to_i <= 0
    list = fill_with == false ? self : self + [fill_with] * (-size % number)
    block ? list.each_slice(number, &block) : list.each_slice(number).to_a
  end

  def in_groups(number, fill_with = nil, &block)
    long = size.modulo(number)
    start = 0
    groups = Array.new(number) do |i|
      group = self[start, size / number + (i < long ? 1 : 0)]
      start += group.size
      fill_with == false || long == 0 || i < long ? group : group << fill_with
    end
    block ? groups.each(&block) : groups
  end

  def split(value = nil)
    parts = [[]]
    each { |v| (block_given? ? yield(v) : v == value) ? parts << [] : parts.last << v }
    parts
  end

  showsParts def to_sentence(options = {})
    options.assert_valid_keys(:words_connector, :two_words_connector, :last_word_connector, :locale)
    return "#{first}" if size < 2
    last_word = size == 2 ? options.fetch(:two_words_connector, " and ") : options.fetch(:last_word_connector, ", and ")
    "#{self[0...-1].join(options.fetch(:words_connector, ", "))}#{last_word}#{last}"
  end

  showsParts def to_fs(format = nil)
    return to_s if format != :db
    empty? ? "null" : map(&:id).join(",")
  end
  alias to_formatted_s to_fs

  changes picks def extract_options! = Hash === last ? pop : {}

  enumerator changes def extract!
    taken = []
    delete_if { |v| taken << v if yield(v) }
    taken
  end

  changes def compact_blank! = delete_if(&:blank?)

  undetermined def inquiry = raise(NotImplementedError, "#{self.class}#inquiry is not supported")

  showsParts def to_param = map(&:to_param).join("/")

  showsParts def to_query(key)
    prefix = "#{key}[]"
    empty? ? nil.to_query(prefix) : map { |value| value.to_query(prefix) }.join("&")
  end
end
