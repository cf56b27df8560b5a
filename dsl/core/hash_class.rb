# Methods of the class Hash.
class << Hash
  def [](*items)
    return {}.merge(items[0]) if items.size == 1 && Hash === items[0]
    unless items.size == 1 && Array === items[0]
      raise ArgumentError, "odd number of arguments for Hash" if items.size.odd?
      return items.each_slice(2).to_h
    end
    items[0].each_with_index.to_h do |pair, i|
      raise ArgumentError, "wrong element type #{pair.class} at #{i} (expected array)" unless Array === pair
      raise ArgumentError, "invalid number of elements (#{pair.size} for 1..2)" unless pair.size.between?(1, 2)
      [pair[0], pair[1]]
    end
  end
end
