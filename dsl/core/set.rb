# Methods of Set that are made of others.
class Set
  adds def |(other) = dup.merge(other)
  alias + |
  alias union |

  comparesSets def &(other) = dup.clear.merge(other).keep_if { |v| include?(v) }
  alias intersection &

  comparesSets def -(other)
    gone = Set[].merge(other)
    dup.clear.merge(to_a.reject { |v| gone.include?(v) })
  end
  alias difference -

  changes def delete?(value) = include?(value) ? delete(value) : nil
  def hash = to_a.inject(0) { |sum, v| sum ^ v.hash }

  comparesSets def ^(other)
    other = self.class.new(other)
    (other - self).merge(self - other)
  end

  comparesSets def ==(other) = Set === other && size == other.size && subset?(other)
  def eql?(other) = self == other

  comparesSets def subset?(other)
    raise ArgumentError, "value must be a set" unless Set === other
    all? { |v| other.include?(v) }
  end
  alias <= subset?

  comparesSets def superset?(other)
    raise ArgumentError, "value must be a set" unless Set === other
    other.subset?(self)
  end
  alias >= superset?

  comparesSets def proper_subset?(other) = subset?(other) && size < other.size
  alias < proper_subset?

  comparesSets def proper_superset?(other) = superset?(other) && size > other.size
  alias > proper_superset?

  comparesSets def <=>(other)
    return unless Set === other
    return size == other.size ? 0 : -1 if subset?(other)
    1 if superset?(other)
  end

  comparesSets def intersect?(other) = !(self & other).empty?

  comparesSets def disjoint?(other) = !intersect?(other)

  # As keep_if are delete_if and those that return nil where nothing went.
  enumerator unfrozen changes def keep_if
    n = size
    drops = __method__.in?(%i[delete_if reject!])
    replace(select { |v| yield(v) ? !drops : drops })
    self if size < n || !__method__.end_with?("!")
  end
  alias delete_if keep_if
  alias select! keep_if
  alias filter! keep_if
  alias reject! keep_if

  enumerator unfrozen changes def map!(&block) = replace(map(&block))
  alias collect! map!

  unfrozen changes def subtract(list)
    Set.new(list).each { |v| delete(v) }
    self
  end

  enumerator def classify = each_with_object({}) { |v, groups| (groups[yield v] ||= self.class.new) << v }

  enumerator def divide(&block) = Set.new(classify(&block).values)

  def flatten = each_with_object(self.class.new) { |v, all| Set === v ? all.merge(v.flatten) : all << v }

  showsParts def join(separator = nil) = to_a.join(separator)
end
