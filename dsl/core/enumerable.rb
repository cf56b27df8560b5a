# Methods of Enumerable that cut a collection into groups.
module Enumerable
  # enumerator
  def chunk
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
end
